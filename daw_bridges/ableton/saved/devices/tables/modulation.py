"""Chorus-Ensemble, Phaser-Flanger and Auto Pan-Tremolo, and the Chorus, Phaser and Auto Pan before them."""

# ruff: noqa: S106 - a high-pass filter is no password

from __future__ import annotations

from daw_bridges.ableton.saved.devices.form import (
    Generation,
    Own,
    amplitude,
    choice,
    hundredths,
    plain,
    seconds,
    share,
    switch,
    under,
    whole,
)
from daw_bridges.ableton.saved.devices.tables.lfo import modulator
from daw_bridges.ableton.saved.devices.tables.rates import FALLING
from daw_bridges.quantities import Unit

__all__ = ["CLASSES"]

_CHORUS = Generation(
    (
        *plain(mode="Mode", rate="Rate", feedback_invert="InvertFeedback", vibrato_offset="VibratoOffset"),
        *hundredths(shape="Shaping", amount="Amount", feedback="Feedback"),
        *plain(high_pass_on="HighpassEnabled", high_pass_frequency="HighpassFrequency"),
        *hundredths(stereo_width="Width", warmth="Warmth", dry_wet="DryWet"),
        *amplitude(output_gain="OutputGain"),
    ),
)

_PHASER = Generation(
    (
        *hundredths(amount="Modulation_Amount", spin="Modulation_Spin", lfo_blend="Modulation_LfoBlend"),
        *plain(modulation_waveform="Modulation_Waveform"),
        *hundredths(duty_cycle="Modulation_DutyCycle"),
        *plain(modulation_frequency="Modulation_Frequency", modulation_frequency_2="Modulation_Frequency2"),
        *plain(modulation_sync="Modulation_Sync", modulation_sync_2="Modulation_Sync2"),
        *under(FALLING, modulation_rate="Modulation_SyncedRate", modulation_rate_2="Modulation_SyncedRate2"),
        *plain(modulation_phase="Modulation_PhaseOffset", spin_on="Modulation_SpinEnabled"),
        *plain(envelope_on="Modulation_EnvelopeEnabled"),
        *plain(envelope_amount="Modulation_EnvelopeAmount"),
        *seconds(envelope_attack="Modulation_EnvelopeAttack"),
        *seconds(envelope_release="Modulation_EnvelopeRelease"),
        *plain(mode="Mode", notches="Notches", center_frequency="CenterFrequency"),
        *seconds(flanger_time="FlangerDelayTime", doubler_time="DoublerDelayTime"),
        *plain(modulation_blend="ModulationBlend"),
        *hundredths(spread="Spread", feedback="Feedback"),
        *hundredths(warmth="Warmth", dry_wet="DryWet"),
        *plain(safe_bass_frequency="SafeBassFrequency", feedback_invert="InvertWet"),
        *amplitude(output_gain="OutputGain"),
    ),
)

_AUTO_PAN = Generation(
    (
        *plain(mode="Mode", waveform="Modulation_Waveform", invert="Modulation_Invert"),
        *plain(time_mode="Modulation_TimeMode", frequency="Modulation_Frequency"),
        *seconds(time="Modulation_Time", attack_time="AttackTime"),
        *under(FALLING, synced_rate="Modulation_SyncedRate"),
        *plain(sixteenths="Modulation_Sixteenth", phase="Modulation_Phase", offset="Modulation_PhaseOffset"),
        *plain(stereo_mode="Modulation_StereoMode", harmonic="HarmonicMode", vintage="VintageMode"),
        *hundredths(amount="Modulation_Amount", spin="Modulation_Spin"),
        *hundredths(panning_shape="PanningWaveformShape", tremolo_shape="TremoloWaveformShape"),
        *hundredths(dynamic_modulation="DynamicFrequencyModulation"),
    ),
)

_OLDER_CHORUS = Generation(
    (
        Own("Delay 1 Time", "DelayTime1", Unit.MS, (0.01, 20.0)),
        Own("Delay 1 HiPass", "HighPassFreq", Unit.HZ, (20.0, 15000.0)),
        Own("Delay 2 Time", "DelayTime2", Unit.MS, (0.01, 20.0)),
        choice("Delay 2 Mode", "Delay2Mode", "Off", "Fix", "Mod"),
        switch("Link On", "Link"),
        Own("LFO Amount", "ModAmount", range=(0.0, 6.5)),
        Own("LFO Rate", "ModFreq", Unit.HZ, (0.03, 10.0)),
        switch("LFO Extend On", "LfoMultiplier"),
        share("Feedback", "Feedback", 95.0),
        share("Dry/Wet", "DryWet"),
    ),
)

# Quantised modulation is stored with every modulator and offered by Auto Filter alone.
_UNUSED = frozenset({"Lfo/IsOn", "Lfo/Quantize", "Lfo/BeatQuantize"})

_OLDER_PHASER = Generation(
    (
        Own("Color", "Q", range=(0.0, 1.0), sample="0.00"),
        Own("Frequency", "CenterFrequency", Unit.HZ, (70.0, 18500.0)),
        share("Feedback", "Feedback", 99.0),
        Own("Env. Modulation", "EnvelopeFollower/Amount", range=(-1.0, 1.0), sample="0.00"),
        Own("Env. Attack", "EnvelopeFollower/Attack", Unit.MS, (0.1, 30.0)),
        Own("Env. Release", "EnvelopeFollower/Release", Unit.MS, (0.1, 400.0)),
        share("LFO Amount", "LfoAmount"),
        choice("LFO Sync", "Lfo/RateType", "Free", "Sync"),
        *modulator("LFO ", (0.01, 20.0), whole("LFO Waveform", "Lfo/Type", 0.0, 6.0)),
        share("LFO Width (Random)", "Lfo/NoiseWidth"),
        share("Dry/Wet", "DryWet"),
    ),
    left_out=_UNUSED,
)

_OLDER_AUTO_PAN = Generation(
    (
        choice("LFO Type", "Lfo/RateType", "Frequency", "Beats"),
        share("Amount", "Lfo/LfoAmount"),
        *modulator(
            "", (0.05, 90.0), choice("Waveform", "Lfo/Type", "Sine", "Triangle", "SawDown", "S&H Width")
        ),
        share("Shape", "Lfo/LfoShape"),
        share("Width (Random)", "Lfo/NoiseWidth"),
        choice("Invert", "Lfo/LfoInvert", "Normal", "Invert"),
    ),
    left_out=_UNUSED,
)

CLASSES: dict[str, tuple[Generation, ...]] = {
    "Chorus2": (_CHORUS,),
    "PhaserNew": (_PHASER,),
    "AutoPan2": (_AUTO_PAN,),
    "Chorus": (_OLDER_CHORUS,),
    "Phaser": (_OLDER_PHASER,),
    "AutoPan": (_OLDER_AUTO_PAN,),
}
