"""Sets with hardly anything in them, saved in place or the way Live saves."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

from tests.daw_bridges.ableton.saved.sets import LIVE_12, live_set, setting, track, xml_of

__all__ = ["live_saves", "spoil", "write_set"]

_BAND = ("Kick", "Bass")


def write_set(
    path: Path, *, tempo: float = 120.0, tracks: tuple[str, ...] = _BAND, packed_at: int = 0
) -> Path:
    """Write a set in place; ``packed_at`` changes the bytes and nothing that is read of them."""
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [track(LIVE_12, "MidiTrack", number, name) for number, name in enumerate(tracks)]
    mixer = [setting(LIVE_12, "Tempo", tempo), setting(LIVE_12, "TimeSignature", 201)]
    song = live_set(LIVE_12, rows, track(LIVE_12, LIVE_12.master, 99, "Main", mixer=mixer), scenes=("Intro",))
    path.write_bytes(gzip.compress(xml_of(song), mtime=packed_at))
    return path


def live_saves(path: Path, stamp: str, *, tempo: float = 120.0, tracks: tuple[str, ...] = _BAND) -> Path:
    """Save a set as Live does: beside it first, the old one to the Backup folder, then in its place.

    Gives the backup.
    """
    beside = write_set(path.with_name(f"{path.name}.saving"), tempo=tempo, tracks=tracks)
    backup = path.parent / "Backup" / f"{path.stem} [{stamp}].als"
    backup.parent.mkdir(exist_ok=True)
    if path.exists():
        shutil.move(path, backup)
    beside.rename(path)
    return backup


def spoil(path: Path) -> None:
    """Leave of a set what a crash leaves: its beginning."""
    path.write_bytes(path.read_bytes()[:100])
