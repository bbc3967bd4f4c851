"""Grading: an edit counts as done if what was read back is what was asked, as far as displays resolve."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from daw_bridges.ableton.displays import displayed
from daw_bridges.ableton.step import Fields, Step
from daw_bridges.ableton.translation import Edit
from daw_bridges.actions import Action
from daw_bridges.algebra.parameters import same_choice
from daw_bridges.bridge import Result, Status
from daw_bridges.errors import OrbitError
from daw_bridges.quantities import Unit, coarseness, resolution
from daw_bridges.readback import read_back

__all__ = ["failed", "grade", "skipped"]

_BEAT_FIELDS = {"start": "start_bar", "end": "end_bar", "beat": "bar"}
_UNSEEN = {
    "undo": "Only the session shows what Live took back.",
    "fire_scene": "The scene holds no clips, so there is nothing to check.",
}


def grade(edit: Edit, raw: Fields) -> Result:
    """The result of an edit from the script's raw answer."""
    if raw["status"] == "skipped":
        return skipped(edit.action)
    if raw["status"] != "done":
        return Result(
            action=edit.action,
            status=Status.FAILED,
            observed=raw.get("observed"),
            reason=raw["message"],
            code=raw["code"],
        )
    observed = _in_bars(_finite(raw["observed"]), edit.step)
    wrong = [name for name, wanted in edit.expected.items() if not _equal(name, wanted, observed, edit)]
    if wrong:
        shown = {name: observed[name] for name in wrong if name in observed} or observed
        return Result(
            action=edit.action,
            status=Status.FAILED,
            observed=observed,
            reason=f"Live reads {read_back(shown)} now.",
            code="not_applied",
        )
    return _confirmed(edit, observed)


def _confirmed(edit: Edit, observed: Fields) -> Result:
    name = edit.action.action
    if name == "undo" or (name == "fire_scene" and not observed["launched"]):
        return Result(action=edit.action, status=Status.UNVERIFIED, observed=observed, reason=_UNSEEN[name])
    return Result(action=edit.action, status=Status.VERIFIED, observed=observed)


def failed(action: Action, error: OrbitError) -> Result:
    """The result of an action that was refused before it was sent."""
    return Result(action=action, status=Status.FAILED, reason=str(error), code=error.code)


def skipped(action: Action) -> Result:
    """The result of an action behind a failed one."""
    return Result(action=action, status=Status.SKIPPED, reason="An action before it failed.")


def _finite(observed: Fields) -> Fields:
    """Readings as JSON: −∞ and ∞ become null, as in a session."""
    return {name: None if value in ("inf", "-inf") else value for name, value in observed.items()}


def _in_bars(observed: Fields, step: Step) -> Fields:
    return {
        _BEAT_FIELDS.get(name, name): step.bars_of(value) if name in _BEAT_FIELDS else value
        for name, value in observed.items()
    }


def _equal(name: str, wanted: Any, observed: Fields, edit: Edit) -> bool:
    check = _CHECKS.get(name)
    return check(wanted, observed, edit) if check else bool(observed.get(name) == wanted)


def _near(name: str, tolerance: float) -> Callable[[Any, Fields, Edit], bool]:
    def check(wanted: Any, observed: Fields, _edit: Edit) -> bool:
        return math.isclose(wanted, observed[name], rel_tol=0.0, abs_tol=tolerance)

    return check


def _db(wanted: float, observed: Fields, _edit: Edit) -> bool:
    read = -math.inf if observed["db"] is None else observed["db"]
    return _same(wanted, read, Unit.DB)


def _same(wanted: float, read: float, unit: Unit) -> bool:
    return wanted == read or abs(wanted - read) <= resolution(unit, wanted)


def _value(wanted: float | str, observed: Fields, edit: Edit) -> bool:
    if isinstance(wanted, str):
        return same_choice(observed["text"], wanted)
    unit = edit.expected["unit"]
    read = _read(observed, unit)
    return _same(wanted, read, unit) or abs(wanted - read) <= coarseness(observed["text"])


def _read(observed: Fields, unit: Unit) -> float:
    # Beats are displayed as bars from a bar on: the text says which.
    number = None if unit is Unit.BEATS else observed.get("number")
    return displayed(observed["text"], unit).value if number is None else float(number)


def _points(wanted: list[list[float]], observed: Fields, edit: Edit) -> bool:
    unit = edit.step.parameter()[1].unit
    pairs = zip(wanted, observed["points"], strict=False)
    return len(wanted) == len(observed["points"]) and all(
        _same(one[1], float(two[1]), unit) for one, two in pairs
    )


def _preset(wanted: str, observed: Fields, _edit: Edit) -> bool:
    return bool(observed["preset"].casefold().startswith(wanted.casefold()))


def _on(wanted: bool, observed: Fields, _edit: Edit) -> bool:
    on = observed["on"]
    return wanted == (on.casefold() == "on" if isinstance(on, str) else on)


def _unit(_wanted: Any, _observed: Fields, _edit: Edit) -> bool:
    return True


_CHECKS: dict[str, Callable[[Any, Fields, Edit], bool]] = {
    "bpm": _near("bpm", 0.00501),
    "pan": _near("pan", 0.001),
    "start_bar": _near("start_bar", 1e-3),
    "end_bar": _near("end_bar", 1e-3),
    "bar": _near("bar", 1e-3),
    "length_beats": _near("length_beats", 1e-3),
    "db": _db,
    "value": _value,
    "unit": _unit,
    "points": _points,
    "preset": _preset,
    "on": _on,
}
