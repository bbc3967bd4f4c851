"""A few presets of the stock devices, by parameter name, in the unit of the display."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["PRESETS"]

PRESETS: Mapping[str, Mapping[str, Mapping[str, float]]] = {
    "Compressor": {
        "Brick Wall": {"Threshold": -12.0, "Attack": 0.1, "Release": 60.0},
        "Gentle Squeeze": {"Threshold": -18.0, "Ratio": 2.0, "Attack": 20.0, "Release": 150.0},
        "Vocal Leveller": {"Threshold": -22.0, "Ratio": 3.0, "Attack": 8.0, "Release": 90.0},
    },
    "Reverb": {
        "Small Room": {"Decay Time": 600.0, "Predelay": 5.0, "Dry/Wet": 25.0},
        "Large Hall": {"Decay Time": 4200.0, "Predelay": 28.0, "Dry/Wet": 40.0},
    },
    "Delay": {"Slap": {"Feedback": 10.0, "Dry/Wet": 25.0}},
    "Saturator": {"Warm Up": {"Drive": 4.0, "Dry/Wet": 70.0}},
    "Utility": {"Narrow": {"Stereo Width": 60.0}},
}
