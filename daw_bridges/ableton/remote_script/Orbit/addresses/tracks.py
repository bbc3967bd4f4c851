"""``/live/track/…``: the ordinary tracks, their mixers, and lists of what is on them."""

from __future__ import annotations

from typing import Any, Callable, Dict, List

from .area import Address, Area, Doer, Heard, Reader, addresses_of, parameter_heard
from .arguments import named, number, pick, place

__all__ = ["ADDRESSES"]


def _each(items: Callable[[Any], Any], name: str) -> Reader:
    return lambda track, _: [getattr(item, name) for item in items(track)]


def _in_slots(name: str) -> Reader:
    return lambda track, _: [getattr(slot.clip, name) if slot.has_clip else None for slot in track.clip_slots]


def _level(name: str) -> Reader:
    return lambda track, _: [getattr(track.mixer_device, name).value]


def _set_level(name: str) -> Doer:
    return lambda track, args: setattr(getattr(track.mixer_device, name), "value", number(args[0], name))


def _sends(track: Any) -> Any:
    return track.mixer_device.sends


def _read_send(track: Any, arguments: List[Any]) -> List[Any]:
    at = place(_sends(track), arguments[0], "send")
    return [at, _sends(track)[at].value]


def _set_send(track: Any, arguments: List[Any]) -> None:
    pick(_sends(track), arguments[0], "send").value = number(arguments[1], "send")


def _routing(name: str) -> Reader:
    return lambda track, _: [getattr(track, name).display_name]


def _routings(name: str) -> Reader:
    return lambda track, _: [choice.display_name for choice in getattr(track, name)]


def _routing_heard(name: str) -> Heard:
    read = _routing(name)
    return Heard(lambda track: [([track], (name,))], {name: lambda track: read(track, [])})


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

_WRITES: Dict[str, Doer] = {"send": _set_send}
_WRITES.update({name: _set_level(name) for name in _MIXER})
_WRITES.update({name: _set_routing(name) for name in _ROUTINGS})

_TRACK = Area(
    "track",
    ("track",),
    (lambda song: song.tracks,),
    shows=(
        "can_be_armed", "fired_slot_index", "has_audio_input", "has_audio_output", "has_midi_input",
        "has_midi_output", "is_foldable", "is_grouped", "is_visible", "output_meter_left",
        "output_meter_level", "output_meter_right", "playing_slot_index",
    ),
    takes=("arm", "color", "color_index", "current_monitoring_state", "fold_state", "mute", "name", "solo"),
    does=("stop_all_clips",),
    reads=_READS,
    writes=_WRITES,
    acts={
        "delete_clip": lambda track, args: pick(track.clip_slots, args[0], "clip").delete_clip(),
        "delete_device": lambda track, args: track.delete_device(place(track.devices, args[0], "device")),
    },
    hears={
        "volume": parameter_heard("volume", lambda track: track.mixer_device.volume),
        "panning": parameter_heard("panning", lambda track: track.mixer_device.panning),
        "send": Heard(
            lambda send: [([send], ("value",))], {"send": lambda send: [send.value]}, ("send",), _sends
        ),
        "num_devices": Heard(
            lambda track: [([track], ("devices",))], {"num_devices": lambda track: [len(track.devices)]}
        ),
        **{name: _routing_heard(name) for name in _ROUTINGS},
    },
    needs={
        "get/send": ("send",),
        "set/send": ("send", "value"),
        "delete_clip": ("clip",),
        "delete_device": ("device",),
    },
)  # fmt: skip

ADDRESSES: Dict[str, Address] = addresses_of(_TRACK)
