"""Utility and Tuner."""

from __future__ import annotations

from daw_bridges.ableton.saved.devices.form import Generation, Own, amplitude, hundredths, plain
from daw_bridges.quantities import Unit

__all__ = ["CLASSES"]

_INVERT = plain(invert_left="PhaseInvertL", invert_right="PhaseInvertR")

_UTILITY = Generation(
    (
        *_INVERT,
        *amplitude(gain="Gain"),
        *hundredths(stereo_width="StereoWidth"),
        *plain(channel_mode="ChannelMode", mono="Mono", balance="Balance", mute="Mute", dc_filter="DcFilter"),
        *plain(bass_mono="BassMono", bass_mono_frequency="BassMonoFrequency"),
        Own("Mid/Side Balance", "MidSideBalance", range=(0.0, 2.0)),
    ),
    # The gain in dB that a device of Live 9 or before had; Live has converted it.
    left_out=frozenset({"LegacyGain"}),
)

# Up to Live 9 the gain was stored in dB, and the width went to twice the sides.
_UTILITY_9 = Generation(
    (
        *_INVERT,
        *plain(gain="Gain", balance="Panorama", channel_mode="Source", mute="Mute", dc_filter="BlockDc"),
        *hundredths(stereo_width="StereoSeparation"),
    ),
    marker="StereoSeparation",
)

_TUNER = Generation((Own("Tuning Freq", "TuningFreq", Unit.HZ, (410.0, 480.0)),))

CLASSES: dict[str, tuple[Generation, ...]] = {
    "StereoGain": (_UTILITY, _UTILITY_9),
    "Tuner": (_TUNER,),
}
