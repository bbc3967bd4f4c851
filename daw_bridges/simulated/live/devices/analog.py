"""Analog: two chains of oscillator, filter, amplifier and LFO, and what they share."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.curves import Linear
from daw_bridges.simulated.live.devices.display import PANNING, PERCENT
from daw_bridges.simulated.live.devices.envelopes import attack, decay
from daw_bridges.simulated.live.devices.make import (
    choice,
    device_on,
    fader,
    fine,
    hz,
    normalised,
    percent,
    semitones,
    switch,
    whole,
)
from daw_bridges.simulated.live.devices.spec import INSTRUMENT, DeviceSpec, ParameterSpec

__all__ = ["DEVICES"]

_FILTER_TYPES = (
    "Low-pass 12dB/oct", "Low-pass 24dB/oct", "Band-pass 6dB/oct", "Band-pass 12dB/oct", "Notch 2-pole",
    "Notch 4-pole", "High-pass 12dB/oct", "High-pass 24dB/oct", "Formant 6dB/oct", "Formant 12dB/oct",
)  # fmt: skip
_VOICES = ("Mono", "2", "4", "8", "12", "16", "20", "24", "28", "32")
_LOOPS = ("Off", "AD-R", "ADR-R", "ADS-AR")


def _depth(name: str, default: float = 0.0) -> ParameterSpec:
    return ParameterSpec(name, -1, 1, default / 100, Linear(-100, 100, -1, 1), PERCENT)


def _envelope(prefix: str, velocity: float) -> tuple[ParameterSpec, ...]:
    return (
        switch(f"{prefix} Exp", on=True),
        choice(f"{prefix} Loop", _LOOPS, "Off"),
        switch(f"{prefix} Free"),
        switch(f"{prefix} Legato"),
        attack(f"{prefix} Attack"),
        decay(f"{prefix} Decay"),
        percent(f"{prefix} < Vel", velocity),
        percent(f"{prefix} Sustain", 50.0),
        decay(f"{prefix} Rel", 200.0),
    )


def _oscillator(n: int, *, on: bool) -> tuple[ParameterSpec, ...]:
    return (
        switch(f"OSC{n} On/Off", on=on),
        choice(f"OSC{n} Shape", ("Sine", "Saw", "Rect", "Noise"), "Saw"),
        whole(f"OSC{n} Octave", -3, 3, 0),
        semitones(f"OSC{n} Semi", -12, 12),
        fine(f"OSC{n} Detune", -3, 3),
        choice(f"OSC{n} Mode", ("Sub", "Sync"), "Sub"),
        percent(f"OSC{n} PW", 50.0),
        percent(f"O{n} Sub/Sync", 0.0),
        percent(f"OSC{n} Balance", 100.0),
        _depth(f"PEG{n} Amount"),
        decay(f"PEG{n} Time", 200.0),
        _depth(f"OSC{n} < LFO"),
        _depth(f"O{n} PW < LFO"),
        fader(f"OSC{n} Level", 6.0),
    )


def _filter(n: int, *, on: bool) -> tuple[ParameterSpec, ...]:
    return (
        switch(f"F{n} On/Off", on=on),
        choice(f"F{n} Type", _FILTER_TYPES, "Low-pass 12dB/oct"),
        choice(f"F{n} Drive", ("Off", "Sym1", "Sym2", "Sym3", "Asym1", "Asym2", "Asym3"), "Off"),
        hz(f"F{n} Freq", 20, 20000, 20000.0),
        percent(f"F{n} Resonance", 0.0),
        _depth(f"F{n} Freq < Key"),
        _depth(f"F{n} Freq < LFO"),
        _depth(f"F{n} Freq < Env"),
        _depth(f"F{n} Res < LFO"),
        _depth(f"F{n} Res < Env"),
        *_envelope(f"FEG{n}", 0.0),
    )


def _amplifier(n: int, *, on: bool) -> tuple[ParameterSpec, ...]:
    return (
        switch(f"AMP{n} On/Off", on=on),
        fader(f"AMP{n} Level", 6.0, -15.0),
        normalised(f"AMP{n} Pan", Linear(-1, 1), PANNING, 0.0),
        _depth(f"AMP{n} < Key"),
        _depth(f"AMP{n} < LFO"),
        _depth(f"A{n} Pan < LFO"),
        *_envelope(f"AEG{n}", 50.0),
    )


def _lfo(n: int) -> tuple[ParameterSpec, ...]:
    return (
        switch(f"LFO{n} On/Off"),
        choice(f"LFO{n} Shape", ("Sine", "Tri", "Rect", "Noise1", "Noise2"), "Sine"),
        choice(f"LFO{n} Sync", ("Hertz", "Beat"), "Hertz"),
        hz(f"LFO{n} Speed", 0.1, 40, 2.0),
        switch(f"LFO{n} Retrig"),
        percent(f"LFO{n} PW", 50.0),
        percent(f"LFO{n} Phase", 0.0),
        attack(f"LFO{n} Fade In"),
    )


def _chain(n: int) -> tuple[ParameterSpec, ...]:
    on = n == 1
    return (*_oscillator(n, on=on), *_filter(n, on=on), *_amplifier(n, on=on), *_lfo(n))


_ANALOG = DeviceSpec(
    "Analog", "UltraAnalog", INSTRUMENT,
    (
        device_on(),
        choice("Voices", _VOICES, "8"),
        fader("Volume", 6.0, -6.0),
        whole("Octave", -3, 3, 0),
        semitones("Semitone", -12, 12),
        fine("Detune", -1, 1),
        switch("Unison On/Off"),
        choice("Unison Voices", ("2", "4"), "2"),
        percent("Unison Detune", 0.0),
        switch("Vib On/Off"),
        hz("Vib Speed", 0.5, 40, 5.0),
        percent("Vib Amount", 0.0),
        switch("Glide On/Off"),
        attack("Glide Time", 100.0),
        choice("Glide Mode", ("Const", "Prop"), "Const"),
        switch("Glide Legato"),
        switch("Noise On/Off"),
        percent("Noise Color", 50.0),
        percent("Noise Balance", 100.0),
        fader("Noise Level", 6.0),
        *_chain(1),
        *_chain(2),
        percent("F1 To F2", 100.0),
        switch("F2 Slave"),
    ),
)  # fmt: skip

DEVICES = (_ANALOG,)
