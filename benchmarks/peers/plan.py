"""The edits that all of them can make, each in the words of every protocol."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from daw_bridges.actions import Action, AddNotes, CreateClip, RenameTrack, SetParameter, SetTempo
from daw_bridges.session import Note

__all__ = ["RAW_THRESHOLD", "THRESHOLD_PLACE", "Edit", "plan"]

THRESHOLD_PLACE = 1
"""Where the threshold stands among the parameters of Live's Compressor."""
RAW_THRESHOLD = 0.5

Arguments = tuple[Any, ...]


@dataclass(frozen=True)
class Edit:
    """One edit: Orbit's action, AbletonOSC's message and the question that reads it back, a JSON command."""

    action: Action
    osc: tuple[str, Arguments]
    osc_check: tuple[str, Arguments]
    command: dict[str, Any]


def plan(length: int, threshold: str) -> list[Edit]:
    """So many edits, over as many tracks as it takes: a tempo, then a threshold, name, clip and notes each.

    ``threshold`` is what Live displays for ``RAW_THRESHOLD``. The tracks are MIDI tracks with a Compressor.
    """
    edits = [_tempo(123.0)]
    for track in range(length):
        edits += [_threshold(track, threshold), _name(track), _clip(track), _notes(track)]
    return edits[:length]


def _tempo(bpm: float) -> Edit:
    return Edit(
        SetTempo(bpm=bpm),
        ("/live/song/set/tempo", (bpm,)),
        ("/live/song/get/tempo", ()),
        {"type": "set_tempo", "params": {"tempo": bpm}},
    )


def _name(track: int) -> Edit:
    name = f"Part {track + 1}"
    return Edit(
        RenameTrack(track=f"#{track + 1}", name=name),
        ("/live/track/set/name", (track, name)),
        ("/live/track/get/name", (track,)),
        {"type": "set_track_name", "params": {"track_index": track, "name": name}},
    )


def _clip(track: int) -> Edit:
    return Edit(
        CreateClip(track=f"#{track + 1}", slot=1, length_beats=4.0),
        ("/live/clip_slot/create_clip", (track, 0, 4.0)),
        ("/live/clip_slot/get/has_clip", (track, 0)),
        {"type": "create_clip", "params": {"track_index": track, "clip_index": 0, "length": 4.0}},
    )


def _notes(track: int) -> Edit:
    notes = [Note(36 + beat, float(beat), 0.5, 100.0) for beat in range(4)]
    flat = tuple(value for note in notes for value in (*note[:3], int(note.velocity), 0))
    names = ("pitch", "start_time", "duration", "velocity")
    rows = [dict(zip(names, note, strict=True)) | {"mute": False} for note in notes]
    return Edit(
        AddNotes(track=f"#{track + 1}", clip="#1", notes=tuple(notes)),
        ("/live/clip/add/notes", (track, 0, *flat)),
        ("/live/clip/get/notes", (track, 0)),
        {"type": "add_notes_to_clip", "params": {"track_index": track, "clip_index": 0, "notes": rows}},
    )


def _threshold(track: int, text: str) -> Edit:
    """A threshold: Orbit is given what Live displays and solves for it, the others the raw value at once."""
    return Edit(
        SetParameter(track=f"#{track + 1}", device="compressor", parameter="threshold", value=text),
        ("/live/device/set/parameter/value", (track, 0, THRESHOLD_PLACE, RAW_THRESHOLD)),
        ("/live/device/get/parameter/value", (track, 0, THRESHOLD_PLACE)),
        {
            "type": "set_device_parameter",
            "params": {
                "track_index": track,
                "device_index": 0,
                "parameter_index": THRESHOLD_PLACE,
                "value": RAW_THRESHOLD,
            },
        },
    )
