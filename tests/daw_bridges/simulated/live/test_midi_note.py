from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.simulated.live.midi_note import MidiNote, without_overlaps

NOTES = st.lists(
    st.builds(
        lambda pitch, start, length: MidiNote(0, pitch, start / 4, length / 4),
        st.integers(60, 63),
        st.integers(0, 32),
        st.integers(1, 16),
    )
)


@given(NOTES)
def test_no_two_notes_of_one_pitch_sound_together(notes: list[MidiNote]) -> None:
    kept = without_overlaps(notes)
    for pitch in range(60, 64):
        line = [note for note in kept if note.pitch == pitch]
        ends = [note.start_time + note.duration for note in line]
        assert all(end <= note.start_time for end, note in zip(ends, line[1:], strict=False))


@given(NOTES)
def test_every_start_is_kept_and_nothing_changes_twice(notes: list[MidiNote]) -> None:
    kept = without_overlaps(notes)
    assert {(n.pitch, n.start_time) for n in kept} == {(n.pitch, n.start_time) for n in notes}
    assert without_overlaps(kept) == kept
    assert all(note.duration > 0 for note in kept)
