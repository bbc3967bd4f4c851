"""Operator."""

from __future__ import annotations

from daw_bridges.ableton.saved.devices.form import (
    Generation,
    Own,
    Place,
    amplitude,
    choice,
    hundredths,
    plain,
    share,
    switch,
    whole,
)
from daw_bridges.ableton.saved.devices.tables.envelopes import (
    by_velocity,
    envelope,
    level_of,
    looping,
    loudness,
    retrigger,
    share_of,
    slopes,
)
from daw_bridges.quantities import Unit

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
        *loudness(heard, f"{path}/Envelope/"),
        *amplitude(**{f"{shown}initial": f"{path}/Envelope/AttackLevel"}),
        *amplitude(**{f"{shown}peak": f"{path}/Envelope/DecayLevel"}),
        *looping(shown, f"{path}/Envelope/"),
    )


def _own_oscillator(letter: str, path: str) -> tuple[Own, ...]:
    return (
        switch(f"{letter} Quantize", f"{path}/Tune/VelCoarseScaleQuantized"),
        whole(f"{letter} Fix Freq Mul", f"{path}/Tune/FixedFrequencyMulti", 0.0, 5.0),
        Own(f"{letter} Freq<Vel", f"{path}/Tune/VelCoarseScale", Unit.PERCENT, (-100.0, 100.0)),
        retrigger(f"{letter}e", f"{path}/Envelope/"),
        by_velocity(f"{letter}e", f"{path}/Envelope/"),
        switch(f"Osc-{letter} < LFO", f"{path}/LfoOn"),
        switch(f"Osc-{letter} < Pe", f"{path}/PitchEnvOn"),
    )


_LFO: tuple[Place, ...] = (
    *plain(lfo_on="Lfo/LfoOn", lfo_retrigger="Lfo/LfoRetrigger", lfo_type="Lfo/LfoType"),
    *plain(lfo_range="Lfo/LfoRange", lfo_rate="Lfo/LfoRate"),
    *hundredths(lfo_amount="Lfo/LfoAmount"),
    *plain(lfo_amount_a="Lfo/LfoAmountA", lfo_amount_b="Lfo/ModDst/Amount"),
    *loudness("lfo_envelope_", "Lfo/LfoEnv/"),
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

# What the catalogue has no rows for, in the names of Live's control surfaces.
_OWN: tuple[Own, ...] = (
    *(
        place
        for number, letter in enumerate("ABCD")
        for place in _own_oscillator(letter, f"Operator.{number}")
    ),
    whole("LFO Sync", "Lfo/LfoRateSynced", 0.0, 14.0),
    retrigger("Le", "Lfo/LfoEnv/"),
    by_velocity("Le", "Lfo/LfoEnv/"),
    *level_of("Le", "Lfo/LfoEnv/", "Init", "Peak", "End"),
    share("LFO R < K", "Lfo/LfoRateKeyScale"),
    share("LFO < Vel", "Lfo/LfoAmountVelScale", low=-100.0),
    switch("LFO < Pe", "Lfo/LfoPitchEnvOn"),
    switch("Filt < LFO", "Filter/LfoOn"),
    retrigger("Fe", "Filter/Envelope/"),
    by_velocity("Fe", "Filter/Envelope/"),
    *share_of("Fe", "Filter/Envelope/", "Init", "Peak", "End"),
    share("Pe Amount", "PitchEnv/PitchEnv/EnvelopeAmount", low=-100.0),
    Own("Pe Attack", "PitchEnv/PitchEnv/AttackTime", Unit.MS, (0.1, 20000.0)),
    Own("Pe Decay", "PitchEnv/PitchEnv/DecayTime", Unit.MS, (1.0, 60000.0)),
    Own("Pe Release", "PitchEnv/PitchEnv/ReleaseTime", Unit.MS, (1.0, 60000.0)),
    choice("Pe Mode", "PitchEnv/PitchEnv/LoopMode", "None", "Loop", "Beat", "Sync", "Trigger"),
    Own("Pe Loop", "PitchEnv/PitchEnv/LoopTime", Unit.MS, (0.2, 20000.0)),
    retrigger("Pe", "PitchEnv/PitchEnv/"),
    by_velocity("Pe", "PitchEnv/PitchEnv/"),
)

# What else can be modulated, as it is counted since the filter has a resonance, a morph and a drive.
_DESTINATIONS = (
    "Off", "OSC Volume A", "OSC Volume B", "OSC Volume C", "OSC Volume D", "OSC Crossfade A/C",
    "OSC Crossfade B/D", "OSC Feedback", "OSC Fixed Frequency", "FM Drive", "Filter Freq",
    "Filter Q (Legacy)", "Filter Res", "Filter Morph", "Filter Drive", "Filter Envelope Amount",
    "Shaper Drive", "LFO Rate", "LFO Amount", "Aux Envelope Amount", "Volume", "Panorama", "Tone", "Time",
)  # fmt: skip

_UNUSED = frozenset(
    f"{path}/{corner}Slope"
    for path in (*(f"Operator.{number}/Envelope" for number in range(4)), "Lfo/LfoEnv")
    for corner in ("Attack", "Decay", "Release")
) | {*(f"Operator.{number}/Envelope/ReleaseLevel" for number in range(4)), "EnvScale/EnvTimeIncludeAttack"}

_COMMON: tuple[Place | Own, ...] = (
    *(place for number, letter in enumerate("abcd") for place in _oscillator(letter, f"Operator.{number}")),
    *_LFO,
    *_FILTER,
    *_PITCH,
    *_GLOBAL,
    *_OWN,
)

_OPERATOR = Generation(
    (
        *_COMMON,
        *plain(filter_type="Filter/Type", filter_slope="Filter/Slope", filter_drive="Filter/Drive"),
        *plain(filter_circuit_lp_hp="Filter/CircuitLpHp", filter_circuit_bp_no_morph="Filter/CircuitBpNoMo"),
        *hundredths(filter_resonance="Filter/Resonance", filter_morph="Filter/Morph"),
        choice("LFO Dst B", "Lfo/ModDst/Connection", *_DESTINATIONS),
        choice("Pe Dst B", "PitchEnv/ModDst/Connection", *_DESTINATIONS),
    ),
    left_out=_UNUSED | {"Filter/LegacyType", "Filter/LegacyQ"},
    marker="Filter/LegacyQ",
)

# Up to Live 9.1 the filter had other types, and its resonance was a filter quality.
_OPERATOR_9 = Generation(_COMMON, left_out=_UNUSED | {"Filter/Type"})

CLASSES: dict[str, tuple[Generation, ...]] = {"Operator": (_OPERATOR, _OPERATOR_9)}
