"""Delay and Echo."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.curves import Linear
from daw_bridges.simulated.live.devices.display import NUMBER
from daw_bridges.simulated.live.devices.make import choice, device_on, hz, ms, normalised, percent, switch
from daw_bridges.simulated.live.devices.spec import AUDIO_EFFECT, DeviceSpec

__all__ = ["DEVICES"]

_SIXTEENTHS = ("1", "2", "3", "4", "5", "6", "8", "16")

_DELAY = DeviceSpec(
    "Delay", "Delay", AUDIO_EFFECT,
    (
        device_on(),
        choice("Delay Mode", ("Repitch", "Fade", "Jump"), "Repitch"),
        switch("Link", on=True),
        switch("Ping Pong"),
        switch("L Sync", on=True),
        switch("R Sync", on=True),
        ms("L Time", 1, 5000, 375.0),
        ms("R Time", 1, 5000, 375.0),
        choice("L 16th", _SIXTEENTHS, "3"),
        choice("R 16th", _SIXTEENTHS, "4"),
        percent("L Offset", 0.0, -33.3, 33.3),
        percent("R Offset", 0.0, -33.3, 33.3),
        percent("Feedback", 50.0, 0.0, 95.0),
        switch("Freeze"),
        switch("Filter On", on=True),
        hz("Filter Freq", 50, 18000, 1000.0),
        normalised("Filter Width", Linear(0.5, 9), NUMBER, 8.0),
        hz("Mod Freq", 0.01, 40, 0.5),
        percent("Dly < Mod", 0.0),
        percent("Filter < Mod", 0.0),
        percent("Dry/Wet", 50.0),
    ),
)  # fmt: skip

DEVICES = (_DELAY,)
