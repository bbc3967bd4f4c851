"""Delay and Echo, and the Simple, Ping Pong and Filter Delay of Live 8 to 10."""

# ruff: noqa: S106 - a high-pass filter is no password

from __future__ import annotations

from daw_bridges.ableton.saved.devices import laws
from daw_bridges.ableton.saved.devices.form import (
    Generation,
    Own,
    Place,
    choice,
    hundredths,
    plain,
    seconds,
    share,
    switch,
    under,
)
from daw_bridges.ableton.saved.devices.tables.rates import DIVISIONS, FALLING
from daw_bridges.quantities import Unit

__all__ = ["CLASSES"]

_DELAY = Generation(
    (
        *plain(mode="DelayLine_SmoothingMode", link="DelayLine_Link", ping_pong="DelayLine_PingPong"),
        *plain(left_sync="DelayLine_SyncL", right_sync="DelayLine_SyncR"),
        *seconds(left_time="DelayLine_TimeL", right_time="DelayLine_TimeR"),
        *plain(left_sixteenths="DelayLine_SyncedSixteenthL", right_sixteenths="DelayLine_SyncedSixteenthR"),
        *hundredths(left_offset="DelayLine_OffsetL", right_offset="DelayLine_OffsetR"),
        *hundredths(feedback="Feedback", dry_wet="DryWet"),
        *plain(freeze="Freeze", filter_on="Filter_On"),
        *plain(filter_frequency="Filter_Frequency", filter_width="Filter_Bandwidth"),
        *plain(modulation_frequency="Modulation_Frequency"),
        *hundredths(delay_modulation="Modulation_AmountTime", filter_modulation="Modulation_AmountFilter"),
    ),
    # What it was when it was a Simple or a Ping Pong Delay.
    left_out=frozenset(
        f"DelayLine_{former}DelayTime{side}" for former in ("Simple", "PingPong") for side in "LR"
    ),
)


def _line(key: str, side: str) -> tuple[Place, ...]:
    return (
        *plain(**{f"{key}_sync": f"Delay_Sync{side}", f"{key}_sync_mode": f"Delay_SyncMode{side}"}),
        *seconds(**{f"{key}_time": f"Delay_Time{side}"}),
        *under(DIVISIONS, **{f"{key}_division": f"Delay_SyncedDivision{side}"}),
        *plain(**{f"{key}_sixteenths": f"Delay_SyncedSixteenth{side}"}),
        *hundredths(**{f"{key}_offset": f"Delay_Offset{side}"}),
    )


_ECHO = Generation(
    (
        *_line("left", "L"),
        *_line("right", "R"),
        *plain(link="Delay_TimeLink", repitch="Delay_Repitch", channel_mode="ChannelMode"),
        *hundredths(feedback="Feedback", stereo_width="StereoWidth", dry_wet="DryWet"),
        *plain(feedback_invert="FeedbackInvert", input_gain="InputGain", clip_dry="Clipper_Dry"),
        *under(laws.amplitude, output_gain="OutputGain"),
        *plain(gate_on="Gate_On", gate_threshold="Gate_Threshold"),
        *plain(duck_on="Ducking_On", duck_threshold="Ducking_Threshold"),
        *seconds(gate_release="Gate_Release", duck_release="Ducking_Release"),
        *plain(filter_on="Filter_On"),
        *plain(high_pass_frequency="Filter_HighPassFrequency", low_pass_frequency="Filter_LowPassFrequency"),
        *plain(high_pass_resonance="Filter_HighPassResonance", low_pass_resonance="Filter_LowPassResonance"),
        *plain(modulation_waveform="Modulation_Waveform", modulation_frequency="Modulation_Frequency"),
        *plain(modulation_sync="Modulation_Sync", modulation_phase="Modulation_PhaseOffset"),
        *under(FALLING, modulation_rate="Modulation_SyncedRate"),
        *hundredths(envelope_mix="Modulation_EnvelopeMix", delay_modulation="Modulation_AmountDelay"),
        *hundredths(filter_modulation="Modulation_AmountFilter"),
        *plain(modulation_times_four="Modulation_AmountDelayTimesFour", reverb_location="Reverb_Location"),
        *hundredths(reverb_level="Reverb_Level", reverb_decay="Reverb_Decay"),
        *plain(noise_on="Noise_On", wobble_on="Wobble_On"),
        *hundredths(noise_amount="Noise_Amount", noise_morph="Noise_Type"),
        *hundredths(wobble_amount="Wobble_Amount", wobble_morph="Wobble_Type"),
    ),
)

