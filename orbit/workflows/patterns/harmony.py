"""What is written out of chords: voiced and led for two hands, broken up into a line, or doubled down low."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field

from daw_bridges.errors import NotPossibleError, OutOfRangeError, QuantityError
from daw_bridges.quantities import Unit, beats_per_bar, parse_quantity
from daw_bridges.references import find_clip, find_track
from daw_bridges.session import ArrangementClip, Clip, Note, Session
from orbit.workflows.patterns.pattern import Bars, Gives, Pattern, Pitch, Velocity, repertoire
from orbit.workflows.patterns.theory import chords_in, read_key

if TYPE_CHECKING:
    from pychord import Chord

__all__ = ["Arpeggio", "Chords", "ClipLength", "Doubled", "led"]

_BASS_FROM = 36
_ACCENT, _TOP, _INNER = 8.0, 5.0, -4.0
_DRIFT = 0.25
"""How much nearness to the middle counts beside the way each voice has to go."""
_REACH = 12


def _key(text: str) -> str:
    try:
        return read_key(text).say()
    except OutOfRangeError as error:
        raise ValueError(str(error)) from None


def _rate(text: str) -> str:
    try:
        beats = parse_quantity(text, Unit.BEATS)
    except QuantityError as error:
        raise ValueError(str(error)) from None
    if beats.unit is not Unit.BEATS or not 1 / 16 <= beats.value <= 4:
        raise ValueError("is a note value such as 1/16 or 1/8T, from 1/64 to 1/1")
    return text


def led(chords: Sequence[Sequence[int]], centre: int) -> list[tuple[int, ...]]:
    """Place chords by their pitch classes around a pitch, each voice going as little as it can.

    >>> led([(9, 0, 4), (5, 9, 0), (0, 4, 7), (7, 11, 2)], centre=60)
    [(57, 60, 64), (57, 60, 65), (55, 60, 64), (55, 59, 62)]
    """
    placed: list[tuple[int, ...]] = []
    for chord in chords:
        before = placed[-1] if placed else ()
        placed.append(min(_close(chord, centre), key=lambda notes: _effort(notes, before, centre)))
    return placed


def _close(chord: Sequence[int], centre: int) -> Iterator[tuple[int, ...]]:
    """Every close position of a chord whose lowest note is within reach of the centre."""
    for lowest in range(centre - _REACH, centre + _REACH // 2):
        if lowest % 12 in chord:
            yield tuple(lowest + step for step in sorted((each - lowest) % 12 for each in chord))


def _effort(notes: Sequence[int], before: Sequence[int], centre: int) -> tuple[float, int]:
    way = sum(min(abs(note - other) for other in before) for note in notes) if before else 0
    away = abs(sum(notes) / len(notes) - centre)
    return way + (_DRIFT if before else 1.0) * away, notes[0]


def _opened(notes: tuple[int, ...]) -> tuple[int, ...]:
    """The open position of a close one: the second voice from the top an octave down."""
    return tuple(sorted((*notes[:-2], notes[-2] - 12, notes[-1]))) if len(notes) > 2 else notes


def _from(lowest: int, pitch: int) -> int:
    """The same note in the octave that begins at ``lowest``."""
    return lowest + (pitch - lowest) % 12


def _loud(velocity: float) -> float:
    return min(max(velocity, 1.0), 127.0)


class _Harmony(Pattern):
    """A progression in a key, each chord for so many bars."""

    key: Annotated[str, AfterValidator(_key)]
    progression: Annotated[str, Field(min_length=1, max_length=400)]
    bars_each: Bars = 1
    centre: Annotated[int, Field(ge=36, le=84)] = 60
    """The pitch around which the voices lie."""
    velocity: Velocity = 80

    def chords(self) -> list[tuple[int, ...]]:
        """Their pitch classes from the root up, or from a bass note of their own (the F of C/F)."""
        return [_classes(chord) for chord in chords_in(self.key, self.progression)]

    def span(self, session: Session) -> float:
        """How long each chord lasts, in beats."""
        return self.bars_each * beats_per_bar(session.time_signature)


def _classes(chord: Chord) -> tuple[int, ...]:
    return tuple(dict.fromkeys(value % 12 for value in chord.components(visible=False)))


class Chords(_Harmony):
    """Chords with voice leading; ``bass`` adds each root below, ``voicing`` spreads them."""

    pattern: Literal["chords"] = "chords"
    rhythm: Literal["held", "beats", "offbeats", "tresillo"] = "held"
    voicing: Literal["close", "open"] = "close"
    bass: bool = False

    def made(self, session: Session) -> list[Note]:
        """The chords, one behind the other."""
        chords, notes = self.chords(), list[Note]()
        for place, (chord, close) in enumerate(zip(chords, led(chords, self.centre), strict=True)):
            low = (_from(_BASS_FROM, chord[0]),) if self.bass else ()
            pitches = (*low, *(_opened(close) if self.voicing == "open" else close))
            for at, length, first in self._struck(session):
                notes += self._voices(pitches, place * self.span(session) + at, length, accent=first)
        return notes

    def _struck(self, session: Session) -> Iterator[tuple[float, float, bool]]:
        """Where a chord is struck, for how long, and whether a bar begins there."""
        span, bar = self.span(session), beats_per_bar(session.time_signature)
        if self.rhythm == "held":
            yield 0.0, span, False
            return
        for start in (bar * number for number in range(math.ceil(span / bar))):
            for at, length in repertoire()["struck"][self.rhythm]:
                if at < bar and start + at < span:
                    yield start + at, min(length, bar - at, span - start - at), at == 0

    def _voices(self, pitches: tuple[int, ...], at: float, length: float, *, accent: bool) -> Iterator[Note]:
        """One chord: the top voice a little louder, for that is the tune, and the inner ones softer."""
        for pitch in dict.fromkeys(pitches):
            extra = _TOP if pitch == max(pitches) else 0.0 if pitch == min(pitches) else _INNER
            yield Note(pitch, at, length, _loud(self.velocity + extra + (_ACCENT if accent else 0.0)))


class Arpeggio(_Harmony):
    """A progression broken up into single notes, over one or more octaves.

    ``gate`` is how much of its step each note sounds, in percent.
    """

    pattern: Literal["arpeggio"] = "arpeggio"
    rate: Annotated[str, AfterValidator(_rate)] = "1/16"
    direction: Literal["up", "down", "up and down"] = "up"
    octaves: Annotated[int, Field(ge=1, le=4)] = 2
    gate: Annotated[float, Field(ge=10, le=100)] = 75

    def made(self, session: Session) -> list[Note]:
        """The line: the first note of each beat is louder, so that the pulse is heard in it."""
        step, span = parse_quantity(self.rate, Unit.BEATS).value, self.span(session)
        notes: list[Note] = []
        for place, chord in enumerate(led(self.chords(), self.centre)):
            order = self._order(chord)
            for number in range(math.ceil(span / step - 1e-6)):
                at = number * step
                loud = _loud(self.velocity + (_ACCENT if abs(at - round(at)) < 1e-6 else _INNER))
                length = min(step * self.gate / 100, span - at)
                notes.append(
                    Note(order[number % len(order)], round(place * span + at, 6), round(length, 6), loud)
                )
        return notes

    def _order(self, chord: tuple[int, ...]) -> list[int]:
        rising = [note + 12 * octave for octave in range(self.octaves) for note in chord]
        rising = [note for note in rising if note <= 127]
        there_and_back = rising + rising[-2:0:-1]
        return {"up": rising, "down": rising[::-1], "up and down": there_and_back}[self.direction]


class _Following(Pattern):
    track: Annotated[str, Field(min_length=1)]
    clip: Annotated[str, Field(min_length=1)]

    def source(self, session: Session) -> Clip | ArrangementClip:
        """The clip that is followed. Raises NotFoundError."""
        return find_clip(find_track(session, self.track), self.clip)


class ClipLength(_Following):
    """How long a clip is, in beats."""

    gives: ClassVar[Gives] = Gives.NUMBER
    pattern: Literal["clip_length"] = "clip_length"

    def made(self, session: Session) -> float:
        """Its length."""
        return self.source(session).length_beats


class Doubled(_Following):
    """The lowest voice of a clip, note for note, in the octave from ``lowest`` up, equally loud."""

    pattern: Literal["doubled"] = "doubled"
    lowest: Pitch = 28
    velocity: Velocity = 100

    def made(self, session: Session) -> list[Note]:
        """One note at a time: each ends where the next begins."""
        clip = self.source(session)
        if not clip.note_list:
            raise NotPossibleError(
                f"“{clip.name}” on “{self.track}” shows no notes here, so there is nothing to follow."
            )
        # The last of each place is kept, and so the lowest.
        line = {note.start_beat: note for note in sorted(clip.note_list, key=lambda note: -note.pitch)}
        places = [*sorted(at for at in line if at < clip.length_beats), clip.length_beats]
        return [
            Note(
                _from(self.lowest, line[at].pitch), at, min(line[at].duration_beats, end - at), self.velocity
            )
            for at, end in pairwise(places)
        ]
