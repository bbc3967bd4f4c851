"""``/live/device/…`` and ``/live/midimap/…``: the devices of the ordinary tracks and their parameters."""

from __future__ import annotations

from typing import Any, Dict, List

from .area import Address, Answer, Area, Heard, Indices, Reader, addresses_of
from .desk import Desk

__all__ = ["ADDRESSES"]


def _parameter(device: Any, arguments: List[Any]) -> Any:
    if not arguments:
        raise ValueError("a parameter is asked for by its place")
    return device.parameters[int(arguments[0])]


def _text(parameter: Any) -> str:
    return str(parameter.str_for_value(parameter.value))


def _each(name: str) -> Reader:
    return lambda device, _: [getattr(parameter, name) for parameter in device.parameters]


def _set_all(device: Any, arguments: List[Any]) -> None:
    for parameter, value in zip(device.parameters, arguments):
        parameter.value = float(value)


def _at(device: Any, further: Indices) -> Any:
    return device.parameters[further[0]]


def _map_cc(desk: Desk, arguments: List[Any]) -> Answer:
    track, device, parameter, channel, controller = (int(each) for each in arguments[:5])
    desk.map_cc(channel, controller, desk.song.tracks[track].devices[device].parameters[parameter])
    return None


_READS: Dict[str, Reader] = {
    "num_parameters": lambda device, _: [len(device.parameters)],
    "parameter/value": lambda device, args: [int(args[0]), _parameter(device, args).value],
    "parameter/name": lambda device, args: [int(args[0]), _parameter(device, args).name],
    "parameter/value_string": lambda device, args: [int(args[0]), _text(_parameter(device, args))],
}
_READS.update(
    {"parameters/%s" % name: _each(name) for name in ("name", "value", "min", "max", "is_quantized")}
)

_DEVICE = Area(
    "device",
    ("track", "device"),
    lambda live, at: live.song.tracks[at[0]].devices[at[1]],
    shows=("class_name", "name", "type"),
    reads=_READS,
    writes={
        "parameter/value": lambda device, args: setattr(_parameter(device, args), "value", float(args[1])),
        "parameters/value": _set_all,
    },
    hears={
        "parameter/value": Heard(
            ("parameter",),
            lambda device, further: (_at(device, further), "value"),
            {
                "parameter/value": lambda device, further: _at(device, further).value,
                "parameter/value_string": lambda device, further: _text(_at(device, further)),
            },
        )
    },
)

ADDRESSES: Dict[str, Address] = {
    **addresses_of(_DEVICE),
    "/live/midimap/map_cc": Address(("track", "device", "parameter", "channel", "controller"), _map_cc),
}
