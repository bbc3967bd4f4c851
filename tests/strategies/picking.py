"""Cheap draws, and the names and colours that are drawn from."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from daw_bridges.actions import Action
from daw_bridges.references import track_reference
from daw_bridges.session import Session, TrackKind

__all__ = [
    "CLIPS",
    "COLORS",
    "KINDS",
    "LONGEST_CHAIN",
    "NAMES",
    "ORDINARY",
    "RACKS",
    "RECORDABLE",
    "RETURNS",
    "SCENES",
    "SIGNATURES",
    "STRIPS",
    "Maker",
    "Pick",
    "a_track",
    "named",
]

T = TypeVar("T")

RACKS = ("drum_rack", "audio_effect_rack")

KINDS = ("compressor", "utility", "gate", "saturator", "limiter", "eq_three", "velocity", *RACKS)
"""Devices that are inserted: small ones, so that cases stay cheap."""

COLORS = ("#ff94a6", "#ffa529", "#1aff2f", "#8bc5ff", "#ff3636", "#3c3c3c")
"""Colours that are in Live's palette, so that a host shows what was asked for."""

NAMES = ("Kick", "Bass", "Vox", "Pad", "kick", "Drums #2", "#1", "Kick 2")
RETURNS: tuple[str, ...] = ("A-Reverb", "B-Delay", "Vox", "C")
SCENES = ("Intro", "Verse", "Drop", "Intro")
CLIPS = ("Loop", "Fill", "Loop", "@9")
SIGNATURES = ((4, 4), (3, 4), (7, 8), (6, 8), (5, 4))
LONGEST_CHAIN = 5


class Pick:
    """Cheap draws: everything is an integer, so that examples are small and shrink well."""

    def __init__(self, draw: DrawFn) -> None:
        self._draw = draw

    def number(self, low: int, high: int) -> int:
        return self._draw(st.integers(low, high))

    def of(self, items: Sequence[T]) -> T:
        return items[self._draw(st.integers(0, len(items) - 1))]

    def flag(self) -> bool:
        return self._draw(st.booleans())

    def rarely(self) -> bool:
        return self._draw(st.integers(0, 7)) == 7

    def level(self, highest: int) -> float:
        tenths = self._draw(st.integers(-601, highest * 10))
        return -math.inf if tenths == -601 else tenths / 10

    def bar(self) -> float:
        return 1.0 + self._draw(st.integers(0, 96)) / 4

    def maybe(self, items: Sequence[T]) -> T | None:
        return self.of(items) if items else None


Maker = Callable[[Pick, Session], Action | None]
"""Draws an action for a session; None where there is nothing to do it to."""


def a_track(pick: Pick, session: Session, *kinds: TrackKind) -> int:
    """The place of one of the tracks of the given kinds (any, if none is given); −1 if there is none."""
    places = [i for i, track in enumerate(session.tracks) if not kinds or track.kind in kinds]
    return pick.of(places) if places else -1


def named(session: Session, index: int) -> str:
    return track_reference(session, index)


RECORDABLE = (TrackKind.MIDI, TrackKind.AUDIO)
ORDINARY = (*RECORDABLE, TrackKind.GROUP)
STRIPS = (*ORDINARY, TrackKind.RETURN)
