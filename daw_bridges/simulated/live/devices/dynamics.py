"""Compressor, Glue Compressor, Limiter and Gate."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.curves import Linear, Lookup, Power, Ratio
from daw_bridges.simulated.live.devices.display import RATIO, RATIO_TO, TIME
from daw_bridges.simulated.live.devices.make import (
    choice,
    db,
    device_on,
    fader,
    ms,
    normalised,
    percent,
    switch,
    unit_db,
)
from daw_bridges.simulated.live.devices.sidechain import key_filter, key_input
from daw_bridges.simulated.live.devices.spec import AUDIO_EFFECT, DeviceSpec, ParameterSpec

__all__ = ["DEVICES"]

# Live's Release reads 30 ms at raw 0.157: not logarithmic as Attack is, but a power of the travel.
_RELEASE = Power(1.0, 3000.0, 2.505)

_GLUE_ATTACK_MS = (0.01, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
_GLUE_RATIO = (2.0, 4.0, 10.0)
_GLUE_RELEASE = ("0.1 s", "0.2 s", "0.4 s", "0.6 s", "0.8 s", "1.2 s", "A")

_COMPRESSOR = DeviceSpec(
    "Compressor", "Compressor2", AUDIO_EFFECT,
    (
        device_on(),
        fader("Threshold", 6.0),
        normalised("Ratio", Ratio(), RATIO, 4.0),
        ParameterSpec("Expansion Ratio", 1.0, 2.0, 1.15, Linear(1, 2, 1, 2), RATIO_TO),
        ms("Attack", 0.01, 1000, 1.0),
        normalised("Release", _RELEASE, TIME, 30.0),
        switch("Auto Release On/Off"),
        db("Output Gain", -36, 36),
        switch("Makeup"),
        percent("Dry/Wet", 100.0),
        choice("Model", ("Peak", "RMS", "Expand"), "RMS"),
        choice("Env Mode", ("Lin", "Log"), "Log"),
        db("Knee", 0, 18, 6.0),
        choice("LookAhead", ("0 ms", "1 ms", "10 ms"), "0 ms"),
        switch("S/C Listen"),
        *key_input(),
        *key_filter(80.0, on=True),
    ),
    has_sidechain_routing=True,
)  # fmt: skip

# Ratio and Attack move in steps although Live does not call them quantised; Release ends in A, for automatic,
# which is no number, and so it is a chooser here.
_GLUE = DeviceSpec(
    "Glue Compressor", "GlueCompressor", AUDIO_EFFECT,
    (
        device_on(),
        db("Threshold", -40, 0),
        db("Range", 0, 70, 70.0),
        db("Makeup", 0, 20),
        ParameterSpec("Attack", 0, 6, 3, Lookup(_GLUE_ATTACK_MS), TIME),
        ParameterSpec("Ratio", 0, 2, 1, Lookup(_GLUE_RATIO), RATIO),
        choice("Release", _GLUE_RELEASE, "0.6 s"),
        percent("Dry/Wet", 100.0),
        switch("Peak Clip In"),
        *key_input(),
        *key_filter(200.0),
    ),
)  # fmt: skip

_LIMITER = DeviceSpec(
    "Limiter", "Limiter", AUDIO_EFFECT,
    (
        device_on(),
        unit_db("Input Gain", -24, 24),
        unit_db("Ceiling", -24, 0, -0.3),
        ms("Release", 0.01, 3000, 300.0),
        switch("Auto", on=True),
        percent("Link", 100.0),
        percent("M/S Link", 0.0),
        choice("Lookahead", ("1.5 ms", "3 ms", "6 ms"), "3 ms"),
        choice("Routing", ("L/R", "M/S"), "L/R"),
        choice("Mode", ("Standard", "Soft Clip", "True Peak"), "Standard"),
        switch("Maximize On"),
        unit_db("Threshold", -24, 0),
        unit_db("Output", -24, 0),
    ),
)  # fmt: skip

_GATE = DeviceSpec(
    "Gate", "Gate", AUDIO_EFFECT,
    (
        device_on(),
        fader("Threshold", 6.0, -12.0),
        ParameterSpec("Attack", 0.02, 150, 3.5, Linear(0.02, 150, 0.02, 150), TIME),
        ms("Hold", 1, 1500, 10.0),
        ms("Release", 0.1, 3000, 15.0),
        db("Return", 0, 24, 3.0),
        db("Floor", -75, 0, -40.0),
        switch("S/C Listen"),
        choice("FlipMode", ("Normal", "Flip"), "Normal"),
        choice("LookAhead", ("0 ms", "1.5 ms", "10 ms"), "1.5 ms"),
        *key_input(),
        *key_filter(200.0),
    ),
)  # fmt: skip

DEVICES = (_COMPRESSOR, _GLUE, _LIMITER, _GATE)
