"""``/live/song/…``: transport, tempo, tracks, scenes, locators, and the set as a whole."""

from __future__ import annotations

from typing import Any, Dict, List

from ..errors import WireError
from ..live import place_of
from .area import Address, Answer, Area, Doer, Heard, addresses_of
from .arguments import number, pick, place, span, text
from .desk import Desk
from .structure import export

__all__ = ["ADDRESSES"]

_BEAT = "/live/song/get/beat"


def _track_data(song: Any, arguments: List[Any]) -> List[Any]:
    tracks = list(song.tracks)
    return [
        value
        for track in span(tracks, arguments[:2], "track")
        for name in arguments[2:]
        for value in _data(track, tracks, *text(name, "what is told of a track").partition(".")[::2])
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
        pick(song.cue_points, wanted, "locator").jump()
        return
    found = [cue for cue in song.cue_points if cue.name == wanted]
    if not found:
        raise WireError("there is no locator “%s”" % wanted)
    found[0].jump()


def _rename_cue(song: Any, arguments: List[Any]) -> None:
    pick(song.cue_points, arguments[0], "locator").name = text(arguments[1], "name")


def _at(method: str, things: str, what: str) -> Doer:
    """Have something done with one of the song's things, by its place."""
    return lambda song, args: getattr(song, method)(place(getattr(song, things), args[0], what))


def _new(method: str, things: str, what: str) -> Doer:
    """Have something made at a place, at the end with −1; where Live makes it when nothing is said."""

    def make(song: Any, arguments: List[Any]) -> None:
        at = [
            -1 if value == -1 else place(range(len(getattr(song, things)) + 1), value, what)
            for value in arguments[:1]
        ]
        getattr(song, method)(*at)

    return make


def _told_cues(song: Any) -> List[Any]:
    return [part for cue in song.cue_points for part in (cue.name, cue.time)]


def _counted(name: str, things: str) -> Heard:
    return Heard(lambda song: [([song], (things,))], {name: lambda song: [len(getattr(song, things))]})


def _hear_beats(desk: Desk, _arguments: List[Any]) -> Answer:
    """Tell each whole beat as it is reached, and a place further back as soon as the song is there."""
    song, last = desk.song, [-1.0]

    def tell() -> None:
        now, before = song.current_song_time, last[0]
        last[0] = now
        if now < before or int(now) > int(before):
            desk.say(_BEAT, [int(now)])

    desk.listen(("song", "beat"), lambda: [([song], ("current_song_time",))], tell)
    return None


def _hear_no_beats(desk: Desk, _arguments: List[Any]) -> Answer:
    desk.unlisten(("song", "beat"))
    return None


_SONG = Area(
    "song",
    (),
    (),
    shows=("can_redo", "can_undo", "is_playing", "session_record_status", "song_length"),
    takes=(
        "arrangement_overdub", "back_to_arranger", "clip_trigger_quantization", "current_song_time",
        "groove_amount", "is_ableton_link_enabled", "loop", "loop_length", "loop_start", "metronome",
        "midi_recording_quantization", "nudge_down", "nudge_up", "punch_in", "punch_out", "record_mode",
        "root_note", "scale_name", "session_record", "signature_denominator", "signature_numerator", "tempo",
    ),
    does=(
        "capture_and_insert_scene", "capture_midi", "continue_playing", "create_return_track",
        "force_link_beat_time", "jump_to_next_cue", "jump_to_prev_cue", "re_enable_automation", "redo",
        "set_or_delete_cue", "start_playing", "stop_all_clips", "stop_playing", "tap_tempo",
        "trigger_session_record", "undo",
    ),
    reads={
        "num_tracks": lambda song, _: [len(song.tracks)],
        "num_scenes": lambda song, _: [len(song.scenes)],
        "track_names": lambda song, args: [track.name for track in span(song.tracks, args, "track")],
        "track_data": _track_data,
        "scenes/name": lambda song, args: [scene.name for scene in span(song.scenes, args, "scene")],
        "cue_points": lambda song, _: _told_cues(song),
    },
    acts={
        **{name: _new(name, "tracks", "track") for name in ("create_audio_track", "create_midi_track")},
        **{name: _at(name, "tracks", "track") for name in ("delete_track", "duplicate_track")},
        **{name: _at(name, "scenes", "scene") for name in ("delete_scene", "duplicate_scene")},
        "create_scene": _new("create_scene", "scenes", "scene"),
        "delete_return_track": _at("delete_return_track", "return_tracks", "return track"),
        "jump_by": lambda song, args: song.jump_by(number(args[0], "beats")),
        "cue_point/jump": _jump,
        "cue_point/add_or_delete": lambda song, _: song.set_or_delete_cue(),
        "cue_point/set/name": _rename_cue,
    },
    hears={
        "num_tracks": _counted("num_tracks", "tracks"),
        "num_scenes": _counted("num_scenes", "scenes"),
        "cue_points": Heard(
            lambda song: [([song], ("cue_points",)), (song.cue_points, ("name", "time"))],
            {"cue_points": _told_cues},
        ),
    },
    needs={
        "delete_return_track": ("return track",),
        **dict.fromkeys(("delete_track", "duplicate_track"), ("track",)),
        **dict.fromkeys(("delete_scene", "duplicate_scene"), ("scene",)),
        "jump_by": ("beats",),
        "cue_point/jump": ("locator",),
        "cue_point/set/name": ("locator", "name"),
    },
    less={
        **{"get/" + name: "from one place to before another" for name in ("track_names", "scenes/name")},
        "get/track_data": "of fewer tracks: from one place to before another",
    },
)  # fmt: skip

ADDRESSES: Dict[str, Address] = {
    **addresses_of(_SONG),
    "/live/song/start_listen/beat": Address((), _hear_beats),
    "/live/song/stop_listen/beat": Address((), _hear_no_beats),
    "/live/song/export/structure": Address((), export),
}
