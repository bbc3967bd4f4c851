"""Reverb and Hybrid Reverb."""

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

__all__ = ["CLASSES"]

# The input's filter is a band between a high pass, which cuts the lows, and a low pass.
_REVERB_COMMON: tuple[Place, ...] = (
    *plain(predelay="PreDelay", decay_time="DecayTime", room_size="RoomSize"),
    *plain(stereo_image="StereoSeparation"),
    *plain(low_cut_on="BandHighOn", high_cut_on="BandLowOn"),
    *plain(input_filter_frequency="BandFreq", input_filter_width="BandWidth"),
    *plain(spin_on="SpinOn", spin_rate="EarlyReflectModFreq", spin_amount="EarlyReflectModDepth"),
    *plain(early_reflection_shape="DiffuseDelay"),
    *plain(high_filter_on="ShelfHighOn"),
    *plain(high_filter_frequency="ShelfHiFreq", high_shelf_gain="ShelfHiGain"),
    *plain(low_shelf_on="ShelfLowOn", low_shelf_frequency="ShelfLoFreq", low_shelf_gain="ShelfLoGain"),
    *plain(chorus_on="ChorusOn", chorus_rate="SizeModFreq", chorus_amount="SizeModDepth"),
    *hundredths(diffusion="AllPassGain", scale="AllPassSize", dry_wet="MixDirect"),
    *plain(freeze="FreezeOn", flat="FlatOn", cut="CutOn"),
    *amplitude(reflect_level="MixReflect", diffuse_level="MixDiffuse"),
)

_REVERB = Generation(
    (
        *_REVERB_COMMON,
        *plain(density="RoomType", size_smoothing="SizeSmoothing", high_filter_type="HighFilterType"),
    ),
    marker="SizeSmoothing",
)


def _before_sparse(stored: float) -> float:
    """A density as it is counted since there is a sparse one, which comes first."""
    return stored + 1.0


# Up to Live 11.0 the densities were three qualities.
_REVERB_11 = Generation((*_REVERB_COMMON, *under(_before_sparse, density="RoomType")))

_HYBRID = Generation(
    (
        *plain(predelay_sync="PreDelay_Sync", predelay_sixteenths="PreDelay_Sixteenth"),
        *seconds(predelay="PreDelay_Time", algorithm_delay="Algorithm_Delay", decay_time="Algorithm_Decay"),
        *hundredths(predelay_feedback="PreDelay_FeedbackTime"),
        *hundredths(predelay_synced_feedback="PreDelay_FeedbackSixteenth"),
        *plain(algorithm="Algorithm_Type", freeze="Algorithm_Freeze", freeze_input="Algorithm_FreezeIn"),
        *hundredths(size="Algorithm_Size", damping="Algorithm_Damping"),
        *hundredths(diffusion="Algorithm_Diffusion", modulation="Algorithm_Modulation"),
        *hundredths(dark_hall_shape="Algorithm_Shape", shimmer="Algorithm_Shimmer"),
        *hundredths(bass_multiplier="Algorithm_BassMultiplier"),
        *plain(bass_crossover="Algorithm_BassCrossover"),
        *plain(shimmer_pitch="Algorithm_PitchShift"),
        *hundredths(tide="Algorithm_TidesAmount", tide_waveform="Algorithm_TidesWaveform"),
        *plain(tide_rate="Algorithm_TidesRate", tide_phase="Algorithm_TidesPhaseOffset"),
        *hundredths(quartz_low_damping="Algorithm_Quartz_LowDamping"),
        *hundredths(quartz_distance="Algorithm_Quartz_Distance"),
        *hundredths(prism_high_multiplier="Algorithm_Prism_HighMultiplier"),
        *hundredths(prism_low_multiplier="Algorithm_Prism_LowMultiplier"),
        *plain(prism_crossover="Algorithm_Prism_CrossoverFrequency"),
        *plain(prism_sixth="Algorithm_Prism_Sixth", prism_seventh="Algorithm_Prism_Seventh"),
        *plain(eq_on="Eq_On", eq_before_algorithm="Eq_PreAlgo"),
        *plain(eq_low_type="Eq_LowBandType", eq_low_frequency="Eq_LowBandFrequency"),
        *plain(eq_low_slope="Eq_LowBandSlope", eq_high_slope="Eq_HighBandSlope"),
        *plain(eq_peak_1_frequency="Eq_Peak1Frequency", eq_peak_1_q="Eq_Peak1Q"),
        *plain(eq_peak_2_frequency="Eq_Peak2Frequency", eq_peak_2_q="Eq_Peak2Q"),
        *plain(eq_high_type="Eq_HighBandType", eq_high_frequency="Eq_HighBandFrequency"),
        *amplitude(eq_low_gain="Eq_LowBandGain", eq_high_gain="Eq_HighBandGain"),
        *amplitude(eq_peak_1_gain="Eq_Peak1Gain", eq_peak_2_gain="Eq_Peak2Gain", send_gain="Send"),
        *plain(routing="Routing", vintage="Vintage", bass_mono="BassMono"),
        *hundredths(blend="ConvoAlgoBlend", stereo_width="StereoWidth", dry_wet="DryWet"),
    ),
)

CLASSES: dict[str, tuple[Generation, ...]] = {"Reverb": (_REVERB, _REVERB_11), "Hybrid": (_HYBRID,)}
