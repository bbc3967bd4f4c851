"""Drift."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.curves import Centred, Linear, Power
from daw_bridges.simulated.live.devices.display import NUMBER, PERCENT
from daw_bridges.simulated.live.devices.make import (
    amplitude,
    choice,
    device_on,
    fine,
    hz,
    ms,
    normalised,
    notes,
    percent,
    power_ms,
    semitones,
    switch,
    whole,
)
from daw_bridges.simulated.live.devices.rates import FALLING
from daw_bridges.simulated.live.devices.spec import INSTRUMENT, DeviceSpec, ParameterSpec

__all__ = ["DEVICES"]

_WAVES_1 = ("Sine", "Triangle", "Shark Tooth", "Saturated", "Saw", "Pulse", "Rectangle")
_WAVES_2 = ("Sine", "Triangle", "Saturated", "Saw", "Rectangle")
_LFO_WAVES = (
    "Sine", "Triangle", "Saw Up", "Saw Down", "Square", "Sample & Hold", "Wander", "Linear Env",
    "Exponential Env",
)  # fmt: skip
_TIME_MODES = ("Freq", "Time", "Ratio", "Sync")


def _gain(name: str, default_db: float) -> ParameterSpec:
    return amplitude(name, 0, 1.995268, default_db, exponent=2.3)


def _depth(name: str, default: float = 0.0) -> ParameterSpec:
    return percent(name, default, -100.0, 100.0)


# 15 and 80 % at raw 0.782846 and 0.967593.
def _fine_depth(name: str, default: float = 0.0) -> ParameterSpec:
    return normalised(name, Centred(100.0, 10 / 3), PERCENT, default)


def _share(name: str, default: float = 0.0) -> ParameterSpec:
    return normalised(name, Linear(), NUMBER, default)


def _envelope(number: int, sustain: float) -> tuple[ParameterSpec, ...]:
    return (
        power_ms(f"Env {number} Attack", 60000, 5.0, 1.0),
        power_ms(f"Env {number} Decay", 60000, 5.0, 600.0),
        percent(f"Env {number} Sustain", sustain),
        power_ms(f"Env {number} Release", 60000, 5.0, 600.0),
    )


def _rate(prefix: str, frequency: float) -> tuple[ParameterSpec, ...]:
    return (
        choice(f"{prefix} Time Mode", _TIME_MODES, "Freq"),
        hz(f"{prefix} Rate", 0.17, 1700, frequency),
        ms(f"{prefix} Time", 0.1, 60000, 1000.0),
        normalised(f"{prefix} Ratio", Power(0.25, 16, 1.0), NUMBER, 1.0),
        notes(f"{prefix} Synced", FALLING, 15),
    )


_OSCILLATORS = (
    switch("Osc 1 On", on=True),
    switch("Osc 1 Flt On", on=True),
    switch("Osc Retrig On"),
    switch("Osc 2 On", on=True),
    switch("Osc 2 Flt On", on=True),
    switch("Noise On", on=True),
    switch("Noise Flt On", on=True),
    choice("Osc 1 Wave", _WAVES_1, "Saw"),
    whole("Osc 1 Oct", -2, 3, 0),
    _share("Osc 1 Shape"),
    _depth("Osc 1 Shape Mod Amt", 5.0),
    _gain("Osc 1 Gain", -6.0),
    choice("Osc 2 Wave", _WAVES_2, "Sine"),
    whole("Osc 2 Oct", -3, 2, -1),
    fine("Osc 2 Detune", -7, 7),
    _gain("Osc 2 Gain", -8.0),
    _depth("Pitch Mod Amt 1"),
    _depth("Pitch Mod Amt 2"),
    _gain("Noise Gain", float("-inf")),
)

_FILTER = (
    choice("LP Type", ("I", "II"), "I"),
    hz("LP Freq", 20, 20000, 20000.0),
    _share("Key > LPF"),
    _share("LP Reso"),
    hz("HP Freq", 10, 20000, 10.0),
    _fine_depth("LP Mod Amt 1", 80.0),
    _fine_depth("LP Mod Amt 2", 15.0),
)

_GLOBAL = (
    switch("Legato On"),
    switch("Note Pitch Bend On", on=True),
    percent("Thickness", 0.0),
    percent("Spread", 10.0),
    percent("Strength", 5.0),
    percent("Poly Voice Depth", 0.0),
    percent("Drift", 7.2),
    power_ms("Glide Time", 2000, 3.0, 0.0),
    amplitude("Volume", 0, 2, -6.0, exponent=2.0),
    percent("Vel > Vol", 50.0),
    semitones("Transpose", -48, 48),
    _fine_depth("Mod Matrix Amt 1", 80.0),
    _fine_depth("Mod Matrix Amt 2"),
    _fine_depth("Mod Matrix Amt 3"),
)

_DRIFT = DeviceSpec(
    "Drift", "Drift", INSTRUMENT,
    (
        device_on(),
        *_OSCILLATORS,
        *_FILTER,
        *_envelope(1, 70.0),
        choice("Env 2 Cyc On", ("Env", "Cyc"), "Env"),
        *_envelope(2, 20.0),
        _share("Cyc Env Tilt", 0.5),
        _share("Cyc Env Hold"),
        *_rate("Cyc Env", 5.0),
        switch("LFO Retrig On"),
        *_rate("LFO", 0.4),
        choice("LFO Wave", _LFO_WAVES, "Sine"),
        percent("LFO Amt", 100.0),
        _depth("LFO Mod Amt"),
        *_GLOBAL,
    ),
)  # fmt: skip

DEVICES = (_DRIFT,)
