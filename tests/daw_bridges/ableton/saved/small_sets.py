"""Sets as small as Live would still open them, written the way Live writes."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

__all__ = ["live_saves", "set_bytes", "spoil", "write_set"]

_SET = """<?xml version="1.0" encoding="UTF-8"?>
<Ableton MajorVersion="5" MinorVersion="12.0_12049" Creator="Ableton Live 12.0.5">
<!-- {note} -->
<LiveSet><Tracks>{tracks}</Tracks><MainTrack><DeviceChain><Mixer>
<Tempo><Manual Value="{tempo}"/></Tempo>
<TimeSignature><Manual Value="201"/></TimeSignature>
</Mixer></DeviceChain></MainTrack></LiveSet></Ableton>"""
_TRACK = '<MidiTrack Id="{number}"><Name><EffectiveName Value="{name}"/></Name></MidiTrack>'


def set_bytes(*, tempo: float = 120.0, tracks: tuple[str, ...] = ("Kick", "Bass"), note: str = "") -> bytes:
    """A set as a file holds it; ``note`` changes the file and nothing that is read of it."""
    rows = "".join(_TRACK.format(number=number, name=name) for number, name in enumerate(tracks))
    return gzip.compress(_SET.format(tempo=tempo, tracks=rows, note=note).encode(), mtime=0)


def write_set(
    path: Path, *, tempo: float = 120.0, tracks: tuple[str, ...] = ("Kick", "Bass"), note: str = ""
) -> Path:
    """Write a set in place, as other programs do."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(set_bytes(tempo=tempo, tracks=tracks, note=note))
    return path


def live_saves(
    path: Path, stamp: str, *, tempo: float = 120.0, tracks: tuple[str, ...] = ("Kick", "Bass")
) -> Path:
    """Save a set as Live does: beside it first, the old one to the Backup folder, then in its place."""
    beside = path.with_name(f"{path.name}.saving")
    write_set(beside, tempo=tempo, tracks=tracks)
    backup = path.parent / "Backup" / f"{path.stem} [{stamp}].als"
    backup.parent.mkdir(exist_ok=True)
    if path.exists():
        shutil.move(path, backup)
    beside.rename(path)
    return backup


def spoil(path: Path) -> None:
    """Leave of a set what a crash leaves: its beginning."""
    path.write_bytes(path.read_bytes()[:100])
