"""From words to tracks: how "the vocal" becomes ``Lead Vox``.

A track plays a role when its name is one of the role's words, holds one, or nearly does. The best level
wins; more than one track at that level is a question, never a guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from daw_bridges.session import Session, Track, TrackKind
from orbit.workflows.roles.likeness import misspells
from orbit.workflows.roles.roll import Called, Roll, roll_of
from orbit.workflows.roles.spelling import name_words
from orbit.workflows.roles.table import ROLES, Role, bare, described_role, known_role

__all__ = [
    "NO_NICKNAMES",
    "Meant",
    "Nicknames",
    "all_called",
    "called",
    "meant",
    "members",
    "playing",
    "role_of",
    "whole",
]

Nicknames = Mapping[str, str]
"""What the user calls tracks: ``{"vox": "Lead V"}``, the track's name by the nickname as `bare` leaves it."""
NO_NICKNAMES: Nicknames = MappingProxyType({})


_Any = TypeVar("_Any", Track, Called)


class Meant(NamedTuple):
    """The tracks that words may mean, and the role by which they were found; None where it was by name."""

    tracks: list[Track]
    role: str | None = None


def playing(session: Session, role: str) -> list[Track]:
    """The tracks that play a role, best level only; where none plays the whole, those that play its parts."""
    return _playing(session.tracks, role)


def members(session: Session, role: str) -> list[Track]:
    """All tracks that play a role or a part of it: for the drums, kick and snare rather than their bus."""
    return _members(session.tracks, role)


def whole(session: Session, role: str) -> list[Track]:
    """The tracks that play all of a role by themselves: for the drums, a loop or their bus."""
    return [
        track
        for track in session.tracks
        if track.kind in ROLES[role].kinds and _level(name_words(track.name), ROLES[role]) > 1
    ]


def called(session: Session, text: str, nicknames: Nicknames = NO_NICKNAMES) -> list[Track]:
    """The tracks that words may mean: by name, by nickname, by role, by words of the name, then nearly.

    One is an answer, several are a question, none is an error to be told.
    """
    return meant(session.tracks, text, nicknames=nicknames).tracks


def all_called(session: Session, text: str, nicknames: Nicknames = NO_NICKNAMES) -> list[Track]:
    """The tracks that words for one or several may mean: "the drums" are all of them."""
    return meant(session.tracks, text, several=True, nicknames=nicknames).tracks


def meant(
    tracks: Sequence[Track], text: str, *, several: bool = False, nicknames: Nicknames = NO_NICKNAMES
) -> Meant:
    """The tracks among these that words may mean; of a family, with ``several``, all members."""
    names = tuple([(track.name, track.kind) for track in tracks])
    places, role = _meant(names, text, several, tuple(nicknames.items()))
    return Meant([tracks[at] for at in places], role)


# Sentence after sentence is full of the same words, and most of them mean no track.
@lru_cache(maxsize=8192)
def _meant(
    names: tuple[tuple[str, TrackKind], ...], text: str, several: bool, nicknames: tuple[tuple[str, str], ...]
) -> tuple[tuple[int, ...], str | None]:
    found, role = _found(roll_of(names), text, several, dict(nicknames))
    return tuple(track.at for track in found), role


def _found(roll: Roll, text: str, several: bool, nicknames: Nicknames) -> tuple[list[Called], str | None]:
    tracks = roll.tracks
    play, role = _members if several else _playing, known_role(text)
    if found := roll.of_that_name(text) or _nicknamed(tracks, text, nicknames):
        return found, None
    if role is not None and (found := play(tracks, role)):
        return (not several and _by_that_word(roll, text, role, found)) or found, role
    if found := roll.holding(text, ROLES[role].without if role else ()):
        return found, None
    if role is None and (described := described_role(text)) and (found := play(tracks, described)):
        return found, described
    return roll.misspelt(text), None


def _by_that_word(roll: Roll, text: str, role: str, found: Sequence[Called]) -> list[Called]:
    """The tracks that have the very word in their names, before those named by another: no 808 is "the bass".

    One that leads its family is meant before them all: "the vocal" is ``Lead Vox`` beside ``Vocal Chops``.
    """
    if ROLES[role].parts or any(described_role(track.name) == role for track in found):
        return []
    return [track for track in roll.holding(text, ROLES[role].without) if track.kind in ROLES[role].kinds]


def role_of(track: Track) -> str | None:
    """The part that a track plays by its name, the nearest fit; None for a name that says none."""
    words = name_words(track.name)
    levels = {name: _level(words, role) for name, role in ROLES.items() if track.kind in role.kinds}
    best = max(levels, key=lambda name: levels[name], default="")
    return best if levels.get(best, 0) > 1 else None


def _playing(tracks: Sequence[_Any], role: str) -> list[_Any]:
    return _best(tracks, ROLES[role]) or _parts(tracks, role)


def _members(tracks: Sequence[_Any], role: str) -> list[_Any]:
    called_so = ROLES[role]._replace(played=())  # the backing vocals are not the doubles of the lead
    found = _parts(tracks, role, all_of_them=True) or _best(tracks, called_so, all_of_them=True)
    return found or _best(tracks, ROLES[role])


def _parts(tracks: Sequence[_Any], role: str, *, all_of_them: bool = False) -> list[_Any]:
    parts = [_best(tracks, ROLES[part], all_of_them=all_of_them) for part in ROLES[role].parts]
    names = {track.name for part in parts for track in part}
    return [track for track in tracks if track.name in names]


def _best(tracks: Iterable[_Any], role: Role, *, all_of_them: bool = False) -> list[_Any]:
    """Those that fit a role best; or all whose names hold a word of it, not only those of no other word."""
    levels = [(track, _level(name_words(track.name), role)) for track in tracks if track.kind in role.kinds]
    best = max((level for _, level in levels), default=0)
    enough = min(best, 2) if all_of_them else best
    return [track for track, level in levels if level >= enough > 0]


@lru_cache(maxsize=4096)
def _level(name: tuple[str, ...], role: Role) -> int:
    """How well a name fits: 3 it is a word of the role, 2 it holds one, 1 it nearly does, 0 not at all."""
    if any(word in name for word in role.without):
        return 0
    if name in [tuple(word.split()) for word in role.words]:
        return 3
    words = (*role.words, *role.played)
    if any(_holds(name, word.split()) for word in words):
        return 2
    return int(any(misspells(token, word) for token in name for word in words))


def _holds(name: Sequence[str], phrase: Sequence[str]) -> bool:
    size = len(phrase)
    return any(tuple(name[at : at + size]) == tuple(phrase) for at in range(len(name) - size + 1))


def _nicknamed(tracks: Sequence[Called], text: str, nicknames: Nicknames) -> list[Called]:
    name = nicknames.get(" ".join(bare(text))) if nicknames else None
    return [track for track in tracks if track.name == name]
