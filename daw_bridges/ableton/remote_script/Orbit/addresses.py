"""AbletonOSC's addresses as one table: for each area how an object is found, what it shows, takes and does.

``/live/<area>/get/<name> indices…`` answers the indices and the value, ``set`` takes a value behind them, any
other word is something the object does. Names are Live's own; values are raw, as AbletonOSC has them.
"""

from __future__ import annotations

import importlib
from typing import Any, Callable, Dict, List, NamedTuple, Sequence

from .clips import notes_of
from .live import LiveSet

Reader = Callable[[Any, Sequence[Any]], List[Any]]
Doer = Callable[[Any, Sequence[Any]], None]


class Area(NamedTuple):
    """A kind of object, to which ``indices`` arguments lead; the dicts hold what is no plain property."""

    indices: int
    find: Callable[[LiveSet, Sequence[int]], Any]
    shows: Sequence[str]
    takes: Sequence[str]
    does: Sequence[str]
    readers: Dict[str, Reader]
    setters: Dict[str, Doer]
    doers: Dict[str, Doer]


def _each(items: Callable[[Any], Any], name: str) -> Reader:
    return lambda thing, _: [getattr(item, name) for item in items(thing)]


def _in_slots(name: str) -> Reader:
    return lambda track, _: [getattr(slot.clip, name) if slot.has_clip else None for slot in track.clip_slots]


def _counting(items: Callable[[Any], Any]) -> Reader:
    return lambda thing, _: [len(items(thing))]


def _mixer(name: str) -> Dict[str, Any]:
    return {
        "read": lambda track, _: [getattr(track.mixer_device, name).value],
        "set": lambda track, args: setattr(getattr(track.mixer_device, name), "value", float(args[0])),
    }


def _parameter(device: Any, args: Sequence[Any]) -> Any:
    return list(device.parameters)[int(args[0])]


def _set_all(device: Any, args: Sequence[Any]) -> None:
    for parameter, value in zip(device.parameters, args):
        parameter.value = float(value)


def _add_notes(clip: Any, args: Sequence[Any]) -> None:
    make = importlib.import_module("Live").Clip.MidiNoteSpecification
    rows = [args[place : place + 5] for place in range(0, len(args) - 4, 5)]
    clip.add_new_notes(
        tuple(
            make(
                pitch=int(row[0]),
                start_time=float(row[1]),
                duration=float(row[2]),
                velocity=float(row[3]),
                mute=bool(row[4]),
            )
            for row in rows
        )
    )


def _notes(clip: Any, _args: Sequence[Any]) -> List[Any]:
    return [part for note in notes_of(clip) for part in (*note, False)]


def _slot(live: LiveSet, at: Sequence[int]) -> Any:
    return list(live.song.tracks[at[0]].clip_slots)[at[1]]


def _copy_clip(slot: Any, args: Sequence[Any]) -> None:
    track = slot.canonical_parent.canonical_parent.tracks[int(args[0])]
    slot.duplicate_clip_to(list(track.clip_slots)[int(args[1])])


_VOLUME, _PANNING = _mixer("volume"), _mixer("panning")

