"""Utility and Tuner."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.curves import Knots
from daw_bridges.simulated.live.devices.display import DECIBELS, PERCENT
from daw_bridges.simulated.live.devices.make import choice, device_on, hz, pan, switch
from daw_bridges.simulated.live.devices.spec import AUDIO_EFFECT, DeviceSpec, ParameterSpec

__all__ = ["DEVICES"]

# Raw 0 is unity; 35 dB for the half turn up and nearly as far down, then quickly to silence at −1.
_GAIN = Knots(((-1.0, -70.0), (-0.9, -31.5), (0.0, 0.0), (1.0, 35.0)), silent=True)

# The lower half of the knob narrows, the upper widens to four times.
_WIDTH = Knots(((0.0, 0.0), (1.0, 100.0), (2.0, 400.0)))

_UTILITY = DeviceSpec(
    "Utility", "StereoGain", AUDIO_EFFECT,
    (
        device_on(),
        switch("Left Inv"),
        switch("Right Inv"),
        choice("Channel Mode", ("Left", "Stereo", "Right", "Swap"), "Stereo"),
        ParameterSpec("Stereo Width", 0.0, 2.0, 1.0, _WIDTH, PERCENT),
        switch("Mono"),
        switch("Bass Mono"),
        hz("Bass Freq", 50, 500, 120.0),
        pan("Balance"),
        ParameterSpec("Gain", -1.0, 1.0, 0.0, _GAIN, DECIBELS),
        switch("Mute"),
        switch("DC Filter"),
    ),
)  # fmt: skip

_TUNER = DeviceSpec("Tuner", "Tuner", AUDIO_EFFECT, (device_on(),))

DEVICES = (_UTILITY, _TUNER)
