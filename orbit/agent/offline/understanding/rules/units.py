"""Values in a unit that what they are given to is not measured in: refused before anything is done."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from daw_bridges.errors import OrbitError
from daw_bridges.quantities import Unit, parse_quantity
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rule import Built, Rule

__all__ = ["RULES"]


def _unit(value: float | str) -> Unit | None:
    try:
        return parse_quantity(value).unit if isinstance(value, str) else None
    except OrbitError:
        return None


def _wrong(
    what: str, right: str, units: Sequence[Unit], _: Ground, value: float | str, **_it: object
) -> Built:
    unit = _unit(value)
    if unit in (None, Unit.NONE, *units):
        return None
    return Problem(f"{what} is in {right}, so it cannot be “{value}”.")


_SET = "[set|put|change|bring|turn|make|move|push|pull|get|dial|want|keep|raise|lower|have]"
_TO = "[up|down|over] (to|at|=|by|of)"
_LEVEL = "(volume|level|fader|gain|loudness)"
_TEMPO = "(tempo|bpm|speed)"
_LEVEL_OF = partial(_wrong, "A level", "dB", (Unit.DB,))
_PAN_OF = partial(_wrong, "A panning", "percent to the left or the right", (Unit.PERCENT,))
_TEMPO_OF = partial(_wrong, "The tempo", "BPM", ())


RULES = (
    Rule(
        _LEVEL_OF,
        (
            f"{_SET} {{tracks}} {_LEVEL} {_TO} {{value}}",
            f"{{tracks}} {_LEVEL} {{value}}",
            "send {tracks} (to|into) {to:known_track} (at|with|by) {value}",
            f"{_SET} {{tracks}} send (to|into) {{to:return}} {_TO} {{value}}",
        ),
    ),
    Rule(
        _PAN_OF,
        ("pan {tracks} [to|at|by] {value}",),
    ),
    Rule(_TEMPO_OF, (f"{_SET} {_TEMPO} {_TO} {{value}}",)),
)
"""The wordings of a strip's values and of the tempo, with any unit."""
