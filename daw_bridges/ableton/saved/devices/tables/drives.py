"""Saturator, Overdrive, Drum Buss and Redux."""

from __future__ import annotations

from daw_bridges.ableton.saved.devices.form import Generation, Place, amplitude, hundredths, plain

__all__ = ["CLASSES"]


def _shaper(stem: str) -> tuple[Place, ...]:
    return hundredths(
        waveshaper_drive=f"{stem}Drive",
        waveshaper_linearity=f"{stem}Lin",
        waveshaper_curve=f"{stem}Curve",
        waveshaper_damp=f"{stem}Damp",
        waveshaper_period=f"{stem}Period",
        waveshaper_depth=f"{stem}Depth",
    )


# What clips after the shaper was a switch up to Live 11, and the waveshaper was an element of its own.
_SATURATOR = Generation(
    (
        *plain(drive="PreDrive", dc_filter="PreDcFilter", type="Type", color_on="ColorOn"),
        *plain(color_low="BaseDrive", color_frequency="ColorFrequency", color_high="ColorDepth"),
        *hundredths(color_width="ColorWidth", dry_wet="DryWet"),
        *plain(post_clip_mode="PostClip", output_gain="PostDrive", bass_threshold="BassShaperThreshold"),
        *_shaper("Ws"),
        *_shaper("WaveShaper/"),
    ),
)

_OVERDRIVE = Generation(
    (
        *plain(filter_frequency="MidFreq", filter_width="BandWidth"),
        *plain(drive="Drive", dry_wet="DryWet", tone="Tone"),
        *hundredths(preserve_dynamics="PreserveDynamics"),
    ),
)

_DRUM_BUSS = Generation(
    (
        *plain(compressor_on="EnableCompression", drive_type="DriveType", transients="TransientShaping"),
        *hundredths(drive="DriveAmount", crunch="CrunchAmount", dry_wet="DryWet"),
        *plain(damping_frequency="DampingFrequency"),
        *plain(boom_frequency="BoomFrequency", boom_audition="BoomAudition"),
        *hundredths(boom_amount="BoomAmount", boom_decay="BoomDecay"),
        *amplitude(trim="InputTrim", output_gain="OutputGain"),
    ),
)

_REDUX = Generation(
    (
        *plain(sample_rate="SampleRate", bit_depth="BitDepth", dc_shift="QuantizerDcShift"),
        *hundredths(jitter="Jitter", quantizer_shape="QuantizerShape", dry_wet="DryWet"),
        *plain(pre_filter_on="EnablePreFilter", post_filter_on="EnablePostFilter"),
        *plain(post_filter="PostFilterValue"),
    ),
)

CLASSES: dict[str, tuple[Generation, ...]] = {
    "Saturator": (_SATURATOR,),
    "Overdrive": (_OVERDRIVE,),
    "DrumBuss": (_DRUM_BUSS,),
    "Redux2": (_REDUX,),
}