AREAS: Dict[str, Area] = {
    "application": Area(
        0, lambda live, _: live, (), (), (), {"version": lambda live, _: list(live.version[:2])}, {}, {}
    ),
    "song": Area(
        0,
        lambda live, _: live.song,
        ("can_redo", "can_undo", "is_playing", "song_length", "session_record_status"),
        (
            "arrangement_overdub",
            "back_to_arranger",
            "clip_trigger_quantization",
            "current_song_time",
            "groove_amount",
            "loop",
            "loop_length",
            "loop_start",
            "metronome",
            "midi_recording_quantization",
            "nudge_down",
            "nudge_up",
            "punch_in",
            "punch_out",
            "record_mode",
            "root_note",
            "scale_name",
            "session_record",
            "signature_denominator",
            "signature_numerator",
            "tempo",
        ),
        (
            "continue_playing",
            "create_audio_track",
            "create_midi_track",
            "create_return_track",
            "create_scene",
            "delete_return_track",
            "delete_scene",
            "delete_track",
            "duplicate_scene",
            "duplicate_track",
            "jump_by",
            "jump_to_next_cue",
            "jump_to_prev_cue",
            "redo",
            "set_or_delete_cue",
            "start_playing",
            "stop_all_clips",
            "stop_playing",
            "tap_tempo",
            "undo",
        ),
        {
            "num_tracks": _counting(lambda song: song.tracks),
            "num_scenes": _counting(lambda song: song.scenes),
            "track_names": _each(lambda song: song.tracks, "name"),
            "scenes/name": _each(lambda song: song.scenes, "name"),
            "cue_points": lambda song, _: [part for cue in song.cue_points for part in (cue.name, cue.time)],
        },
        {},
        {},
    ),
    "track": Area(
        1,
        lambda live, at: live.song.tracks[at[0]],
        (
            "can_be_armed",
            "fired_slot_index",
            "has_audio_input",
            "has_audio_output",
            "has_midi_input",
            "has_midi_output",
            "is_foldable",
            "is_grouped",
            "is_visible",
            "playing_slot_index",
        ),
        ("arm", "color", "color_index", "current_monitoring_state", "fold_state", "mute", "name", "solo"),
        ("stop_all_clips", "delete_device"),
        {
            "volume": _VOLUME["read"],
            "panning": _PANNING["read"],
            "send": lambda track, args: [int(args[0]), track.mixer_device.sends[int(args[0])].value],
            "num_devices": _counting(lambda track: track.devices),
            "devices/name": _each(lambda track: track.devices, "name"),
            "devices/type": _each(lambda track: track.devices, "type"),
            "devices/class_name": _each(lambda track: track.devices, "class_name"),
            "clips/name": _in_slots("name"),
            "clips/length": _in_slots("length"),
            "clips/color": _in_slots("color"),
            "arrangement_clips/name": _each(lambda track: track.arrangement_clips, "name"),
            "arrangement_clips/length": _each(lambda track: track.arrangement_clips, "length"),
            "arrangement_clips/start_time": _each(lambda track: track.arrangement_clips, "start_time"),
        },
        {
            "volume": _VOLUME["set"],
            "panning": _PANNING["set"],
            "send": lambda track, args: setattr(
                track.mixer_device.sends[int(args[0])], "value", float(args[1])
            ),
        },
        {},
    ),
    "clip_slot": Area(
        2,
        _slot,
        ("has_clip", "is_playing", "is_triggered", "is_group_slot"),
        ("has_stop_button",),
        ("fire", "stop", "create_clip", "delete_clip"),
        {},
        {},
        {"duplicate_clip_to": _copy_clip},
    ),
    "clip": Area(
        2,
        lambda live, at: _slot(live, at).clip,
        (
            "is_audio_clip",
            "is_midi_clip",
            "is_playing",
            "is_recording",
            "is_triggered",
            "length",
            "playing_position",
        ),
        (
            "color",
            "color_index",
            "end_marker",
            "launch_mode",
            "launch_quantization",
            "legato",
            "loop_end",
            "loop_start",
            "looping",
            "muted",
            "name",
            "start_marker",
            "velocity_amount",
        ),
        ("fire", "stop", "duplicate_loop"),
        {"notes": _notes},
        {},
        {"add/notes": _add_notes},
    ),
    "scene": Area(
        1,
        lambda live, at: live.song.scenes[at[0]],
        ("is_empty", "is_triggered"),
        ("color", "color_index", "name", "tempo", "tempo_enabled"),
        ("fire", "fire_as_selected"),
        {},
        {},
        {},
    ),
    "device": Area(
        2,
        lambda live, at: live.song.tracks[at[0]].devices[at[1]],
        ("class_name", "name", "type"),
        (),
        (),
        {
            "num_parameters": _counting(lambda device: device.parameters),
            "parameters/name": _each(lambda device: device.parameters, "name"),
            "parameters/value": _each(lambda device: device.parameters, "value"),
            "parameters/min": _each(lambda device: device.parameters, "min"),
            "parameters/max": _each(lambda device: device.parameters, "max"),
            "parameters/is_quantized": _each(lambda device: device.parameters, "is_quantized"),
            "parameter/value": lambda device, args: [int(args[0]), _parameter(device, args).value],
            "parameter/name": lambda device, args: [int(args[0]), _parameter(device, args).name],
            "parameter/value_string": lambda device, args: [int(args[0]), str(_parameter(device, args))],
        },
        {
            "parameter/value": lambda device, args: setattr(
                _parameter(device, args), "value", float(args[1])
            ),
            "parameters/value": _set_all,
        },
        {},
    ),
}
