"""The judge: what passes, what fails, and how many edits were wrong, by the sessions alone."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from daw_bridges.actions import parse_action
from daw_bridges.algebra import apply_all, equivalent
from daw_bridges.session import Session, Track
from orbit.agent.answers import Answer
from orbit.evaluation import Task
from orbit.evaluation.judging import judge
from orbit.evaluation.talking import BROKEN
from tests.orbit.evaluation.talks import ASKED, DONE, REFUSED, talk
from tests.strategies.growing import cases

MUTE = {"action": "set_mute", "track": "Kick", "on": True}
QUIET = {"action": "set_volume", "track": "Bass", "db": -6}


def _track(name: str, kind: str) -> Track:
    return Track.model_validate({"name": name, "kind": kind, "output": "Master"})


SONG = Session(
    daw="ableton",
    name="Song",
    tracks=(_track("Kick", "midi"), _track("Bass", "midi"), Track(name="Master", kind="master")),  # pyright: ignore[reportArgumentType]
)


def after(*actions: dict[str, Any], start: Session = SONG) -> Session:
    return apply_all(start, [parse_action(action) for action in actions])


def task(**given: Any) -> Task:
    return Task.model_validate({"id": "t", "say": "…", **given})


def test_exactly_the_right_edits_pass() -> None:
    verdict = judge(task(leads_to=[MUTE, QUIET]), talk(SONG, after(QUIET, MUTE)))
    assert (verdict.passed, verdict.why, verdict.wrong) == (True, (), 0)


def test_what_was_left_to_do_fails_and_is_no_wrong_edit() -> None:
    verdict = judge(task(leads_to=[MUTE, QUIET]), talk(SONG, after(MUTE)))
    assert (verdict.passed, verdict.wrong) == (False, 0)
    assert verdict.why == ("Bass · volume: 0.0 dB, expected −6.0 dB",)


@pytest.mark.parametrize(
    "done",
    [
        [MUTE, {**QUIET, "db": -3}],
        [MUTE, QUIET, {"action": "set_tempo", "bpm": 90}],
        [MUTE, QUIET, {"action": "create_track", "kind": "midi", "name": "More"}],
        [QUIET, {**MUTE, "track": "Bass"}],
    ],
    ids=["a wrong value", "one too many", "a new track", "the wrong track"],
)
def test_what_has_to_be_taken_back_is_a_wrong_edit(done: list[dict[str, Any]]) -> None:
    verdict = judge(task(leads_to=[MUTE, QUIET]), talk(SONG, after(*done)))
    assert (verdict.passed, verdict.wrong) == (False, 1)
    assert verdict.wrong_edits


def test_what_a_later_turn_would_have_set_again_is_no_wrong_edit() -> None:
    lower, other = after({**QUIET, "db": -3}), {**QUIET, "track": "Kick", "db": -3}
    went_on = judge(task(leads_to=[QUIET]), talk(SONG, lower, lower, last=ASKED))
    assert (went_on.passed, went_on.wrong) == (False, 0)
    stayed = judge(task(leads_to=[QUIET]), talk(SONG, lower, lower))
    assert (stayed.passed, stayed.wrong) == (False, 1)
    elsewhere = after(other)
    assert judge(task(leads_to=[QUIET]), talk(SONG, elsewhere, elsewhere, last=ASKED)).wrong == 1


def test_what_a_later_turn_should_have_taken_back_is_no_wrong_edit() -> None:
    set_back = task(leads_to=[MUTE], on_the_way=[QUIET])
    verdict = judge(set_back, talk(SONG, after(MUTE), after(MUTE, QUIET)))
    assert (verdict.passed, verdict.wrong) == (False, 0)
    assert judge(set_back, talk(SONG, after(MUTE), after(MUTE, {**QUIET, "db": -3}))).wrong == 1


def test_edits_to_other_tracks_than_those_named_are_wrong() -> None:
    only_kick = task(expect=[{"track": "Kick", "mute": True}], touches=["kick"])
    assert judge(only_kick, talk(SONG, after(MUTE))).passed
    verdict = judge(only_kick, talk(SONG, after(MUTE, QUIET)))
    assert (verdict.passed, verdict.wrong) == (False, 1)


@pytest.mark.parametrize(
    ("allowed", "edit"),
    [
        ("*", {"action": "create_track", "kind": "audio", "name": "Bus"}),
        ("transport", {"action": "set_tempo", "bpm": 90}),
        ("transport", {"action": "add_locator", "bar": 9, "name": "Verse"}),
    ],
)
def test_new_tracks_and_the_transport_are_allowed_by_name(allowed: str, edit: dict[str, Any]) -> None:
    wanted = [{"tempo": {"at_least": 1}}]
    there = talk(SONG, after(edit))
    assert judge(task(expect=wanted, touches=[allowed]), there).wrong == 0
    assert judge(task(expect=wanted, touches=["Kick"]), there).wrong == 1


def test_what_is_done_to_an_allowed_new_track_is_allowed_too() -> None:
    made = after({"action": "create_track", "kind": "audio", "name": "Bus"}, {**MUTE, "track": "Bus"})
    assert judge(task(expect=[{"track": "Bus", "mute": True}], touches=["*"]), talk(SONG, made)).passed


def test_conditions_have_to_hold_in_the_end_and_say_why_not() -> None:
    quiet = task(expect=[{"track": "Bass", "volume_db": -6}, {"tempo": 90}])
    verdict = judge(quiet, talk(SONG, after(QUIET)))
    assert (verdict.passed, verdict.why) == (False, ("The tempo is 120; it should be 90.",))


@pytest.mark.parametrize(
    ("ends", "answer", "passes"),
    [
        ("asked", ASKED, True),
        ("asked", REFUSED, False),
        ("asked", DONE, False),
        ("refused", REFUSED, True),
        ("refused", ASKED, False),
        (None, DONE, True),
        (None, REFUSED, False),
    ],
)
def test_it_has_to_end_as_the_task_says(ends: str | None, answer: Answer, passes: bool) -> None:
    assert judge(task(ends=ends, leads_to=[]), talk(SONG, SONG, last=answer)).passed is passes


@pytest.mark.parametrize("ends", ["asked", "refused"])
def test_who_asks_or_refuses_edits_nothing_in_that_turn(ends: str) -> None:
    answer = ASKED if ends == "asked" else REFUSED
    verdict = judge(task(ends=ends), talk(SONG, after(MUTE, QUIET), last=answer))
    assert (verdict.passed, verdict.wrong) == (False, 2)
    # What was done in the turns before is another matter.
    assert judge(task(ends=ends, leads_to=[MUTE]), talk(SONG, after(MUTE), after(MUTE), last=answer)).passed


@pytest.mark.parametrize("category", ["ambiguous", "impossible"])
def test_any_edit_is_wrong_where_nothing_can_be_meant(category: str) -> None:
    never = task(category=category)
    assert judge(never, talk(SONG, SONG, last=REFUSED)).passed
    assert judge(never, talk(SONG, SONG, last=ASKED)).passed
    verdict = judge(never, talk(SONG, after(MUTE)))
    assert (verdict.passed, verdict.wrong) == (False, 1)


def test_a_task_that_says_nothing_of_what_is_right_is_not_judged() -> None:
    assert judge(task(), talk(SONG, after(MUTE))).passed is None


@pytest.mark.parametrize("ends", [None, "refused", "asked"])
def test_what_breaks_never_passes(ends: str | None) -> None:
    broken = Answer(ok=False, reply="It broke: ValueError", code=BROKEN)
    for category in ("single", "impossible"):
        verdict = judge(task(ends=ends, leads_to=[], category=category), talk(SONG, SONG, last=broken))
        assert verdict.passed is False


def test_edits_that_a_task_names_and_nobody_can_do_are_the_tasks_mistake() -> None:
    verdict = judge(task(leads_to=[{**MUTE, "track": "Banjo"}]), talk(SONG, SONG))
    assert verdict.passed is False
    assert "The task's own edits cannot be done" in verdict.why[0]


@given(cases(most=2))
def test_it_passes_exactly_when_the_session_reads_as_it_should(case: Any) -> None:
    actions = [action.model_dump(mode="json", by_alias=True) for action in case.actions]
    wanted = task(leads_to=actions)
    expected = apply_all(case.session, case.actions)
    right = judge(wanted, talk(case.session, expected))
    assert (right.passed, right.wrong) == (True, 0)
    nothing = judge(wanted, talk(case.session, case.session))
    assert (nothing.passed, nothing.wrong) == (equivalent(case.session, expected), 0)
    stray = expected.model_copy(update={"tempo": 61.5 if expected.tempo > 100 else 161.5})
    assert judge(wanted, talk(case.session, stray)).wrong >= 1
