"""Slices hold what touches the same tracks while work on them goes on."""

from __future__ import annotations

from datetime import UTC, datetime

from daw_bridges.actions import SetMute
from orbit.learning.demonstration import Demonstration, Event
from orbit.learning.slicing import IDLE, slices_of


def _demonstration(*tracks: tuple[int, ...]) -> Demonstration:
    action = SetMute(track="Bass", on=True)
    events = tuple(Event(action, float(place), True, "set_mute", of) for place, of in enumerate(tracks))
    return Demonstration("t", "", "", "ableton", None, datetime(2026, 1, 1, tzinfo=UTC), events)


def test_each_track_is_a_slice() -> None:
    assert slices_of(_demonstration((0,), (1,), (0,), (1,))) == [(0, 2), (1, 3)]


def test_an_edit_of_two_tracks_links_them() -> None:
    assert slices_of(_demonstration((0,), (1,), (2,), (0, 1), (1,))) == [(0, 1, 3, 4), (2,)]


def test_work_elsewhere_ends_a_slice() -> None:
    assert slices_of(_demonstration((0,), *[(1,)] * IDLE, (0,))) == [
        (0,),
        tuple(range(1, IDLE + 1)),
        (IDLE + 1,),
    ]


def test_what_touches_no_track_belongs_to_the_last() -> None:
    assert slices_of(_demonstration((), (0,), (1,), (), (0,))) == [(0,), (1, 4), (2, 3)]
