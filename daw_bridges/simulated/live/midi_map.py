"""Live.MidiMap: parameters that MIDI messages move by themselves, without the script hearing of them."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from daw_bridges.simulated.live.device_parameter import DeviceParameter
from daw_bridges.simulated.live.lom import strict

__all__ = ["CONTENTS", "MidiMap"]

_CONTROL_CHANGE, _PITCH_BEND, _NOTE_ON = 0xB0, 0xE0, 0x90
_TOP, _TOP_14_BIT = 127, 16383
_CHANNELS, _NUMBERS = 16, 128


class MapMode(IntEnum):
    """How a controller's values are meant."""

    absolute = 0
    relative_signed_bit = 1
    relative_binary_offset = 2
    relative_two_compliment = 3
    relative_signed_bit2 = 4
    absolute_14_bit = 5


class MidiMap:
    """What a script mapped while it built its map, by kind of message, channel and number."""

    def __init__(self) -> None:
        self._mapped: dict[tuple[int, int, int], tuple[DeviceParameter, MapMode]] = {}

    def add(self, kind: int, channel: int, number: int, parameter: DeviceParameter, mode: MapMode) -> bool:
        """Let a message move a parameter; RuntimeError for channels beyond 15 and numbers beyond 127."""
        strict(DeviceParameter, parameter, "MidiMap")
        if not (0 <= channel < _CHANNELS and 0 <= number < _NUMBERS):
            raise RuntimeError("Invalid MIDI channel or number")
        self._mapped[kind, channel, number] = (parameter, mode)
        return True

    def take(self, midi_bytes: tuple[int, ...]) -> bool:
        """Move what a message is mapped to; whether it was to anything."""
        status, first, second = midi_bytes
        kind, channel = status & 0xF0, status & 0x0F
        bend = kind == _PITCH_BEND
        parameter, mode = self._mapped.get((kind, channel, 0 if bend else first), (None, MapMode.absolute))
        if parameter is None:
            return False
        share = (first + (second << 7)) / _TOP_14_BIT if bend else second / _TOP
        parameter.value = _moved(parameter, second, share, mode)
        return True


def _moved(parameter: DeviceParameter, data: int, share: float, mode: MapMode) -> float:
    span = parameter.max - parameter.min
    if mode in (MapMode.absolute, MapMode.absolute_14_bit):
        return parameter.min + span * share
    steps = {
        MapMode.relative_signed_bit: data if data < 64 else 64 - data,
        MapMode.relative_signed_bit2: 64 - data if data > 64 else data,
        MapMode.relative_binary_offset: data - 64,
        MapMode.relative_two_compliment: data if data < 64 else data - 128,
    }[mode]
    return min(max(parameter.value + span * steps / _TOP, parameter.min), parameter.max)


def _map_cc(
    midi_map: MidiMap, parameter: DeviceParameter, channel: int, number: int, mode: int, avoid_takeover: bool
) -> bool:
    return midi_map.add(_CONTROL_CHANGE, channel, number, parameter, MapMode(mode))


def _map_note(midi_map: MidiMap, parameter: DeviceParameter, channel: int, number: int) -> bool:
    return midi_map.add(_NOTE_ON, channel, number, parameter, MapMode.absolute)


def _map_bend(midi_map: MidiMap, parameter: DeviceParameter, channel: int, avoid_takeover: bool) -> bool:
    return midi_map.add(_PITCH_BEND, channel, 0, parameter, MapMode.absolute_14_bit)


def _forward(*_: object) -> bool:
    """Have a message passed on to the script, as everything is here that is not mapped."""
    return True


_FORWARDINGS = ("forward_midi_cc", "forward_midi_note", "forward_midi_pitchbend")

CONTENTS: dict[str, Any] = {
    "MapMode": MapMode,
    "map_midi_cc": _map_cc,
    "map_midi_note": _map_note,
    "map_midi_pitchbend": _map_bend,
    **dict.fromkeys(_FORWARDINGS, _forward),
}
