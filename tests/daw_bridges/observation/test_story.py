"""A story told of a host that is only a stack of sessions: every told stream leads to what the host shows."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.actions import Action, SetPan, SetVolume, Undo, parse_action
from daw_bridges.algebra import apply, differences, retrace
from daw_bridges.errors import ActionError, NotPossibleError
from daw_bridges.observation.story import Story
from daw_bridges.session import Session
from tests.daw_bridges.algebra.band import BAND, do
from tests.strategies import Case, cases


class Host:
    """A host with an undo history: what it shows, and whether it could do something again."""

    def __init__(self, first: Session) -> None:
        self.past, self.future = [first], list[Session]()

    @property
    def shown(self) -> Session:
        return self.past[-1]

    def edits(self, action: Action) -> None:
        with contextlib.suppress(ActionError):
            self.past.append(apply(self.shown, action))
            self.future.clear()

    def undoes(self) -> None:
        if len(self.past) > 1:
            self.future.append(self.past.pop())

    def redoes(self) -> None:
        if self.future:
            self.past.append(self.future.pop())


def names(story: list[Any]) -> list[str]:
    return [told.action.action for told in story]


_STEPS = st.lists(st.sampled_from(["edit", "edit", "edit", "undo", "redo", "look", "look"]), max_size=24)


@given(case=cases(rebuildable=True, most=8), steps=_STEPS)
def test_whatever_is_done_undone_and_looked_at_the_actions_lead_there(case: Case, steps: list[str]) -> None:
    host, story, told = Host(case.session), Story(case.session), list[Action]()
    edits = iter(case.actions)
    for step in [*steps, "look"]:
        match step:
            case "edit":
                if (action := next(edits, None)) is not None:
                    host.edits(action)
            case "undo":
                host.undoes()
            case "redo":
                host.redoes()
            case _:
                told += [each.action for each in story.changed(host.shown, undone=bool(host.future))]
    assert differences(retrace(case.session, told), host.shown) == []


@given(case=cases(most=6))
def test_what_was_performed_and_shown_is_told_as_it_was_performed(case: Case) -> None:
    story, host = Story(case.session), Host(case.session)
    told = []
    for action in case.actions:
        host.edits(action)
        told += story.did(action)
    rest = story.settled(host.shown)
    assert rest == []
    assert [each.origin for each in told] == ["agent"] * len(case.actions)
    assert differences(retrace(case.session, [each.action for each in told]), host.shown) == []


def test_what_is_shown_beyond_what_was_performed_is_the_users() -> None:
    story = Story(BAND)
    story.did(SetVolume(track="Kick", db=-6.0))
    shown = do(do(BAND, "set_volume", track="Kick", db=-6.04), "set_pan", track="Bass", pan=0.5)
    [told] = story.settled(shown)
    assert (told.origin, told.action) == ("user", SetPan(track="Bass", pan=0.5))


@pytest.mark.parametrize("certain", [True, False])
def test_what_an_uncertain_action_changed_besides_is_its_own(certain: bool) -> None:
    story = Story(BAND)
    story.did(SetVolume(track="Kick", db=-6.0), certain=certain)
    shown = do(do(BAND, "set_volume", track="Kick", db=-6.0), "set_pan", track="Kick", pan=0.5)
    [told] = story.settled(shown)
    assert told.origin == ("user" if certain else "agent")


def test_what_failed_half_way_is_the_agents() -> None:
    story = Story(BAND)
    story.failed(parse_action({"action": "set_time_signature", "numerator": 3, "denominator": 8}))
    [told] = story.settled(do(BAND, "set_time_signature", numerator=3, denominator=4))
    assert (told.origin, told.action.action) == ("agent", "set_time_signature")


def test_one_of_several_seen_at_once_can_be_taken_back() -> None:
    panned = do(BAND, "set_pan", track="Kick", pan=0.5)
    both = do(panned, "set_volume", track="Kick", db=-6)
    story = Story(BAND)
    assert names(story.changed(both)) == ["set_volume", "set_pan"]
    # The volume was set last, so it is what the host takes back; told in our order it lies below.
    assert names(story.changed(panned, undone=True)) == ["undo", "undo", "set_pan"]
    assert names(story.changed(both, undone=True)) == ["set_volume"]


def test_what_no_host_undoes_is_not_taken_for_an_undo() -> None:
    story = Story(BAND)
    playing = do(BAND, "play")
    assert names(story.changed(playing, undone=True)) == ["play"]
    assert names(story.changed(do(playing, "stop"), undone=True)) == ["stop"]
    assert names(story.changed(do(BAND, "set_metronome", on=True), undone=True)) == ["set_metronome"]


def test_an_undo_that_stands_alone_cannot_be_retraced() -> None:
    with pytest.raises(NotPossibleError, match="Begin where the observation began"):
        retrace(BAND, [Undo()])
