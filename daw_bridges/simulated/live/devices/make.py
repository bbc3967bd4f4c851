"""Short constructors for the device tables: one call per parameter, ranges and defaults in real units.

Most of Live's parameters are raw 0 … 1 under some curve; those that are their own raw value say so.
"""

from __future__ import annotations

from daw_bridges.simulated.live.devices.curves import (
    Amplitude,
    Curve,
    Decades,
    Linear,
    Logarithmic,
    Lookup,
    Power,
    Whole,
)
from daw_bridges.simulated.live.devices.display import (
    DECIBELS,
    DEGREES,
    FREQUENCY,
    NOTE_LENGTH,
    NUMBER,
    PANNING,
    PERCENT,
    SEMITONES,
    TIME,
    WHOLE,
    WHOLE_SEMITONES,
    Display,
)
from daw_bridges.simulated.live.devices.fader import fader_law
from daw_bridges.simulated.live.devices.spec import ParameterSpec

__all__ = [
    "amplitude",
    "choice",
    "db",
    "degrees",
    "device_on",
    "direct",
    "fader",
    "fine",
    "hz",
    "logged",
    "ms",
    "normalised",
    "notes",
    "number",
    "pan",
    "percent",
    "power_ms",
    "q",
    "semitones",
    "switch",
    "unit_db",
    "whole",
]


def normalised(name: str, curve: Curve, display: Display, default: float) -> ParameterSpec:
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


def unit_db(name: str, low: float, high: float, default: float = 0.0) -> ParameterSpec:
    """A gain that is linear in dB."""
    return normalised(name, Linear(low, high), DECIBELS, default)


def amplitude(
    name: str, low: float, high: float, default_db: float = 0.0, *, exponent: float = 1.0
) -> ParameterSpec:
    """A gain whose amplitude goes from ``low`` to ``high``; read in dB."""
    return normalised(name, Amplitude(low, high, exponent), DECIBELS, default_db)


def fader(name: str, top_db: float, default_db: float = 0.0, floor_db: float | None = None) -> ParameterSpec:
    """A level under the fader law, down to −inf unless there is a floor."""
    return normalised(name, fader_law(top_db, floor_db), DECIBELS, default_db)


def hz(name: str, low: float, high: float, default: float) -> ParameterSpec:
    """A frequency, logarithmic."""
    return normalised(name, Logarithmic(low, high), FREQUENCY, default)


def ms(name: str, low: float, high: float, default: float) -> ParameterSpec:
    """A time in ms, logarithmic."""
    return normalised(name, Logarithmic(low, high), TIME, default)


def power_ms(name: str, high: float, exponent: float, default: float) -> ParameterSpec:
    """A time in ms from 0, growing with a power of the raw value."""
    return normalised(name, Power(0.0, high, exponent), TIME, default)


def logged(
    name: str, low: float, high: float, default: float, display: Display, scale: float = 1.0
) -> ParameterSpec:
    """A parameter whose raw value is the decimal logarithm of what it reads (over ``scale``)."""
    curve = Decades(low, high, scale)
    return ParameterSpec(name, curve.to_raw(low), curve.to_raw(high), curve.to_raw(default), curve, display)


def q(name: str, low: float, high: float, default: float) -> ParameterSpec:
    """A filter quality or factor, logarithmic."""
    return normalised(name, Logarithmic(low, high), NUMBER, default)


def percent(name: str, default: float, low: float = 0.0, high: float = 100.0) -> ParameterSpec:
    """A percentage."""
    return normalised(name, Linear(low, high), PERCENT, default)


def number(name: str, low: float, high: float, default: float) -> ParameterSpec:
    """A plain number that is its own raw value."""
    return direct(name, low, high, default, NUMBER)


def whole(name: str, low: float, high: float, default: float) -> ParameterSpec:
    """A whole number that is its own raw value."""
    return ParameterSpec(name, low, high, default, Whole(low, high), WHOLE)


def semitones(name: str, low: float, high: float, default: float = 0.0) -> ParameterSpec:
    """A transposition in whole semitones, its own raw value."""
    return ParameterSpec(name, low, high, default, Whole(low, high), WHOLE_SEMITONES)


def fine(name: str, low: float, high: float, default: float = 0.0) -> ParameterSpec:
    """A detuning in fractions of a semitone."""
    return normalised(name, Linear(low, high), SEMITONES, default)


def degrees(name: str, default: float, high: float = 360.0) -> ParameterSpec:
    """A phase that is its own raw value."""
    return direct(name, 0.0, high, default, DEGREES)


def pan(name: str, default: float = 0.0) -> ParameterSpec:
    """A panorama position, raw −1 … 1."""
    return direct(name, -1.0, 1.0, default, PANNING)


def notes(name: str, bars: tuple[float, ...], default: int, first: int = 0) -> ParameterSpec:
    """A synced rate: raw steps from ``first``, each a length in bars; ``default`` is the raw step."""
    curve = Lookup(tuple(length * 4.0 for length in bars), first)
    return ParameterSpec(name, first, first + len(bars) - 1, default, curve, NOTE_LENGTH)
