"""The parameter that a value can only be for, though nothing names it: "4:1" on a compressor, "high-pass"."""

from __future__ import annotations

from collections.abc import Mapping

from daw_bridges.errors import QuantityError
from daw_bridges.quantities import Unit, parse_quantity
from daw_bridges.session import Device, Parameter
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.settling import settled

__all__ = ["by_choice", "by_value", "is_switch", "unit_of"]

_BY_UNIT: Mapping[str, Mapping[Unit, str]] = {
    "compressor": {Unit.RATIO: "ratio"},
    "glue_compressor": {Unit.RATIO: "ratio"},
    "auto_filter": {Unit.HZ: "frequency"},
    "reverb": {Unit.MS: "decay_time"},
    "hybrid_reverb": {Unit.MS: "decay_time"},
    "redux": {Unit.HZ: "sample_rate"},
    "utility": {Unit.PERCENT: "stereo_width", Unit.DB: "gain"},
    "limiter": {Unit.DB: "ceiling"},
    "gate": {Unit.DB: "threshold"},
    "saturator": {Unit.DB: "drive"},
    "chorus": {Unit.HZ: "rate"},
    "delay": {Unit.MS: "left_time", Unit.BEATS: "left_sixteenths"},
    "echo": {Unit.MS: "left_time", Unit.BEATS: "left_division"},
    "arpeggiator": {Unit.BEATS: "rate"},
}
"""What a value can only be for on a device of a kind, when nothing else is said of it."""

_MAIN = ("type", "mode", "model", "style", "channel_mode", "post_clip_mode", "algorithm")
"""The choice that is meant where several of a device's have an option of that name."""


def unit_of(value: float | str) -> Unit | None:
    """The unit that a value is said in; None where it has none."""
    try:
        unit = parse_quantity(value).unit if isinstance(value, str) else Unit.NONE
    except QuantityError:
        return None
    return None if unit is Unit.NONE else unit


def by_value(device: Device, value: float | str) -> str | None:
    """The one parameter of a device that a value in its unit is for."""
    unit = unit_of(value)
    key = None if unit is None else _BY_UNIT.get(device.kind or "", {}).get(unit)
    return key if key in device.parameters else None


def by_choice(device: Device, option: str) -> str | None:
    """The one parameter of a device that can be what an option says."""
    keys = [
        key
        for key, held in device.parameters.items()
        if held.choices and not is_switch(held) and not key.startswith(("sidechain_", "band_"))
        if not isinstance(settled(device, key, option), Problem)
    ]
    return next((key for key in _MAIN if key in keys), keys[0] if len(keys) == 1 else None)


def is_switch(held: Parameter) -> bool:
    """Whether it is on or off."""
    return held.choices is not None and set(held.choices) == {"off", "on"}
