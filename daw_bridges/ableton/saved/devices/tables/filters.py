"""Auto Filter, of Live 12.2 and of the versions before."""

from __future__ import annotations

from daw_bridges.ableton.saved.devices import laws
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
)
from daw_bridges.ableton.saved.devices.tables.lfo import modulator
from daw_bridges.ableton.saved.devices.tables.rates import DIVISIONS, FALLING
from daw_bridges.ableton.saved.devices.tables.sidechain import KEY_FILTER, KEY_INPUT
from daw_bridges.quantities import Unit

__all__ = ["CLASSES"]

_AUTO_FILTER = Generation(
    (
        *plain(frequency="Filter_Frequency", type="Filter_Type", slope="Filter_Slope"),
        *plain(morph_slope="Filter_MorphSlope", circuit="Filter_Circuit", vowel_pitch="Filter_VowelPitch"),
        *hundredths(resonance="Filter_Resonance", morph="Filter_Morph", drive="Filter_Drive"),
        *hundredths(dj_control="Filter_DjControl", vowel_formant="Filter_VowelFormant"),
        *plain(lfo_waveform="Lfo_Waveform", lfo_time_mode="Lfo_TimeMode", lfo_frequency="Lfo_Frequency"),
        *seconds(lfo_time="Lfo_Time"),
        *under(FALLING, lfo_rate="Lfo_SyncedRate"),
        *plain(lfo_sixteenths="Lfo_Sixteenth", lfo_phase="Lfo_Phase", lfo_offset="Lfo_PhaseOffset"),
        *plain(lfo_stereo_mode="Lfo_StereoMode", lfo_quantize_mode="Lfo_QuantizationMode"),
        *plain(lfo_steps="Lfo_Steps"),
        *hundredths(lfo_amount="Lfo_Amount", lfo_spin="Lfo_Spin"),
        *hundredths(lfo_morph="Lfo_Morph", lfo_smoothing="Lfo_Smoothing"),
        *under(DIVISIONS, lfo_hold_rate="Lfo_SahRate", envelope_hold_rate="Envelope_SahRate"),
        *hundredths(envelope_amount="Envelope_Amount"),
        *seconds(envelope_attack="Envelope_Attack", envelope_release="Envelope_Release"),
        *plain(envelope_hold="Envelope_HoldOn", envelope_sample_hold_on="Envelope_SahOn"),
        *amplitude(output_gain="Output"),
        *plain(soft_clip="SoftClipOn"),
        *hundredths(dry_wet="DryWet"),
        *KEY_FILTER,
        *KEY_INPUT,
    ),
)

_MODES = ("Lowpass", "Highpass", "Bandpass", "Notch")

# The cutoff is stored as a pitch: 20 … 135 are 26 Hz … 19.9 kHz.
_CUTOFF = Own("Frequency", "Cutoff", Unit.HZ, (26.0, 19900.0), laws.note)

_WAVEFORM = choice(
    "LFO Waveform", "Lfo/Type", "Sine", "Square", "Triangle", "SawUp", "SawDown", "S&H Stereo", "S&H Mono"
)

# Lengths of sixteenths.
_QUANTISING = ("0.5", "1", "2", "3", "4", "5", "6", "8", "12", "16")

_MODULATION: tuple[Own, ...] = (
    Own("Env. Modulation", "ModHub", range=(-127.0, 127.0), sample="0.00"),
    Own("Env. Attack", "Attack", Unit.MS, (0.1, 30.0)),
    Own("Env. Release", "Release", Unit.MS, (0.1, 400.0)),
    Own("LFO Amount", "LfoAmount", range=(0.0, 30.0), sample="0.00"),
    choice("LFO Sync", "Lfo/RateType", "Free", "Sync"),
    *modulator("LFO ", (0.01, 10.0), _WAVEFORM),
    switch("LFO Quantize On", "Lfo/Quantize"),
    choice("LFO Quantize Rate", "Lfo/BeatQuantize", *_QUANTISING),
    switch("S/C On", "SideChain/OnOff"),
    Own("S/C Gain", "SideChain/RoutedInput/Volume", Unit.DB, (-float("inf"), 24.0), laws.amplitude),
    share("S/C Mix", "SideChain/DryWet"),
)

_UNUSED = frozenset({"Lfo/IsOn", "Lfo/NoiseWidth"})

_OLDER = Generation(
    (
        choice("Filter Type", "FilterType", *_MODES, "Morph"),
        choice("Filter Circuit - LP/HP", "CircuitLpHp", "Clean", "OSR", "MS2", "SMP", "PRD"),
        choice("Filter Circuit - BP/NO/Morph", "CircuitBpNoMo", "Clean", "OSR"),
        choice("Slope", "Slope", "12 dB", "24 dB"),
        _CUTOFF,
        share("Resonance", "Resonance", 125.0),
        share("Morph", "Morph"),
        Own("Drive", "Drive", Unit.DB, (0.0, 24.0)),
        *_MODULATION,
    ),
    left_out=_UNUSED | {"LegacyFilterType", "LegacyQ"},
    marker="LegacyQ",
)

# Up to Live 9.1 the resonance was a filter quality.
_OLDEST = Generation(
    (
        choice("Filter Type", "FilterType", *_MODES),
        _CUTOFF,
        Own("Resonance", "Resonance", range=(0.2, 3.0)),
        *_MODULATION,
    ),
    left_out=_UNUSED,
)

CLASSES: dict[str, tuple[Generation, ...]] = {
    "AutoFilter2": (_AUTO_FILTER,),
    "AutoFilter": (_OLDER, _OLDEST),
}
