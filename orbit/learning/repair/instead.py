"""What was done by hand instead of a step that failed: found by the rest of the workflow around it.

An edit of the same sort as the failed one, with something else in the place that says what: another device
inserted, another parameter turned. It stands for the step where the other steps of the workflow, those on
that device above all, are there as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from rapidfuzz import fuzz

from daw_bridges.actions import action_json
from orbit.learning.demonstration import Demonstration, Event
from orbit.learning.repair.attempt import Attempt, Meant, device_of

__all__ = ["Instead", "done_instead"]

_SAYS_WHAT: Mapping[str, str] = {
    "insert_device": "device",
    "set_parameter": "parameter",
    "automate_parameter": "parameter",
    "load_preset": "preset",
    "set_input": "source",
    "set_output": "to",
}
"""For each action that is mended, the field in which hosts come to differ."""
_OUT_OF_RANGE = frozenset({"out_of_range", "not_applied"})
"""Failures after which the same parameter at another value is what was done instead."""
_ENOUGH = 0.5
"""The share of a workflow's other edits that must be there, for one of its edits to be replaced."""
_SOON = timedelta(minutes=30)
"""So soon after the failure, and on the same track, any of the other edits will do."""
_ALIKE = 60.0
"""Two parameters whose names are so alike (0 to 100) may be one under two names."""


@dataclass(frozen=True)
class Instead:
    """What to put in which step's field, and the demonstration that shows it.

    ``share`` (0 to 1) of the workflow's other edits were done there.
    """

    changes: Mapping[int, Mapping[str, Any]]
    old: str
    new: str
    share: float
    trajectory: str


def done_instead(attempt: Attempt, demonstrations: Sequence[Demonstration]) -> Instead | None:
    """Find what was done by hand in the place of what failed; the best supported, the latest of equals."""
    found = [each for shown in demonstrations for each in _in_one(attempt, shown)]
    return max(reversed(found), key=lambda each: each.share, default=None)


def _in_one(attempt: Attempt, shown: Demonstration) -> Iterator[Instead]:
    failed = attempt.failed.event
    field = _SAYS_WHAT.get(failed.action.action)
    if field is None:
        return
    by_hand = [event for event in shown.events if event.by_hand]
    for event in by_hand:
        changed = _changed(attempt, shown, event, field)
        if changed is None:
            continue
        match = _Match(attempt, event, [each for each in by_hand if each is not event])
        if match.stands(shown, event):
            old, new = (str(getattr(each.action, changed)) for each in (failed, event))
            yield Instead(
                {attempt.failed.step: {changed: getattr(event.action, changed)}, **match.renamed()},
                old,
                new,
                match.share,
                shown.trajectory,
            )


def _changed(attempt: Attempt, shown: Demonstration, event: Event, field: str) -> str | None:
    """The field in which an edit differs from the failed one, where it can stand for it."""
    failed = attempt.failed.event
    if event.action.action != failed.action.action:
        return None
    one, other = (str(getattr(each.action, field)).casefold() for each in (failed, event))
    if failed.action.action == "insert_device":
        return field if one != other else None
    if attempt.failed.device != device_of(shown, event):
        return None
    if one != other:
        return field
    return "value" if attempt.failure.code in _OUT_OF_RANGE and hasattr(event.action, "value") else None


class _Match:
    """How the other edits of a workflow are found around one that stands for the failed one."""

    def __init__(self, attempt: Attempt, event: Event, around: Sequence[Event]) -> None:
        self._attempt, self._event, self._left = attempt, event, list(around)
        self._missing: list[Meant] = []
        found = sum(self._takes(each) for each in attempt.others)
        self._renamed = dict(self._under_other_names())
        self.share = (found + len(self._renamed)) / len(attempt.others) if attempt.others else 0.0

    def stands(self, shown: Demonstration, event: Event) -> bool:
        """Whether enough of the workflow is there."""
        if self.share >= _ENOUGH:
            return True
        failed = self._attempt.failed.event.action
        there = str(getattr(event.action, "track", "")) == str(getattr(failed, "track", ""))
        soon = shown.started - self._attempt.failure.failed_at <= _SOON
        return there and soon and (self.share > 0.0 or not self._attempt.others)

    def renamed(self) -> Mapping[int, Mapping[str, Any]]:
        """The parameters of the new device that stand for those of the old one, by step."""
        return self._renamed

    def _takes(self, meant: Meant) -> bool:
        found = next((each for each in self._left if self._is_it(meant, each)), None)
        if found is None:
            self._missing.append(meant)
            return False
        self._left.remove(found)
        return True

    def _is_it(self, meant: Meant, event: Event) -> bool:
        failed = self._attempt.failed.event
        if meant.event.tracks[:1] == failed.tracks[:1] and event.tracks[:1] != self._event.tracks[:1]:
            return False
        if self._on_the_replaced(meant):
            same_doing = meant.event.action.action == event.action.action
            return event.device == self._event.device and same_doing and _said(meant.event) == _said(event)
        return meant.event.does == event.does

    def _on_the_replaced(self, meant: Meant) -> bool:
        failed = self._attempt.failed.event
        inserted = failed.action.action == "insert_device"
        return inserted and failed.device is not None and meant.event.device == failed.device

    def _under_other_names(self) -> Iterator[tuple[int, Mapping[str, Any]]]:
        """Pair parameters of the old device with those of the new one that are called much the same."""
        for meant in self._missing:
            if not self._on_the_replaced(meant) or meant.event.action.action != "set_parameter":
                continue
            mine = [each for each in self._left if each.device == self._event.device]
            likely = max(mine, key=lambda each: _likeness(meant.event, each), default=None)
            if likely is not None and _likeness(meant.event, likely) >= _ALIKE:
                self._left.remove(likely)
                yield meant.step, {"parameter": _said(likely)}


def _said(event: Event) -> str:
    """The parameter that an edit sets, as its key; empty for other edits."""
    return event.does.rsplit(" ", 1)[1] if event.action.action == "set_parameter" else ""


def _likeness(one: Event, other: Event) -> float:
    if one.action.action != other.action.action:
        return 0.0
    values = [action_json(each.action).get("value") for each in (one, other)]
    same = 20.0 if values[0] == values[1] else 0.0
    return fuzz.token_sort_ratio(_said(one).replace("_", " "), _said(other).replace("_", " ")) + same
