"""Short constructors for parameters that the catalogue does not have: the mixer's, and those of plug-ins.

Ranges and defaults are in real units.
"""

from __future__ import annotations

from daw_bridges.catalog.displays import (
    DECIBELS,
    FREQUENCY,
    NUMBER,
    PANNING,
    PERCENT,
    TIME,
    WHOLE,
    Display,
)
from daw_bridges.simulated.live.devices.curves import Curve, Linear, Logarithmic, Whole
from daw_bridges.simulated.live.devices.fader import fader_law
from daw_bridges.simulated.live.devices.spec import ParameterSpec

__all__ = [
    "choice",
    "db",
    "device_on",
    "direct",
    "fader",
    "hz",
    "ms",
    "number",
    "pan",
    "percent",
    "q",
    "switch",
]


def _normalised(name: str, curve: Curve, display: Display, default: float) -> ParameterSpec:
    """A parameter with raw 0 … 1; ``default`` is real."""
    return ParameterSpec(name, 0.0, 1.0, curve.to_raw(default), curve, display)


def direct(name: str, low: float, high: float, default: float, display: Display) -> ParameterSpec:
    """A parameter that is its own raw value."""
    return ParameterSpec(name, low, high, default, Linear(low, high, low, high), display)


def device_on() -> ParameterSpec:
    """The first parameter of every device."""
    return switch("Device On", on=True)


def switch(name: str, *, on: bool = False) -> ParameterSpec:
    """An Off/On switch."""
    return choice(name, ("Off", "On"), "On" if on else "Off")


def choice(name: str, items: tuple[str, ...], default: str) -> ParameterSpec:
    """A chooser with named steps."""
    last = len(items) - 1
    return ParameterSpec(name, 0.0, float(last), float(items.index(default)), Whole(0, last), WHOLE, items)


def db(name: str, low: float, high: float, default: float = 0.0) -> ParameterSpec:
    """A gain that is its own raw value."""
    return direct(name, low, high, default, DECIBELS)


def fader(name: str, top_db: float, default_db: float = 0.0) -> ParameterSpec:
    """A level under the fader law, down to −inf."""
    return _normalised(name, fader_law(top_db), DECIBELS, default_db)


def hz(name: str, low: float, high: float, default: float) -> ParameterSpec:
    """A frequency, logarithmic."""
    return _normalised(name, Logarithmic(low, high), FREQUENCY, default)


def ms(name: str, low: float, high: float, default: float) -> ParameterSpec:
    """A time in ms, logarithmic."""
    return _normalised(name, Logarithmic(low, high), TIME, default)


def q(name: str, low: float, high: float, default: float) -> ParameterSpec:
    """A filter quality or factor, logarithmic."""
    return _normalised(name, Logarithmic(low, high), NUMBER, default)


def percent(name: str, default: float, low: float = 0.0, high: float = 100.0) -> ParameterSpec:
    """A percentage."""
    return _normalised(name, Linear(low, high), PERCENT, default)


def number(name: str, low: float, high: float, default: float) -> ParameterSpec:
    """A plain number that is its own raw value."""
    return direct(name, low, high, default, NUMBER)


def pan(name: str, default: float = 0.0) -> ParameterSpec:
    """A panorama position, raw −1 … 1."""
    return direct(name, -1.0, 1.0, default, PANNING)
