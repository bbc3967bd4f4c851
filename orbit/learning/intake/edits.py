"""The edits of a trajectory file, checked once each: people do the same things again and again.

A file of 200,000 edits has a few thousand that differ. What an edit says without its time is looked up among
those that were checked before; only what is new goes through the whole validation.
"""

from __future__ import annotations

from typing import Any, cast

from daw_bridges.actions import Action, parse_action
from daw_bridges.errors import ActionError
from orbit.memory.trajectory import TrajectoryAction

__all__ = ["EditReader"]

# Enough for any user's habits; a file in which no two edits are alike must not grow in memory for ever.
_MOST_KNOWN = 50_000

# Beyond this an integer is no longer the same as a floating-point number.
_LARGEST = 2**53

_LONGEST_TIME = 1e9
"""Thirty years, in seconds."""


class EditReader:
    """Reads edits from their flat JSON form (``t``, ``origin`` and the fields of the action)."""

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], Action] = {}

    def read(self, item: Any) -> TrajectoryAction:
        """The edit of a JSON object. Raises ActionError saying which field is wrong."""
        if not isinstance(item, dict):
            raise ActionError("an action is an object with the field “action”.")
        fields = cast("dict[str, Any]", item)
        t = _time(fields.pop("t", None))
        origin = fields.pop("origin", None)
        if origin not in ("user", "agent"):
            raise ActionError("“origin” is user or agent.")
        return TrajectoryAction.model_construct(t=t, origin=origin, action=self._action(fields))

    def _action(self, fields: dict[str, Any]) -> Action:
        # 1, 1.0 and true are equal to Python and not to the vocabulary, so the types belong to it.
        key = (*fields.items(), *map(type, fields.values()))
        try:
            known = self._known.get(key)
        except TypeError:  # points and notes are lists: too long to be worth looking up
            return _checked(fields)
        if known is None:
            known = _checked(fields)
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            self._known[key] = known
        return known


def _time(t: Any) -> float:
    if isinstance(t, bool) or not isinstance(t, int | float):
        raise ActionError("“t” is a number: the seconds since the start.")
    if not 0 <= t <= _LONGEST_TIME:
        raise ActionError("“t” counts seconds from the start: it is not negative, nor as large as this.")
    return float(t)


def _checked(fields: dict[str, Any]) -> Action:
    for name, value in fields.items():
        if isinstance(value, int) and not -_LARGEST <= value <= _LARGEST:
            raise ActionError(f"“{name[:40]}” is too large a number.")
    return parse_action(fields)
