"""EQ Eight, EQ Three and Channel EQ."""

# ruff: noqa: S106 - a high-pass filter is no password

from __future__ import annotations

from daw_bridges.ableton.saved.devices.form import Generation, Place, amplitude, hundredths, plain

__all__ = ["CLASSES"]

_BANDS = range(1, 9)


def _band(number: int, side: str, key_end: str) -> tuple[Place, ...]:
    key, path = f"band_{number}", f"Bands.{number - 1}/Parameter{side}"
    return plain(
        **{
            f"{key}_on{key_end}": f"{path}/IsOn",
            f"{key}_type{key_end}": f"{path}/Mode",
            f"{key}_frequency{key_end}": f"{path}/Freq",
            f"{key}_gain{key_end}": f"{path}/Gain",
            f"{key}_q{key_end}": f"{path}/Q",
        }
    )


_BOTH_SIDES = tuple(
    place for number in _BANDS for side, end in (("A", ""), ("B", "_b")) for place in _band(number, side, end)
)

_GLOBAL = (*hundredths(scale="Scale"), *plain(output_gain="GlobalGain"))

_EQ_EIGHT = Generation(
    (*plain(adaptive_q="AdaptiveQ"), *_GLOBAL, *_BOTH_SIDES),
    left_out=frozenset({"SpectrumAnalyzer/On"}),
    marker="AdaptiveQ",
)

# The six types of filter of Live 8 are counted otherwise than the eight of today.
_EQ_EIGHT_8 = Generation(
    (*_GLOBAL, *(place for place in _BOTH_SIDES if not place.path.endswith("/Mode"))),
    left_out=frozenset(f"Bands.{number - 1}/Parameter{side}/Mode" for number in _BANDS for side in "AB"),
)

_EQ_THREE = Generation(
    (
        *amplitude(low_gain="GainLo", mid_gain="GainMid", high_gain="GainHi"),
        *plain(low_frequency="FreqLo", high_frequency="FreqHi"),
        *plain(low_on="LowOn", mid_on="MidOn", high_on="HighOn", slope="Slope"),
    ),
)

_CHANNEL_EQ = Generation(
    (
        *plain(high_pass_on="HighpassOn", mid_frequency="MidFrequency"),
        *amplitude(
            low_gain="LowShelfGain", mid_gain="MidGain", high_gain="HighShelfGain", output_gain="Gain"
        ),
    ),
)

CLASSES: dict[str, tuple[Generation, ...]] = {
    "Eq8": (_EQ_EIGHT, _EQ_EIGHT_8),
    "FilterEQ3": (_EQ_THREE,),
    "ChannelEq": (_CHANNEL_EQ,),
}
