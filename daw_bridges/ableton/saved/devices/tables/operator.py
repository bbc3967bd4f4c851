"""Operator."""

from __future__ import annotations

from daw_bridges.ableton.saved.devices.form import Generation, Place, amplitude, hundredths, plain
from daw_bridges.ableton.saved.devices.tables.envelopes import envelope, looping, slopes

__all__ = ["CLASSES"]


def _oscillator(letter: str, path: str) -> tuple[Place, ...]:
    key = f"oscillator_{letter}_"
    # The amplitude envelope of the first oscillator is the one that is heard.
    heard, shown = ("" if letter == "a" else f"envelope_{letter}_"), f"envelope_{letter}_"
    return (
        *plain(
            **{
                f"{key}on": f"{path}/IsOn",
                f"{key}coarse": f"{path}/Tune/Coarse",
                f"{key}fine": f"{path}/Tune/Fine",
                f"{key}fixed": f"{path}/Tune/FixedFrequencyOn",
                f"{key}fixed_frequency": f"{path}/Tune/FixedFrequency",
                f"{key}waveform": f"{path}/WaveForm",
                f"{key}feedback": f"{path}/Feedback",
                f"{key}phase": f"{path}/Phase",
                f"{key}retrigger": f"{path}/Retrigger",
                f"{key}level_by_key": f"{path}/KeyScale",
                f"{key}level_by_velocity": f"{path}/VelScale",
            }
        ),
        *amplitude(**{f"{key}level": f"{path}/Volume"}),
        *envelope(heard, f"{path}/Envelope/"),
        *hundredths(**{f"{shown}initial": f"{path}/Envelope/AttackLevel"}),
        *hundredths(**{f"{shown}peak": f"{path}/Envelope/DecayLevel"}),
        *looping(shown, f"{path}/Envelope/"),
    )


_LFO: tuple[Place, ...] = (
    *plain(lfo_on="Lfo/LfoOn", lfo_retrigger="Lfo/LfoRetrigger", lfo_type="Lfo/LfoType"),
    *plain(lfo_range="Lfo/LfoRange", lfo_rate="Lfo/LfoRate"),
    *hundredths(lfo_amount="Lfo/LfoAmount"),
    *plain(lfo_amount_a="Lfo/LfoAmountA", lfo_amount_b="Lfo/ModDst/Amount"),
    *envelope("lfo_envelope_", "Lfo/LfoEnv/"),
    *looping("lfo_envelope_", "Lfo/LfoEnv/"),
)

_PITCH: tuple[Place, ...] = (
    *plain(pitch_envelope_on="PitchEnv/PitchEnvOn", pitch_envelope_amount_a="PitchEnv/PitchEnvAmountA"),
    *plain(pitch_envelope_amount_b="PitchEnv/ModDst/Amount"),
    *plain(pitch_envelope_initial="PitchEnv/PitchEnv/AttackLevel"),
    *plain(pitch_envelope_peak="PitchEnv/PitchEnv/DecayLevel"),
    *plain(pitch_envelope_sustain="PitchEnv/PitchEnv/SustainLevel"),
    *plain(pitch_envelope_end="PitchEnv/PitchEnv/ReleaseLevel"),
    *slopes("pitch_envelope_", "PitchEnv/PitchEnv/"),
)

_GLOBAL: tuple[Place, ...] = (
    *plain(shaper_type="Shaper/Type", shaper_drive="Shaper/Drive", shaper_mix="Shaper/DryWet"),
    *plain(algorithm="Globals/Algorithm", glide_on="Globals/PortamentoOn"),
    *plain(glide_time="Globals/PortamentoTime", pitch_bend_range="Globals/PitchBendRange"),
    *plain(spread="Globals/SpreadAmount", transpose="Globals/Transpose"),
    *plain(time="EnvScale/EnvTime", time_by_key="EnvScale/EnvTimeKeyScale"),
    *hundredths(tone="Globals/Tone"),
    *plain(pan="Globals/Panorama", pan_by_key="Globals/PanoramaKeyScale"),
    *plain(pan_by_rnd="Globals/PanoramaRndScale"),
    *amplitude(volume="Globals/Volume"),
)

_FILTER: tuple[Place, ...] = (
    *plain(filter_on="Filter/OnOff", filter_frequency="Filter/Frequency"),
    *plain(filter_by_velocity="Filter/FrequencyVelScale", filter_by_key="Filter/FrequencyKeyScale"),
    *plain(filter_envelope_amount="Filter/EnvelopeAmount"),
    *envelope("filter_envelope_", "Filter/Envelope/"),
    *slopes("filter_envelope_", "Filter/Envelope/"),
    *looping("filter_envelope_", "Filter/Envelope/"),
)

_COMMON: tuple[Place, ...] = (
    *(place for number, letter in enumerate("abcd") for place in _oscillator(letter, f"Operator.{number}")),
    *_LFO,
    *_FILTER,
    *_PITCH,
    *_GLOBAL,
)

_OPERATOR = Generation(
    (
        *_COMMON,
        *plain(filter_type="Filter/Type", filter_slope="Filter/Slope", filter_drive="Filter/Drive"),
        *plain(filter_circuit_lp_hp="Filter/CircuitLpHp", filter_circuit_bp_no_morph="Filter/CircuitBpNoMo"),
        *hundredths(filter_resonance="Filter/Resonance", filter_morph="Filter/Morph"),
    ),
    left_out=frozenset({"Filter/LegacyType", "Filter/LegacyQ"}),
    marker="Filter/LegacyQ",
)

# Up to Live 9.1 the filter had other types, and its resonance was a filter quality.
_OPERATOR_9 = Generation(_COMMON, left_out=frozenset({"Filter/Type"}))

CLASSES: dict[str, tuple[Generation, ...]] = {"Operator": (_OPERATOR, _OPERATOR_9)}
