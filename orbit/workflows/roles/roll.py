"""The names of a session's tracks, laid out so that what words mean among them is looked up, not searched."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import NamedTuple

from daw_bridges.session import TrackKind
from orbit.workflows.roles.likeness import closest
from orbit.workflows.roles.spelling import name_words, plain
from orbit.workflows.roles.table import bare

__all__ = ["Called", "Roll", "roll_of"]


class Called(NamedTuple):
    """A track as far as words can mean it, and its place."""

    name: str
    kind: TrackKind
    at: int


class Roll:
    """The tracks by their names as they are written, run together, bare, and by the words in them."""

    def __init__(self, names: Sequence[tuple[str, TrackKind]]) -> None:
        self.tracks = [Called(name, kind, at) for at, (name, kind) in enumerate(names)]
        self._spellings: list[dict[Hashable, list[Called]]] = [defaultdict(list) for _ in range(3)]
        self._holding: dict[tuple[str, ...], list[Called]] = defaultdict(list)
        for track in self.tracks:
            for spelling, key in zip(self._spellings, _spelt(track.name), strict=True):
                spelling[key].append(track)
            for part in _parts(name_words(track.name)):
                self._holding[part].append(track)
        self._names = tuple(track.name for track in self.tracks)
        self._bare = tuple(" ".join(bare(name)) for name in self._names)

    def of_that_name(self, text: str) -> list[Called]:
        """The tracks that are called so: to the letter, or else but for spaces, or else but for fillers."""
        spelt = zip(self._spellings, _spelt(text.strip()), strict=True) if bare(text) else ()
        found = (spelling[key] for spelling, key in spelt if key in spelling)
        return next(found, list[Called]())

    def holding(self, text: str, without: Sequence[str]) -> list[Called]:
        """The tracks whose names hold the words as they stand: "cool pluck" is ``My Cool Pluck``."""
        words = bare(text)
        found = self._holding.get(words, []) if len(" ".join(words)) > 2 else []
        return [track for track in found if set(without).isdisjoint(name_words(track.name))]

    def misspelt(self, text: str) -> list[Called]:
        """The tracks that are nearly called so."""
        near = closest(text, self._names) or closest(" ".join(bare(text)), self._bare)
        return [self.tracks[at] for at in near]


def _spelt(name: str) -> tuple[Hashable, ...]:
    return name.casefold(), plain(name).replace(" ", ""), bare(name)


def _parts(words: tuple[str, ...]) -> set[tuple[str, ...]]:
    """Every stretch of words."""
    size = len(words)
    return {words[start:end] for start in range(size) for end in range(start + 1, size + 1)}


@lru_cache(maxsize=64)
def roll_of(names: tuple[tuple[str, TrackKind], ...]) -> Roll:
    """The roll of such names; sentence after sentence is about the same tracks."""
    return Roll(names)
