"""``/live/clip_slot/…``, ``/live/clip/…`` and ``/live/clips/…``: the Session grid, by track and scene."""

from __future__ import annotations

import importlib
from typing import Any, Dict, List, Tuple

from ..errors import WireError
from .area import Address, Area, Inside, addresses_of
from .arguments import Unfit, number, pick, place, switch, whole
from .filtering import FILTERING

__all__ = ["ADDRESSES"]

_NOTE_PARTS = 5
_EVERYWHERE = (0, 128, -8192.0, 16384.0)


_PITCHES = range(128)
_SLOTS: Tuple[Inside, ...] = (lambda song: song.tracks, lambda track: track.clip_slots)


def _copy_to(slot: Any, arguments: List[Any]) -> None:
    song = slot.canonical_parent.canonical_parent
    track = pick(song.tracks, arguments[0], "track")
    slot.duplicate_clip_to(pick(track.clip_slots, arguments[1], "clip"))


def _window(arguments: List[Any]) -> Tuple[int, int, float, float]:
    """Lowest pitch, how many pitches, from which beat, how many beats; everything when nothing is said."""
    if not arguments:
        return _EVERYWHERE
    if len(arguments) != len(_EVERYWHERE):
        raise Unfit("notes are asked for by four numbers or none")
    pitch, pitches, beat, beats = arguments
    return (
        place(_PITCHES, pitch, "pitch"), whole(pitches, "how many pitches"),
        number(beat, "the first beat"), number(beats, "how many beats"),
    )  # fmt: skip


def _notes(clip: Any, arguments: List[Any]) -> List[Any]:
    found = clip.get_notes_extended(*_window(arguments))
    return [part for n in found for part in (n.pitch, n.start_time, n.duration, n.velocity, n.mute)]


def _add_notes(clip: Any, arguments: List[Any]) -> None:
    if len(arguments) % _NOTE_PARTS:
        raise WireError("a note is five values: pitch, start, duration, velocity, mute")
    make = importlib.import_module("Live").Clip.MidiNoteSpecification
    rows = (arguments[place : place + _NOTE_PARTS] for place in range(0, len(arguments), _NOTE_PARTS))
    clip.add_new_notes(
        tuple(
            make(
                pitch=place(_PITCHES, pitch, "pitch"),
                start_time=number(start, "start"),
                duration=number(duration, "duration"),
                velocity=number(velocity, "velocity"),
                mute=switch(mute, "mute"),
            )
            for pitch, start, duration, velocity, mute in rows
        )
    )


def _remove_by_id(clip: Any, arguments: List[Any]) -> None:
    clip.remove_notes_by_id(tuple(whole(each, "a note's id") for each in arguments))


_SLOT = Area(
    "clip_slot",
    ("track", "clip"),
    _SLOTS,
    shows=(
        "controls_other_clips", "has_clip", "is_group_slot", "is_playing", "is_triggered", "playing_status",
        "will_record_on_start",
    ),
    takes=("has_stop_button",),
    does=("delete_clip", "fire", "stop"),
    acts={
        "create_clip": lambda slot, args: slot.create_clip(number(args[0], "length")),
        "duplicate_clip_to": _copy_to,
    },
    needs={"create_clip": ("length",), "duplicate_clip_to": ("track", "clip")},
)  # fmt: skip

_CLIP = Area(
    "clip",
    ("track", "clip"),
    _SLOTS,
    shows=(
        "end_time", "file_path", "gain_display_string", "has_groove", "is_audio_clip", "is_midi_clip",
        "is_overdubbing", "is_playing", "is_recording", "is_triggered", "length", "playing_position",
        "sample_length", "start_time", "will_record_on_start",
    ),
    takes=(
        "color", "color_index", "end_marker", "gain", "launch_mode", "launch_quantization", "legato",
        "loop_end", "loop_start", "looping", "muted", "name", "pitch_coarse", "pitch_fine", "position",
        "ram_mode", "start_marker", "velocity_amount", "warp_mode", "warping",
    ),
    does=("duplicate_loop", "fire", "stop"),
    reads={"notes": _notes},
    acts={
        "add/notes": _add_notes,
        "remove/notes": lambda clip, args: clip.remove_notes_extended(*_window(args)),
        "remove_notes_by_id": _remove_by_id,
    },
    less={"get/notes": "with a window: lowest pitch, how many pitches, first beat, how many beats"},
    content=lambda slot: slot.clip,
)  # fmt: skip

ADDRESSES: Dict[str, Address] = {**addresses_of(_SLOT), **addresses_of(_CLIP), **FILTERING}
