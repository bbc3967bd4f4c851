"""What people really do at a mix, step by step: chains many of which begin alike, and the chores around them.

The bodies follow what is commonly taught about each: an equaliser before the compressor, a low cut by what
the track plays, returns that are fully wet, a glue compressor and a limiter on the master.
"""

from __future__ import annotations

from orbit.learning.evaluation.corpora.planted import Part, Planted, PlantedStep, Value
from orbit.learning.evaluation.corpora.vocabulary import kind

__all__ = ["CHAINS", "TWEAKS"]

_VOCAL, _BACKING = ("Lead Vox", "Vocal", "Main Vox"), ("Backing Vox", "BVs", "Choir")
_BASS, _KICK = ("Bass", "Sub Bass", "808"), ("Kick", "BD", "Kick In")
_SNARE, _DRUMS = ("Snare", "SD", "Snare Top"), ("Drums", "Drum Bus", "Kit")
_GUITAR, _KEYS = ("Guitar", "Gtr L", "Acoustic Guitar"), ("Keys", "Piano", "Rhodes")
_RISER, _REVERB = ("FX", "Riser", "Impacts"), ("A-Reverb", "Verb", "Plate")


def _do(
    does: str, value: Value | None = None, *, on: int = 0, to: int | None = None, share: float = 1.0
) -> PlantedStep:
    return PlantedStep(kind(does), on, to, value, share)


def _set(parameter: str, value: Value, *, on: int = 0, share: float = 1.0) -> PlantedStep:
    return _do(f"set_parameter {parameter}", value, on=on, share=share)


def _insert(device: str, *, on: int = 0, share: float = 1.0) -> PlantedStep:
    return _do(f"insert_device {device}", on=on, share=share)


def _about(value: float) -> Value:
    return Value(value, drifts=True)


def _just(value: float | str) -> Value:
    return Value(value)


def _any(name: str) -> Value:
    return Value(variable=name)


def _low_cut(frequency: float, *, on: int = 0) -> tuple[PlantedStep, PlantedStep]:
    return _insert("eq", on=on), _set("eq band_1_frequency", _about(frequency), on=on)


CHAINS = (
    Planted(
        "vocal-chain",
        (
            *_low_cut(95.0),
            _set("eq band_2_gain", _about(-2.5), share=0.7),
            _insert("compressor"),
            _set("compressor ratio", _just(3.0)),
            _set("compressor attack", _about(8.0)),
            _set("compressor threshold", _any("threshold")),
            _insert("saturator", share=0.8),
            _set("saturator drive", _about(3.0), share=0.8),
            _do("set_send", _any("room"), to=1),
        ),
        (Part(names=_VOCAL), Part("return", _REVERB)),
    ),
    Planted(
        "bass-duck",
        (
            *_low_cut(35.0),
            _insert("compressor"),
            _do("set_sidechain compressor", to=1),
            _set("compressor ratio", _just(6.0)),
            _set("compressor release", _any("release")),
            _set("compressor threshold", _any("threshold")),
        ),
        (Part(names=_BASS), Part(names=_KICK)),
    ),
    Planted(
        "drum-bus",
        (
            _insert("eq"),
            _insert("glue_compressor"),
            _set("glue_compressor threshold", _about(-12.0)),
            _set("glue_compressor makeup", _about(2.0), share=0.7),
            _insert("drum_buss"),
            _set("drum_buss drive", _any("drive")),
            _set("drum_buss boom_amount", _about(20.0), share=0.8),
        ),
        (Part(names=_DRUMS),),
    ),
    Planted(
        "guitar-strip",
        (
            *_low_cut(110.0),
            _insert("compressor"),
            _set("compressor ratio", _just(2.5)),
            _set("compressor threshold", _any("threshold")),
            _do("set_pan", _any("side")),
        ),
        (Part(names=_GUITAR),),
    ),
    Planted(
        "tidy-up",
        (_do("rename_track", _any("name")), _do("set_color", _any("color")), _do("set_volume", _about(-6.0))),
        in_a_row=4,
    ),
    Planted(
        "reverb-return",
        (
            _do("create_track return", _any("name")),
            _insert("reverb"),
            _set("reverb dry_wet", _just(100.0)),
            _set("reverb decay_time", _any("decay")),
            _set("reverb predelay", _about(20.0), share=0.8),
            *_low_cut(220.0),
        ),
        (Part("return", created="return"),),
    ),
    Planted(
        "delay-return",
        (
            _do("create_track return", _any("name")),
            _insert("delay"),
            _set("delay dry_wet", _just(60.0)),
            _set("delay left_time", _any("time")),
            _set("delay feedback", _about(35.0)),
            *_low_cut(260.0),
        ),
        (Part("return", created="return"),),
    ),
    Planted(
        "master-chain",
        (
            _insert("eq"),
            _insert("glue_compressor"),
            _set("glue_compressor threshold", _about(-9.0)),
            _insert("limiter"),
            _set("limiter ceiling", _just(-1.0)),
            _set("limiter input_gain", _any("gain")),
        ),
        (Part("master", ("Master",)),),
    ),
    Planted(
        "backing-vocals",
        (
            *_low_cut(160.0),
            _insert("compressor"),
            _set("compressor threshold", _any("threshold")),
            _insert("chorus"),
            _set("chorus amount", _about(30.0)),
            _do("set_volume", _about(-9.0), share=0.9),
        ),
        (Part(names=_BACKING),),
    ),
    Planted(
        "riser",
        (
            _insert("auto_filter"),
            _set("auto_filter frequency", _any("from")),
            _set("auto_filter resonance", _about(30.0)),
            _insert("reverb"),
            _set("reverb dry_wet", _about(45.0)),
        ),
        (Part(names=_RISER),),
    ),
    Planted(
        "lo-fi-keys",
        (
            _insert("redux"),
            _set("redux bit_depth", _just(8.0)),
            _set("redux sample_rate", _about(12000.0)),
            _insert("saturator"),
            _set("saturator drive", _any("drive")),
            _insert("auto_filter", share=0.7),
        ),
        (Part(names=_KEYS),),
    ),
    Planted(
        "widen",
        (
            _insert("utility"),
            _set("utility stereo_width", _about(140.0)),
            _set("utility bass_mono_frequency", _just(120.0)),
        ),
    ),
    Planted(
        "snare-gate",
        (
            _insert("gate"),
            _set("gate threshold", _any("threshold")),
            _set("gate release", _about(120.0)),
            _insert("eq"),
            _set("eq band_2_gain", _about(3.0)),
        ),
        (Part(names=_SNARE),),
    ),
    Planted(
        "print-stem",
        (
            _do("create_track audio", _any("name")),
            _do("set_input", to=1),
            _do("set_arm"),
            _do("set_color", _just("#ff3636")),
        ),
        (Part(created="audio"), Part()),
    ),
)
"""The chains, the most usual first."""

TWEAKS = tuple(
    kind(does)
    for does, weight in {
        "set_volume": 6,
        "set_pan": 3,
        "set_mute": 2,
        "set_send": 3,
        "set_parameter eq band_2_gain": 3,
        "set_parameter eq band_4_gain": 2,
        "set_parameter compressor threshold": 2,
        "set_parameter compressor release": 1,
        "set_parameter reverb decay_time": 1,
        "set_parameter saturator drive": 1,
        "set_color": 1,
        "rename_track": 1,
        "insert_device eq": 1,
        "insert_device utility": 1,
        "insert_device compressor": 1,
    }.items()
    for _ in range(weight)
)
"""What is done in between: the everyday edits, as often as each is done; they are steps of chains too."""
