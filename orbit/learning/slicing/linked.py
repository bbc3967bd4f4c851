"""Slices by data flow: edits of one track, and of tracks that an edit links, while work on them goes on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from orbit.learning.demonstration import Demonstration

__all__ = ["IDLE", "Slice", "slices_of"]

Slice: TypeAlias = tuple[int, ...]
"""Places in a demonstration's events, rising."""

IDLE = 12
"""So many edits elsewhere end the work on a track."""


def slices_of(demonstration: Demonstration, *, idle: int = IDLE) -> list[Slice]:
    """The pieces of a demonstration, by first edit; only what was done by hand is in any.

    An edit that names two tracks (a side chain, a send) joins the work on both. What touches no track
    belongs to what was worked on last.
    """
    pieces: dict[int, list[int]] = {}
    of_track: dict[int, int] = {}
    latest = 0
    by_hand = [place for place, event in enumerate(demonstration.events) if event.by_hand]
    for number, place in enumerate(by_hand):
        tracks = demonstration.events[place].tracks
        known = [of_track[track] for track in tracks if track in of_track] if tracks else [latest]
        found = {
            piece for piece in known if piece in pieces and _goes_on(pieces[piece], by_hand, number, idle)
        }
        latest = _joined(pieces, of_track, sorted(found), number)
        pieces[latest].append(place)
        of_track |= dict.fromkeys(tracks, latest)
    return sorted(tuple(sorted(piece)) for piece in pieces.values())


def _goes_on(piece: list[int], by_hand: list[int], number: int, idle: int) -> bool:
    return by_hand[max(number - idle, 0)] <= piece[-1]


def _joined(pieces: dict[int, list[int]], of_track: dict[int, int], found: Iterable[int], number: int) -> int:
    """The piece that all of these have become; a new one where there are none."""
    first, *others = [*found] or [number]
    pieces.setdefault(first, [])
    for other in others:
        pieces[first] = sorted(pieces[first] + pieces.pop(other))
        of_track |= {track: first for track, piece in of_track.items() if piece == other}
    return first
