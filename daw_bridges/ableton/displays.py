"""Devices as Live displays them, read as devices of a session: kinds, neutral keys, values in real units.

Most parameters of a set stand at one of few values, so what a display says is worked out once for each.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from daw_bridges.catalog import catalog, neutral_key
from daw_bridges.errors import QuantityError
from daw_bridges.quantities import Quantity, Unit, parse_pan, parse_quantity
from daw_bridges.session import Chain, Device, Parameter

__all__ = ["DAW", "displayed", "read_device", "read_value"]

DAW = "ableton"

_SWITCH = ("off", "on")

# Expanders and Multiband Dynamics write the ratio behind the one: 1 : 4.00.
_ONE_TO = re.compile(r"\s*1\s*:\s*(?P<ratio>\S+)\s*")

_BEATS_PER_BAR = 4.0


def read_device(raw: dict[str, Any]) -> Device:
    """The device of a raw snapshot; its own on switch stands first and is no parameter of a session.

    One that the catalogue knows is called what it is, whatever its title: Live gives it that of the preset.
    """
    class_name: str = raw["class_name"]
    kind = catalog().identify(DAW, class_name)
    switch, *parameters = raw["parameters"]
    keys = _keys(
        class_name, tuple((one.get("original_name", one["name"]), one["name"]) for one in parameters)
    )
    return Device(
        name=raw["name"] if kind is None else raw["class_display_name"],
        kind=kind,
        enabled=switch["text"].casefold() != "off",
        sidechain=raw.get("sidechain"),
        chains=tuple(map(_chain, raw.get("chains", ()))),
        parameters={
            key: _parameter(
                one["name"], one["text"], one["low"], one["high"], tuple(one.get("items", ())), unit
            )
            for (key, unit), one in zip(keys, parameters, strict=True)
        },
    )


def _chain(raw: dict[str, Any]) -> Chain:
    return Chain(
        name=raw["name"],
        devices=tuple(map(read_device, raw["devices"])),
        volume_db=parse_quantity(raw["volume"], Unit.DB).value,
        pan=raw["pan"],
        mute=raw["mute"],
        solo=raw["solo"],
    )


@lru_cache(maxsize=1024)
def _keys(class_name: str, names: tuple[tuple[str, str], ...]) -> tuple[tuple[str, Unit], ...]:
    """The key of each parameter of a device, and the unit that a number without one is in.

    A parameter is known by its original name or by the one it shows, in this version of Live or another.
    """
    entry = catalog().entry_of(DAW, class_name)
    keys: dict[str, Unit] = {}
    for original, name in names:
        found = entry and (entry.host_parameter(original) or entry.host_parameter(name))
        key = base = found.key if found else neutral_key(original)
        nth = 1
        while key in keys:
            nth += 1
            key = f"{base}_{nth}"
        keys[key] = found.unit if found and found.unit is not Unit.CHOICE else Unit.NONE
    return tuple(keys.items())


@lru_cache(maxsize=65536)
def _parameter(name: str, text: str, low: str, high: str, items: tuple[str, ...], unit: Unit) -> Parameter:
    if items:
        return _choice(name, text, items)
    value = _number(text, unit)
    if value is None:
        return Parameter(name=name, value=text, unit=Unit.CHOICE, text=text)
    ends = [end.value for end in (_number(low, unit), _number(high, unit)) if end is not None]
    span = (min(ends), max(ends)) if len(ends) == 2 else None
    return Parameter(name=name, value=value.value, unit=value.unit, text=text, range=span)


def _choice(name: str, text: str, items: tuple[str, ...]) -> Parameter:
    switch = tuple(item.casefold() for item in items) == _SWITCH
    value, choices = (text.casefold(), _SWITCH) if switch else (text, items)
    return Parameter(name=name, value=value, unit=Unit.CHOICE, text=text, choices=choices)


def displayed(text: str, unit: Unit) -> Quantity:
    """What Live displays as a quantity; a bare number is in ``unit``, or in whole notes where that is beats.

    Raises QuantityError for a text that is no quantity.
    """
    if one_to := _ONE_TO.fullmatch(text):
        return parse_quantity(f"{one_to['ratio']} : 1")
    quantity = parse_quantity(text, Unit.NONE if unit is Unit.BEATS else unit)
    if unit is Unit.BEATS and quantity.unit is Unit.NONE:
        return Quantity(quantity.value * _BEATS_PER_BAR, unit)
    return quantity


def _number(text: str, unit: Unit) -> Quantity | None:
    try:
        return displayed(text, unit)
    except QuantityError:
        pass
    try:
        return Quantity(parse_pan(text), Unit.NONE)
    except QuantityError:
        return None


def read_value(text: str, unit: Unit) -> float | str:
    """The value of a displayed text: a number in its base unit where it is one, else the text."""
    number = _number(text, unit)
    return text if number is None else number.value
