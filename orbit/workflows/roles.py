"""The parts of a mix, and the words producers call their tracks by: how "the vocal" becomes ``Lead Vox``.

A track plays a role when its name is one of the role's words, holds one, or nearly does (rapidfuzz). The best
level wins; more than one track at that level is a question, never a guess.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from rapidfuzz import fuzz

from daw_bridges.session import Session, Track, TrackKind

__all__ = ["ROLES", "Role", "all_called", "called", "known_role", "members", "playing"]

NEARLY = 82.0
"""The similarity (0 … 100) from which a misspelt name is taken for what it nearly is."""


class Role(NamedTuple):
    """A part of the mix: the words for it, those that speak against it, and the parts it is made of."""

    words: tuple[str, ...]
    without: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    kinds: tuple[TrackKind, ...] = (TrackKind.MIDI, TrackKind.AUDIO, TrackKind.GROUP)


_RETURN = (TrackKind.RETURN,)
_BACKING = (
    *("backing", "background", "bv", "bvs", "bvox", "bgv", "bgvs", "bgvox"),
    *("harmony", "harmonies", "choir", "adlib", "adlibs", "doubles"),
)
_VOICE = ("vox", "vocal", "vocals", "voice", "voc", "vocs", "singer", "singing")

ROLES: dict[str, Role] = {
    "kick": Role(("kick", "kicks", "kick drum", "kik", "bd", "bass drum")),
    "snare": Role(("snare", "snares", "snr", "sd", "snare drum")),
    "clap": Role(("clap", "claps")),
    "hats": Role(("hats", "hat", "hihat", "hihats", "hi hat", "hi hats", "hh")),
    "cymbals": Role(("cymbals", "cymbal", "ride", "crash", "overhead", "overheads", "oh")),
    "toms": Role(("toms", "tom")),
    "percussion": Role(("percussion", "perc", "percs", "shaker", "tambourine", "conga", "congas", "bongos")),
    "drums": Role(
        ("drums", "drum", "drum kit", "kit", "drum bus", "drum group", "breakbeat"),
        ("bass",),
        ("kick", "snare", "clap", "hats", "cymbals", "toms", "percussion"),
    ),
    "bass": Role(("bass", "bassline", "bass line", "sub", "sub bass", "808", "bass synth"), ("drum",)),
    "vocal": Role(("lead vocal", "lead vocals", "lead vox", "main vocal", "main vox", *_VOICE), _BACKING),
    "backing_vocal": Role(("backing vocal", "backing vocals", "backing vox", *_BACKING), ("guitar", "synth")),
    "vocals": Role((), (), ("vocal", "backing_vocal")),
    "keys": Role(("keys", "piano", "rhodes", "organ", "keyboard", "wurli", "epiano", "electric piano")),
    "pad": Role(("pad", "pads", "atmo", "atmosphere", "ambience")),
    "strings": Role(("strings", "violin", "violins", "cello", "orchestra")),
    "guitar": Role(("guitar", "guitars", "gtr", "git", "electric guitar", "acoustic guitar"), ("bass",)),
    "lead": Role(("lead", "lead synth", "synth lead", "topline", "melody"), (*_VOICE, "guitar")),
    "synth": Role(("synth", "synths", "pluck", "arp"), ("bass",)),
    "fx": Role(("fx", "sfx", "effects", "riser", "risers", "impact", "impacts", "sweep", "noise")),
    "reverb": Role(("reverb", "verb", "room", "hall", "plate"), kinds=_RETURN),
    "delay": Role(("delay", "echo", "dly"), kinds=_RETURN),
    "master": Role(("master", "main", "mix", "mix bus", "master bus"), kinds=(TrackKind.MASTER,)),
}
"""Every role by its name in workflow files."""

_ROLE_OF_WORD = {word: name for name, role in reversed(ROLES.items()) for word in role.words}
_FILLERS = frozenset(("the", "my", "a", "an", "track", "tracks", "channel", "all", "of", "return", "bus"))


def _tokens(text: str) -> tuple[str, ...]:
    split = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    return tuple(re.findall(r"[^\W_]+", split.casefold()))


def known_role(text: str) -> str | None:
    """The role that words name (``the kick drum`` → kick), or None."""
    words = _tokens(text)
    bare = tuple(word for word in words if word not in _FILLERS)
    return _ROLE_OF_WORD.get(" ".join(words)) or _ROLE_OF_WORD.get(" ".join(bare))


def playing(session: Session, role: str) -> list[Track]:
    """The tracks that play a role, best level only; where none plays the whole, those that play its parts."""
    return _best(session.tracks, ROLES[role]) or _parts(session, role)


def members(session: Session, role: str) -> list[Track]:
    """All tracks that play a role or a part of it: for the drums, kick and snare rather than their bus."""
    return _parts(session, role) or _best(session.tracks, ROLES[role])


def _parts(session: Session, role: str) -> list[Track]:
    names = {track.name for part in ROLES[role].parts for track in playing(session, part)}
    return [track for track in session.tracks if track.name in names]


def _best(tracks: Iterable[Track], role: Role) -> list[Track]:
    levels = [(track, _level(_tokens(track.name), role)) for track in tracks if track.kind in role.kinds]
    best = max((level for _, level in levels), default=0)
    return [track for track, level in levels if level == best > 0]


def _level(name: tuple[str, ...], role: Role) -> int:
    """How well a name fits: 3 it is a word of the role, 2 it holds one, 1 it nearly does, 0 not at all."""
    if any(word in name for word in role.without):
        return 0
    phrases = [tuple(word.split()) for word in role.words]
    if name in phrases:
        return 3
    if any(_holds(name, phrase) for phrase in phrases):
        return 2
    return int(any(_nearly(token, word) for token in name for word in role.words))


def _holds(name: Sequence[str], phrase: Sequence[str]) -> bool:
    size = len(phrase)
    return any(tuple(name[at : at + size]) == tuple(phrase) for at in range(len(name) - size + 1))


def _nearly(one: str, other: str) -> bool:
    # Short words are too close to each other: "hat" is one letter from "hit".
    return min(len(one), len(other)) >= 4 and fuzz.ratio(one, other) >= NEARLY


def called(session: Session, text: str) -> list[Track]:
    """The tracks that words may mean: by name, by role, by words of the name, then by a nearly right name.

    One is an answer, several are a question, none is an error to be told.
    """
    role = known_role(text)
    return _first(session, text, lambda: playing(session, role) if role else [])


def all_called(session: Session, text: str) -> list[Track]:
    """The tracks that words for one or several may mean: "the drums" are all of them."""
    role = {"vocal": "vocals"}.get(known_role(text) or "", known_role(text))
    return _first(session, text, lambda: members(session, role) if role else [])


def _first(session: Session, text: str, by_role: Callable[[], list[Track]]) -> list[Track]:
    wanted, tracks = _bare(text), session.tracks
    attempts = (
        lambda: [track for track in tracks if track.name.casefold() == text.strip().casefold()],
        lambda: [track for track in tracks if _bare(track.name) == wanted],
        by_role,
        lambda: [track for track in tracks if wanted and _holds(_tokens(track.name), wanted)],
        lambda: _nearest(tracks, " ".join(wanted)),
    )
    for attempt in attempts:
        if found := attempt():
            return found
    return []


def _bare(text: str) -> tuple[str, ...]:
    words = _tokens(text)
    return tuple(word for word in words if word not in _FILLERS) or words


def _nearest(tracks: Sequence[Track], wanted: str) -> list[Track]:
    scores = [(fuzz.ratio(wanted, " ".join(_bare(track.name))), track) for track in tracks]
    best = max((score for score, _ in scores), default=0.0)
    return [track for score, track in scores if score == best >= NEARLY and len(wanted) >= 3]
