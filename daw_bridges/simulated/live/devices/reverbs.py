"""Reverb and Hybrid Reverb."""

from __future__ import annotations

from daw_bridges.simulated.live.devices.curves import Linear, Logarithmic
from daw_bridges.simulated.live.devices.display import DEGREES, NUMBER
from daw_bridges.simulated.live.devices.make import amplitude, choice, device_on, hz, ms, normalised, percent, switch
from daw_bridges.simulated.live.devices.spec import AUDIO_EFFECT, DeviceSpec

__all__ = ["DEVICES"]

_REVERB = DeviceSpec(
    "Reverb", "Reverb", AUDIO_EFFECT,
    (
        device_on(),
        choice("Size Smoothing", ("None", "Slow", "Fast"), "Fast"),
        switch("In LowCut On", on=True),
        switch("In HighCut On"),
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

DEVICES = (_REVERB,)
