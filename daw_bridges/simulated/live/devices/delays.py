"""Delay and Echo."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.curves import Linear
from daw_bridges.simulated.live.devices.display import DEGREES, NUMBER
from daw_bridges.simulated.live.devices.make import (
    amplitude,
    choice,
    device_on,
    hz,
    ms,
    normalised,
    notes,
    percent,
    switch,
    unit_db,
    whole,
)
from daw_bridges.simulated.live.devices.rates import DIVISIONS, FALLING
from daw_bridges.simulated.live.devices.spec import AUDIO_EFFECT, DeviceSpec, ParameterSpec

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

_SYNC_MODES = ("Notes", "Triplet", "Dotted", "16th")


def _line(side: str) -> tuple[ParameterSpec, ...]:
    return (
        switch(f"{side} Sync", on=True),
        ms(f"{side} Time", 1, 2500, 375.0),
        notes(f"{side} Division", DIVISIONS, -3, first=-6),
        whole(f"{side} 16th", 1, 16, 3),
        choice(f"{side} Sync Mode", _SYNC_MODES, "Dotted"),
        percent(f"{side} Offset", 0.0, -33.0, 33.0),
    )


def _resonance(name: str) -> ParameterSpec:
    return normalised(name, Linear(0.0, 0.3), NUMBER, 0.0)


_ECHO = DeviceSpec(
    "Echo", "Echo", AUDIO_EFFECT,
    (
        device_on(),
        *_line("L"),
        *_line("R"),
        switch("Link", on=True),
        switch("Repitch", on=True),
        percent("Feedback", 50.0, 0.0, 150.0),
        switch("Feedback Inv"),
        choice("Channel Mode", ("Stereo", "Ping Pong", "Mid/Side"), "Stereo"),
        unit_db("Input Gain", -40, 40),
        amplitude("Output Gain", 0, 4, exponent=2.0),
        switch("Clip Dry"),
        switch("Gate On"),
        unit_db("Gate Thr", -60, 0),
        ms("Gate Release", 0.1, 3000, 50.0),
        switch("Duck On"),
        unit_db("Duck Thr", -60, 0),
        ms("Duck Release", 20, 1500, 100.0),
        switch("Filter On", on=True),
        hz("HP Freq", 20, 20000, 50.0),
        _resonance("HP Res"),
        hz("LP Freq", 20, 20000, 5000.0),
        _resonance("LP Res"),
        choice("Mod Wave", ("Sine", "Triangle", "Saw Up", "Saw Down", "Square", "Random"), "Sine"),
        hz("Mod Freq", 0.01, 40, 2.0),
        switch("Mod Sync", on=True),
        notes("Mod Rate", FALLING, 12),
        normalised("Mod Phase", Linear(0, 180), DEGREES, 90.0),
        percent("Env Mix", 0.0),
        percent("Dly < Mod", 0.0),
        percent("Flt < Mod", 0.0),
        switch("Mod 4x"),
        percent("Reverb Level", 0.0),
        percent("Reverb Decay", 50.0),
        choice("Reverb Loc", ("Pre", "Post", "Feedback"), "Post"),
        switch("Noise On"),
        percent("Noise Amt", 0.0),
        percent("Noise Mrph", 0.0),
        switch("Wobble On"),
        percent("Wobble Amt", 0.0),
        percent("Wobble Mrph", 0.0),
        percent("Stereo Width", 100.0, 0.0, 200.0),
        percent("Dry Wet", 70.0),
    ),
)  # fmt: skip

DEVICES = (_DELAY, _ECHO)
