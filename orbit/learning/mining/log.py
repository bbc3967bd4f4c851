"""The log that is mined: every edit by hand of all demonstrations in one row, as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import log2
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from orbit.learning.demonstration import Demonstration, Event

__all__ = ["APART", "AT_ONCE", "NEAR", "EditLog", "Numbers"]

Numbers: TypeAlias = NDArray[np.int64]

APART = 16
"""Edits of one workflow have at most so many others between two of them, less one."""
NEAR = 4
"""The same, counting only edits of the same track."""
AT_ONCE = 2
"""What is done to different tracks in one go, nothing linking them, is at most so many places apart."""

_USUAL, _TAKEN = 200, 2
"""So many kinds of edit are taken to be possible, and to have been seen so often each before any was."""
_NO_EDIT = ("play", "stop", "undo", "fire_clip", "stop_clip", "fire_scene")
"""Listening; it leads to nothing that could be wanted again."""


class EditLog:
    """The edits of demonstrations, numbered through, oldest demonstration first.

    ``kinds`` are the kinds of edit to number, where it is not just those that are there.
    A track is a number over all demonstrations; what is of no track is of the song, which counts as one more
    of its demonstration's. ``ranks`` say the how-manieth of its tracks' edits each is. Edits are ``free``
    (one byte each, 1) until a pattern explains them. ``bits`` is what writing down one edit of each kind
    costs, ``bits_kind`` what naming any kind costs, and ``bits_track`` what telling its track costs.
    """

    def __init__(self, demonstrations: Sequence[Demonstration], kinds: Sequence[str] = ()) -> None:
        self.kinds = list(kinds) or sorted({event.does for one in demonstrations for event in one.events})
        self.kind: list[int] = []
        self.tracks: list[tuple[int, ...]] = []
        self.ranks: list[tuple[int, ...]] = []
        self.demonstration: list[int] = []
        self.place: list[int] = []
        self.of_track: list[list[int]] = []
        numbers = {does: number for number, does in enumerate(self.kinds)}
        for which, one in enumerate(demonstrations):
            self._add(which, one.events, numbers)
        self.clock = [edit + which * APART for edit, which in enumerate(self.demonstration)]
        self._arrays()

    def __len__(self) -> int:
        return len(self.kind)

    def _add(self, which: int, events: Sequence[Event], numbers: dict[str, int]) -> None:
        tracks: dict[int, int] = {}
        for place, event in enumerate(events):
            if not event.by_hand or event.does.partition(" ")[0] in _NO_EDIT:
                continue
            edit = len(self.kind)
            of: list[int] = []
            for track in dict.fromkeys(event.tracks or (-1,)):
                if track not in tracks:
                    tracks[track] = len(self.of_track)
                    self.of_track.append([])
                of.append(tracks[track])
            self.kind.append(numbers[event.does])
            self.tracks.append(tuple(of))
            self.ranks.append(tuple(len(self.of_track[track]) for track in of))
            self.demonstration.append(which)
            self.place.append(place)
            for track in of:
                self.of_track[track].append(edit)

    def _arrays(self) -> None:
        self.free = bytearray(b"\1" * len(self.kind))
        kinds = np.array(self.kind, dtype=np.int64)
        order = np.argsort(kinds, kind="stable")
        counts = np.bincount(kinds, minlength=len(self.kinds))
        self.edits_of = np.split(order, np.cumsum(counts)[:-1]) if self.kinds else []
        two = [(of[0], of[1] if len(of) > 1 else -1) for of in self.tracks]
        self.two_tracks = np.array(two, dtype=np.int64).reshape(-1, 2)
        self.first_track = self.two_tracks[:, 0]
        self._tracks_each = np.array([len(of) for of in self.tracks], dtype=np.int64)
        self.first_rank_list = [of[0] for of in self.ranks]
        self.first_rank = np.array(self.first_rank_list, dtype=np.int64)
        self.clocks = np.array(self.clock, dtype=np.int64)
        every = len(self.kind) + _TAKEN * _USUAL
        self.bits = [log2(every / (count + _TAKEN)) for count in counts.tolist()]
        self.bits_kind = log2(_USUAL)
        self.bits_track = self._surprise()

    def _surprise(self) -> float:
        """How much it tells, on average, of which track of its demonstration an edit is, in bits."""
        tracks: dict[int, set[int]] = {}
        for which, of in zip(self.demonstration, self.tracks, strict=True):
            tracks.setdefault(which, set()).update(of)
        return sum(log2(len(tracks[which])) for which in self.demonstration) / max(len(self.kind), 1)

    def free_edits(self, kind: int, tracks: int) -> Numbers:
        """The free edits of a kind that are of so many tracks."""
        edits = self.edits_of[kind]
        return edits[self.free_of(edits) & (self._tracks_each[edits] == tracks)]

    def free_of(self, edits: Numbers) -> NDArray[np.bool_]:
        """Which of some edits are free."""
        return np.frombuffer(self.free, dtype=np.uint8)[edits].astype(np.bool_)

    def release(self) -> None:
        """Make every edit free again."""
        self.free[:] = b"\1" * len(self.free)

    def appearances(self) -> tuple[Numbers, Numbers]:
        """Every edit of every track, track by track in order: the tracks, and the edits."""
        counts = [len(edits) for edits in self.of_track]
        tracks = np.repeat(np.arange(len(counts), dtype=np.int64), counts)
        return tracks, np.fromiter(chain.from_iterable(self.of_track), dtype=np.int64, count=len(tracks))

    def between(self, one: int, other: int) -> int:
        """How many edits of a track that both are of lie between two; a few at most where they share none."""
        here, there = self.tracks[one], self.tracks[other]
        if len(here) == len(there) == 1 and here == there:
            return self.ranks[other][0] - self.ranks[one][0] - 1
        shared = [
            self.ranks[other][there.index(track)] - self.ranks[one][place] - 1
            for place, track in enumerate(here)
            if track in there
        ]
        return min(shared) if shared else min(self.clock[other] - self.clock[one] - 1, 2)
