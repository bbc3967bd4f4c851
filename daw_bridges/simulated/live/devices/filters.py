"""Auto Filter, in the form Live 12.2 gave it."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.curves import Linear
from daw_bridges.simulated.live.devices.display import DEGREES, TIME
from daw_bridges.simulated.live.devices.make import (
    choice,
    device_on,
    fader,
    fine,
    hz,
    ms,
    normalised,
    notes,
    percent,
    switch,
    whole,
)
from daw_bridges.simulated.live.devices.rates import DIVISIONS, FALLING
from daw_bridges.simulated.live.devices.sidechain import key_filter, key_input
from daw_bridges.simulated.live.devices.spec import AUDIO_EFFECT, DeviceSpec

__all__ = ["DEVICES"]

_TYPES = (
    "Low-pass", "High-pass", "Band-pass", "Notch", "Morph", "DJ", "Comb", "Resampling", "Notch+LP", "Vowel",
)  # fmt: skip
_WAVES = ("Sine", "Triangle", "Saw", "Square", "Ramp Up", "Ramp Down", "Wander", "S & H")

_AUTO_FILTER = DeviceSpec(
    "Auto Filter", "AutoFilter2", AUDIO_EFFECT,
    (
        device_on(),
        hz("Frequency", 20, 20000, 10000.0),
        percent("Resonance", 0.0),
        percent("Morph", 0.0),
        choice("Type", _TYPES, "Low-pass"),
        choice("Slope", ("12dB", "24dB"), "24dB"),
        choice("Morph Slope", ("6dB", "12dB", "24dB", "48dB"), "24dB"),
        choice("Circuit", ("SVF", "DFM", "MS2", "PRD"), "SVF"),
        percent("Drive", 0.0),
        percent("Control", 0.0, -100.0, 100.0),
        fine("Pitch", -36, 36),
        percent("Formant", 0.0),
        percent("LFO Amount", 0.0),
        choice("LFO Wave", _WAVES, "Sine"),
        choice("LFO T Mode", ("Rate", "Time", "Synced", "Triplet", "Dotted", "Sixteenth"), "Rate"),
        hz("LFO Freq", 0.1, 60, 1.0),
        ms("LFO Time", 100, 200000, 1000.0),
        notes("LFO Rate", FALLING, 4),
        whole("LFO 16th", 1, 64, 16),
        normalised("LFO Phase", Linear(0, 360), DEGREES, 4.0),
        normalised("LFO Offset", Linear(0, 360), DEGREES, 0.0),
        choice("LFO S Mode", ("Phase", "Spin"), "Phase"),
        percent("LFO Spin", 0.0, 0.0, 50.0),
        percent("LFO Morph", 0.0, -100.0, 100.0),
        percent("LFO Smoothing", 0.0),
        choice("LFO Q Mode", ("None", "Steps", "S&H"), "None"),
        whole("LFO Steps", 2, 64, 8),
        notes("LFO S&H", DIVISIONS, -4, first=-6),
        percent("Env Amount", 0.0, -100.0, 100.0),
        normalised("Env Attack", Linear(0, 100), TIME, 1.0),
        switch("Env Hold On", on=True),
        normalised("Env Release", Linear(0, 3000), TIME, 250.0),
        switch("Env S&H On"),
        notes("Env S&H", DIVISIONS, -4, first=-6),
        fader("Output", 0.0),
        switch("Soft Clip On"),
        percent("Dry/Wet", 100.0),
        *key_filter(200.0),
        *key_input(),
        switch("Side Chain Listen"),
    ),
)  # fmt: skip

DEVICES = (_AUTO_FILTER,)
