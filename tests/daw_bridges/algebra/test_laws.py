"""The laws of the algebra, on generated sessions and actions.

Law 1: ``diff`` leads where it says. Law 2: ``invert`` leads back. (Law 3 is the simulated hosts', law 4 that
of parsing and printing.) Of all verbs together, in the order they are drawn, and of each verb by itself.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import event, example, given, settings
from hypothesis import strategies as st

from daw_bridges.actions import (
    Action,
    DeleteTrack,
    DuplicateTrack,
    InsertDevice,
    RemoveDevice,
    RenameTrack,
)
from daw_bridges.algebra import apply, apply_all, diff, equivalent, invert, resolve_labels
from daw_bridges.algebra.editing import each_device
from daw_bridges.errors import IrreversibleError
from daw_bridges.references import find_device, find_track
from daw_bridges.session import Device, Session, Track, TrackKind
from tests.laws import tries
from tests.strategies import VERBS, Case, cases, sessions

OF_EACH_VERB = tries(40, 1000)


def bare(session: Session) -> Session:
    """The session without what people put in to read it by: display text and labels."""
    tracks = tuple(
        track.model_copy(update={"devices": each_device(track.devices, _bare)}) for track in session.tracks
    )
    return session.model_copy(update={"tracks": tracks})


def _bare(device: Device) -> Device:
    parameters = {
        key: parameter.model_copy(update={"text": ""}) for key, parameter in device.parameters.items()
    }
    return device.model_copy(update={"label": None, "parameters": parameters})


def assert_same(reached: Session, expected: Session) -> None:
    """Both are equal; only a colour that the host has yet to choose equals any."""
    assert equivalent(reached, expected)
    if len(reached.tracks) == len(expected.tracks):
        pairs = zip(reached.tracks, expected.tracks, strict=True)
        open_colors = [not one.color or not other.color for one, other in pairs]
        reached, expected = (_without_colors(session, open_colors) for session in (reached, expected))
    assert bare(reached) == bare(expected)


def _without_colors(session: Session, places: list[bool]) -> Session:
    tracks = tuple(
        track.model_copy(update={"color": ""}) if open_color else track
        for track, open_color in zip(session.tracks, places, strict=True)
    )
    return session.model_copy(update={"tracks": tracks})


@given(cases())
def test_law_1_diff_leads_where_it_says(case: Case) -> None:
    after = apply_all(case.session, case.actions)
    way = diff(case.session, after)
    event(f"{len(way)} actions")
    assert_same(apply_all(case.session, way), after)


@given(cases(sessions(most=4)))
def test_law_1_diff_leads_on_from_any_session(case: Case) -> None:
    after = apply_all(case.session, case.actions)
    assert_same(apply_all(case.session, diff(case.session, after)), after)


def _holds_more(device: Device) -> bool:
    return device.kind in ("drum_rack", None) or bool(device.chains)


def loses_what_no_session_shows(session: Session, action: Action) -> bool:
    match action:
        case RemoveDevice():
            return _holds_more(find_device(find_track(session, action.track), action.device))
        case DeleteTrack():
            return any(map(_holds_more, find_track(session, action.track).devices))
        case _:
            return False


def of_three_alike() -> Case:
    """One of three devices that are alike goes, and a label is on another of them."""
    kick = Track(name="Kick", kind=TrackKind.AUDIO, input="Ext. In", output="Master")
    session = Session(daw="ableton", tracks=(kick, Track(name="Master", kind=TrackKind.MASTER)))
    inserted = [InsertDevice(track="Kick", device=each) for each in ("compressor", "utility", "compressor")]
    last = InsertDevice(track="Kick", device="compressor", label="squash")
    return Case(session, (*inserted, last, RemoveDevice(track="Kick", device="#1")))


@given(cases(rebuildable=True, racks=True))
@example(of_three_alike())
def test_law_2_invert_leads_back(case: Case) -> None:
    assert_can_be_taken_back(case)


def assert_can_be_taken_back(case: Case) -> None:
    session = case.session
    for action in case.actions:
        event(action.action)
        if loses_what_no_session_shows(session, action):
            with pytest.raises(IrreversibleError):
                invert(action, session)
        else:
            assert_same(apply_all(apply(session, action), invert(action, session)), session)
        session = apply(session, action)


@pytest.mark.parametrize("verb", VERBS)
@settings(max_examples=OF_EACH_VERB)
@given(data=st.data())
def test_laws_1_and_2_hold_for_each_verb(verb: str, data: st.DataObject) -> None:
    """In two hundred cases of all verbs each has a handful, and its rarer half may have none."""
    case = data.draw(cases(rebuildable=True, racks=True, names=(verb,)))
    after = apply_all(case.session, case.actions)
    assert_same(apply_all(case.session, diff(case.session, after)), after)
    assert_can_be_taken_back(case)


@given(cases())
def test_law_2_what_cannot_be_taken_back_is_said(case: Case) -> None:
    session = case.session
    for action in case.actions:
        after = apply(session, action)
        try:
            way = invert(action, session)
        except IrreversibleError:
            event(f"irreversible {action.action}")
        else:
            assert_same(apply_all(after, way), session)
        session = after


def way_or_reason(one: Session, other: Session) -> tuple[Sequence[Action], str | None]:
    try:
        return diff(one, other), None
    except IrreversibleError as error:
        return error.actions, str(error)


@given(sessions(most=3), sessions(most=3))
def test_diff_between_strangers_leads_there_or_says_what_is_missing(one: Session, other: Session) -> None:
    way, missing = way_or_reason(one, other)
    reached = apply_all(one, way)
    assert equivalent(reached, other) == (missing is None) or "settings of the plug-in" in str(missing)


@given(sessions())
def test_nothing_to_do_is_an_empty_diff(session: Session) -> None:
    again = Session.model_validate(session.model_dump(mode="json"))
    assert diff(session, session) == diff(session, again) == []


@given(cases())
def test_resolved_labels_do_the_same(case: Case) -> None:
    plain = resolve_labels(case.session, case.actions)
    assert all(getattr(action, "label", None) is None for action in plain)
    assert_same(apply_all(case.session, plain), apply_all(case.session, case.actions))


def test_a_copy_made_inside_a_group_that_is_renamed_too() -> None:
    group = Track(name="Band", kind=TrackKind.GROUP, output="Master")
    guitar = Track(name="Guitar", kind=TrackKind.AUDIO, group="Band", input="Ext. In", output="Group")
    kick = Track(name="Kick", kind=TrackKind.MIDI, input="All Ins", output="Master")
    master = Track(name="Master", kind=TrackKind.MASTER)
    session = Session(daw="ableton", scenes=("Intro",), tracks=(kick, group, guitar, master))
    after = apply_all(session, [RenameTrack(track="Band", name="Kick"), DuplicateTrack(track="Guitar")])
    assert_same(apply_all(session, diff(session, after)), after)
