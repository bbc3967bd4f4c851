"""Operator: its four oscillators with their envelopes, the filter, the LFO and the global section."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.curves import Linear
from daw_bridges.simulated.live.devices.display import PERCENT
from daw_bridges.simulated.live.devices.envelopes import envelope, looping, slopes
from daw_bridges.simulated.live.devices.make import (
    choice,
    db,
    device_on,
    direct,
    fader,
    hz,
    ms,
    pan,
    percent,
    semitones,
    switch,
    whole,
)
from daw_bridges.simulated.live.devices.spec import INSTRUMENT, DeviceSpec, ParameterSpec

__all__ = ["DEVICES"]

_WAVES = (
    "Sine", "Sine 4 Bit", "Sine 8 Bit", "Saw 3", "Saw 4", "Saw 6", "Saw 8", "Saw 16", "Saw 32", "Saw 64",
    "Saw D", "Square 3", "Square 4", "Square 6", "Square 8", "Square 16", "Square 32", "Square 64",
    "Square D", "Triangle", "Noise Looped", "Noise White", "User",
)  # fmt: skip


def _share(name: str, default: float = 0.0, low: float = -100.0, high: float = 100.0) -> ParameterSpec:
    return direct(name, low, high, default, PERCENT)


def _oscillator(letter: str) -> tuple[ParameterSpec, ...]:
    first = letter == "A"
    name, short = f"Osc-{letter}", f"{letter}e"
    return (
        switch(f"{name} On", on=first),
        whole(f"{letter} Coarse", 0, 48, 1),
        whole(f"{letter} Fine", 0, 1000, 0),
        switch(f"{letter} Fix On "),
        hz(f"{letter} Fix Freq", 10, 2000, 100.0),
        choice(f"{name} Wave", _WAVES, "Sine"),
        fader(f"{name} Level", 0.0, 0.0 if first else float("-inf")),
        _share(f"{name} Feedb", low=0.0),
        _share(f"{name} Phase", low=0.0),
        switch(f"{name} Retrig", on=True),
        _share(f"{name} Lev < Key"),
        _share(f"{name} Lev < Vel", 50.0),
        *envelope(
            short, fader(f"{short} Sustain", 0.0, 0.0 if first else -24.0), 1000.0 if first else 400.0, 400.0
        ),
        fader(f"{short} Init", 0.0, float("-inf")),
        fader(f"{short} Peak", 0.0),
        *looping(short),
    )


_FILTER = (
    switch("Filter On"),
    choice("Filter Type", ("Lowpass", "Highpass", "Bandpass", "Notch", "Morph"), "Lowpass"),
    choice("Filter Circuit - LP/HP", ("Clean", "OSR", "MS2", "SMP", "PRD"), "Clean"),
    choice("Filter Circuit - BP/NO/Morph", ("Clean", "OSR"), "Clean"),
    choice("Filter Slope", ("12 dB", "24 dB"), "12 dB"),
    hz("Filter Freq", 30, 18500, 12000.0),
    ParameterSpec("Filter Res", 0, 1.25, 0.277778, Linear(0, 125, 0, 1.25), PERCENT),
    db("Filter Drive", 0, 24),
    percent("Filter Morph", 0.0),
    _share("Filt < Vel"),
    _share("Filt < Key", 100.0, -200.0, 200.0),
    _share("Fe Amount"),
    *envelope("Fe", percent("Fe Sustain", 0.0)),
    *slopes("Fe"),
    *looping("Fe"),
    choice("Shaper Type", ("Off", "Soft", "Hard", "Sine", "4Bit"), "Off"),
    db("Shaper Drive", -12, 12),
    _share("Shaper Mix", 100.0, low=0.0),
)

_LFO = (
    switch("LFO On"),
    switch("LFO Retrigger"),
    choice("LFO Type", ("Sine", "Square", "Triangle", "SwUp", "SwDown", "S&H", "Noise"), "Sine"),
    choice("LFO Range", ("Low", "High", "Sync"), "Low"),
    whole("LFO Rate", 0, 127, 100),
    percent("LFO Amt", 10.0),
    _share("LFO Amt A", 100.0),
    _share("LFO Amt B", 100.0),
    *envelope("Le", fader("Le Sustain", 0.0)),
    *looping("Le"),
)

_PITCH = (
    switch("Pe On"),
    _share("Pe Amt A", 100.0),
    _share("Pe Amt B", 100.0),
    semitones("Pe Init", -48, 48, 12),
    semitones("Pe Peak", -48, 48, 12),
    semitones("Pe Sustain", -48, 48),
    semitones("Pe End", -48, 48),
    *slopes("Pe"),
)

_GLOBAL = (
    choice("Algorithm", tuple(f"Alg. {n}" for n in range(1, 12)), "Alg. 1"),
    switch("Glide On"),
    ms("Glide Time", 0.1, 10000, 50.0),
    whole("PB Range", 0, 24, 5),
    _share("Spread", low=0.0),
    semitones("Transpose", -48, 48),
    _share("Time"),
    _share("Time < Key"),
    percent("Tone", 70.0),
    pan("Panorama"),
    _share("Pan < Key", low=0.0),
    _share("Pan < Rnd", low=0.0),
    fader("Volume", 6.0, -18.0),
)

_OPERATOR = DeviceSpec(
    "Operator", "Operator", INSTRUMENT,
    (
        device_on(),
        *(parameter for letter in "ABCD" for parameter in _oscillator(letter)),
        *_LFO,
        *_FILTER,
        *_PITCH,
        *_GLOBAL,
    ),
)  # fmt: skip

DEVICES = (_OPERATOR,)
