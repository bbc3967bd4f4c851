"""Drift, Wavetable and Analog.

Analog stores nearly everything as a share of its knob's travel, and what a knob reads in between is not
known. Of Analog there are the switches, the choices, and what is counted.
"""

# ruff: noqa: S106 - a high-pass filter is no password

from __future__ import annotations

from daw_bridges.ableton.saved.devices.form import (
    Generation,
    Place,
    amplitude,
    hundredths,
    plain,
    seconds,
    under,
)
from daw_bridges.ableton.saved.devices.tables.rates import FALLING

__all__ = ["CLASSES"]


def _each(keys: tuple[str, ...], key: str, path: str) -> dict[str, str]:
    """Keys and paths that differ in one word, which stands as ``{}`` in both."""
    return {key.format(word.lower()): path.format(word) for word in keys}


def _drift_envelope(key: str, path: str) -> tuple[Place, ...]:
    return (
        *seconds(**_each(("Attack", "Decay", "Release"), f"{key}{{}}", f"{path}_{{}}")),
        *hundredths(**{f"{key}sustain": f"{path}_Sustain"}),
    )


def _drift_cycle(key: str, path: str) -> tuple[Place, ...]:
    return (
        *plain(**{f"{key}_time_mode": f"{path}_Mode", f"{key}_rate": f"{path}_Rate"}),
        *plain(**{f"{key}_ratio": f"{path}_Ratio"}),
        *seconds(**{f"{key}_time": f"{path}_Time"}),
        *under(FALLING, **{f"{key}_synced": f"{path}_SyncedRate"}),
    )


_NUMBERS = ("1", "2")

_DRIFT = Generation(
    (
        *plain(**_each(_NUMBERS, "oscillator_{}_on", "Mixer_OscillatorOn{}")),
        *plain(**_each(_NUMBERS, "oscillator_{}_filter_on", "Filter_OscillatorThrough{}")),
        *plain(**_each(_NUMBERS, "oscillator_{}_waveform", "Oscillator{}_Type")),
        *plain(**_each(_NUMBERS, "oscillator_{}_octave", "Oscillator{}_Transpose")),
        *amplitude(**_each(_NUMBERS, "oscillator_{}_gain", "Mixer_OscillatorGain{}")),
        *plain(
            oscillator_retrigger_on="Global_ResetOscillatorPhase", oscillator_2_detune="Oscillator2_Detune"
        ),
        *plain(oscillator_1_shape="Oscillator1_Shape"),
        *hundredths(oscillator_1_shape_modulation_amount="Oscillator1_ShapeMod"),
        *hundredths(**_each(_NUMBERS, "pitch_modulation_amount_{}", "PitchModulation_Amount{}")),
        *plain(noise_on="Mixer_NoiseOn", noise_filter_on="Filter_NoiseThrough"),
        *amplitude(noise_gain="Mixer_NoiseLevel"),
        *plain(filter_type="Filter_Type", filter_frequency="Filter_Frequency"),
        *plain(filter_key_tracking="Filter_Tracking", filter_resonance="Filter_Resonance"),
        *plain(high_pass_frequency="Filter_HiPassFrequency"),
        *hundredths(**_each(_NUMBERS, "filter_mod_amount_{}", "Filter_ModAmount{}")),
        *_drift_envelope("", "Envelope1"),
        *_drift_envelope("envelope_2_", "Envelope2"),
        *plain(envelope_2_mode="Global_Envelope2Mode"),
        *_drift_cycle("cycling_envelope", "CyclingEnvelope"),
        *plain(cycling_envelope_tilt="CyclingEnvelope_MidPoint"),
        *plain(cycling_envelope_hold="CyclingEnvelope_Hold"),
        *_drift_cycle("lfo", "Lfo"),
        *plain(lfo_retrigger_on="Lfo_Retrigger", lfo_waveform="Lfo_Shape"),
        *hundredths(lfo_amount="Lfo_Amount", lfo_mod_amount="Lfo_ModAmount"),
        *plain(legato_on="Global_Legato", note_pitch_bend_on="Global_NotePitchBend"),
        *hundredths(thickness="Global_MonoVoiceDepth", spread="Global_StereoVoiceDepth"),
        *hundredths(strength="Global_UnisonVoiceDepth", poly_voice_depth="Global_PolyVoiceDepth"),
        *hundredths(drift="Global_DriftDepth", velocity_to_volume="Global_VolVelMod"),
        *seconds(glide_time="Global_Glide"),
        *plain(transpose="Global_Transpose"),
        *hundredths(**_each(("1", "2", "3"), "modulation_matrix_amount_{}", "ModulationMatrix_Amount{}")),
    ),
)


