"""Chorus-Ensemble, Phaser-Flanger and Auto Pan-Tremolo."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.curves import Linear
from daw_bridges.simulated.live.devices.display import DEGREES, NUMBER, TIME
from daw_bridges.simulated.live.devices.make import (
    amplitude,
    choice,
    device_on,
    hz,
    ms,
    normalised,
    notes,
    percent,
    power_ms,
    switch,
    whole,
)
from daw_bridges.simulated.live.devices.rates import FALLING
from daw_bridges.simulated.live.devices.spec import AUDIO_EFFECT, DeviceSpec

__all__ = ["DEVICES"]

_CHORUS = DeviceSpec(
    "Chorus-Ensemble", "Chorus2", AUDIO_EFFECT,
    (
        device_on(),
        choice("Mode", ("Classic", "Ensemble", "Vibrato"), "Classic"),
        percent("Shape", 0.0),
        hz("Rate", 0.1, 15, 0.9),
        percent("Amount", 50.0),
        percent("Feedback", 0.0, 0.0, 99.0),
        switch("FB Inv"),
        normalised("Offset", Linear(0, 180), DEGREES, 0.0),
        switch("HPF Enabled"),
        hz("HPF Freq", 20, 2000, 50.0),
        percent("Width", 100.0, 0.0, 200.0),
        percent("Warmth", 0.0),
        amplitude("Gain", 0, 2, exponent=2.0),
        percent("Dry/Wet", 50.0),
    ),
)  # fmt: skip

_PHASER_WAVES = (
    "Sine", "Triangle", "Triangle Analog", "Triangle 8", "Triangle 16", "Saw Up", "Saw Down", "Rectangle",
    "Random", "Random S&H",
)  # fmt: skip

_PHASER = DeviceSpec(
    "Phaser-Flanger", "PhaserNew", AUDIO_EFFECT,
    (
        device_on(),
        percent("Amount", 100.0),
        choice("Mod Wave", _PHASER_WAVES, "Triangle"),
        hz("Mod Freq", 0.01, 40, 0.2),
        hz("Mod Freq 2", 0.01, 40, 0.2),
        switch("Mod Sync", on=True),
        switch("Mod Sync 2", on=True),
        notes("Mod Rate", FALLING, 4),
        notes("Mod Rate 2", FALLING, 4),
        normalised("Mod Phase", Linear(0, 360), DEGREES, 180.0),
        switch("Spin Enabled"),
        percent("Spin", 0.0, 0.0, 50.0),
        percent("Duty Cycle", 0.0, -100.0, 100.0),
        percent("Lfo Blend", 0.0),
        switch("Env Enabled", on=True),
        normalised("Env Amount", Linear(-1, 1), NUMBER, 0.0),
        normalised("Env Attack", Linear(0.1, 30), TIME, 6.0),
        normalised("Env Release", Linear(0.1, 400), TIME, 200.0),
        choice("Mode", ("Phaser", "Flanger", "Doubler"), "Phaser"),
        whole("Notches", 1, 42, 4),
        ms("Flange Time", 0.1, 20, 2.5),
        ms("Doubler Time", 20, 150, 80.0),
        normalised("Mod Blend", Linear(), NUMBER, 0.0),
        hz("Center Freq", 70, 18500, 1000.0),
        percent("Spread", 50.0),
        percent("Feedback", 0.0, 0.0, 99.0),
        percent("Warmth", 0.0),
        hz("Safe Freq", 5, 3000, 100.0),
        switch("FB Inv"),
        amplitude("Output Gain", 0, 2, exponent=2.0),
        percent("Dry/Wet", 100.0),
    ),
)  # fmt: skip

_PAN_WAVES = (
    "Sine", "Triangle", "Shark Tooth", "Saw Up", "Saw Down", "Square", "Random", "Wander", "S & H",
)  # fmt: skip

_AUTO_PAN = DeviceSpec(
    "Auto Pan-Tremolo", "AutoPan2", AUDIO_EFFECT,
    (
        device_on(),
        choice("Mode", ("Panning", "Tremolo"), "Panning"),
        percent("Amount", 50.0),
        choice("Waveform", _PAN_WAVES, "Sine"),
        switch("Invert"),
        choice("Time Mode", ("Rate", "Time", "Synced", "Triplet", "Dotted", "16th"), "Rate"),
        hz("Frequency", 0.1, 60, 1.0),
        ms("Time", 100, 200000, 1000.0),
        notes("Rate", FALLING, 6),
        whole("16th", 1, 64, 16),
        normalised("Phase", Linear(0, 360), DEGREES, 180.0),
        normalised("Offset", Linear(0, 360), DEGREES, 0.0),
        choice("Stereo Mode", ("Phase", "Spin"), "Phase"),
        percent("Spin", 0.0, 0.0, 50.0),
        percent("Panning Shape", 0.0),
        percent("Tremolo Shape", 0.0, -100.0, 100.0),
        power_ms("Attack Time", 5000, 3.0, 0.0),
        percent("Dyn Mod", 0.0, -100.0, 100.0),
        switch("Harmonic"),
        switch("Vintage"),
    ),
)  # fmt: skip

DEVICES = (_CHORUS, _PHASER, _AUTO_PAN)
