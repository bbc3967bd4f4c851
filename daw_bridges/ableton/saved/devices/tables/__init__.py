"""Where Live's stock devices store their parameters, class by class."""

from __future__ import annotations

from daw_bridges.ableton.saved.devices.form import Generation
from daw_bridges.ableton.saved.devices.tables import (
    delays,
    drives,
    dynamics,
    equalizers,
    filters,
    midi_effects,
    modulation,
    operator,
    racks,
    reverbs,
    samplers,
    synths,
    utilities,
)

__all__ = ["CLASSES", "generations"]

_FAMILIES = (
    delays, drives, dynamics, equalizers, filters, midi_effects, modulation, operator,
    racks, reverbs, samplers, synths, utilities,
)  # fmt: skip

CLASSES: dict[str, tuple[Generation, ...]] = {
    tag: generations for family in _FAMILIES for tag, generations in family.CLASSES.items()
}
"""By class, its generations, the youngest first."""


def generations(tag: str) -> tuple[Generation, ...]:
    """The generations of a class, the youngest first; none for a class without a table."""
    return CLASSES.get(tag, ())
