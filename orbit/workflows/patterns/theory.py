"""Keys and chords in words: "F# minor", "i VI III VII", "1-5-6-4", "Am F C G", "doo wop"; and heard in clips.

Scales and chords are pychord's, which is imported when the first one is asked for.

>>> [chord.chord for chord in chords_in("C major", "I V vi IV")]
['C', 'G', 'Am', 'F']
>>> [chord.chord for chord in chords_in("F# minor", "andalusian")]
['F#m', 'E', 'D', 'C#']
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from daw_bridges.errors import OutOfRangeError
from daw_bridges.quantities import beats_per_bar
from daw_bridges.session import ArrangementClip, Clip, Note, Session, TrackKind
from orbit.workflows.patterns.pattern import known_by_name, repertoire
from orbit.workflows.roles import ROLES, role_of

if TYPE_CHECKING:
    from pychord import Chord

__all__ = ["BETWEEN", "Key", "chords_heard", "chords_in", "is_in_key", "key_heard", "read_key"]

_DEGREES = ("I", "II", "III", "IV", "V", "VI", "VII")
_ROMAN = re.compile(r"(?P<sign>[b#]?)(?P<degree>VII|VI|IV|V|III|II|I|vii|vi|iv|v|iii|ii|i)(?P<rest>.*)")
BETWEEN = re.compile(r"\s*[-–—→|,]\s+|[\s,|–—→]+|-(?=[A-GIViv#]|b[IViv])")
_DIGITS = re.compile(r"\s*[1-7](?:[\s,|–—→-]+[1-7])*\s*")
_MOST = 64
"""Chords of one progression."""
_FEWEST = 8
"""Notes from which a key is told; fewer fit too many."""


class Key(NamedTuple):
    """A tonic ("F#") and its mode, by pychord's word."""

    root: str
    mode: str

    @property
    def minor(self) -> bool:
        """Whether its tonic chord is a minor one."""
        return self.mode in repertoire()["minor_modes"]

    def say(self) -> str:
        """Write it as people do: "F# minor"."""
        return (
            f"{self.root} {next(w for w, mode in repertoire()['modes'].items() if w and mode == self.mode)}"
        )


def read_key(text: str) -> Key:
    """Read a key in words. Raises OutOfRangeError saying what one looks like."""
    known = repertoire()
    words = re.split(r"[\s_-]+", text.strip().casefold())
    step, *rest = " ".join(word for word in words if word not in known["asides"]) or " "
    said = "".join(rest)
    # "Bb" is a flat and "b minor" a B: the sign is only a letter that follows at once.
    signs = (sign for sign in known["signs"] if said.removeprefix(" " * (len(sign) > 1)).startswith(sign))
    sign = next(signs, "")
    mode = said.strip().removeprefix(sign).strip()
    if step not in "abcdefg" or mode not in known["modes"]:
        raise OutOfRangeError(f"“{text}” is no key. Say one such as A minor, Eb major or D dorian.")
    return Key(step.upper() + known["signs"].get(sign, ""), known["modes"][mode])


def chords_in(key: str, progression: str) -> list[Chord]:
    """The chords of a progression: numerals, scale degrees, chord names, or a name it is known by.

    Numerals count in the key's own scale, capitals are major; with a sign they count from the major scale.
    Raises OutOfRangeError for what cannot be read.
    """
    home = read_key(key)
    known = known_by_name("progressions", progression)
    text = (known[home.minor] if known else progression).replace("♭", "b").replace("♯", "#")
    digits = _DIGITS.fullmatch(text) is not None
    tokens = re.findall(r"[1-7]", text) if digits else [each for each in BETWEEN.split(text) if each]
    if not 1 <= len(tokens) <= _MOST:
        raise OutOfRangeError(f"A progression has 1 to {_MOST} chords; “{progression}” has {len(tokens)}.")
    return [_chord(home, token) for token in tokens]


def _chord(key: Key, token: str) -> Chord:
    from pychord import Chord

    try:
        if token.isdigit():
            return Chord.from_note_index(int(token), "", key.root + key.mode, diatonic=True)
        match = _ROMAN.fullmatch(token)
        if match is not None and match["rest"] in repertoire()["qualities"]:
            return _of_numeral(key, match)
        return Chord(token)
    except (ValueError, KeyError):
        known = ", ".join(repertoire()["progressions"])
        raise OutOfRangeError(
            f"“{token}” is no chord. A progression is numerals (i VI III VII), scale degrees (1-5-6-4), "
            f"chord names (Am F C G), or one of {known}."
        ) from None


