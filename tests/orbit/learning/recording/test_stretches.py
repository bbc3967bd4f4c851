"""What is seen, cut into stretches of work: where each ends, and what an undo is of."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.actions import Action, SetMute, SetTempo, Undo
from daw_bridges.observation import Observed, Origin
from daw_bridges.session import Session
from orbit.learning.recording import Cutter
from orbit.learning.recording.verdicts import taken_back_soon
from orbit.memory import Trajectory

Done = tuple[float, Origin, Action]


def by_hand(t: float, action: Action) -> Done:
    return t, "user", action


def session(name: str = "Song") -> Session:
    return Session(daw="ableton", name=name)


def cutter(**options: float) -> Cutter:
    one = Cutter(**options)  # pyright: ignore[reportArgumentType] - seconds or a count
    assert one.take(session()) is None
    return one


def tempo(bpm: float) -> Action:
    return SetTempo(bpm=bpm)


def taken(one: Cutter, *done: Done) -> list[Trajectory]:
    ended = [one.take(Observed(t, origin, action)) for t, origin, action in done]
    return [each for each in (*ended, one.end()) if each is not None]


def actions(trajectory: Trajectory) -> list[Action]:
    return [step.action for step in trajectory.actions]


def test_nothing_done_is_no_trajectory() -> None:
    assert cutter().end() is None
    assert taken(cutter(), (1.0, "agent", tempo(90))) == []


def test_a_pause_ends_a_stretch_and_times_begin_anew() -> None:
    first, second = taken(
        cutter(idle_seconds=60.0),
        (10.0, "user", tempo(90)), (69.0, "user", tempo(91)), (140.0, "user", tempo(92)),
    )  # fmt: skip
    assert actions(first) == [tempo(90), tempo(91)]
    assert [step.t for step in first.actions] == [0.0, 59.0]
    assert actions(second) == [tempo(92)]
    assert (second.started - first.started).total_seconds() == 130.0
    assert first.session == second.session != ""
    assert first.id != second.id


def test_a_pause_is_also_seen_when_nothing_comes_after_it() -> None:
    one = cutter(idle_seconds=60.0)
    one.take(Observed(10.0, "user", tempo(90)))
    assert one.idle(70.0) is None
    assert one.idle(70.5) is not None
    assert one.idle(200.0) is None


def test_what_orbit_did_does_not_keep_a_stretch_open() -> None:
    trajectories = taken(
        cutter(idle_seconds=60.0),
        (0.0, "user", tempo(90)), (50.0, "agent", tempo(91)), (100.0, "user", tempo(92)),
    )  # fmt: skip
    assert [actions(each) for each in trajectories] == [[tempo(90)], [tempo(92)]]


def test_another_set_is_another_session_and_the_same_one_is_not() -> None:
    one = cutter()
    one.take(Observed(1.0, "user", tempo(90)))
    first = one.take(session())
    one.take(Observed(2.0, "user", tempo(91)))
    second = one.take(session("Another"))
    one.take(Observed(3.0, "user", tempo(92)))
    third = one.end()
    assert first is not None
    assert second is not None
    assert third is not None
    assert first.session == second.session != third.session
    assert [each.project for each in (first, second, third)] == ["Song", "Song", "Another"]


def test_sets_without_a_name_are_each_their_own() -> None:
    one = Cutter()
    one.take(session(""))
    one.take(Observed(1.0, "user", tempo(90)))
    first = one.take(session(""))
    one.take(Observed(2.0, "user", tempo(90)))
    second = one.end()
    assert first is not None
    assert second is not None
    assert first.session != second.session


def test_a_very_long_stretch_is_told_in_parts() -> None:
    trajectories = taken(cutter(most_actions=10), *(by_hand(n, tempo(60 + n)) for n in range(25)))
    assert [len(each.actions) for each in trajectories] == [10, 10, 5]
    assert [action for each in trajectories for action in actions(each)] == [tempo(60 + n) for n in range(25)]


def test_an_undo_of_what_orbit_did_is_no_edit_of_the_users() -> None:
    one = cutter()
    [trajectory] = taken(
        one,
        (0.0, "user", tempo(90)), (1.0, "agent", tempo(91)), (2.0, "agent", SetMute(track="A", on=True)),
        (3.0, "user", Undo()), (4.0, "user", Undo()), (5.0, "user", Undo()),
    )  # fmt: skip
    assert actions(trajectory) == [tempo(90), Undo()]


def test_what_of_orbits_was_taken_back_is_known_until_something_else_is_done() -> None:
    one = cutter()
    for t, origin, action in (
        (1.0, "agent", tempo(91)), (2.0, "agent", SetMute(track="A", on=True)),
        (3.0, "user", Undo()), (4.0, "user", Undo()),
    ):  # fmt: skip
        one.take(Observed(t, origin, action))  # pyright: ignore[reportArgumentType]
    assert one.taken_back == ["set_mute", "set_tempo"]
    one.take(Observed(5.0, "user", tempo(90)))
    assert one.taken_back == []


def test_what_orbit_takes_back_of_the_users_stands_no_more() -> None:
    [trajectory] = taken(cutter(), (0.0, "user", tempo(90)), (1.0, "agent", Undo()))
    assert [(step.origin, step.action) for step in trajectory.actions] == [
        ("user", tempo(90)),
        ("agent", Undo()),
    ]


def test_an_undo_of_an_earlier_stretch_is_not_taken_for_one_of_this() -> None:
    first, second = taken(
        cutter(idle_seconds=60.0),
        (0.0, "user", tempo(90)), (100.0, "user", tempo(91)),
        (101.0, "user", Undo()), (102.0, "user", Undo()),
    )  # fmt: skip
    assert actions(first) == [tempo(90)]
    assert actions(second) == [tempo(91), Undo()]


def test_what_is_done_aside_is_not_noted_and_its_undo_neither() -> None:
    one = cutter()
    one.take(Observed(0.0, "user", tempo(90)))
    one.take(Observed(1.0, "user", tempo(91)), aside=True)
    one.take(Observed(2.0, "user", Undo()))
    trajectory = one.end()
    assert trajectory is not None
    assert actions(trajectory) == [tempo(90)]


def _did(*done: tuple[float, Action]) -> Trajectory:
    [trajectory] = taken(cutter(idle_seconds=1e9), *(by_hand(t, action) for t, action in done))
    return trajectory


def test_a_stretch_that_was_taken_back_at_once_was_not_wanted() -> None:
    trajectory = _did((5.0, tempo(90)), (10.0, tempo(91)), (20.0, Undo()), (40.0, Undo()))
    at = taken_back_soon(trajectory)
    assert at is not None
    assert (at - trajectory.started).total_seconds() == 35.0


def test_one_that_stood_for_long_or_in_part_says_nothing() -> None:
    assert taken_back_soon(_did((0.0, tempo(90)), (46.0, Undo()))) is None
    assert taken_back_soon(_did((0.0, tempo(90)), (1.0, tempo(91)), (2.0, Undo()))) is None
    assert taken_back_soon(_did((0.0, tempo(90)))) is None


_DONE = st.tuples(
    st.floats(0.0, 400.0), st.sampled_from(["user", "agent"]),
    st.sampled_from([tempo(90.0), SetMute(track="Kick", on=True), Undo()]),
)  # fmt: skip


@given(st.lists(_DONE, max_size=30), st.integers(1, 5))
def test_every_edit_by_hand_is_in_one_stretch_in_its_order(gaps: Iterable[Done], most: int) -> None:
    told: list[tuple[str, Action]] = []
    one = Cutter(most_actions=most, noted=lambda trajectory, step: told.append((trajectory.id, step.action)))
    one.take(session())
    now, done = 0.0, []
    for gap, origin, action in gaps:
        now += gap
        done.append((now, origin, action))
    trajectories = taken(one, *done)
    assert told == [(each.id, action) for each in trajectories for action in actions(each)]
    edits = [action for _, origin, action in done if origin == "user" and not isinstance(action, Undo)]
    assert [action for _, action in told if not isinstance(action, Undo)] == edits
    for each in trajectories:
        assert all(step.t >= 0.0 for step in each.actions)
        assert sum(isinstance(action, Undo) for action in actions(each)) * 2 <= len(each.actions)
