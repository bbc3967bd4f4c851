"""Simpler and Sampler, which store the same voice."""

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
    under,
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
from daw_bridges.ableton.saved.devices.tables.rates import RISING
from daw_bridges.quantities import Unit

__all__ = ["CLASSES"]

_LOOP = "Player/LoopModulators"
_FILTER = "Filter/Slot/Value/SimplerFilter"
_VOLUME = "VolumeAndPan/Envelope/"
_PITCH = "Pitch/Envelope/Slot/Value/SimplerPitchEnvelope/"
_OSCILLATOR = "Player/SubOsc/Slot/Value/SimplerSubOsc"


def _lfo(key: str, on: str, path: str) -> tuple[Place, ...]:
    return (
        *plain(
            **{
                f"{key}on": on,
                f"{key}waveform": f"{path}/Type",
                f"{key}sync": f"{path}/RateType",
                f"{key}rate": f"{path}/Frequency",
                f"{key}retrigger": f"{path}/Retrigger",
                f"{key}attack": f"{path}/Attack",
                f"{key}offset": f"{path}/Offset",
            }
        ),
        *under(RISING, **{f"{key}sync_rate": f"{path}/BeatRate"}),
        *hundredths(**{f"{key}r_by_key": f"{path}/FrequencyKeyScale"}),
    )


def _stereo(name: str, path: str) -> tuple[Own, ...]:
    return (
        choice(f"{name} St Mode", f"{path}/StereoMode", "Phase", "Spin"),
        Own(f"{name} Phase", f"{path}/Phase", Unit.DEGREES, (0.0, 360.0)),
        share(f"{name} Spin", f"{path}/Spin", 50.0),
        share(f"{name} Width", f"{path}/Width"),
    )


_FIRST_LFO = ("Lfo/IsOn", "Lfo/Slot/Value/SimplerLfo")

_AMPLIFIER: tuple[Place, ...] = (
    *plain(sample_selector="Player/SampleSelector", snap="Player/Snap"),
    *plain(
        fade_in="VolumeAndPan/OneShotEnvelope/FadeInTime", fade_out="VolumeAndPan/OneShotEnvelope/FadeOutTime"
    ),
    *plain(trigger_mode="VolumeAndPan/OneShotEnvelope/SustainMode"),
    *plain(volume="VolumeAndPan/Volume", pan="VolumeAndPan/Panorama"),
    *hundredths(volume_by_velocity="VolumeAndPan/VolumeVelScale", pan_by_rnd="VolumeAndPan/PanoramaRnd"),
    *loudness("", _VOLUME),
    *looping("volume_envelope_", _VOLUME),
)

_FILTERING: tuple[Place, ...] = (
    *plain(filter_on="Filter/IsOn", filter_type=f"{_FILTER}/Type", filter_slope=f"{_FILTER}/Slope"),
    *plain(filter_circuit_lp_hp=f"{_FILTER}/CircuitLpHp"),
    *plain(filter_circuit_bp_no_morph=f"{_FILTER}/CircuitBpNoMo"),
    *plain(filter_frequency=f"{_FILTER}/Freq", filter_drive=f"{_FILTER}/Drive"),
    *hundredths(filter_resonance=f"{_FILTER}/Res", filter_morph=f"{_FILTER}/X"),
    *hundredths(filter_by_velocity=f"{_FILTER}/ModByVelocity", filter_by_key=f"{_FILTER}/ModByPitch"),
    *plain(filter_envelope_on=f"{_FILTER}/Envelope/IsOn"),
    *plain(filter_envelope_by_envelope=f"{_FILTER}/Envelope/Amount"),
    *envelope("filter_envelope_", f"{_FILTER}/Envelope/"),
    *slopes("filter_envelope_", f"{_FILTER}/Envelope/"),
    *looping("filter_envelope_", f"{_FILTER}/Envelope/"),
)


def _cents(stored: float) -> float:
    return stored / 100.0


