"""A saved device and a running one: what Live tells of a fresh device is what its set says of it."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.ableton.displays import read_device
from daw_bridges.ableton.saved.devices import stored_device
from daw_bridges.ableton.saved.devices.slots import plans
from daw_bridges.simulated.live.devices.spec import DeviceSpec, ParameterSpec
from daw_bridges.simulated.live.devices.stock import stock_devices

Ranges = dict[str, dict[str, list[float]]]

# The simulated Live does not have them.
NOT_SIMULATED = {"mid_side_balance", "tuning_freq"}

DEVICES = [device for device in stock_devices() if plans(device.class_name)]


def _told(spec: ParameterSpec, raw: float) -> dict[str, Any]:
    return {
        "name": spec.name,
        "text": spec.text(raw),
        "low": spec.text(spec.min),
        "high": spec.text(spec.max),
        "items": spec.value_items,
    }


def _running(spec: DeviceSpec) -> dict[str, Any]:
    told = [_told(parameter, parameter.default) for parameter in spec.parameters]
    name = spec.name
    return {"class_name": spec.class_name, "class_display_name": name, "name": name, "parameters": told}


@pytest.mark.parametrize("spec", DEVICES, ids=lambda spec: spec.name)
def test_a_fresh_device_is_the_same_saved_and_running(spec: DeviceSpec, stored_ranges: Ranges) -> None:
    stored = stored_ranges.get(spec.class_name, {})
    fresh = {path: str(ends[2]) for path, ends in stored.items() if len(ends) > 2}
    saved, keys = stored_device(spec.class_name, fresh, None)
    running = read_device(_running(spec))
    assert (saved.name, saved.kind) == (running.name, running.kind)
    assert len(keys) == len(fresh)
    assert saved.parameters.keys() - running.parameters.keys() <= NOT_SIMULATED
    for key in saved.parameters.keys() & running.parameters.keys():
        assert saved.parameters[key] == running.parameters[key]


@pytest.mark.parametrize("spec", DEVICES, ids=lambda spec: spec.name)
def test_every_parameter_is_the_same_at_both_ends(spec: DeviceSpec, stored_ranges: Ranges) -> None:
    for end in (0, 1):
        at_end = {path: str(ends[end]) for path, ends in stored_ranges.get(spec.class_name, {}).items()}
        saved, _ = stored_device(spec.class_name, at_end, None)
        running = read_device(_running(spec))
        for key, parameter in saved.parameters.items():
            other = running.parameters.get(key)
            if other is not None:
                assert (parameter.name, parameter.unit, parameter.range, parameter.choices) == (
                    other.name, other.unit, other.range, other.choices,
                )  # fmt: skip
