"""Demonstrations by what they do and to which tracks, for tests of what is found in them."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import TypeAlias

from daw_bridges.actions import SetMute
from orbit.learning.demonstration import Demonstration, Event

__all__ = ["Edit", "demonstration", "on_track", "scattered"]

Edit: TypeAlias = tuple[str, tuple[int, ...]]
"""What is done, and to which tracks."""

_ACTION = SetMute(track="Bass", on=True)


def demonstration(number: int, *edits: Edit, by_hand: bool = True) -> Demonstration:
    """A demonstration of these edits; which action they were makes no difference to mining."""
    events = tuple(
        Event(_ACTION, float(place), by_hand, does, tracks) for place, (does, tracks) in enumerate(edits)
    )
    return Demonstration(f"t{number}", "", "", "ableton", None, datetime(2026, 1, 1, tzinfo=UTC), events)


def on_track(track: int, does: str) -> list[Edit]:
    """What each letter stands for, done to one track."""
    return [(letter, (track,)) for letter in does]


def scattered(rng: Random, count: int, *, kinds: int = 60, tracks: int = 6) -> list[Edit]:
    """So many edits of anything on any track."""
    return [(f"k{rng.randrange(kinds)}", (rng.randrange(tracks),)) for _ in range(count)]
