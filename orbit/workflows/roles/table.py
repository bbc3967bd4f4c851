"""The table of roles: the parts of a mix, the words for each, and the parts that a family is made of."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from daw_bridges.session import TrackKind
from orbit.workflows.roles.spelling import name_words

__all__ = ["ROLES", "Role", "bare", "described_role", "is_role_word", "known_role", "role_words"]


class Role(NamedTuple):
    """A part of the mix."""

    words: tuple[str, ...]
    """What people call it, and what its tracks are named."""
    without: tuple[str, ...] = ()
    """Words in a track's name that speak against it."""
    parts: tuple[str, ...] = ()
    """The roles that it is made of."""
    kinds: tuple[TrackKind, ...] = (TrackKind.MIDI, TrackKind.AUDIO, TrackKind.GROUP)
    asked: tuple[str, ...] = ()
    """Words that ask for all its parts, though a track of that name plays only one of them."""
    played: tuple[str, ...] = ()
    """Names of tracks that play it, though who says so means that very one: an organ plays the keys."""


_RETURN = (TrackKind.RETURN,)
_BACKING = (
    *("backing", "background", "bv", "bvs", "bvox", "bgv", "bgvs", "bgvox", "backup"),
    *("harmony", "harmonies", "choir", "adlib", "adlibs", "doubles"),
)
_VOICE = ("vox", "vocal", "vocals", "voice", "voc", "vocs", "singer", "singing", "vocalist")
_VOICES = ("vocals", "vocs", "voices", "singers", "vocalists")
_BEHIND = ("backing", "background", "backup", "back up", "back", "bg", "harmony", "choir")
_DOUBLE = ("double", "dbl")

_BASSES = ("basses", "bass synth", "synth bass", "bass guitar")

_ALONE = (
    *("trumpet", "trombone", "tuba", "flute", "clarinet", "oboe", "harp", "banjo", "mandolin", "ukulele"),
    *("theremin", "accordion", "harmonica", "marimba", "vibraphone", "bell", "sitar", "fiddle"),
    *("harpsichord", "celesta", "organ"),
)
"""Instruments that are called by one word and its plural."""

ROLES: dict[str, Role] = {
    "kick": Role(("kick", "kicks", "kick drum", "kik", "bd", "bass drum", "bassdrum")),
    "snare": Role(("snare", "snares", "snr", "sd", "snare drum")),
    "clap": Role(("clap", "claps")),
    "hats": Role(("hats", "hat", "hihat", "hihats", "hi hat", "hi hats", "hh", "highhat", "highhats")),
    "cymbals": Role(("cymbals", "cymbal", "ride", "crash", "overhead", "overheads", "oh")),
    "toms": Role(("toms", "tom")),
    "percussion": Role(("percussion", "perc", "percs", "shaker", "tambourine", "conga", "congas", "bongos")),
    "drums": Role(
        ("drums", "drum", "drum kit", "kit", "drumkit", "drum set", "drum bus", "drum group", "breakbeat"),
        ("bass",),
        ("kick", "snare", "clap", "hats", "cymbals", "toms", "percussion"),
    ),
    "bass": Role(
        ("bass", "basses", "bassline", "bass line", "sub", "sub bass", "808", "808s", *_BASSES), ("drum",)
    ),
    "vocal": Role(
        (*(f"{first} {voice}" for first in ("lead", "main") for voice in (*_VOICE, *_VOICES)), *_VOICE),
        (*_BACKING, *_DOUBLE),
    ),
    "backing_vocal": Role(
        (
            *(f"{behind} {voice}" for behind in _BEHIND for voice in (*_VOICE, *_VOICES)),
            *_BACKING,
        ),
        ("guitar", "synth"),
        played=tuple(f"{voice} {double}" for voice in ("vox", "vocal", "voc") for double in _DOUBLE),
    ),
    "vocals": Role((), (), ("vocal", "backing_vocal"), asked=_VOICES),
    "keys": Role(
        ("keys", "piano", "pianos", "rhodes", "keyboard", "keyboards", "wurli", "epiano", "electric piano"),
        played=("organ",),
    ),
    "pad": Role(("pad", "pads", "pad synth", "synth pad", "atmo", "atmosphere", "ambience")),
    "strings": Role(("strings", "violin", "violins", "cello", "orchestra")),
    "brass": Role(("brass", "horn", "horns", "brass section"), (), ("trumpet", "trombone", "tuba", "sax")),
    "sax": Role(("sax", "saxes", "saxophone", "saxophones")),
    "timpani": Role(("timpani", "timpanis")),
    **{name: Role((name, f"{name}s")) for name in _ALONE},
    "guitar": Role(
        ("guitar", "guitars", "gtr", "gtrs", "git", "electric guitar", "acoustic guitar"), ("bass",)
    ),
    "lead": Role(("lead", "lead synth", "synth lead", "topline", "melody"), (*_VOICE, "guitar")),
    "synth": Role(("synth", "synths", "pluck", "arp"), ("bass",)),
    "fx": Role(
        ("fx", "sfx", "effects", "sound effects", "riser", "risers", "impact", "impacts", "sweep", "noise")
    ),
    "reverb": Role(("reverb", "verb", "room", "hall", "plate"), kinds=_RETURN),
    "delay": Role(("delay", "echo", "dly"), kinds=_RETURN),
    "master": Role(
        (
            *("master", "main", "mix", "mix bus", "master bus", "main bus", "main mix", "main out"),
            *("main output", "stereo out", "stereo bus", "output bus", "two bus", "2 bus"),
        ),
        kinds=(TrackKind.MASTER,),
    ),
}
"""Every role by its name in workflow files."""

_ROLE_OF_WORD = {word: name for name, role in reversed(ROLES.items()) for word in role.words} | {
    word: name for name, role in ROLES.items() for word in role.asked
}
_SINGLE_WORDS = frozenset(word for words in _ROLE_OF_WORD for word in words.split())
_FILLERS = frozenset(("the", "my", "a", "an", "track", "tracks", "channel", "all", "of", "return", "bus"))
_QUALIFIERS = frozenset(
    ("lead", "main", "rhythm", "electric", "acoustic", "live", "clean", "distorted", "fat", "big")
)
"""Words before a role that only add how it sounds or what it does."""


_PLAYED = frozenset((TrackKind.MIDI, TrackKind.AUDIO))


@lru_cache(maxsize=4096)
def bare(text: str) -> tuple[str, ...]:
    """The words of a text or a name without those that people put around any name."""
    words = name_words(text)
    return tuple(word for word in words if word not in _FILLERS) or words


def known_role(text: str) -> str | None:
    """The role that words name (``the kick drum`` → kick), or None."""
    return _ROLE_OF_WORD.get(" ".join(name_words(text))) or _ROLE_OF_WORD.get(" ".join(bare(text)))


def role_words(role: str) -> tuple[str, ...]:
    """What people call a role and the parts it is made of."""
    asked, words, parts = ROLES[role].asked, ROLES[role].words, ROLES[role].parts
    return (*asked, *words, *(word for part in parts for word in role_words(part)))


def described_role(text: str) -> str | None:
    """The role behind a word that only describes it (``electric bass`` → bass), or None."""
    first, *rest = bare(text) or ("",)
    role = known_role(" ".join(rest)) if first in _QUALIFIERS else None
    return None if role is not None and _PLAYED.isdisjoint(ROLES[role].kinds) else role


def is_role_word(word: str) -> bool:
    """Whether a word stands in the table: then it is spelt as it is meant, whatever it resembles."""
    return word in _SINGLE_WORDS