_PITCHING: tuple[Place, ...] = (
    *plain(transpose="Pitch/TransposeKey", spread="Globals/SpreadAmount"),
    *under(_cents, detune="Pitch/TransposeFine"),
    *plain(glide_mode="Globals/PortamentoMode", glide_time="Globals/PortamentoTime"),
    *plain(pitch_envelope_on="Pitch/Envelope/IsOn", pitch_envelope_by_envelope=f"{_PITCH}Amount"),
    *envelope("pitch_envelope_", _PITCH),
    *slopes("pitch_envelope_", _PITCH),
    *looping("pitch_envelope_", _PITCH),
)

_LFO_DEPTHS: tuple[Place, ...] = (
    *hundredths(volume_by_lfo="VolumeAndPan/VolumeLfoAmount", pitch_by_lfo="Pitch/PitchLfoAmount"),
    *hundredths(pan_by_lfo="VolumeAndPan/PanoramaLfoAmount"),
    *plain(filter_by_lfo=f"{_FILTER}/ModByLfo"),
)

# What the catalogue has no rows for, in the names of Live's control surfaces.
_ENVELOPES: tuple[Own, ...] = (
    retrigger("Ve", _VOLUME),
    retrigger("Fe", f"{_FILTER}/Envelope/"),
    by_velocity("Fe", f"{_FILTER}/Envelope/"),
    *share_of("Fe", f"{_FILTER}/Envelope/", "Init", "Peak", "End"),
    retrigger("Pe", _PITCH),
    by_velocity("Pe", _PITCH),
    *share_of("Pe", _PITCH, "Init", "Peak", "End", low=-100.0),
)

_VOICE: tuple[Place | Own, ...] = (*_AMPLIFIER, *_FILTERING, *_PITCHING, *_LFO_DEPTHS, *_ENVELOPES)

# Stored with every voice and offered by neither device.
_UNUSED = frozenset(
    {"VolumeAndPan/PanoramaKeyScale", "VolumeAndPan/VolumeKeyScale", "Globals/EnvScale/EnvTimeIncludeAttack"}
)

# What the filter was before its circuits were modelled.
_FORMER = frozenset({f"{_FILTER}/LegacyType", f"{_FILTER}/LegacyQ"})

_SIMPLER = Generation(
    (
        *hundredths(start=f"{_LOOP}/SampleStart", length=f"{_LOOP}/SampleLength"),
        *plain(loop_on=f"{_LOOP}/LoopOn"),
        *hundredths(loop_length=f"{_LOOP}/LoopLength", loop_fade=f"{_LOOP}/LoopFade"),
        *_VOICE,
        *_lfo("lfo_", *_FIRST_LFO),
    ),
    # The rest of the shared voice is Sampler's alone.
    left_out=_FORMER
    | _UNUSED
    | {f"{_VOLUME}{corner}{what}" for corner in ("Attack", "Decay", "Release") for what in ("Level", "Slope")}
    | {f"{_VOLUME}TimeVelScale", "Globals/EnvScale/EnvTime", "Globals/EnvScale/EnvTimeKeyScale"}
    | {f"{_FIRST_LFO[1]}/{name}" for name in ("Phase", "Smooth", "Spin", "StereoMode", "Width")}
    | {
        "Player/Reverse",
        "Player/SubOsc/IsOn",
        "Shaper/IsOn",
        "AuxEnv/IsOn",
        "AuxLfos.0/IsOn",
        "AuxLfos.1/IsOn",
    }
    | {"Globals/KeyZoneShift"},
)


def _own_slopes(name: str, path: str) -> tuple[Own, ...]:
    return tuple(
        share(f"{name} {corner[0]} Slope", f"{path}{corner}Slope", low=-100.0)
        for corner in ("Attack", "Decay", "Release")
    )


# Multiples of a sine's partials, sawtooths (Sw) and squares (Sq) of so many.
_PARTIALS = ("3", "4", "6", "8", "16", "32", "64", "D")

