"""Selecting, repeating and quantizing the notes of a MIDI clip."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from daw_bridges.simulated.live.clip_notes import ClipNotes, new_note_id
from daw_bridges.simulated.live.midi_note import MidiNote, MidiNoteVector

__all__ = ["NoteEditing"]

_NAMES = ("C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B")

# Live.Song.RecordingQuantization in beats; the mixed ones take the finer grid.
_GRIDS = {1: 1.0, 2: 1 / 2, 3: 1 / 3, 4: 1 / 6, 5: 1 / 4, 6: 1 / 6, 7: 1 / 12, 8: 1 / 8}

NoteTuple = tuple[int, float, float, int, bool]


class NoteEditing(ClipNotes):
    """What the note editor does; selections are no part of the undo history."""

    _selected: frozenset[int] = frozenset()

    def select_all_notes(self) -> None:
        """Select every note."""
        self._selected = frozenset(note.note_id for note in self.notes_())

    def deselect_all_notes(self) -> None:
        """Select nothing."""
        self._selected = frozenset()

    def select_notes_by_id(self, note_ids: Sequence[int]) -> None:
        """Select the notes with these ids."""
        self._selected = frozenset(self.known_(note_ids))

    def get_selected_notes_extended(self) -> MidiNoteVector:
        """The selected notes."""
        return MidiNoteVector.of(note for note in self.notes_() if note.note_id in self._selected)

    def get_selected_notes(self) -> tuple[NoteTuple, ...]:
        """The selected notes as (pitch, time, duration, velocity, mute)."""
        found = self.get_selected_notes_extended()
        return tuple((n.pitch, n.start_time, n.duration, round(n.velocity), n.mute) for n in found)

    def replace_selected_notes(self, notes: Sequence[tuple[int, float, float, float, bool]]) -> None:
        """Put notes, given as tuples, in the place of the selected ones."""
        with self.doc_.change():
            self.keep_notes_(lambda note: note.note_id not in self._selected)
            self.set_notes(notes)

    def duplicate_notes_by_id(
        self, note_ids: Sequence[int], destination_time: float | None = None, transposition_amount: int = 0
    ) -> tuple[int, ...]:
        """Copy notes to ``destination_time``, or right behind themselves; gives the new ids."""
        wanted = self.known_(note_ids)
        chosen = [note for note in self.notes_() if note.note_id in wanted]
        start = min(note.start_time for note in chosen)
        end = max(note.start_time + note.duration for note in chosen)
        shift = (end if destination_time is None else destination_time) - start
        return self._add_copies(chosen, shift, transposition_amount)

    def duplicate_region(
        self,
        region_start: float,
        region_length: float,
        destination_time: float,
        pitch: int = -1,
        transposition_amount: int = 0,
    ) -> None:
        """Copy the notes that start in a region, of one pitch or of all, to ``destination_time``."""
        inside = [
            note
            for note in self.notes_()
            if region_start <= note.start_time < region_start + region_length and pitch in (-1, note.pitch)
        ]
        self._add_copies(inside, destination_time - region_start, transposition_amount)

    def quantize(self, quantization_grid: int, amount: float) -> None:
        """Move notes towards a grid (RecordingQuantization) by ``amount`` 0 … 1."""
        self._quantize(quantization_grid, amount, lambda _: True)

    def quantize_pitch(self, pitch: int, quantization_grid: int, amount: float) -> None:
        """Move the notes of one pitch towards a grid."""
        self._quantize(quantization_grid, amount, lambda note: note.pitch == pitch)

    def note_number_to_name(self, midi_pitch: int) -> str:
        """A note's name as Live writes it: 60 is C3."""
        return f"{_NAMES[midi_pitch % 12]}{midi_pitch // 12 - 2}"

    def _add_copies(self, notes: Sequence[MidiNote], shift: float, transposition: int) -> tuple[int, ...]:
        copies = [note.copy() for note in notes]
        for copy in copies:
            copy.note_id, copy.start_time = new_note_id(), copy.start_time + shift
            copy.pitch = min(max(copy.pitch + transposition, 0), 127)
        self.write_notes_((*self.notes_(), *copies))
        return tuple(copy.note_id for copy in copies)

    def _quantize(self, grid: int, amount: float, wanted: Callable[[MidiNote], bool]) -> None:
        if grid not in _GRIDS:
            return
        step = _GRIDS[grid]
        moved = [note.copy() for note in self.notes_()]
        for note in filter(wanted, moved):
            note.start_time += (round(note.start_time / step) * step - note.start_time) * amount
        self.write_notes_(moved)
