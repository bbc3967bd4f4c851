"""The notes of a MIDI clip, by Live's extended note interface and the older tuples."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence

from daw_bridges.simulated.live.lom import LomObject, strict
from daw_bridges.simulated.live.midi_note import (
    MidiNote,
    MidiNoteSpecification,
    MidiNoteVector,
    without_overlaps,
)

__all__ = ["ClipNotes", "new_note_id"]

_NOTE_IDS = itertools.count(1)


def new_note_id() -> int:
    """An id no note had before."""
    return next(_NOTE_IDS)


class ClipNotes(LomObject):
    """Note access; every method raises RuntimeError on audio clips."""

    _observable = ("notes",)
    _midi: bool

    def add_new_notes(self, notes: Iterable[MidiNoteSpecification]) -> tuple[int, ...]:
        """Add notes and give their ids."""
        specifications = tuple(strict(MidiNoteSpecification, note, "Clip.add_new_notes") for note in notes)
        added = tuple(MidiNote.of(new_note_id(), note) for note in specifications)
        self.write_notes_((*self.notes_(), *added))
        return tuple(note.note_id for note in added)

    def get_notes_extended(
        self, from_pitch: int, pitch_span: int, from_time: float, time_span: float
    ) -> MidiNoteVector:
        """The notes that start in the given window."""
        inside = _window(from_pitch, pitch_span, from_time, time_span)
        return MidiNoteVector.of(note for note in self.notes_() if inside(note))

    def get_all_notes_extended(self) -> MidiNoteVector:
        """Every note, also those outside the loop."""
        return MidiNoteVector.of(self.notes_())

    def get_notes_by_id(self, note_ids: Sequence[int]) -> MidiNoteVector:
        """The notes with these ids."""
        wanted = self.known_(note_ids)
        return MidiNoteVector.of(note for note in self.notes_() if note.note_id in wanted)

    def remove_notes_extended(
        self, from_pitch: int, pitch_span: int, from_time: float, time_span: float
    ) -> None:
        """Remove the notes that start in the given window."""
        inside = _window(from_pitch, pitch_span, from_time, time_span)
        self.keep_notes_(lambda note: not inside(note))

    def remove_notes_by_id(self, note_ids: Sequence[int]) -> None:
        """Remove the notes with these ids; RuntimeError if one is not there."""
        gone = self.known_(note_ids)
        self.keep_notes_(lambda note: note.note_id not in gone)

    def apply_note_modifications(self, notes: MidiNoteVector) -> None:
        """Take over changed copies of notes, which must be the vector a getter gave."""
        strict(MidiNoteVector, notes, "Clip.apply_note_modifications")
        self.known_([note.note_id for note in notes])
        changed = {note.note_id: note.copy() for note in notes}
        self.write_notes_(changed.get(note.note_id, note) for note in self.notes_())

    def get_notes(
        self, from_time: float, from_pitch: int, time_span: float, pitch_span: int
    ) -> tuple[tuple[int, float, float, int, bool], ...]:
        """The notes as (pitch, time, duration, velocity, mute)."""
        found = self.get_notes_extended(from_pitch, pitch_span, from_time, time_span)
        return tuple((n.pitch, n.start_time, n.duration, round(n.velocity), n.mute) for n in found)

    def set_notes(self, notes: Sequence[tuple[int, float, float, float, bool]]) -> None:
        """Add notes given as (pitch, time, duration, velocity, mute)."""
        self.add_new_notes(MidiNoteSpecification(p, t, d, v, mute=m) for p, t, d, v, m in notes)

    def remove_notes(self, from_time: float, from_pitch: int, time_span: float, pitch_span: int) -> None:
        """Remove the notes of a window, by the older order of arguments."""
        self.remove_notes_extended(from_pitch, pitch_span, from_time, time_span)

    def notes_(self) -> tuple[MidiNote, ...]:
        if not self._midi:
            raise RuntimeError("Only MIDI clips have notes")
        return self.get_("notes") or ()

    def write_notes_(self, notes: Iterable[MidiNote]) -> None:
        self.assign_("notes", without_overlaps(notes))

    def keep_notes_(self, wanted: Callable[[MidiNote], bool]) -> None:
        self.write_notes_(note for note in self.notes_() if wanted(note))

    def repeat_notes_(self, start: float, end: float) -> None:
        again = [note.copy() for note in self.notes_() if start <= note.start_time < end]
        for note in again:
            note.note_id, note.start_time = new_note_id(), note.start_time + end - start
        self.write_notes_((*self.notes_(), *again))

    def known_(self, note_ids: Sequence[int]) -> set[int]:
        wanted = set(note_ids)
        if not wanted <= {note.note_id for note in self.notes_()}:
            raise RuntimeError("Unknown note id")
        return wanted

    def take_from_(self, other: LomObject) -> None:
        super().take_from_(other)
        notes: tuple[MidiNote, ...] = other.get_("notes") or ()
        copies = [note.copy() for note in notes]
        for note in copies:
            note.note_id = new_note_id()
        self.__dict__["=notes"] = tuple(copies)


def _window(
    from_pitch: int, pitch_span: int, from_time: float, time_span: float
) -> Callable[[MidiNote], bool]:
    return lambda note: (
        from_pitch <= note.pitch < from_pitch + pitch_span
        and from_time <= note.start_time < from_time + time_span
    )
