"""Laws of cleaning: it leads where everything led, tells tracks apart, and changes nothing twice."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from daw_bridges.actions import Action, CreateTrack, DeleteTrack, DuplicateTrack, Undo
from daw_bridges.algebra import apply, apply_all, differences, equivalent, retrace
from daw_bridges.errors import ActionError
from daw_bridges.references import track_index
from daw_bridges.session import Session
from orbit.learning.cleaning import clean
from orbit.memory.trajectory import Trajectory, TrajectoryAction
from tests.laws import tries
from tests.strategies import Case, cases, well_formed_actions

pytestmark = pytest.mark.laws

BEGUN = "2026-10-01T12:00:00Z"


# Growing a session takes long, and there are a few thousand ways of it that matter here.
_FEWER = settings(max_examples=tries(100, 2000))


def trajectory(actions: list[Action], daw: str = "ableton") -> Trajectory:
    done = [
        TrajectoryAction(t=float(place), origin="user", action=action) for place, action in enumerate(actions)
    ]
    return Trajectory(id="t", daw=daw, started=BEGUN, actions=done)  # pyright: ignore[reportArgumentType]


@st.composite
def with_undos(draw: st.DrawFn) -> tuple[Session, list[Action]]:
    """A session and what was seen to change in it, with edits undone at once now and then."""
    case: Case = draw(cases())
    actions: list[Action] = []
    here = case.session
    for action in case.actions:
        there = apply(here, action)
        if equivalent(here, there):
            continue  # a host tells of changes only
        here = there
        actions.append(action)
        if draw(st.integers(0, 5)) == 0:
            actions += [Undo(), action]
    return case.session, actions


@_FEWER
@given(with_undos())
def test_what_stands_leads_where_everything_led(drawn: tuple[Session, list[Action]]) -> None:
    session, actions = drawn
    assume(not any(_numbered(action) for action in actions))
    found = clean(trajectory(actions, session.daw))
    after = apply_all(session, (event.action for event in found.events))
    assert differences(after, retrace(session, actions)) == []


def _numbered(action: Action) -> bool:
    """Whether a track is named by its number, which is another one once an edit before it is gone."""
    return any(str(getattr(action, name, None))[:1] == "#" for name in ("track", "to", "source"))


@_FEWER
@given(cases())
def test_tracks_are_told_apart_as_the_session_tells_them(case: Case) -> None:
    """What is one track to the session is one to cleaning, and what are two are two, as far as names tell."""
    assume(all(len({name.casefold() for name in names}) == len(names) for names in _names(case)))
    found = clean(trajectory(list(case.actions), case.session.daw))
    truth = _truth(case)
    told: dict[int, int] = {}
    for event in found.events:
        real = truth[int(event.t)]  # the time is the place among all
        if real is not None:
            assert told.setdefault(event.tracks[0], real) == real


def _names(case: Case) -> list[tuple[str, ...]]:
    sessions = [case.session]
    for action in case.actions:
        sessions.append(apply(sessions[-1], action))
    return [session.track_names for session in sessions]


def _truth(case: Case) -> list[int | None]:
    """For each action the number of the track it is of, tracks numbered as they came."""
    session, ids = case.session, list(range(len(case.session.tracks)))
    found: list[int | None] = []
    for action in case.actions:
        name = getattr(action, "track", None)
        place = None if name is None else track_index(session, name)
        after = apply(session, action)
        if isinstance(action, CreateTrack | DuplicateTrack):
            new = next(
                (
                    n
                    for n, (a, b) in enumerate(zip(session.tracks, after.tracks, strict=False))
                    if a.name != b.name
                ),
                len(session.tracks),
            )
            ids.insert(new, 1000 + len(found))
            found.append(ids[new] if isinstance(action, CreateTrack) else ids[place or 0])
        else:
            found.append(None if place is None else ids[place])
        if isinstance(action, DeleteTrack) and place is not None:
            del ids[place : place + len(session.tracks) - len(after.tracks)]
        session = after
    return found


@settings(max_examples=tries(200, 500))
@given(st.lists(well_formed_actions(), max_size=30), st.sampled_from(["ableton", "logic", "other"]))
def test_any_actions_at_all_are_cleaned(actions: list[Action], daw: str) -> None:
    found = clean(trajectory(actions, daw))
    assert len(found.events) <= len(actions)
    for event in found.events:
        assert all(0 <= track < len(found.tracks) for track in event.tracks)
        assert event.device is None or event.device < len(found.devices)
        assert event.does.split(" ")[0] == event.action.action
    assert all(0 <= device.track < len(found.tracks) for device in found.devices)
    assert all(one.t <= other.t for one, other in pairwise(found.events))


@_FEWER
@given(cases())
def test_what_is_clean_stays_as_it_is(case: Case) -> None:
    assume(not any(_numbered(action) for action in case.actions))
    once = clean(trajectory(list(case.actions), case.session.daw))
    again = clean(trajectory([event.action for event in once.events], case.session.daw))
    try:
        apply_all(case.session, (event.action for event in again.events))
    except ActionError as error:  # pragma: no cover - says which law is broken
        raise AssertionError(error) from error
    assert len(again.events) <= len(once.events)
