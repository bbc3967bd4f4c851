"""Notes of a MIDI clip: what scripts hand in, what they get back, and how overlapping notes make room."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from daw_bridges.simulated.live.lom import strict

__all__ = ["MidiNote", "MidiNoteSpecification", "MidiNoteVector", "without_overlaps"]


class MidiNoteSpecification:
    """A note to be added; ``start_time`` and ``duration`` in beats, ``velocity`` 0 … 127."""

    def __init__(
        self,
        pitch: int,
        start_time: float,
        duration: float,
        velocity: float = 100.0,
        mute: bool = False,
        probability: float = 1.0,
        velocity_deviation: float = 0.0,
        release_velocity: float = 64.0,
    ) -> None:
        strict(int, pitch, "MidiNoteSpecification")
        if not 0 <= pitch <= 127:
            raise RuntimeError("Pitch is out of range: 0 … 127 expected")
        if duration <= 0:
            raise RuntimeError("Duration must be greater than 0")
        self.pitch = pitch
        self.start_time = float(start_time)
        self.duration = float(duration)
        self.velocity = float(velocity)
        self.mute = bool(mute)
        self.probability = float(probability)
        self.velocity_deviation = float(velocity_deviation)
        self.release_velocity = float(release_velocity)


@dataclass
class MidiNote:
    """A copy of a note in a clip; changes reach the clip through ``apply_note_modifications``."""

    note_id: int
    pitch: int
    start_time: float
    duration: float
    velocity: float = 100.0
    mute: bool = field(default=False)
    probability: float = 1.0
    velocity_deviation: float = 0.0
    release_velocity: float = 64.0

    @classmethod
    def of(cls, note_id: int, source: MidiNoteSpecification) -> MidiNote:
        """The note a specification becomes in a clip."""
        return cls(note_id, **vars(source))

    def copy(self) -> MidiNote:
        """A note that can be changed without changing this one."""
        return replace(self)


class MidiNoteVector(tuple[MidiNote, ...]):
    """Notes as a clip hands them out: by pitch, then by time."""

    __slots__ = ()

    @classmethod
    def of(cls, notes: Iterable[MidiNote]) -> MidiNoteVector:
        """Copies of notes that are in a clip."""
        return cls(note.copy() for note in sorted(notes, key=lambda note: (note.pitch, note.start_time)))


def without_overlaps(notes: Iterable[MidiNote]) -> tuple[MidiNote, ...]:
    """The notes in order of time: an earlier one on a pitch is cut short, one on the same start replaced."""
    latest = {(note.pitch, note.start_time): note for note in notes}
    ordered = sorted(latest.values(), key=lambda note: (note.start_time, note.pitch))
    following: dict[int, float] = {}
    kept: list[MidiNote] = []
    for note in reversed(ordered):
        limit = following.get(note.pitch, float("inf"))
        kept.append(replace(note, duration=min(note.duration, limit - note.start_time)))
        following[note.pitch] = note.start_time
    return tuple(reversed(kept))
