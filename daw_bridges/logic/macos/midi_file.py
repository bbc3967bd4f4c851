"""Notes as a Standard MIDI File, which is how a region comes into Logic.

Of a file that is imported, Logic takes each track's name, notes and controllers, and leaves tempo and time
signatures aside (Apple's support article HT202354), so none are written.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from daw_bridges.errors import NotPossibleError
from daw_bridges.session import Note

__all__ = ["TICKS", "write_midi_file"]

TICKS = 960
"""Ticks a quarter note: Logic's own resolution."""

_END, _START = 0, 1


def write_midi_file(path: Path, name: str, notes: Sequence[Note], length_beats: float) -> None:
    """Write one track of notes that is ``length_beats`` quarter notes long, from beat 0.

    Raises NotPossibleError when there is not one note: Logic makes no region of nothing.
    """
    mido = _mido()
    if not notes:
        raise NotPossibleError("A region is imported with its notes, and here there are none.")
    track = mido.MidiTrack([mido.MetaMessage("track_name", name=name)])
    now = 0
    for tick, kind, pitch, velocity in sorted(_events(notes)):
        what = "note_on" if kind is _START else "note_off"
        track.append(mido.Message(what, note=pitch, velocity=velocity, time=tick - now))
        now = tick
    end = max(round(length_beats * TICKS), now)
    track.append(mido.MetaMessage("end_of_track", time=end - now))
    mido.MidiFile(type=0, ticks_per_beat=TICKS, tracks=[track], charset="utf-8").save(path)


def _mido() -> Any:
    """The library, which knows no types; imported when it is used."""
    return import_module("mido")


def _events(notes: Sequence[Note]) -> list[tuple[int, int, int, int]]:
    """Starts and ends by tick; where one note ends as the next begins, the end comes first."""
    found: list[tuple[int, int, int, int]] = []
    for note in notes:
        start = round(note.start_beat * TICKS)
        end = max(round((note.start_beat + note.duration_beats) * TICKS), start + 1)
        found += [
            (start, _START, note.pitch, min(max(round(note.velocity), 1), 127)),
            (end, _END, note.pitch, 0),
        ]
    return found
