"""Simpler and Sampler."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.curves import Linear
from daw_bridges.simulated.live.devices.display import CENTS, DEGREES, PERCENT
from daw_bridges.simulated.live.devices.envelopes import attack, envelope, looping, slopes
from daw_bridges.simulated.live.devices.make import (
    choice,
    db,
    device_on,
    direct,
    fader,
    hz,
    ms,
    notes,
    number,
    pan,
    percent,
    power_ms,
    semitones,
    switch,
    whole,
)
from daw_bridges.simulated.live.devices.rates import RISING
from daw_bridges.simulated.live.devices.spec import INSTRUMENT, DeviceSpec, ParameterSpec

__all__ = ["DEVICES"]

_LFO_WAVES = ("Sine", "Square", "Triangle", "Saw Down", "Saw Up", "Random")

_RESONANCE = ParameterSpec("Filter Res", 0, 1.25, 0.0, Linear(0, 125, 0, 1.25), PERCENT)

_FILTER = (
    switch("F On"),
    choice("Filter Type", ("Lowpass", "Highpass", "Bandpass", "Notch", "Morph"), "Lowpass"),
    choice("Filter Circuit - LP/HP", ("Clean", "OSR", "MS2", "SMP", "PRD"), "Clean"),
    choice("Filter Circuit - BP/NO/Morph", ("Clean", "OSR"), "Clean"),
    choice("Filter Slope", ("12 dB", "24 dB"), "12 dB"),
    hz("Filter Freq", 30, 22000, 22000.0),
    _RESONANCE,
    db("Filter Drive", 0, 24),
    percent("Filter Morph", 0.0),
    percent("Filt < Vel", 0.0),
    percent("Filt < Key", 100.0),
    switch("Fe On"),
    semitones("Fe < Env", -72, 72),
    *envelope("Fe", percent("Fe Sustain", 0.0)),
    *slopes("Fe"),
    *looping("Fe"),
)

_AMPLIFIER = (
    db("Volume", -36, 36, -12.0),
    percent("Vol < Vel", 35.0),
    pan("Pan"),
    percent("Pan < Rnd", 0.0),
    *envelope("Ve", fader("Ve Sustain", 0.0)),
    *looping("Ve"),
)

_PITCH = (
    semitones("Transpose", -48, 48),
    ParameterSpec("Detune", -50, 50, 0.0, Linear(-0.5, 0.5, -50, 50), CENTS),
    direct("Spread", 0, 100, 0.0, PERCENT),
    choice("Glide Mode", ("Off", "Portamento", "Glide"), "Off"),
    ms("Glide Time", 0.1, 10000, 50.0),
    switch("Pe On"),
    semitones("Pe < Env", -48, 48),
    *envelope("Pe", ParameterSpec("Pe Sustain", -1, 1, 0.0, Linear(-100, 100, -1, 1), PERCENT)),
    *slopes("Pe"),
    *looping("Pe"),
)

_SAMPLE = (
    whole("Sample Selector", 0, 127, 0),
    power_ms("Fade In", 2000, 3.0, 0.1),
    power_ms("Fade Out", 2000, 3.0, 0.1),
    switch("Snap"),
    choice("Trigger Mode", ("Trigger", "Gate"), "Trigger"),
)


def _lfo(name: str) -> tuple[ParameterSpec, ...]:
    return (
        switch(f"{name} On"),
        choice(f"{name} Wave", _LFO_WAVES, "Sine"),
        choice(f"{name} Sync", ("Free", "Sync"), "Free"),
        hz(f"{name} Rate", 0.01, 30, 1.0),
        notes(f"{name} Sync Rate", RISING, 4),
        switch(f"{name} Retrig", on=True),
        attack(f"{name} Attack"),
        percent(f"{name} R < Key", 0.0),
        direct(f"{name} Offset", 0, 360, 0.0, DEGREES),
    )


_LFO_DEPTHS = (
    percent("Vol < LFO", 0.0),
    percent("Pitch < LFO", 0.0),
    percent("Pan < LFO", 0.0),
    number("Filt < LFO", 0, 24, 0.0),
)

_SIMPLER = DeviceSpec(
    "Simpler", "OriginalSimpler", INSTRUMENT,
    (
        device_on(),
        percent("S Start", 0.0),
        percent("S Length", 100.0),
        switch("S Loop On"),
        percent("S Loop Length", 100.0),
        percent("S Loop Fade", 0.0),
        *_SAMPLE,
        *_AMPLIFIER,
        *_FILTER,
        *_lfo("L"),
        *_LFO_DEPTHS,
        *_PITCH,
    ),
)  # fmt: skip

_OSCILLATOR = (
    switch("Osc On"),
    choice("O Mode", ("FM", "AM"), "FM"),
    fader("O Volume", 0.0, float("-inf")),
    whole("O Coarse", -2, 48, 1),
    whole("O Fine", 0, 1000, 0),
    switch("O Fix On"),
    *envelope("Oe", fader("Oe Sustain", 0.0)),
)

_SAMPLER = DeviceSpec(
    "Sampler", "MultiSampler", INSTRUMENT,
    (
        device_on(),
        switch("Reverse"),
        semitones("Key Zone Shift", -48, 48),
        *_SAMPLE,
        *_AMPLIFIER,
        *_FILTER,
        switch("Shaper On"),
        *_PITCH,
        *_OSCILLATOR,
        *(parameter for n in (1, 2, 3) for parameter in _lfo(f"L {n}")),
        *_LFO_DEPTHS,
        switch("Ae On"),
        *envelope("Ae", percent("Ae Sustain", 100.0)),
        direct("Time", -100, 100, 0.0, PERCENT),
        direct("Time < Key", -100, 100, 0.0, PERCENT),
    ),
)  # fmt: skip

DEVICES = (_SIMPLER, _SAMPLER)
