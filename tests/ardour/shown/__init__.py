"""What is shown on the real host, by area."""

from __future__ import annotations

from tests.ardour.shown import absent, cable, mixer, plug_ins, procedures, strips, transport
from tests.ardour.shown.registry import Outcome, Shown, listed

__all__ = ["Outcome", "Shown", "everything"]

_AREAS = (strips, mixer, transport, plug_ins, procedures, absent, cable)


def everything() -> dict[str, Shown]:
    """Give all of it by name, area by area."""
    return listed(_AREAS)
