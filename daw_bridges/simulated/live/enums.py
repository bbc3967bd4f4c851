"""Live's enumerations: whole numbers with names, which also list themselves in ``names`` and ``values``."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, cast

__all__ = ["ENUMS", "numbers"]


def _enum(name: str, *names: str, first: int = 0) -> type[IntEnum]:
    """An enumeration that counts from ``first``, as a script sees Live's."""
    made = cast("Any", IntEnum(name, {each: first + place for place, each in enumerate(names)}))
    made.names = {each.name: each for each in made}
    made.values = {int(each): each for each in made}
    return made


def numbers(enum: type[IntEnum]) -> tuple[int, ...]:
    """The numbers of an enumeration."""
    return tuple(int(each) for each in enum)


_TRIPLETS = ("q_half", "q_half_triplet", "q_quarter", "q_quarter_triplet")
_RESOLUTIONS = ("no_grid", "g_8_bars", "g_4_bars", "g_2_bars", "g_bar", "g_half", "g_quarter", "g_eighth",
                "g_sixteenth", "g_thirtysecond")  # fmt: skip
_BARS = ("q_8_bars", "q_4_bars", "q_2_bars", "q_bar")

ENUMS: dict[str, tuple[type[IntEnum], ...]] = {
    "Browser": (
        _enum("Relation", "ancestor", "equal", "descendant", "none"),
        _enum("FilterType", "disabled", "hotswap_off", "instrument_hotswap", "audio_effect_hotswap",
              "midi_effect_hotswap", "drum_pad_hotswap", "midi_track_devices", "samples", "count", first=-1),
    ),
    "Clip": (
        _enum("WarpMode", "beats", "tones", "texture", "repitch", "complex", "rex", "complex_pro", "count"),
        _enum("LaunchMode", "trigger", "gate", "toggle", "repeat"),
        _enum("ClipLaunchQuantization", "q_global", "q_none", *_BARS, *_TRIPLETS, "q_eighth",
              "q_eighth_triplet", "q_sixteenth", "q_sixteenth_triplet", "q_thirtysecond"),
        _enum("GridQuantization", *_RESOLUTIONS, "count"),
    ),
    "ClipSlot": (_enum("ClipSlotPlayingState", "stopped", "started", "recording"),),
    "DeviceParameter": (
        _enum("AutomationState", "none", "playing", "overridden"),
        _enum("ParameterState", "enabled", "irrelevant", "disabled"),
    ),
    "Groove": (_enum("Base", "gb_four", "gb_eight", "gb_eight_triplet", "gb_sixteen", "gb_sixteen_triplet",
                     "gb_thirtytwo", "count"),),
    "Sample": (
        _enum("SlicingStyle", "transient", "beat", "region", "manual"),
        _enum("TransientLoopMode", "off", "forward", "alternate"),
    ),
    "SimplerDevice": (
        _enum("PlaybackMode", "classic", "one_shot", "slicing"),
        _enum("SlicingPlaybackMode", "mono", "poly", "thru"),
    ),
    "Song": (
        _enum("Quantization", "q_no_q", *_BARS, *_TRIPLETS, "q_eight", "q_eight_triplet", "q_sixtenth",
              "q_sixtenth_triplet", "q_thirtytwoth"),
        _enum("RecordingQuantization", "rec_q_no_q", "rec_q_quarter", "rec_q_eight", "rec_q_eight_triplet",
              "rec_q_eight_eight_triplet", "rec_q_sixtenth", "rec_q_sixtenth_triplet",
              "rec_q_sixtenth_sixtenth_triplet", "rec_q_thirtysecond"),
        _enum("SessionRecordStatus", "off", "on", "transition"),
        _enum("CaptureDestination", "auto", "session", "arrangement"),
        _enum("CaptureMode", "all", "all_except_selected"),
        _enum("TimeFormat", "ms_time", "smpte_24", "smpte_25", "smpte_30", "smpte_30_drop", "smpte_29"),
    ),
    "Track": (_enum("DeviceInsertMode", "default", "selected_left", "selected_right", "count"),),
}  # fmt: skip