def _table_oscillator(number: int) -> tuple[Place, ...]:
    key, path = f"oscillator_{number}", f"Voice_Oscillator{number}"
    return (
        *plain(**{f"{key}_on": f"{path}_On", f"{key}_pan": f"{path}_Pan"}),
        *amplitude(**{f"{key}_gain": f"{path}_Gain"}),
        *hundredths(**_each(_NUMBERS, f"{key}_effect_{{}}", f"{path}_Effects_Effect{{}}")),
        *plain(**{f"{key}_transpose": f"{path}_Pitch_Transpose", f"{key}_detune": f"{path}_Pitch_Detune"}),
        *hundredths(**{f"{key}_position": f"{path}_Wavetables_WavePosition"}),
    )


def _table_filter(key: str, circuits: str, path: str) -> tuple[Place, ...]:
    return (
        *plain(**_each(("On", "Type", "Slope", "Frequency"), f"{key}_{{}}", f"{path}_{{}}")),
        *plain(**{f"{circuits}_lp_hp": f"{path}_CircuitLpHp"}),
        *plain(**{f"{circuits}_bp_no_morph": f"{path}_CircuitBpNoMo"}),
        *plain(**{f"{key}_drive": f"{path}_Drive"}),
        *hundredths(**_each(("Resonance", "Morph"), f"{key}_{{}}", f"{path}_{{}}")),
    )


def _table_envelope(key: str, slope: str, path: str) -> tuple[Place, ...]:
    return (
        *seconds(**_each(("Attack", "Decay", "Release"), f"{key}{{}}", f"{path}_Times_{{}}")),
        *hundredths(
            **{
                f"{slope}_a_slope": f"{path}_Slopes_Attack",
                f"{slope}_d_slope": f"{path}_Slopes_Decay",
                f"{slope}_r_slope": f"{path}_Slopes_Release",
            }
        ),
        *plain(**{f"{slope}_loop_mode": f"{path}_LoopMode"}),
    )


def _table_modulators(number: int) -> tuple[Place, ...]:
    key, path = f"envelope_{number}", f"Voice_Modulators_Envelope{number}"
    levels = ("Initial", "Peak", "Sustain", "Final")
    return (
        *_table_envelope(f"{key}_", key, path),
        *hundredths(**_each(levels, f"{key}_{{}}", f"{path}_Values_{{}}")),
    )


def _table_lfo(number: int) -> tuple[Place, ...]:
    key, path = f"lfo_{number}", f"Voice_Modulators_Lfo{number}"
    return (
        *plain(**{f"{key}_retrigger": f"{path}_Retrigger", f"{key}_sync": f"{path}_Time_Sync"}),
        *plain(**{f"{key}_shape": f"{path}_Shape_Type", f"{key}_phase_offset": f"{path}_Shape_PhaseOffset"}),
        *plain(**{f"{key}_rate": f"{path}_Time_Rate"}),
        *seconds(**{f"{key}_attack_time": f"{path}_Time_AttackTime"}),
        *under(FALLING, **{f"{key}_s_rate": f"{path}_Time_SyncedRate"}),
        *hundredths(**_each(("Amount", "Shaping"), f"{key}_{{}}", f"{path}_Shape_{{}}")),
    )