# The sixteenths of a bar that the older delays offer.
_SIXTEENTHS = ("1", "2", "3", "4", "5", "6", "8", "16")


def _swing(name: str, path: str) -> Own:
    return share(name, path, 33.0, -33.0)


def _filter(stem: str, number: str = "") -> tuple[Own, ...]:
    return (
        Own(f"{stem}Filter Freq", f"MidFreq{number}", Unit.HZ, (50.0, 18000.0)),
        Own(f"{stem}Filter Width", f"BandWidth{number}", range=(0.5, 9.0)),
    )


def _side(side: str, word: str) -> tuple[Own, ...]:
    return (
        switch(f"{side} Delay Mode", f"SyncMode{word}"),
        choice(f"{side} Beat Delay", f"BeatDelayEnum{side}", *_SIXTEENTHS),
        _swing(f"{side} Beat Swing", f"NoteOffset{word}"),
        Own(f"{side} Time Delay", f"MsDelay{word}", Unit.MS, (1.0, 300.0)),
    )


_SIMPLE = Generation(
    (
        *_side("L", "Left"),
        *_side("R", "Right"),
        switch("Link On", "Linked"),
        share("Feedback", "Feedback", 95.0),
        share("Dry/Wet", "DryWet"),
    ),
)

_PING_PONG = Generation(
    (
        *_filter(""),
        choice("Delay Mode", "DelayModeSwitch", "Time", "Sync"),
        choice("Beat Delay", "BeatDelayTime", *_SIXTEENTHS),
        _swing("Beat Swing", "BeatDelayOffset"),
        Own("Time Delay", "MsDelayTime", Unit.MS, (1.0, 999.0)),
        share("Feedback", "Feedback", 95.0),
        switch("Freeze", "Freeze"),
        share("Dry/Wet", "DryWet"),
    ),
)


def _input(number: int) -> tuple[Own, ...]:
    return (
        switch(f"{number} Input On", f"On{number}"),
        switch(f"{number} Filter On", f"FilterOn{number}"),
        *_filter(f"{number} ", str(number)),
        switch(f"{number} Delay Mode", f"DelayTimeSwitch{number}"),
        choice(f"{number} Beat Delay", f"BeatDelayEnum{number}", *_SIXTEENTHS),
        _swing(f"{number} Beat Swing", f"BeatDelayOffset{number}"),
        Own(f"{number} Time Delay", f"DelayTime{number}", Unit.MS, (1.0, 999.0)),
        share(f"{number} Feedback", f"Feedback{number}"),
        Own(f"{number} Pan", f"Pan{number}", range=(-1.0, 1.0), sample="C"),
        Own(f"{number} Volume", f"Volume{number}", Unit.DB, (-float("inf"), 6.0), laws.amplitude),
    )


_FILTER_DELAY = Generation(
    (
        *_input(1),
        *_input(2),
        *_input(3),
        Own("Dry", "DryVolume", Unit.DB, (-float("inf"), 0.0), laws.amplitude),
    ),
)

CLASSES: dict[str, tuple[Generation, ...]] = {
    "Delay": (_DELAY,),
    "Echo": (_ECHO,),
    "CrossDelay": (_SIMPLE,),
    "PingPongDelay": (_PING_PONG,),
    "FilterDelay": (_FILTER_DELAY,),
}
