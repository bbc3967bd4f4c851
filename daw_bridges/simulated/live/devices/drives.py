"""Saturator."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.make import choice, device_on, hz, percent, switch, unit_db
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
        switch("Color On"),
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

DEVICES = (_SATURATOR,)
