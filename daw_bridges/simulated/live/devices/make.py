"""Short constructors for the device tables: one call per parameter, defaults in real units."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.curves import Amplitude, Curve, Decades, Linear, Logarithmic, Lookup, Whole
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
    "SYNC_BARS", "amplitude", "choice", "db", "degrees", "device_on", "fader", "hz", "log_hz", "ms", "normalised",
    "notes", "number", "pan", "percent", "q", "semitones", "switch", "unit_db", "whole",
]  # fmt: skip

# Bars per cycle of Live's synced rates, raw 0 … 21, from eight bars to a sixty-fourth.
SYNC_BARS = (
    8, 6, 4, 3, 2, 1.5, 1, 3 / 4, 1 / 2, 3 / 8, 1 / 3, 5 / 16, 1 / 4, 3 / 16, 1 / 6, 1 / 8, 1 / 12, 1 / 16, 1 / 24,
    1 / 32, 1 / 48, 1 / 64,
)  # fmt: skip


def normalised(name: str, curve: Curve, display: Display, default: float) -> ParameterSpec:
    """A parameter with raw 0 … 1; ``default`` is real."""
    return ParameterSpec(name, 0.0, 1.0, curve.to_raw(default), curve, display)


def _direct(name: str, low: float, high: float, default: float, display: Display) -> ParameterSpec:
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
    """A gain whose raw value is dB."""
    return _direct(name, low, high, default, DECIBELS)


def unit_db(name: str, low: float, high: float, default: float = 0.0) -> ParameterSpec:
    """A gain in dB over raw 0 … 1."""
    return normalised(name, Linear(low, high), DECIBELS, default)


def amplitude(name: str, low: float, high: float, default: float = 0.0) -> ParameterSpec:
    """A gain whose raw 0 … 1 is linear in amplitude from ``low`` to ``high``; ``default`` in dB."""
    return normalised(name, Amplitude(low, high), DECIBELS, default)


def fader(name: str, top_db: float, default: float = 0.0) -> ParameterSpec:
    """A level under the fader law, raw 0 … 1, down to −inf."""
    return normalised(name, fader_law(top_db), DECIBELS, default)


def hz(name: str, low: float, high: float, default: float) -> ParameterSpec:
    """A frequency, logarithmic over raw 0 … 1."""
    return normalised(name, Logarithmic(low, high), FREQUENCY, default)


def log_hz(name: str, low: float, high: float, default: float) -> ParameterSpec:
    """A frequency whose raw value is its decimal logarithm."""
    curve = Decades(low, high)
    return ParameterSpec(name, curve.to_raw(low), curve.to_raw(high), curve.to_raw(default), curve, FREQUENCY)


def ms(name: str, low: float, high: float, default: float) -> ParameterSpec:
    """A time in ms, logarithmic over raw 0 … 1."""
    return normalised(name, Logarithmic(low, high), TIME, default)


def q(name: str, low: float, high: float, default: float) -> ParameterSpec:
    """A filter quality, logarithmic over raw 0 … 1."""
    return normalised(name, Logarithmic(low, high), NUMBER, default)


def percent(name: str, default: float, low: float = 0.0, high: float = 100.0) -> ParameterSpec:
    """A percentage over raw 0 … 1."""
    return normalised(name, Linear(low, high), PERCENT, default)


def number(name: str, low: float, high: float, default: float) -> ParameterSpec:
    """A plain number that is its own raw value."""
    return _direct(name, low, high, default, NUMBER)


def whole(name: str, low: float, high: float, default: float) -> ParameterSpec:
    """A whole number that is its own raw value."""
    return ParameterSpec(name, low, high, default, Whole(low, high), WHOLE)


def semitones(name: str, low: float, high: float, default: float = 0.0, *, fine: bool = False) -> ParameterSpec:
    """A transposition: whole semitones as raw values, or with ``fine`` any fraction over raw 0 … 1."""
    if fine:
        return normalised(name, Linear(low, high), SEMITONES, default)
    return ParameterSpec(name, low, high, default, Whole(low, high), WHOLE_SEMITONES)


def degrees(name: str, default: float, high: float = 360.0) -> ParameterSpec:
    """A phase that is its own raw value."""
    return _direct(name, 0.0, high, default, DEGREES)


def pan(name: str, default: float = 0.0) -> ParameterSpec:
    """A panorama position, raw −1 … 1."""
    return _direct(name, -1.0, 1.0, default, PANNING)


def notes(name: str, bars: tuple[float, ...], default: int, first: int = 0) -> ParameterSpec:
    """A synced rate: raw steps from ``first``, each a length in bars; ``default`` is the raw step."""
    curve = Lookup(tuple(length * 4.0 for length in bars), first)
    return ParameterSpec(name, first, first + len(bars) - 1, default, curve, NOTE_LENGTH)
