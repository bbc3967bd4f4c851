"""Saturator, Overdrive, Drum Buss and Redux."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.curves import Linear
from daw_bridges.simulated.live.devices.display import NUMBER, PERCENT
from daw_bridges.simulated.live.devices.make import (
    choice,
    device_on,
    direct,
    fader,
    hz,
    normalised,
    number,
    percent,
    switch,
    unit_db,
    whole,
)
from daw_bridges.simulated.live.devices.spec import AUDIO_EFFECT, DeviceSpec

__all__ = ["DEVICES"]

_SHAPES = (
    "Analog Clip", "Soft Sine", "Bass Shaper", "Medium Curve", "Hard Curve", "Sinoid Fold", "Digital Clip",
    "Waveshaper",
)  # fmt: skip

_SATURATOR = DeviceSpec(
    "Saturator", "Saturator", AUDIO_EFFECT,
    (
        device_on(),
        unit_db("Drive", -36, 36),
        switch("Pre Dc Filter"),
        choice("Type", _SHAPES, "Analog Clip"),
        switch("Color On", on=True),
        unit_db("Color Amt Low", -36, 36),
        hz("Color Freq", 30, 18500, 1000.0),
        percent("Color Width", 30.0),
        unit_db("Color Amt Hi", -24, 24),
        choice("Post Clip Mode", ("No Clip", "Soft Clip", "Hard Clip"), "No Clip"),
        unit_db("Output", -36, 0),
        percent("Dry/Wet", 100.0),
        unit_db("Threshold", -50, 0, -50.0),
        percent("WS Drive", 100.0),
        percent("WS Linearity", 50.0),
        percent("WS Curve", 5.0),
        percent("WS Damp", 0.0),
        percent("WS Period", 0.0),
        percent("WS Depth", 0.0),
    ),
)  # fmt: skip

_OVERDRIVE = DeviceSpec(
    "Overdrive", "Overdrive", AUDIO_EFFECT,
    (
        device_on(),
        hz("Filter Freq", 50, 20000, 1250.0),
        number("Filter Width", 0.5, 9, 6.5),
        direct("Drive", 0, 100, 50.0, PERCENT),
        direct("Dry/Wet", 0, 100, 50.0, PERCENT),
        direct("Tone", 0, 100, 50.0, PERCENT),
        percent("Preserve Dynamics", 50.0),
    ),
)  # fmt: skip

_DRUM_BUSS = DeviceSpec(
    "Drum Buss", "DrumBuss", AUDIO_EFFECT,
    (
        device_on(),
        switch("Compressor On"),
        percent("Drive", 20.0),
        choice("Drive Type", ("Soft", "Medium", "Hard"), "Soft"),
        percent("Crunch", 0.0),
        hz("Damping Freq", 500, 20000, 9200.0),
        number("Transients", -1, 1, 0.0),
        hz("Boom Freq", 30, 90, 50.0),
        percent("Boom Amt", 0.0),
        percent("Boom Decay", 100.0),
        switch("Boom Audition"),
        fader("Trim", 0.0),
        fader("Output Gain", 3.0, floor_db=-40.0),
        percent("Dry/Wet", 100.0),
    ),
)  # fmt: skip

_REDUX = DeviceSpec(
    "Redux", "Redux2", AUDIO_EFFECT,
    (
        device_on(),
        hz("Sample Rate", 20, 40000, 40000.0),
        percent("Jitter", 0.0),
        whole("Bit Depth", 1, 16, 16),
        percent("Quantizer Shape", 0.0),
        switch("DC Shift"),
        switch("Pre-Filter On"),
        switch("Post-Filter On"),
        normalised("Post-Filter", Linear(-4, 4), NUMBER, 0.0),
        percent("Dry/Wet", 100.0),
    ),
)  # fmt: skip

DEVICES = (_SATURATOR, _OVERDRIVE, _DRUM_BUSS, _REDUX)
