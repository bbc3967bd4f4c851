"""Clips of both views: their names, lengths, notes and envelopes."""

from __future__ import annotations

from daw_bridges.ableton.saved.cursor import NOTES, Cursor, Handler, OtherHandler, attributes_of
from daw_bridges.ableton.saved.envelope_reader import EnvelopeReader
from daw_bridges.ableton.saved.grammar import NOTE
from daw_bridges.ableton.saved.numbers import finite, whole
from daw_bridges.ableton.saved.parts import FoundClip, FoundEnvelope
from daw_bridges.session import Note

__all__ = ["ClipReader"]

# What is displayed is far coarser than this; the rest is what single precision leaves.
_DIGITS = 6

_MUTED = 'IsEnabled="false"'


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
        key_track = {"KeyTrack": self._key(notes)}
        leaves = self._cursor.read(
            tag,
            {
                "Loop": self._cursor.gathering("Loop", loop),
                "Notes": self._cursor.reading(
                    "Notes", {"KeyTracks": self._cursor.reading("KeyTracks", key_track)}
                ),
                "Envelopes": self._envelopes.into(envelopes),
            },
        )
        if on_timeline:
            length = _span(leaves, "CurrentStart", "CurrentEnd")
        else:
            length = _span(loop, "LoopStart", "LoopEnd")
        notes.sort(key=lambda note: (note.start_beat, note.pitch))
        return FoundClip(place, leaves.get("Name", ""), length, tuple(notes), envelopes)

    def _key(self, found: list[Note]) -> Handler:
        """A handler for the notes of one key; which key it is stands behind them."""
        rows: list[tuple[str, str, str, str]] = []

        def take(row: str) -> None:
            rows.extend(NOTE.findall(row))

        def single(tag: str, attributes: str) -> None:
            take(f"{attributes}>")
            self._cursor.skip(tag)

        notes = {"Notes": self._cursor.reading("Notes", {NOTES: take}, single)}

        def key(_: str) -> None:
            rows.clear()
            pitch = whole(self._cursor.read("KeyTrack", notes).get("MidiKey"))
            if pitch is not None and 0 <= pitch <= 127:
                found.extend(note for row in rows if (note := _note(pitch, *row)) is not None)

        return key


def _span(leaves: dict[str, str], start: str, end: str) -> float:
    first, last = finite(leaves.get(start)), finite(leaves.get(end))
    return 0.0 if first is None or last is None else round(max(last - first, 0.0), _DIGITS)


def _note(pitch: int, start: str, length: str, velocity: str, more: str) -> Note | None:
    """A note; one that is muted, or that says no number where one belongs, is none."""
    numbers = [finite(text) for text in (start, length, velocity)]
    known = [round(number, _DIGITS) for number in numbers if number is not None]
    return Note(pitch, *known) if len(known) == len(numbers) and _MUTED not in more else None