def _of_numeral(key: Key, match: re.Match[str]) -> Chord:
    from pychord import Chord

    degree = _DEGREES.index(match["degree"].upper()) + 1
    quality = repertoire()["qualities"][match["rest"]][match["degree"].islower()]
    shift = {"": 0, "#": 1, "b": -1}[match["sign"]]
    # The diminished seventh degree of a minor key is the leading note's: G# in A minor.
    raised = not shift and key.mode == "min" and degree == 7 and quality.startswith("dim")
    mode = "maj" if shift or raised else key.mode
    return Chord.from_note_index(degree, quality, key.root + mode, chromatic=shift)


_AnyClip = Clip | ArrangementClip


def key_heard(session: Session) -> str | None:
    """The key of a session's notes ("A minor"); None where they are too few to tell.

    It is the one whose scale weighs most like the notes do; of a key and its relative, which share their
    notes, it is the one whose tonic the lowest part begins on.
    """
    clips = [clip for _, clip in _pitched(session)]
    notes = [note for clip in clips for note in clip.note_list]
    if len(notes) < _FEWEST:
        return None
    weights = [sum(n.duration_beats for n in notes if n.pitch % 12 == pc) for pc in range(12)]
    keys = [(mode, tonic) for mode in repertoire()["profiles"] for tonic in range(12)]
    mode, tonic = max(keys, key=lambda key: _likeness(weights, *key))
    other = ("maj", (tonic + 3) % 12) if mode == "min" else ("min", (tonic - 3) % 12)
    lowest = min(clips, key=lambda clip: sum(n.pitch for n in clip.note_list) / len(clip.note_list))
    if min(lowest.note_list, key=lambda note: (note.start_beat, note.pitch)).pitch % 12 == other[1]:
        mode, tonic = other
    return Key(repertoire()["tonics"][mode][tonic], mode).say()


def is_in_key(session: Session, key: object) -> bool:
    """Whether what is heard in a session has the notes of a key, or tells none."""
    heard = key_heard(session)
    if heard is None or key is None:
        return True
    try:
        return _scale(read_key(heard)) == _scale(read_key(str(key)))
    except OutOfRangeError:
        return True  # what is wrong with it is said when the plan is made


def _scale(key: Key) -> set[int]:
    return {chord.components(visible=False)[0] % 12 for chord in chords_in(key.say(), "1-2-3-4-5-6-7")}


def _likeness(weights: list[float], mode: str, tonic: int) -> float:
    import statistics

    profile = repertoire()["profiles"][mode]
    turned = [profile[(pc - tonic) % 12] for pc in range(12)]
    return statistics.correlation(weights, turned) if len(set(weights)) > 1 else 0.0


def _pitched(session: Session) -> list[tuple[str | None, _AnyClip]]:
    """The clips whose notes are pitches, with the part that their track plays."""
    unpitched = {"drums", "fx", *ROLES["drums"].parts}
    midi = [(role_of(track), track) for track in session.tracks if track.kind is TrackKind.MIDI]
    return [
        (role, clip)
        for role, track in midi
        if role not in unpitched
        for clip in (*track.clips, *track.arrangement_clips)
        if clip.note_list
    ]


def chords_heard(session: Session) -> str | None:
    """The chords, bar by bar, of the first clip that holds some ("Am F C G"); None where there is none."""
    harmony = repertoire()["layers"]["harmony"]
    clips = sorted(_pitched(session), key=lambda found: found[0] not in harmony)
    bar = beats_per_bar(session.time_signature)
    mode = "min" if clips and read_key(key_heard(session) or "C").minor else "maj"
    heard = (_names(clip, bar, repertoire()["tonics"][mode]) for _, clip in clips)
    return next((names for names in heard if names is not None), None)


def _names(clip: _AnyClip, bar: float, tonics: Sequence[str]) -> str | None:
    bars = round(clip.length_beats / bar)
    heard = ([n for n in clip.note_list if i <= (n.start_beat + 1e-6) / bar < i + 1] for i in range(bars))
    names = [_name(notes, tonics) for notes in heard] if bars <= _MOST else []
    return " ".join(name for name in names if name) if names and all(names) else None


def _name(notes: list[Note], tonics: Sequence[str]) -> str | None:
    """The chord that the notes of a bar make together, named from its root where it has a plain name."""
    from pychord import find_chords_from_notes

    bass = min((note.pitch for note in notes), default=0)
    classes = sorted({note.pitch % 12 for note in notes}, key=lambda pc: (pc - bass) % 12)
    if not 3 <= len(classes) <= 5:
        return None
    names = [tonics[pc] for pc in classes]
    turns = (find_chords_from_notes([*names[turn:], *names[:turn]]) for turn in range(len(names)))
    named = (str(chord) for chords in turns for chord in chords)
    return min((name for name in named if "/" not in name), key=len, default=None)
