"""Demonstrations made of actions for tests, and a routine made a workflow with words of no account."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from daw_bridges.actions import Action, parse_action
from orbit.learning.demonstration import Demonstration, DeviceSeen, Event, TrackSeen
from orbit.learning.pattern import Occurrence, Pattern
from orbit.learning.routine import Routine
from orbit.workflows.workflow import Workflow

Line = dict[str, Any]


def demonstration(number: int, *lines: Line, by_hand: bool = True, daw: str = "ableton") -> Demonstration:
    """One, of actions by name: tracks are what they are called, devices what was inserted or is asked for."""
    return _Maker(number, daw, by_hand=by_hand).of([parse_action(line) for line in lines])


class _Maker:
    def __init__(self, number: int, daw: str, *, by_hand: bool) -> None:
        self._number, self._daw, self._by_hand = number, daw, by_hand
        self._tracks: list[TrackSeen] = []
        self._devices: list[DeviceSeen] = []
        self._called: dict[str, int] = {}
        self._latest: dict[tuple[int, str], int] = {}

    def of(self, actions: Sequence[Action]) -> Demonstration:
        events = tuple(self._event(place, action) for place, action in enumerate(actions))
        return Demonstration(
            trajectory=f"trajectory-{self._number}",
            session="session",
            project="project",
            daw=self._daw,
            goal=None,
            started=datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=self._number),
            events=events,
            tracks=tuple(self._tracks),
            devices=tuple(self._devices),
        )

    def _event(self, place: int, action: Action) -> Event:
        created = action.action == "create_track"
        own = [action.name] if created else [getattr(action, "track", None)]
        other = [getattr(action, name, None) for name in _OTHER.get(action.action, ())]
        tracks = tuple(self._track(name, created=created) for name in (*own, *other) if name is not None)
        device = self._device(tracks[0], action) if tracks and hasattr(action, "device") else None
        if action.action == "rename_track":
            self._tracks[tracks[0]] = TrackSeen(action.name, self._tracks[tracks[0]].created)
            self._called[action.name] = tracks[0]
        words = [action.action, *(str(getattr(action, name, "")) for name in ("device", "parameter"))]
        return Event(action, place * 2.0, self._by_hand, " ".join(filter(None, words)), tracks, device)

    def _track(self, name: str, *, created: bool) -> int:
        if name not in self._called:
            self._called[name] = len(self._tracks)
            self._tracks.append(TrackSeen(name, created))
        return self._called[name]

    def _device(self, track: int, action: Any) -> int:
        key = (track, action.device)
        inserted = action.action == "insert_device"
        if inserted or key not in self._latest:
            self._latest[key] = len(self._devices)
            self._devices.append(DeviceSeen(track, action.device, inserted))
        return self._latest[key]


_OTHER = {"set_send": ("to",), "set_sidechain": ("source",), "set_output": ("to",), "set_input": ("source",)}


def pattern(demonstrations: Sequence[Demonstration]) -> Pattern:
    """The pattern that each of these demonstrations is, from its first edit to its last."""
    places = tuple(range(len(demonstrations[0].events)))
    seen = tuple(Occurrence(number, places) for number in range(len(demonstrations)))
    return Pattern(tuple(event.does for event in demonstrations[0].events), seen, 1.0)


def workflow(routine: Routine) -> Workflow:
    """The routine with just enough words to be a workflow."""
    body = {
        "workflow_name": "learned",
        "title": "Learned",
        "task": "What was learned.",
        "slots": {name: {**slot, "ask": f"Which {name}?"} for name, slot in routine.slots.items()},
        "preconditions": list(routine.preconditions),
        "steps": [{**step, "expected_output": "It is done."} for step in routine.steps],
        "postconditions": list(routine.postconditions),
        "outcome": "It is so.",
        "result": "Done.",
        "provenance": {"source": "induced"},
    }
    return Workflow.model_validate(body)


def used(routine: Routine) -> set[str]:
    """The slots that the steps use."""
    return set(re.findall(r"\{\{ (\w+) \}\}", str(routine.steps)))
