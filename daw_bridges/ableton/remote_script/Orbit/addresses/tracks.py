"""``/live/track/…``: the ordinary tracks, their mixers, and lists of what is on them."""

from __future__ import annotations

from typing import Any, Callable, Dict, List

from .area import Address, Area, Doer, Reader, addresses_of, named, parameter_heard

__all__ = ["ADDRESSES"]


def _each(items: Callable[[Any], Any], name: str) -> Reader:
    return lambda track, _: [getattr(item, name) for item in items(track)]


def _in_slots(name: str) -> Reader:
    return lambda track, _: [getattr(slot.clip, name) if slot.has_clip else None for slot in track.clip_slots]


def _level(name: str) -> Reader:
    return lambda track, _: [getattr(track.mixer_device, name).value]


def _set_level(name: str) -> Doer:
    return lambda track, args: setattr(getattr(track.mixer_device, name), "value", float(args[0]))


def _send(track: Any, arguments: List[Any]) -> Any:
    # Asking for every property of a track asks for no send in particular.
    if not arguments:
        raise ValueError("a send is asked for by its place")
    return track.mixer_device.sends[int(arguments[0])]


def _read_send(track: Any, arguments: List[Any]) -> List[Any]:
    send = _send(track, arguments)
    return [int(arguments[0]), send.value]


def _routing(name: str) -> Reader:
    return lambda track, _: [getattr(track, name).display_name]


def _routings(name: str) -> Reader:
    return lambda track, _: [choice.display_name for choice in getattr(track, name)]


def _set_routing(name: str) -> Doer:
    return lambda track, args: setattr(track, name, named(getattr(track, "available_%ss" % name), args[0]))


_MIXER = ("volume", "panning")
_ROUTINGS = ("input_routing_type", "input_routing_channel", "output_routing_type", "output_routing_channel")
_DEVICE = ("name", "type", "class_name", "can_have_chains")

_READS: Dict[str, Reader] = {
    "send": _read_send,
    "num_devices": lambda track, _: [len(track.devices)],
}
_READS.update({name: _level(name) for name in _MIXER})
_READS.update({name: _routing(name) for name in _ROUTINGS})
_READS.update({"available_%ss" % name: _routings("available_%ss" % name) for name in _ROUTINGS})
_READS.update({"devices/%s" % name: _each(lambda track: track.devices, name) for name in _DEVICE})
_READS.update({"clips/%s" % name: _in_slots(name) for name in ("name", "length", "color")})
_READS.update(
    {
        "arrangement_clips/%s" % name: _each(lambda track: track.arrangement_clips, name)
        for name in ("name", "length", "start_time")
    }
)

_WRITES: Dict[str, Doer] = {
    "send": lambda track, args: setattr(_send(track, args), "value", float(args[1])),
}
_WRITES.update({name: _set_level(name) for name in _MIXER})
_WRITES.update({name: _set_routing(name) for name in _ROUTINGS})

_TRACK = Area(
    "track",
    ("track",),
    lambda live, at: live.song.tracks[at[0]],
    shows=(
        "can_be_armed", "fired_slot_index", "has_audio_input", "has_audio_output", "has_midi_input",
        "has_midi_output", "is_foldable", "is_grouped", "is_visible", "output_meter_left",
        "output_meter_level", "output_meter_right", "playing_slot_index",
    ),
    takes=("arm", "color", "color_index", "current_monitoring_state", "fold_state", "mute", "name", "solo"),
    does=("delete_device", "stop_all_clips"),
    reads=_READS,
    writes=_WRITES,
    acts={"delete_clip": lambda track, args: track.clip_slots[int(args[0])].delete_clip()},
    hears={
        "volume": parameter_heard("volume", lambda track: track.mixer_device.volume),
        "panning": parameter_heard("panning", lambda track: track.mixer_device.panning),
    },
)  # fmt: skip

ADDRESSES: Dict[str, Address] = addresses_of(_TRACK)
