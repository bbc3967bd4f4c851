"""Reverb and Hybrid Reverb."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.curves import Linear, Logarithmic
from daw_bridges.simulated.live.devices.display import DEGREES, NUMBER, PERCENT, TIME
from daw_bridges.simulated.live.devices.make import (
    amplitude,
    choice,
    device_on,
    fader,
    fine,
    hz,
    ms,
    normalised,
    percent,
    power_ms,
    switch,
    unit_db,
    whole,
)
from daw_bridges.simulated.live.devices.spec import AUDIO_EFFECT, DeviceSpec, ParameterSpec

__all__ = ["DEVICES"]

_REVERB = DeviceSpec(
    "Reverb", "Reverb", AUDIO_EFFECT,
    (
        device_on(),
        choice("Size Smoothing", ("None", "Slow", "Fast"), "Fast"),
        switch("In LowCut On"),
        switch("In HighCut On", on=True),
        switch("ER Spin On", on=True),
        switch("Chorus On", on=True),
        hz("In Filter Freq", 50, 18000, 830.0),
        normalised("In Filter Width", Linear(0.5, 9), NUMBER, 5.85),
        ms("Predelay", 0.5, 250, 2.5),
        hz("ER Spin Rate", 0.074, 1.3, 0.2977),
        normalised("ER Spin Amount", Logarithmic(2, 55), NUMBER, 17.5),
        normalised("ER Shape", Linear(), NUMBER, 0.5),
        normalised("Room Size", Logarithmic(0.222, 500), NUMBER, 100.0),
        ms("Decay Time", 200, 60000, 1200.0),
        normalised("Stereo Image", Linear(0, 120), DEGREES, 100.0),
        amplitude("Reflect Level", 0.03, 1.9953),
        amplitude("Diffuse Level", 0.03, 1.9953),
        percent("Dry/Wet", 55.0),
        switch("HiFilter On", on=True),
        choice("HiFilter Type", ("Shelf", "Lowpass"), "Shelf"),
        hz("HiFilter Freq", 20, 16000, 4500.0),
        normalised("HiShelf Gain", Linear(0.2, 1), NUMBER, 0.7),
        switch("LowShelf On"),
        hz("LowShelf Freq", 20, 15000, 90.0),
        normalised("LowShelf Gain", Linear(0.2, 1), NUMBER, 0.75),
        percent("Diffusion", 60.0, 0.1, 96.0),
        percent("Scale", 40.0, 5.0, 100.0),
        switch("Freeze On"),
        switch("Flat On", on=True),
        switch("Cut On", on=True),
        hz("Chorus Rate", 0.01, 8, 0.02),
        normalised("Chorus Amount", Linear(0.01, 4), NUMBER, 0.02),
        choice("Density", ("Sparse", "Low", "Mid", "High"), "Low"),
    ),
)  # fmt: skip

# A quarter to four times the amplitude, evenly in dB.
_EQ_DB = 12.041199827


def _eq_gain(name: str) -> ParameterSpec:
    return unit_db(name, -_EQ_DB, _EQ_DB)


def _eq_q(name: str) -> ParameterSpec:
    return normalised(name, Linear(0.1, 4), NUMBER, 0.5**0.5)


def _multiplier(name: str, low: float, high: float) -> ParameterSpec:
    return normalised(name, Logarithmic(low, high), PERCENT, 100.0)


_ALGORITHM = (
    choice("Algo Type", ("Dark Hall", "Quartz", "Shimmer", "Tides", "Prism"), "Dark Hall"),
    normalised("Algo Delay", Linear(0, 1000), TIME, 0.0),
    switch("Freeze"),
    switch("Freeze In"),
    ms("Decay", 100, 60000, 3500.0),
    percent("Size", 50.0),
    percent("Damping", 50.0),
    percent("Diffusion", 100.0),
    percent("Modulation", 50.0),
    percent("DH Shape", 50.0),
    _multiplier("DH BassMult", 25, 400),
    hz("DH Bass X", 80, 1000, 440.0),
    percent("Sh Shimmer", 50.0),
    fine("Sh Pitch Shift", -12, 12, 12.0),
    percent("Ti Tide", 50.0),
    whole("Ti Rate", 0, 29, 22),
    percent("Ti Waveform", 50.0),
    normalised("Ti Phase", Linear(0, 180), DEGREES, 90.0),
    percent("Qz Low Damp", 50.0),
    percent("Qz Distance", 50.0),
    _multiplier("Pr High Mult", 10, 500),
    _multiplier("Pr Low Mult", 10, 500),
    hz("Pr X Over", 400, 5500, 800.0),
    normalised("Pr Sixth", Linear(), NUMBER, 0.0),
    normalised("Pr Seventh", Linear(), NUMBER, 0.0),
)

_EQUALISER = (
    switch("EQ On", on=True),
    switch("EQ Pre Algo"),
    choice("EQ Low Type", ("Cut", "Shelf"), "Cut"),
    hz("EQ Low Freq", 20, 20000, 80.0),
    _eq_gain("EQ Low Gain"),
    whole("EQ Low Slope", 0, 9, 1),
    hz("EQ P1 Freq", 20, 20000, 700.0),
    _eq_gain("EQ P1 Gain"),
    _eq_q("EQ P1 Q"),
    hz("EQ P2 Freq", 20, 20000, 1500.0),
    _eq_gain("EQ P2 Gain"),
    _eq_q("EQ P2 Q"),
    choice("EQ High Type", ("Cut", "Shelf"), "Shelf"),
    hz("EQ High Freq", 20, 20000, 5000.0),
    _eq_gain("EQ High Gain"),
    whole("EQ High Slope", 0, 9, 4),
)

_HYBRID = DeviceSpec(
    "Hybrid Reverb", "Hybrid", AUDIO_EFFECT,
    (
        device_on(),
        switch("P.Dly Sync"),
        # Live reads 10 ms at raw 0.165.
        power_ms("P.Dly Time", 4000, 3.33, 10.0),
        whole("P.Dly 16th", 0, 16, 2),
        percent("P.Dly Fb Time", 0.0, 0.0, 95.0),
        percent("P.Dly Fb 16th", 0.0, 0.0, 95.0),
        *_ALGORITHM,
        *_EQUALISER,
        fader("Send Gain", 0.0),
        choice("Routing", ("Serial", "Parallel", "Algorithm", "Convolution"), "Parallel"),
        percent("Blend", 50.0),
        whole("Vintage", 0, 4, 0),
        percent("Width", 100.0, 0.0, 200.0),
        switch("Bass Mono"),
        percent("Dry/Wet", 50.0),
    ),
)  # fmt: skip

DEVICES = (_REVERB, _HYBRID)
