"""Notes in a Standard MIDI File: read back they are the same, and nothing else is in it."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daw_bridges.errors import NotPossibleError
from daw_bridges.logic.macos.midi_file import TICKS, write_midi_file
from daw_bridges.session import Note
from tests.laws import tries

_mido: Any = import_module("mido")
_TIMES = st.integers(0, 64 * 24).map(lambda n: n / 24)


@st.composite
def _parts(draw: st.DrawFn) -> list[Note]:
    """Notes of which no two of a pitch sound at once."""
    found: list[Note] = []
    for pitch in draw(st.lists(st.integers(0, 127), unique=True, min_size=1, max_size=6)):
        cuts = draw(st.lists(_TIMES, min_size=2, max_size=8, unique=True).map(sorted))
        found += [
            Note(pitch, start, end - start, draw(st.integers(1, 127)))
            for start, end in zip(cuts[::2], cuts[1::2], strict=False)
        ]
    return sorted(found, key=lambda note: (note.start_beat, note.pitch))


def _read(path: Path) -> tuple[str, list[Note], float, set[str]]:
    """An own reading, by absolute time and pitch."""
    file = _mido.MidiFile(path, charset="utf-8")
    assert file.type == 0
    name, found, now, kinds = "", list[Note](), 0, set[str]()
    sounding: dict[int, tuple[int, int]] = {}
    for message in _mido.merge_tracks(file.tracks):
        now += message.time
        kinds.add(message.type)
        if message.type == "track_name":
            name = message.name
        elif message.type == "note_on" and message.velocity:
            assert message.note not in sounding
            sounding[message.note] = now, message.velocity
        elif message.type in ("note_on", "note_off"):
            start, velocity = sounding.pop(message.note)
            beats = file.ticks_per_beat
            found.append(Note(message.note, start / beats, (now - start) / beats, velocity))
    assert not sounding
    return (
        name,
        sorted(found, key=lambda note: (note.start_beat, note.pitch)),
        now / file.ticks_per_beat,
        kinds,
    )


@settings(max_examples=tries(100, 2000))
@given(_parts(), st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=40), st.integers(1, 80))
def test_what_is_read_is_what_was_written(notes: list[Note], name: str, length: int) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "part.mid"
        write_midi_file(path, name, notes, float(length))
        read_name, read, end, kinds = _read(path)
    assert read_name == name
    assert len(read) == len(notes)
    for one, other in zip(read, notes, strict=True):
        assert (one.pitch, one.velocity) == (other.pitch, other.velocity)
        assert one.start_beat == pytest.approx(other.start_beat, abs=0.5 / TICKS)
        assert one.duration_beats == pytest.approx(other.duration_beats, abs=1.001 / TICKS)
    assert end >= length - 0.5 / TICKS
    assert kinds <= {"track_name", "note_on", "note_off", "end_of_track"}


def test_a_note_of_no_length_sounds_for_a_tick_and_a_velocity_is_one_that_sounds(tmp_path: Path) -> None:
    write_midi_file(tmp_path / "a.mid", "a", [Note(60, 0.0, 0.0, 0.2), Note(61, 1.0, 1.0, 126.6)], 4.0)
    _, notes, _, _ = _read(tmp_path / "a.mid")
    assert notes == [Note(60, 0.0, 1 / TICKS, 1), Note(61, 1.0, 1.0, 127)]


def test_a_note_that_begins_as_the_one_before_ends_is_a_note_of_its_own(tmp_path: Path) -> None:
    notes = [Note(60, float(beat), 1.0, 90 + beat) for beat in range(4)]
    write_midi_file(tmp_path / "a.mid", "a", notes, 4.0)
    assert _read(tmp_path / "a.mid")[1] == notes


def test_nothing_is_no_region(tmp_path: Path) -> None:
    with pytest.raises(NotPossibleError, match="here there are none"):
        write_midi_file(tmp_path / "a.mid", "a", [], 4.0)
    assert not (tmp_path / "a.mid").exists()
