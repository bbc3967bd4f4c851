"""``/live/song/…``: transport, tempo, tracks, scenes, locators, and the set as a whole."""

from __future__ import annotations

from typing import Any, Dict, List, Sequence

from ..errors import WireError
from ..live import place_of
from .area import Address, Answer, Area, addresses_of
from .desk import Desk
from .structure import export

__all__ = ["ADDRESSES"]

_BEAT = "/live/song/get/beat"


def _some(things: Sequence[Any], arguments: List[Any]) -> List[Any]:
    """The things from one place to before another; all without places, to the end with −1."""
    if not arguments:
        return list(things)
    first, end = int(arguments[0]), int(arguments[1])
    return [things[place] for place in range(first, len(things) if end == -1 else end)]


def _track_data(song: Any, arguments: List[Any]) -> List[Any]:
    tracks = list(song.tracks)
    return [
        value
        for track in _some(tracks, arguments[:2])
        for name in arguments[2:]
        for value in _data(track, tracks, *str(name).partition(".")[::2])
    ]


def _data(track: Any, tracks: List[Any], kind: str, name: str) -> List[Any]:
    """What a part of a track shows: once for the track, else once for each slot or device."""
    if kind == "track":
        value = len(track.devices) if name == "num_devices" else getattr(track, name)
        return [place_of(value, tracks) if hasattr(value, "mixer_device") else value]
    if kind == "clip":
        return [getattr(slot.clip, name) if slot.has_clip else None for slot in track.clip_slots]
    if kind == "clip_slot":
        return [getattr(slot, name) for slot in track.clip_slots]
    if kind == "device":
        return [getattr(device, name) for device in track.devices]
    raise WireError("data is of a track, clip, clip_slot or device, not of a “%s”" % kind)


def _jump(song: Any, arguments: List[Any]) -> None:
    wanted = arguments[0]
    if not isinstance(wanted, str):
        song.cue_points[int(wanted)].jump()
        return
    found = [cue for cue in song.cue_points if cue.name == wanted]
    if not found:
        raise WireError("there is no locator “%s”" % wanted)
    found[0].jump()


def _rename_cue(song: Any, arguments: List[Any]) -> None:
    song.cue_points[int(arguments[0])].name = str(arguments[1])


def _hear_beats(desk: Desk, _arguments: List[Any]) -> Answer:
    """Tell each whole beat as it is reached, and a place further back as soon as the song is there."""
    song, last = desk.song, [-1.0]

    def tell() -> None:
        now, before = song.current_song_time, last[0]
        last[0] = now
        if now < before or int(now) > int(before):
            desk.say(_BEAT, [int(now)])

    desk.listen(("song", "beat"), song, "current_song_time", tell)
    return None


def _hear_no_beats(desk: Desk, _arguments: List[Any]) -> Answer:
    desk.unlisten(("song", "beat"))
    return None


_SONG = Area(
    "song",
    (),
    lambda live, _: live.song,
    shows=("can_redo", "can_undo", "is_playing", "session_record_status", "song_length"),
    takes=(
        "arrangement_overdub", "back_to_arranger", "clip_trigger_quantization", "current_song_time",
        "groove_amount", "is_ableton_link_enabled", "loop", "loop_length", "loop_start", "metronome",
        "midi_recording_quantization", "nudge_down", "nudge_up", "punch_in", "punch_out", "record_mode",
        "root_note", "scale_name", "session_record", "signature_denominator", "signature_numerator", "tempo",
    ),
    does=(
        "capture_and_insert_scene", "capture_midi", "continue_playing", "create_audio_track",
        "create_midi_track", "create_return_track", "create_scene", "delete_return_track", "delete_scene",
        "delete_track", "duplicate_scene", "duplicate_track", "force_link_beat_time", "jump_by",
        "jump_to_next_cue", "jump_to_prev_cue", "re_enable_automation", "redo", "set_or_delete_cue",
        "start_playing", "stop_all_clips", "stop_playing", "tap_tempo", "trigger_session_record", "undo",
    ),
    reads={
        "num_tracks": lambda song, _: [len(song.tracks)],
        "num_scenes": lambda song, _: [len(song.scenes)],
        "track_names": lambda song, args: [track.name for track in _some(song.tracks, args)],
        "track_data": _track_data,
        "scenes/name": lambda song, args: [scene.name for scene in _some(song.scenes, args)],
        "cue_points": lambda song, _: [part for cue in song.cue_points for part in (cue.name, cue.time)],
    },
    acts={
        "cue_point/jump": _jump,
        "cue_point/add_or_delete": lambda song, _: song.set_or_delete_cue(),
        "cue_point/set/name": _rename_cue,
    },
)  # fmt: skip

ADDRESSES: Dict[str, Address] = {
    **addresses_of(_SONG),
    "/live/song/start_listen/beat": Address((), _hear_beats),
    "/live/song/stop_listen/beat": Address((), _hear_no_beats),
    "/live/song/export/structure": Address((), export),
}
