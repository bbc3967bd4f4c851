"""The catalogue's tables say of each device what the simulated Live shows of it, freshly inserted."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from daw_bridges.ableton.displays import displayed
from daw_bridges.catalog import ParameterEntry, catalog
from daw_bridges.errors import QuantityError
from daw_bridges.quantities import Unit, parse_pan, resolution
from daw_bridges.simulated.live.devices import DeviceSpec, ParameterSpec, stock_devices

POINTS, MANY = 997, 64
TYPES = {"instrument": 1, "audio_effect": 2, "midi_effect": 4}


def shown(parameter: ParameterSpec, raw: float) -> float:
    """The number on the display at ``raw``, as whoever reads a session takes it."""
    try:
        return displayed(parameter.text(raw), parameter.unit).value
    except QuantityError:
        return parse_pan(parameter.text(raw))


def steps(parameter: ParameterSpec) -> tuple[float, ...] | None:
    """The values that a number has, if they lie further apart than a display leaves open; else None."""
    span = parameter.max - parameter.min
    found = {shown(parameter, parameter.min + span * part / (POINTS - 1)) for part in range(POINTS)}
    values = tuple(sorted(value for value in found if math.isfinite(value)))
    whole = 0.501 if all(value.is_integer() for value in values) else 0.0
    gaps = [
        (high - low) / 2 > 1.01 * max(resolution(parameter.unit, high), whole)
        for low, high in pairwise(values)
    ]
    return values if len(values) < MANY and sum(gaps) > len(values) / 2 else None


def as_entry(parameter: ParameterSpec, key: str, also: tuple[str, ...]) -> ParameterEntry:
    text = parameter.text(parameter.default)
    if parameter.value_items == ("Off", "On"):
        return ParameterEntry(
            key, parameter.name, Unit.CHOICE, None, None, text.lower(), ("off", "on"), text, also
        )
    if parameter.value_items:
        return ParameterEntry(
            key, parameter.name, Unit.CHOICE, None, None, text, parameter.value_items, text, also
        )
    low, high = sorted((shown(parameter, parameter.min), shown(parameter, parameter.max)))
    default = shown(parameter, parameter.default)
    few = steps(parameter)
    return ParameterEntry(key, parameter.name, parameter.unit, low, high, default, None, text, also, few)


@pytest.mark.parametrize("spec", stock_devices(), ids=lambda spec: spec.name)
def test_table_is_what_the_host_shows(spec: DeviceSpec) -> None:
    entry = catalog().entry_of("ableton", spec.class_name)
    assert entry is not None
    assert (entry.name, TYPES[entry.type]) == (spec.name, spec.type)
    assert entry.sidechain == spec.has_sidechain_routing
    expected = [
        as_entry(parameter, known.key, known.also)
        for parameter, known in zip(spec.parameters[1:], entry.parameters, strict=True)
    ]
    assert list(entry.parameters) == expected


def test_catalogue_and_host_have_the_same_devices() -> None:
    assert set(catalog().devices("ableton")) == {spec.name for spec in stock_devices()}
