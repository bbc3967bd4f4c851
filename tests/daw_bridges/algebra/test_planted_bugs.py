"""The laws have teeth: an ``invert`` with a bug in it is found by the property that holds the right one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import Phase, given, settings

from daw_bridges import algebra
from daw_bridges.actions import (
    Action,
    AutomateParameter,
    CreateTrack,
    DuplicateTrack,
    EnableDevice,
    InsertDevice,
    MoveDevice,
    RenameTrack,
    SetPan,
    SetParameter,
    SetSend,
    SetSidechain,
    SetVolume,
)
from daw_bridges.errors import ActionError
from daw_bridges.references import SEPARATOR, split_reference, track_index
from daw_bridges.session import Session
from tests.daw_bridges.algebra import test_laws
from tests.strategies import cases

Bug = Callable[[list[Action], Action, Session], list[Action]]


def _inner(law: Any) -> Any:
    """The property itself, without the number of examples it is usually run with."""
    return law.hypothesis.inner_test


def _without(*classes: type[Any]) -> Bug:
    return lambda way, _action, _before: [step for step in way if not isinstance(step, classes)]


def _changed(cls: type[Any], **changes: Callable[[Any], object]) -> Bug:
    def bug(way: list[Action], _action: Action, _before: Session) -> list[Action]:
        return [
            step.model_copy(update={field: change(step) for field, change in changes.items()})
            if isinstance(step, cls)
            else step
            for step in way
        ]

    return bug


def _new_value(way: list[Action], action: Action, _before: Session) -> list[Action]:
    return [action] if isinstance(action, SetVolume) else way


def _neighbour(way: list[Action], action: Action, before: Session) -> list[Action]:
    """The next track's fader is set back."""
    if not isinstance(action, SetVolume):
        return way
    place = (track_index(before, action.track) + 1) % len(before.tracks) + 1
    return [SetVolume(track=f"#{place}", db=step.db) for step in way if isinstance(step, SetVolume)]


def _elsewhere(device: str) -> str:
    *rack, last = split_reference(device)
    return SEPARATOR.join((*rack, "#1")) if rack else last


BUGS: dict[str, Bug] = {
    "wrong order": lambda way, _action, _before: way[::-1],
    "wrong side": _changed(SetPan, pan=lambda step: -step.pan),
    "wrong value": _new_value,
    "wrong track": _neighbour,
    "a decibel off": _changed(SetSend, db=lambda step: max(step.db - 1.0, -200.0)),
    "a place off": _changed(MoveDevice, to=lambda step: step.to % 2 + 1),
    "switched the other way": _changed(EnableDevice, on=lambda step: not step.on),
    "forgotten send": _without(SetSend),
    "forgotten side chain": _without(SetSidechain),
    "forgotten parameter": _without(SetParameter),
    "forgotten device": _without(InsertDevice),
    "forgotten automation": _without(AutomateParameter),
    "automation a beat late": _changed(
        AutomateParameter, points=lambda step: tuple((beat + 1, value) for beat, value in step.points)
    ),
    "put back outside its rack": _changed(InsertDevice, chain=lambda step: None),
    "another place in the rack": _changed(MoveDevice, device=lambda step: _elsewhere(step.device)),
    "forgotten name": _without(RenameTrack),
    "forgotten track": _without(CreateTrack, DuplicateTrack),
    "nothing at all": lambda way, _action, _before: [],
}


@pytest.mark.parametrize("bug", BUGS.values(), ids=BUGS.keys())
def test_a_bug_in_invert_breaks_law_2(bug: Bug, monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(action: Action, before: Session) -> list[Action]:
        return bug(algebra.invert(action, before), action, before)

    monkeypatch.setattr(test_laws, "invert", faulty)
    law = _inner(test_laws.test_law_2_invert_leads_back)
    bounded = settings(max_examples=2_000, database=None, phases=(Phase.generate,), derandomize=True)
    with pytest.raises((AssertionError, ActionError, ExceptionGroup)):
        bounded(given(cases(rebuildable=True, racks=True))(law))()


def test_without_a_bug_it_holds_on_the_same_cases() -> None:
    law = _inner(test_laws.test_law_2_invert_leads_back)
    bounded = settings(max_examples=300, database=None, phases=(Phase.generate,), derandomize=True)
    bounded(given(cases(rebuildable=True, racks=True))(law))()
