"""Patterns are found where edits recur together, and nowhere else."""

from __future__ import annotations

from datetime import UTC, datetime

from daw_bridges.actions import SetMute
from orbit.learning.demonstration import Demonstration, Event
from orbit.learning.mining import find_patterns


def _demonstration(number: int, *edits: tuple[str, tuple[int, ...]], by_hand: bool = True) -> Demonstration:
    action = SetMute(track="Bass", on=True)
    events = tuple(
        Event(action, float(place), by_hand, does, tracks) for place, (does, tracks) in enumerate(edits)
    )
    return Demonstration(f"t{number}", "", "", "ableton", None, datetime(2026, 1, 1, tzinfo=UTC), events)


def test_what_recurs_on_one_track_is_a_pattern() -> None:
    demonstrations = [
        _demonstration(number, ("a", (0,)), (f"other {number}", (1,)), ("b", (0,)), ("c", (0,)))
        for number in range(5)
    ]
    (pattern,) = find_patterns(demonstrations)
    assert pattern.does == ("a", "b", "c")
    assert [(one.demonstration, one.places) for one in pattern.occurrences] == [
        (n, (0, 2, 3)) for n in range(5)
    ]


def test_what_orbit_did_itself_is_no_evidence() -> None:
    demonstrations = [
        _demonstration(number, ("a", (0,)), ("b", (0,)), ("c", (0,)), by_hand=False) for number in range(5)
    ]
    assert find_patterns(demonstrations) == []


def test_nothing_recurs_in_nothing() -> None:
    assert find_patterns([]) == []
    assert find_patterns([_demonstration(0)]) == []
