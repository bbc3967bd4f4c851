"""What Live 12.4 calls parameters that had other names until then."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from daw_bridges.simulated.live.devices.spec import DeviceSpec, ParameterSpec

__all__ = ["parameters_in"]

_SINCE = (12, 4, 0)

_BANDS = tuple(f"{number} {{}} {side}" for number in range(1, 9) for side in "AB")

_NAMES: dict[str, dict[str, str]] = {
    "Compressor2": {"Output Gain": "Output"},
    "GlueCompressor": {"Makeup": "Output"},
    "MultibandDynamics": {"Master Output": "Output"},
    "DrumBuss": {"Output Gain": "Output"},
    "StereoGain": {"Gain": "Output"},
    "ChannelEq": {"Gain": "Output"},
    "Eq8": {"Output Gain": "Output"} | {band.format("Resonance"): band.format("Q") for band in _BANDS},
    "AutoFilter2": {"Morph": "Filter Morph", "Type": "Filter Type", "Slope": "Filter Slope"},
    "Reverb": {
        "In LowCut On": "In Lo Cut On",
        "In HighCut On": "In Hi Cut On",
        "In Filter Freq": "Input Freq",
        "In Filter Width": "Input Width",
        "HiFilter On": "Diff. Hi On",
        "HiFilter Type": "Diff. Hi Type",
        "HiFilter Freq": "Diff. Hi Freq",
        "LowShelf On": "Diff. Lo On",
        "LowShelf Freq": "Diff. Lo Freq",
    },
    "Hybrid": {
        "P.Dly Sync": "Predelay Sync",
        "P.Dly Time": "Predelay",
        "P.Dly 16th": "Predelay 16th",
        "P.Dly Fb Time": "Predelay FB",
        "P.Dly Fb 16th": "Predel. FB 16th",
    }
    | {f"EQ Low {what}": f"EQ Lo {what}" for what in ("Type", "Freq", "Gain", "Slope")}
    | {f"EQ P{n} {what}": f"EQ Peak {n} {what}" for n in (1, 2) for what in ("Freq", "Gain", "Q")}
    | {f"EQ High {what}": f"EQ Hi {what}" for what in ("Type", "Freq", "Gain", "Slope")},
    "Delay": {
        "Delay Mode": "Smoothing",
        "Mod Freq": "LFO Freq",
        "Dly < Mod": "LFO > Delay",
        "Filter < Mod": "LFO > Filter",
    },
    "Echo": {
        "L Division": "L Synced",
        "R Division": "R Synced",
        "Feedback Inv": "FB Invert",
        "Output Gain": "Output",
    },
    "Chorus2": {"FB Inv": "FB Invert", "HPF Enabled": "HP On", "HPF Freq": "HP Freq", "Gain": "Output"},
    "PhaserNew": {"Flange Time": "Flanger Time", "FB Inv": "FB Invert", "Output Gain": "Output"},
    "Drift": {"LP Reso": "LP Res"},
    "InstrumentVector": {
        f"Filter {n} {what}": f"Flt {n} {what if what != 'BP/NO/Morph' else 'BP/NO/MO'}"
        for n in (1, 2)
        for what in ("On", "Type", "LP/HP", "BP/NO/Morph", "Slope", "Freq", "Res", "Drive", "Morph")
    },
}


def parameters_in(version: tuple[int, int, int], spec: DeviceSpec) -> tuple[ParameterSpec, ...]:
    """The parameters of a device under the names they have in a version of Live."""
    return _renamed(spec) if version >= _SINCE and spec.class_name in _NAMES else spec.parameters


@cache
def _renamed(spec: DeviceSpec) -> tuple[ParameterSpec, ...]:
    names = _NAMES[spec.class_name]
    return tuple(
        replace(parameter, name=name, original_name=name)
        for parameter in spec.parameters
        for name in (names.get(parameter.name, parameter.name),)
    )
