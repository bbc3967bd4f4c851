"""Wavetable."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.curves import Linear, Power
from daw_bridges.simulated.live.devices.display import CENTS, DEGREES, FREQUENCY, PANNING
from daw_bridges.simulated.live.devices.make import (
    amplitude,
    choice,
    device_on,
    hz,
    normalised,
    notes,
    percent,
    power_ms,
    semitones,
    switch,
    unit_db,
)
from daw_bridges.simulated.live.devices.rates import FALLING
from daw_bridges.simulated.live.devices.spec import INSTRUMENT, DeviceSpec, ParameterSpec

__all__ = ["DEVICES"]


def _time(name: str, default: float) -> ParameterSpec:
    return power_ms(name, 20000, 4.0, default)


def _oscillator(number: int, *, on: bool) -> tuple[ParameterSpec, ...]:
    name = f"Osc {number}"
    return (
        switch(f"{name} On", on=on),
        normalised(f"{name} Pan", Linear(-1, 1), PANNING, 0.0),
        amplitude(f"{name} Gain", 0, 1),
        percent(f"{name} Effect 1", 0.0, -100.0, 100.0),
        percent(f"{name} Effect 2", 0.0),
        semitones(f"{name} Transp", -24, 24),
        normalised(f"{name} Detune", Linear(-0.5, 0.5), CENTS, 0.0),
        percent(f"{name} Pos", 0.0),
    )


def _filter(number: int, frequency: float, *, on: bool) -> tuple[ParameterSpec, ...]:
    name = f"Filter {number}"
    return (
        switch(f"{name} On", on=on),
        choice(f"{name} Type", ("Lowpass", "Highpass", "Bandpass", "Notch", "Morph"), "Lowpass"),
        choice(f"{name} LP/HP", ("Clean", "OSR", "MS2", "SMP", "PRD"), "Clean"),
        choice(f"{name} BP/NO/Morph", ("Clean", "OSR"), "Clean"),
        choice(f"{name} Slope", ("12", "24"), "24"),
        hz(f"{name} Freq", 20, 20480, frequency),
        percent(f"{name} Res", 0.0, 0.0, 125.0),
        unit_db(f"{name} Drive", 0, 24),
        percent(f"{name} Morph", 0.0),
    )


def _slopes(name: str) -> tuple[ParameterSpec, ...]:
    return (
        percent(f"{name} A Slope", 0.0, -100.0, 100.0),
        percent(f"{name} D Slope", 50.0, -100.0, 100.0),
        percent(f"{name} R Slope", 50.0, -100.0, 100.0),
        choice(f"{name} Loop Mode", ("None", "Trigger", "Loop"), "None"),
    )


def _envelope(name: str, sustain: ParameterSpec) -> tuple[ParameterSpec, ...]:
    return (
        _time(f"{name} Attack", 1.0),
        _time(f"{name} Decay", 600.0),
        sustain,
        _time(f"{name} Release", 600.0),
        *_slopes(name),
    )


def _modulator(number: int) -> tuple[ParameterSpec, ...]:
    name = f"Env {number}"
    return (
        *_envelope(name, percent(f"{name} Sustain", 50.0)),
        percent(f"{name} Initial", 0.0),
        percent(f"{name} Peak", 100.0),
        percent(f"{name} Final", 0.0),
    )


def _lfo(number: int) -> tuple[ParameterSpec, ...]:
    name = f"LFO {number}"
    return (
        switch(f"{name} Retrigger", on=True),
        choice(f"{name} Sync", ("Free", "Tempo"), "Free"),
        choice(f"{name} Shape", ("Sine", "Triangle", "Sawtooth", "Rectangle", "Noise"), "Sine"),
        _time(f"{name} Attack Time", 0.0),
        normalised(f"{name} Rate", Power(0.01, 30, 3.0), FREQUENCY, 1.0),
        notes(f"{name} S. Rate", FALLING, 15),
        percent(f"{name} Amount", 100.0),
        percent(f"{name} Shaping", 0.0, -100.0, 100.0),
        normalised(f"{name} Phase Offset", Linear(0, 360), DEGREES, 0.0),
    )


_WAVETABLE = DeviceSpec(
    "Wavetable", "InstrumentVector", INSTRUMENT,
    (
        device_on(),
        *_oscillator(1, on=True),
        *_oscillator(2, on=False),
        switch("Sub On"),
        amplitude("Sub Gain", 0, 1, -6.0),
        percent("Sub Tone", 0.0),
        choice("Sub Transpose", ("0", "-1", "-2"), "-1"),
        *_filter(1, 20480.0, on=True),
        *_filter(2, 20.0, on=False),
        *_envelope("Amp", amplitude("Amp Sustain", 0, 1, -6.0, exponent=2.0)),
        *_modulator(2),
        *_modulator(3),
        *_lfo(1),
        *_lfo(2),
        percent("Unison Amount", 30.0),
        semitones("Transpose", -48, 48),
        _time("Glide", 0.0),
        percent("Time", 0.0, -100.0, 100.0),
        percent("Global Mod Amount", 100.0, 0.0, 200.0),
        amplitude("Volume", 0, 1, -9.0, exponent=2.0),
    ),
)  # fmt: skip

DEVICES = (_WAVETABLE,)
