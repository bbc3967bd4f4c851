"""Devices: remove, switch on and off, and set parameters to what they should read."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from daw_bridges.ableton.abletonosc.edits.tracks import one_less
from daw_bridges.ableton.abletonosc.hand import FailedError, Hand
from daw_bridges.ableton.abletonosc.messages import Say, ask, tell
from daw_bridges.ableton.abletonosc.places import Property, device_place, track_place
from daw_bridges.ableton.abletonosc.solving import Span, read_text, solve_choice, solve_number
from daw_bridges.ableton.step import Fields
from daw_bridges.errors import OutOfRangeError
from daw_bridges.session import Parameter

__all__ = ["EDITS"]

_SEARCHES = 4


def _address(hand: Hand) -> tuple[int, int]:
    return hand.step.track_place, hand.step.device_path[0]


def _value_of(hand: Hand, number: int) -> Property:
    return Property("device", "parameter/value", (*_address(hand), number), plain=False)


async def _remove_device(hand: Hand) -> Fields:
    track, place = _address(hand)
    says = [ask(f"track/get/devices/{what}", track) for what in ("name", "class_name")]
    before = await hand.read(device_place(hand.step), *says)
    left = tuple((*column[:place], *column[place + 1 :]) for column in before)

    gone = one_less(partial(hand.read, track_place(hand.step), *says), before, left, "devices")
    await hand.once(device_place(hand.step), tell("track/delete_device", track, place), done=gone)
    return {"exists": False}


async def _enable_device(hand: Hand) -> Fields:
    # The switch of the device itself stands in front of what a session shows.
    wanted = 1.0 if hand.step.action.on else 0.0
    read = await hand.write(device_place(hand.step), _value_of(hand, 0), wanted, what="the device")
    return {"on": read >= 0.5}


async def _set_parameter(hand: Hand) -> Fields:
    key, parameter = hand.step.parameter()
    before, _ = hand.step.devices()
    number = list(before.parameters).index(key) + 1
    failure = FailedError("not_applied", f"Something else keeps changing {parameter.name}.")
    for _ in range(_SEARCHES):
        try:
            text = await _solved(hand, number, parameter)
        except FailedError as error:
            failure = error
        else:
            if not hand.wary or await _shows(hand, number, text):
                return _observed(text, parameter)
        # Where answers come late or twice, one may have led the search astray.
        if not hand.wary:
            break
    raise failure


async def _solved(hand: Hand, number: int, parameter: Parameter) -> str:
    """Search for what the parameter should read, and leave it there. Raises FailedError."""
    span, stepped = await _span(hand, number, parameter.name)
    target, place = _value_of(hand, number), device_place(hand.step)
    shown = _asked("value_string", hand, number)

    async def probe(raw: float) -> str:
        _, (*_, text) = await hand.probe(place, target, raw, target.get(), shown)
        return str(text)

    try:
        if stepped or isinstance(parameter.value, str):
            return await solve_choice(probe, span, parameter.choices or (), _wish(parameter))
        return await solve_number(probe, span, parameter.value, parameter.unit)
    except OutOfRangeError as error:
        raise FailedError(
            "out_of_range", f"{parameter.name} cannot be {parameter.text}: {error}.", {"text": span.text}
        ) from None


async def _shows(hand: Hand, number: int, text: str) -> bool:
    """Whether a parameter reads a text once everything late has arrived."""
    await hand.settle()
    [(*_, shown)] = await hand.read(device_place(hand.step), _asked("value_string", hand, number))
    return bool(shown == text)


async def _span(hand: Hand, number: int, name: str) -> tuple[Span, bool]:
    """The range of a parameter, and whether it goes in steps."""
    address = _address(hand)
    lists = [
        ask(f"device/get/parameters/{what}", *address) for what in ("name", "min", "max", "is_quantized")
    ]
    says = [*lists, _value_of(hand, number).get(), _asked("value_string", hand, number)]
    names, lows, highs, stepped, (*_, now), (*_, text) = await hand.read(device_place(hand.step), *says)
    if not number < len(names) or names[number] != name:
        raise FailedError(
            "not_found", f"{name} is not where it was among the parameters; read the set again."
        )
    return Span(lows[number], highs[number], now, str(text)), bool(stepped[number])


def _asked(what: str, hand: Hand, number: int) -> Say:
    return ask(f"device/get/parameter/{what}", *_address(hand), number)


def _wish(parameter: Parameter) -> str:
    return parameter.value if isinstance(parameter.value, str) else parameter.text


def _observed(text: str, parameter: Parameter) -> Fields:
    observed: dict[str, Any] = {"text": text}
    reading = None if isinstance(parameter.value, str) else read_text(text, parameter.unit)
    if reading is not None and math.isfinite(reading.number):
        observed |= {"number": reading.number, "unit": parameter.unit.value}
    return observed


EDITS = {
    "remove_device": _remove_device,
    "enable_device": _enable_device,
    "set_parameter": _set_parameter,
}
