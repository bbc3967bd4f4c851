"""EQ Eight, EQ Three and Channel EQ."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.curves import Linear
from daw_bridges.simulated.live.devices.display import DECIBELS, PERCENT
from daw_bridges.simulated.live.devices.make import (
    choice,
    db,
    device_on,
    fader,
    hz,
    normalised,
    q,
    switch,
    unit_db,
)
from daw_bridges.simulated.live.devices.spec import AUDIO_EFFECT, DeviceSpec, ParameterSpec

__all__ = ["DEVICES"]

_FILTER_TYPES = (
    "High Pass 48dB", "High Pass 12dB", "Low Shelf", "Bell", "Notch", "High Shelf", "Low Pass 12dB",
    "Low Pass 48dB",
)  # fmt: skip

# Frequency (Hz), type and state of each band of a fresh EQ Eight; B is the second channel's curve.
_BANDS_A = (
    (40.0, "Low Shelf", True),
    (200.0, "Bell", True),
    (1000.0, "Bell", True),
    (5000.0, "High Shelf", True),
    (100.0, "Bell", False),
    (10000.0, "Bell", False),
    (5000.0, "Bell", False),
    (18000.0, "Low Pass 12dB", False),
)
_BANDS_B = (
    (40.0, "High Pass 12dB", False),
    (200.0, "Low Shelf", False),
    (100.0, "Bell", True),
    (500.0, "Bell", True),
    (2000.0, "Bell", True),
    (10000.0, "Bell", True),
    (5000.0, "High Shelf", False),
    (18000.0, "Low Pass 12dB", False),
)


def _band(number_: int, side: str, frequency: float, kind: str, on: bool) -> tuple[ParameterSpec, ...]:
    return (
        switch(f"{number_} Filter On {side}", on=on),
        choice(f"{number_} Filter Type {side}", _FILTER_TYPES, kind),
        hz(f"{number_} Frequency {side}", 10, 22000, frequency),
        db(f"{number_} Gain {side}", -15, 15),
        q(f"{number_} Resonance {side}", 0.1, 18, 0.5**0.5),
    )


def _bands() -> tuple[ParameterSpec, ...]:
    sides = tuple(zip(_BANDS_A, _BANDS_B, strict=True))
    return tuple(
        parameter
        for index, pair in enumerate(sides, start=1)
        for side, band in zip("AB", pair, strict=True)
        for parameter in _band(index, side, *band)
    )


_EQ_EIGHT = DeviceSpec(
    "EQ Eight", "Eq8", AUDIO_EFFECT,
    (
        device_on(),
        switch("Adaptive Q", on=True),
        ParameterSpec("Scale", -2, 2, 1.0, Linear(-200, 200, -2, 2), PERCENT),
        db("Output Gain", -12, 12),
        *_bands(),
    ),
)  # fmt: skip

_EQ_THREE = DeviceSpec(
    "EQ Three", "FilterEQ3", AUDIO_EFFECT,
    (
        device_on(),
        fader("GainLo", 6.0),
        fader("GainMid", 6.0),
        fader("GainHi", 6.0),
        hz("FreqLo", 50, 5000, 250.0),
        hz("FreqHi", 200, 18000, 2500.0),
        switch("LowOn", on=True),
        switch("MidOn", on=True),
        switch("HighOn", on=True),
        choice("Slope", ("24", "48"), "48"),
    ),
)  # fmt: skip

# The shelves reach from 0.18 to 5.6 times the amplitude, evenly in dB.
_SHELF = Linear(-14.894549897, 14.963760538)

_CHANNEL_EQ = DeviceSpec(
    "Channel EQ", "ChannelEq", AUDIO_EFFECT,
    (
        device_on(),
        switch("Highpass On"),
        normalised("Low Gain", _SHELF, DECIBELS, 0.0),
        unit_db("Mid Gain", -12, 12),
        hz("Mid Freq", 120, 7500, 1500.0),
        normalised("High Gain", _SHELF, DECIBELS, 0.0),
        unit_db("Gain", -12, 12),
    ),
)  # fmt: skip

DEVICES = (_EQ_EIGHT, _EQ_THREE, _CHANNEL_EQ)
