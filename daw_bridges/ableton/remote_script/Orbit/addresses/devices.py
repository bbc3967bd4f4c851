"""``/live/device/…`` and ``/live/midimap/…``: the devices of the ordinary tracks and their parameters."""

from __future__ import annotations

from typing import Any, Callable, Dict, List

from .area import Address, Answer, Area, Heard, Reader, addresses_of
from .arguments import level, pick, place
from .desk import Desk

__all__ = ["ADDRESSES"]


def _parameter(name: str) -> Reader:
    """Something of the parameter at the place that is said, behind the place."""

    def read(device: Any, arguments: List[Any]) -> List[Any]:
        at = place(device.parameters, arguments[0], "parameter")
        return [at, _PARTS[name](device.parameters[at])]

    return read


def _text(parameter: Any) -> str:
    return str(parameter.str_for_value(parameter.value))


def _each(name: str) -> Reader:
    return lambda device, _: [getattr(parameter, name) for parameter in device.parameters]


def _set_one(device: Any, arguments: List[Any]) -> None:
    parameter = pick(device.parameters, arguments[0], "parameter")
    parameter.value = level(parameter, arguments[1], "value")


def _set_all(device: Any, arguments: List[Any]) -> None:
    pairs = list(zip(device.parameters, arguments))
    levels = [level(parameter, value, parameter.name) for parameter, value in pairs]
    for (parameter, _), value in zip(pairs, levels):
        parameter.value = value


def _map_cc(desk: Desk, arguments: List[Any]) -> Answer:
    track, device, parameter, channel, controller = arguments[:5]
    found = pick(pick(desk.song.tracks, track, "track").devices, device, "device")
    desk.map_cc(
        place(range(16), channel, "channel"),
        place(range(128), controller, "controller"),
        pick(found.parameters, parameter, "parameter"),
    )
    return None


_PARTS: Dict[str, Callable[[Any], Any]] = {
    "parameter/value": lambda parameter: parameter.value,
    "parameter/name": lambda parameter: parameter.name,
    "parameter/value_string": _text,
}
_READS: Dict[str, Reader] = {"num_parameters": lambda device, _: [len(device.parameters)]}
_READS.update({name: _parameter(name) for name in _PARTS})
_ALL = ("name", "value", "min", "max", "is_quantized")
_READS.update({"parameters/%s" % name: _each(name) for name in _ALL})

_DEVICE = Area(
    "device",
    ("track", "device"),
    (lambda song: song.tracks, lambda track: track.devices),
    shows=("class_name", "name", "type"),
    reads=_READS,
    writes={"parameter/value": _set_one, "parameters/value": _set_all},
    hears={
        "parameter/value": Heard(
            lambda parameter: [([parameter], ("value",))],
            {
                "parameter/value": lambda parameter: [parameter.value],
                "parameter/value_string": lambda parameter: [_text(parameter)],
            },
            ("parameter",),
            lambda device: device.parameters,
        )
    },
    needs={
        "set/parameter/value": ("parameter", "value"),
        **{"get/" + name: ("parameter",) for name in _PARTS},
    },
    less={"get/parameters/%s" % name: "of one parameter: /live/device/get/parameter/value" for name in _ALL},
)

ADDRESSES: Dict[str, Address] = {
    **addresses_of(_DEVICE),
    "/live/midimap/map_cc": Address(("track", "device", "parameter", "channel", "controller"), _map_cc),
}
