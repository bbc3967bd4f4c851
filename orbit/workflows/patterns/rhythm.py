"""Drums: a row of steps with accents, ghost notes and swing, and the roll that leads into a drop."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from daw_bridges.quantities import beats_per_bar
from daw_bridges.session import Note, Session
from orbit.workflows.patterns.pattern import Bars, Pattern, Pitch, Velocity, known_by_name, repertoire

__all__ = ["Beat", "Roll"]

_STEP = 0.25
_LOUD = {"X": 1.0, "o": 0.78, "g": 0.5}
_HIT = 0.2
_LONGEST = 64


def _row(text: str) -> str:
    steps = re.sub(r"[\s|]", "", known_by_name("rhythms", text) or text)
    if not 1 <= len(steps) <= _LONGEST or set(steps) - {*_LOUD, "-"}:
        known = ", ".join(repertoire()["rhythms"])
        raise ValueError(f"is a row of sixteenths (X accent, o hit, g ghost note, - rest), or one of {known}")
    return steps


class Beat(Pattern):
    """One drum over so many bars.

    ``velocity`` is an accent's; hits and ghost notes are softer in proportion. ``swing`` is where the second
    sixteenth of a pair falls: at 50 % it is straight, at 66 % a triplet's.
    """

    pattern: Literal["beat"] = "beat"
    rhythm: Annotated[str, AfterValidator(_row)]
    bars: Bars = 4
    pitch: Pitch = 36
    velocity: Velocity = 110
    swing: Annotated[float, Field(ge=50, le=75)] = 50

    def made(self, session: Session) -> list[Note]:
        """The hits."""
        whole = beats_per_bar(session.time_signature)
        bar = max(round(whole / _STEP), 1)
        # A row begins anew with each bar, or each so many whole bars, so that it fits in 3/4 as well.
        period = -(-len(self.rhythm) // bar) * bar
        marks = (
            self.rhythm[at % period % len(self.rhythm)] for at in range(round(self.bars * whole / _STEP))
        )
        return [
            Note(self.pitch, self._at(step), _HIT, max(round(self.velocity * _LOUD[mark]), 1))
            for step, mark in enumerate(marks)
            if mark in _LOUD
        ]

    def _at(self, step: int) -> float:
        late = (self.swing - 50) / 100 * 2 * _STEP if step % 2 else 0.0
        return round(step * _STEP + late, 6)


class Roll(Pattern):
    """A roll over a build: quarters, eighths, sixteenths and at last thirty-seconds, ever louder.

    ``rest`` is how many beats before the end it breaks off.
    """

    pattern: Literal["roll"] = "roll"
    bars: Bars = 8
    pitch: Pitch = 38
    from_velocity: Velocity = 55
    to_velocity: Velocity = 120
    rest: Annotated[float, Field(ge=0, le=8)] = 1

    def made(self, session: Session) -> list[Note]:
        """The hits: the first half in quarters, then each stage half as long as the one before."""
        whole = self.bars * beats_per_bar(session.time_signature)
        end, at = max(whole - self.rest, _STEP), 0.0
        notes: list[Note] = []
        while at < end - 1e-6:
            stages = ((0.5, 1.0), (0.75, 0.5), (0.875, 0.25))
            step = next((step for until, step in stages if at / whole < until - 1e-6), 0.125)
            loud = self.from_velocity + (self.to_velocity - self.from_velocity) * at / whole
            notes.append(Note(self.pitch, round(at, 6), min(step, end - at) * 0.8, round(loud)))
            at += step
        return notes