_OWN_OSCILLATOR: tuple[Own, ...] = (
    choice(
        "O Type",
        f"{_OSCILLATOR}/Type",
        *("Sine", "Sine 4 Bit", "Sine 8 Bit"),
        *(f"Sw {partials}" for partials in _PARTIALS),
        *(f"Sq {partials}" for partials in _PARTIALS),
        *("Tri", "Noise"),
    ),
    share("O Vol < Vel", f"{_OSCILLATOR}/VolumeVelScale"),
    Own("O Fix Freq", f"{_OSCILLATOR}/FreqFixed", Unit.HZ, (10.0, 1000.0)),
    whole("O Fix Freq Mul", f"{_OSCILLATOR}/FreqFixedMul", 0.0, 4.0),
    *level_of("Oe", f"{_OSCILLATOR}/Envelope/", "Init", "Peak", "End"),
    *_own_slopes("Oe", f"{_OSCILLATOR}/Envelope/"),
    choice("Oe Mode", f"{_OSCILLATOR}/Envelope/LoopMode", "None", "Loop", "Beat", "Sync", "Trigger"),
    Own("Oe Loop", f"{_OSCILLATOR}/Envelope/LoopTime", Unit.MS, (0.2, 20000.0)),
    retrigger("Oe", f"{_OSCILLATOR}/Envelope/"),
    by_velocity("Oe", f"{_OSCILLATOR}/Envelope/"),
)

_SAMPLER = Generation(
    (
        *plain(reverse="Player/Reverse", key_zone_shift="Globals/KeyZoneShift", shaper_on="Shaper/IsOn"),
        *_VOICE,
        *plain(oscillator_on="Player/SubOsc/IsOn", oscillator_mode=f"{_OSCILLATOR}/Mode"),
        *amplitude(oscillator_volume=f"{_OSCILLATOR}/Volume"),
        *plain(oscillator_coarse=f"{_OSCILLATOR}/TuneCoarse", oscillator_fine=f"{_OSCILLATOR}/TuneFine"),
        *plain(oscillator_fix_on=f"{_OSCILLATOR}/IsFixedFreq"),
        *loudness("oscillator_envelope_", f"{_OSCILLATOR}/Envelope/"),
        *_OWN_OSCILLATOR,
        *level_of("Ve", _VOLUME, "Init", "Peak"),
        *_own_slopes("Ve", _VOLUME),
        by_velocity("Ve", _VOLUME),
        *_stereo("L 1", _FIRST_LFO[1]),
        *_stereo("L 2", "AuxLfos.0/Slot/Value/SimplerAuxLfo"),
        *_stereo("L 3", "AuxLfos.1/Slot/Value/SimplerAuxLfo"),
        *_lfo("lfo_1_", *_FIRST_LFO),
        *_lfo("lfo_2_", "AuxLfos.0/IsOn", "AuxLfos.0/Slot/Value/SimplerAuxLfo"),
        *_lfo("lfo_3_", "AuxLfos.1/IsOn", "AuxLfos.1/Slot/Value/SimplerAuxLfo"),
        *plain(auxiliary_envelope_on="AuxEnv/IsOn"),
        *plain(time="Globals/EnvScale/EnvTime", time_by_key="Globals/EnvScale/EnvTimeKeyScale"),
    ),
    # A Sampler plays its zones by their own starts and loops.
    left_out=_FORMER
    | _UNUSED
    | {f"{_VOLUME}ReleaseLevel"}
    | {f"{_FIRST_LFO[1]}/Smooth", "AuxLfos.0/Slot/Value/SimplerAuxLfo/Smooth"}
    | {"AuxLfos.1/Slot/Value/SimplerAuxLfo/Smooth"}
    | {f"{_LOOP}/{name}" for name in ("SampleStart", "SampleLength", "LoopOn", "LoopLength", "LoopFade")},
)


def _eldest(generation: Generation) -> Generation:
    """Up to Live 9.1 the filter had other types, and a quality for its resonance."""
    places = tuple(place for place in generation.places if place.path != f"{_FILTER}/Type")
    return Generation(places, generation.left_out | {f"{_FILTER}/Type"}, marker=f"{_FILTER}/Q")


CLASSES: dict[str, tuple[Generation, ...]] = {
    "OriginalSimpler": (_SIMPLER, _eldest(_SIMPLER)),
    "MultiSampler": (_SAMPLER, _eldest(_SAMPLER)),
}
