"""Compressor, Glue Compressor, Gate, Limiter and Multiband Dynamics."""

from __future__ import annotations

from daw_bridges.ableton.saved.devices import laws
from daw_bridges.ableton.saved.devices.form import (
    Generation,
    Place,
    amplitude,
    hundredths,
    plain,
    switch,
    under,
)
from daw_bridges.ableton.saved.devices.tables.sidechain import KEY_FILTER, KEY_INPUT

__all__ = ["CLASSES"]

_COMPRESSOR_COMMON: tuple[Place, ...] = (
    *amplitude(threshold="Threshold"),
    *under(laws.ratio, ratio="Ratio"),
    *plain(attack="Attack", release="Release", output_gain="Gain", makeup="GainCompensation", knee="Knee"),
    *plain(lookahead="LookAhead", sidechain_listen="SideListen"),
    *KEY_INPUT,
)

_COMPRESSOR = Generation(
    (
        *_COMPRESSOR_COMMON,
        *plain(expansion_ratio="ExpansionRatio", auto_release="AutoReleaseControlOnOff"),
        *plain(model="Model", envelope_mode="LogEnvelope"),
        *hundredths(dry_wet="DryWet"),
        *KEY_FILTER,
    ),
    left_out=frozenset({"LegacyModel", "LegacyEnvFollowerMode"}),
)

# Live 8 had other models (feed-forward, feed-back) and other detectors; its key filter had names of its own.
_COMPRESSOR_8 = Generation(
    (
        *_COMPRESSOR_COMMON,
        *plain(
            sidechain_eq_on="SideEqOn",
            sidechain_eq_frequency="SideEqFreq",
            sidechain_eq_gain="SideEqGain",
            sidechain_eq_q="SideEqQ",
        ),
    ),
    left_out=frozenset({"Model", "EnvFollowerMode", "SideEqMode"}),
    marker="EnvFollowerMode",
)

_GLUE = Generation(
    (
        *plain(threshold="Threshold", range="Range", makeup="Makeup", release="Release"),
        *under(laws.steps(0.01, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0), attack="Attack"),
        *under(laws.steps(2.0, 4.0, 10.0), ratio="Ratio"),
        *hundredths(dry_wet="DryWet"),
        *plain(soft_clip="PeakClipIn"),
        *KEY_INPUT,
        *KEY_FILTER,
    ),
)

_GATE = Generation(
    (
        *amplitude(threshold="Threshold"),
        *plain(attack="Attack", hold="Hold", release="Release", floor="Gain"),
        *plain(**{"return": "Return"}),
        *plain(sidechain_listen="SideListen", flip="FlipMode", lookahead="LookAhead"),
        *KEY_INPUT,
        *KEY_FILTER,
    ),
)

_LIMITER = Generation(
    (
        *plain(input_gain="Gain", ceiling="Ceiling", release="Release", auto_release="AutoRelease"),
        *plain(lookahead="Lookahead", routing="Routing", mode="Mode"),
        *hundredths(stereo_link="LinkAmount", mid_side_link="LinkAmountMidSide"),
        *plain(maximize="Maximize", threshold="MaximizeThreshold", output_gain="MaximizeOutput"),
        # Up to Live 11 the channels were linked or not.
        switch("Link Channels", "LinkChannels"),
    ),
)


def _band(band: str) -> tuple[Place, ...]:
    key, step = band, band.capitalize()
    return (
        *plain(**{f"{key}_output_gain": f"Gain{step}", f"{key}_input_gain": f"InputGain{step}"}),
        *plain(**{f"{key}_on": f"Active{step}"}),
        *plain(**{f"{key}_above_threshold": f"AboveThreshold{step}"}),
        *plain(**{f"{key}_below_threshold": f"BelowThreshold{step}"}),
        *under(laws.compressing, **{f"{key}_above_ratio": f"AboveRatio{step}"}),
        *under(laws.expanding, **{f"{key}_below_ratio": f"BelowRatio{step}"}),
        *plain(**{f"{key}_attack": f"Attack{step}", f"{key}_release": f"Release{step}"}),
    )


_MULTIBAND = Generation(
    (
        *plain(low_mid_crossover="SplitLowMid", mid_high_crossover="SplitMidHigh"),
        *plain(soft_knee="SoftKnee", detection="EnvelopeIsPeak", output_gain="OutputGain"),
        *hundredths(amount="GlobalAmount", time_scaling="GlobalTime"),
        *_band("low"),
        *_band("mid"),
        *_band("high"),
        *KEY_INPUT,
    ),
)

CLASSES: dict[str, tuple[Generation, ...]] = {
    "Compressor2": (_COMPRESSOR, _COMPRESSOR_8),
    "GlueCompressor": (_GLUE,),
    "Gate": (_GATE,),
    "Limiter": (_LIMITER,),
    "MultibandDynamics": (_MULTIBAND,),
}
