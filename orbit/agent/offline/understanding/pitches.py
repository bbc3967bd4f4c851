"""Notes and chords in words: "C3" (60, as Live counts), "F sharp", "note 36", "a kick", "A minor", "Dm7"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.tokens import Token, source_text

__all__ = ["pad_of", "read_pitches"]

_STEPS = {"c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11}
_SIGNS = {"#": 1, "♯": 1, "sharp": 1, "b": -1, "♭": -1, "flat": -1, "": 0}
_SIGN = "(?P<sign>#|♯|b|♭|sharp|flat)"
_NOTE = re.compile(rf"(?P<step>[a-g])(?: ?{_SIGN})?(?: ?(?P<octave>-?\d))?", re.IGNORECASE)
_CHORD = re.compile(
    rf"(?P<step>[a-g])(?: ?{_SIGN})? ?(?P<quality>minor 7|minor seventh|major 7|major seventh|maj7|min7|m7|"
    r"major|minor|maj|min|m|7|dim|diminished|aug|augmented|sus2|sus4)?(?P<chord> chord)?",
    re.IGNORECASE,
)
_QUALITIES = {
    "": (0, 4, 7), "major": (0, 4, 7), "maj": (0, 4, 7), "minor": (0, 3, 7), "min": (0, 3, 7), "m": (0, 3, 7),
    "7": (0, 4, 7, 10), "major 7": (0, 4, 7, 11), "major seventh": (0, 4, 7, 11), "maj7": (0, 4, 7, 11),
    "minor 7": (0, 3, 7, 10), "minor seventh": (0, 3, 7, 10), "min7": (0, 3, 7, 10), "m7": (0, 3, 7, 10),
    "dim": (0, 3, 6), "diminished": (0, 3, 6), "aug": (0, 4, 8), "augmented": (0, 4, 8), "sus2": (0, 2, 7),
    "sus4": (0, 5, 7),
}  # fmt: skip
_DRUMS = {
    "kick": 36, "kick drum": 36, "bass drum": 36, "snare": 38, "snare drum": 38, "rim": 37, "rimshot": 37,
    "clap": 39, "hat": 42, "hi hat": 42, "hihat": 42, "closed hat": 42, "closed hi hat": 42, "open hat": 46,
    "open hi hat": 46, "low tom": 41, "tom": 45, "crash": 49, "ride": 51, "cowbell": 56,
}  # fmt: skip
"""The pads that a drum rack and General MIDI have them on."""
_ARTICLE = re.compile(r"^(?:(?:an?|the|some|one)\s+)?(?:(?:low|high|single|note)\s+)*", re.IGNORECASE)
_MIDDLE_C, _HIGHEST = 60, 127


def read_pitches(ground: Ground, tokens: Sequence[Token]) -> tuple[int, ...] | None:
    """The pitches, 0 to 127, that sound together; None for words that are no note."""
    *words, last = (token.text for token in tokens)
    if words in (["note"], ["midi", "note"]) and last.isdigit():
        return (int(last),) if int(last) <= _HIGHEST else None
    text = _ARTICLE.sub("", source_text(ground.sentence, tokens)).strip()
    drum = pad_of(text)
    if drum is not None:
        return (drum,)
    return (_MIDDLE_C,) if text.casefold() == "middle c" else _note(text) or _chord(text)


def pad_of(name: str) -> int | None:
    """The pad that a track named after one drum plays: "Kick", "Hats 2"."""
    words = re.sub(r"[\W\d_]+", " ", name.casefold()).strip()
    return next((_DRUMS[each] for each in (words, words.removesuffix("s")) if each in _DRUMS), None)


def _note(text: str) -> tuple[int, ...] | None:
    match = _NOTE.fullmatch(text)
    if match is None or match["octave"] is None:
        return None
    pitch = _MIDDLE_C + 12 * (int(match["octave"]) - 3) + _semitones(match)
    return (pitch,) if 0 <= pitch <= _HIGHEST else None


def _semitones(match: re.Match[str]) -> int:
    return _STEPS[match["step"].casefold()] + _SIGNS[(match["sign"] or "").casefold()]


def _chord(text: str) -> tuple[int, ...] | None:
    match = _CHORD.fullmatch(text)
    # One letter alone is an article or a list's item rather than a chord.
    if match is None or not (match["quality"] or match["chord"]):
        return None
    root = _semitones(match)
    root += _MIDDLE_C if root < 7 else _MIDDLE_C - 12
    return tuple(root + step for step in _QUALITIES[(match["quality"] or "").casefold()])
