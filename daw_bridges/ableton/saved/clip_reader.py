"""Clips of both views: their names, lengths, notes and envelopes."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator

from daw_bridges.ableton.saved.attributes import NOTES, attributes_of
from daw_bridges.ableton.saved.cursor import Cursor, Handler, OtherHandler
from daw_bridges.ableton.saved.envelope_reader import EnvelopeReader
from daw_bridges.ableton.saved.grammar import KEY_TRACK
from daw_bridges.ableton.saved.numbers import finite, is_on, whole
from daw_bridges.ableton.saved.parts import FoundClip, FoundEnvelope
from daw_bridges.session import Note

__all__ = ["ClipReader"]

# What is displayed is far coarser than this; the rest is what single precision leaves.
_DIGITS = 6

# Characters of notes that are read at once; a clip may have more.
_LONGEST_CLIP = 1 << 19


class ClipReader:
    """Reads ``MidiClip`` and ``AudioClip`` elements."""

    def __init__(self, cursor: Cursor, envelopes: EnvelopeReader) -> None:
        self._cursor = cursor
        self._envelopes = envelopes

    def in_slot(self, slot: int, found: list[FoundClip]) -> OtherHandler:
        """A handler for what is in a slot, counted from 1."""
        return lambda tag, _: found.append(self._clip(tag, slot, on_timeline=False))

    def on_timeline(self, found: list[FoundClip]) -> OtherHandler:
        """A handler for what stands on a track's timeline."""

        def clip(tag: str, attributes: str) -> None:
            start = finite(attributes_of(attributes).get("Time")) or 0.0
            found.append(self._clip(tag, start, on_timeline=True))

        return clip

    def _clip(self, tag: str, place: float, *, on_timeline: bool) -> FoundClip:
        envelopes: list[FoundEnvelope] = []
        notes: list[Note] = []
        loop: dict[str, str] = {}
        file: dict[str, str] = {}
        leaves = self._cursor.read(
            tag,
            {
                "Loop": self._cursor.gathering("Loop", loop),
                "Notes": self._cursor.reading("Notes", {"KeyTracks": self._key_tracks(notes)}),
                "Envelopes": self._envelopes.into(envelopes),
                "SampleRef": self._cursor.reading(
                    "SampleRef", {"FileRef": self._cursor.gathering("FileRef", file)}
                ),
            },
        )
        if on_timeline:
            length = _span(leaves, "CurrentStart", "CurrentEnd")
        else:
            length = _span(loop, "LoopStart", "LoopEnd")
        # Audio that is not warped runs by the clock, and so does its loop; the timeline is in beats.
        unwarped = tag == "AudioClip" and not is_on(leaves.get("IsWarped"), default=True)
        notes.sort(key=lambda note: (note.start_beat, note.pitch))
        return FoundClip(
            place=place,
            name=leaves.get("Name", ""),
            length=length,
            in_seconds=unwarped and not on_timeline,
            notes=tuple(notes),
            envelopes=envelopes,
            sample=_file_name(file),
        )

    def _key_tracks(self, found: list[Note]) -> Handler:
        """A handler for notes, which stand together by their keys."""

        def read(_: str) -> None:
            text = self._cursor.ahead("KeyTracks", _LONGEST_CLIP) or ""
            keys = KEY_TRACK.findall(text)
            if len(keys) == text.count("<KeyTrack") > 0:
                self._cursor.skip("KeyTracks")
                for row, key in keys:
                    found.extend(_notes(key, NOTES.of(row)))
            else:
                self._cursor.read("KeyTracks", {"KeyTrack": self._key(found)})

        return read

    def _key(self, found: list[Note]) -> Handler:
        """A handler for the notes of one key; which key it is stands behind them."""
        rows: list[tuple[str, ...]] = []

        def notes(_: str) -> None:
            for piece in self._cursor.content("Notes"):
                rows.extend(NOTES.of(piece))

        def key(_: str) -> None:
            rows.clear()
            key = self._cursor.read("KeyTrack", {"Notes": notes}).get("MidiKey", "")
            found.extend(_notes(key, rows))

        return key


def _file_name(file: dict[str, str]) -> str | None:
    """The name of the file a clip plays: before Live 11 by itself, since then at the end of a path."""
    path = file.get("Name") or file.get("Path") or file.get("RelativePath") or ""
    return re.split(r"[/\\]", path)[-1] or None


def _span(leaves: dict[str, str], start: str, end: str) -> float:
    first, last = finite(leaves.get(start)), finite(leaves.get(end))
    return 0.0 if first is None or last is None else round(max(last - first, 0.0), _DIGITS)


def _notes(key: str, rows: Iterable[tuple[str, ...]]) -> Iterator[Note]:
    """The notes of a key that are heard; one that says no number where one belongs is none."""
    pitch = whole(key)
    if pitch is None or not 0 <= pitch <= 127:
        return
    for start, length, velocity, heard in rows:
        try:
            note = Note(pitch, _cleaned(start), _cleaned(length), _cleaned(velocity))
        except ValueError:
            continue
        if heard != "false" and math.isfinite(note.start_beat + note.duration_beats + note.velocity):
            yield note


def _cleaned(text: str) -> float:
    number = float(text)
    return number if len(text) <= _DIGITS else round(number, _DIGITS)