_WAVETABLE = Generation(
    (
        *_table_oscillator(1),
        *_table_oscillator(2),
        *plain(sub_on="Voice_SubOscillator_On", sub_transpose="Voice_SubOscillator_Transpose"),
        *amplitude(sub_gain="Voice_SubOscillator_Gain"),
        *hundredths(sub_tone="Voice_SubOscillator_Tone"),
        *_table_filter("filter", "filter_1", "Voice_Filter1"),
        *_table_filter("filter_2", "filter_2", "Voice_Filter2"),
        *_table_envelope("", "amp", "Voice_Modulators_AmpEnvelope"),
        *amplitude(sustain="Voice_Modulators_AmpEnvelope_Sustain"),
        *_table_modulators(2),
        *_table_modulators(3),
        *_table_lfo(1),
        *_table_lfo(2),
        *hundredths(unison_amount="Voice_Unison_Amount", time="Voice_Modulators_TimeScale"),
        *hundredths(global_modulation_amount="Voice_Modulators_Amount"),
        *plain(transpose="Voice_Global_Transpose"),
        *seconds(glide="Voice_Global_Glide"),
        *amplitude(volume="Volume"),
    ),
)


def _analog_envelope(key: str, path: str) -> tuple[Place, ...]:
    return plain(
        **{
            f"{key}_exp": f"{path}/ExponentialSlope",
            f"{key}_loop": f"{path}/Loop",
            f"{key}_free": f"{path}/FreeRun",
            f"{key}_legato": f"{path}/Legato",
        }
    )


def _centred(stored: float) -> float:
    """A position 0 … 1 as one from −1 to 1."""
    return 2.0 * stored - 1.0


def _analog_chain(number: int, filter_: str) -> tuple[Place, ...]:
    path, oscillator, lfo = f"SignalChain{number}", f"oscillator_{number}", f"lfo_{number}"
    drive = "filter_drive" if number == 1 else "f2_drive"
    kind = "filter_type" if number == 1 else "f2_type"
    return (
        *plain(**{f"{oscillator}_on": f"{path}/OscillatorToggle"}),
        *plain(**{f"{oscillator}_shape": f"{path}/OscillatorWaveShape"}),
        *plain(**_each(("Mode",), f"{oscillator}_{{}}", f"{path}/Oscillator{{}}")),
        *plain(
            **{
                f"{oscillator}_octave": f"{path}/OscillatorOct",
                f"{oscillator}_semi": f"{path}/OscillatorSemi",
            }
        ),
        *plain(**{f"{filter_}_on": f"{path}/FilterToggle", kind: f"{path}/FilterType"}),
        *plain(**{drive: f"{path}/FilterDrive", f"amp_{number}_on": f"{path}/AmplifierToggle"}),
        *plain(**{f"{lfo}_on": f"{path}/LFOToggle", f"{lfo}_shape": f"{path}/LFOWaveShape"}),
        *plain(**{f"{lfo}_sync": f"{path}/LFOSyncToggle", f"{lfo}_retrigger": f"{path}/LFOGateReset"}),
        *under(_centred, **{f"amp_{number}_pan": f"{path}/AmplifierPan"}),
        *_analog_envelope(f"feg{number}", f"{path}/Envelope.0"),
        *_analog_envelope(f"aeg{number}", f"{path}/Envelope.1"),
    )


_ANALOG = Generation(
    (
        *plain(voices="Polyphony", octave="Octave", transpose="Transpose"),
        *plain(unison_on="KeyboardUnisonToggle", unison_voices="KeyboardUnison"),
        *plain(vibrato_on="VibratoToggle", noise_on="NoiseToggle"),
        *plain(glide_on="PortamentoToggle", glide_mode="PortamentoMode", glide_legato="PortamentoLegato"),
        *_analog_chain(1, "filter"),
        *_analog_chain(2, "filter_2"),
        *plain(filter_2_follows_filter_1="SignalChain2/FilterSlave"),
        *plain(filter_2_follows_filter_1="SignalChain2/FilterControllee"),
    ),
)

CLASSES: dict[str, tuple[Generation, ...]] = {
    "Drift": (_DRIFT,),
    "InstrumentVector": (_WAVETABLE,),
    "UltraAnalog": (_ANALOG,),
}
