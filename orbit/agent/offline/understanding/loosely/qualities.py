"""Words that mean a parameter without naming it: "crush", "widen", "longer", "wet"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from daw_bridges.session import Device
from orbit.agent.offline.understanding.listing import words

__all__ = ["QUALITIES", "QUALITY_WORDS", "Quality"]


@dataclass(frozen=True)
class Quality:
    """A family of words, the parameter that they mean by kind of device, and which way they go."""

    said: frozenset[str]
    keys: Mapping[str, str]
    way: int = 0

    def of(self, device: Device) -> str | None:
        """The parameter that is meant on a device; None where it has no such quality."""
        key = self.keys.get(device.kind or "") or self.keys.get("")
        return key if key in device.parameters else None


_LENGTH = {
    "reverb": "decay_time", "hybrid_reverb": "decay_time", "delay": "left_time", "echo": "left_time",
    "compressor": "release", "gate": "release", "limiter": "release",
}  # fmt: skip
_WIDTH = {"utility": "stereo_width", "reverb": "stereo_image", "chorus": "stereo_width"}
_SPEED = {
    "chorus": "rate", "phaser": "modulation_frequency", "auto_pan": "frequency",
    "auto_filter": "lfo_frequency", "arpeggiator": "rate",
}  # fmt: skip
_OPENING = {"auto_filter": "frequency"}
_DRIVE = {"saturator": "drive", "overdrive": "drive", "drum_buss": "drive"}
_SIZE = {"reverb": "room_size", "hybrid_reverb": "size"}

QUALITIES: tuple[Quality, ...] = (
    Quality(words("wet wetter wetness mix mixed blend blended parallel drench"), {"": "dry_wet"}, 1),
    Quality(words("dry drier dryer"), {"": "dry_wet"}, -1),
    Quality(words("long longer lengthen stretch tail last lasts ring rings"), _LENGTH, 1),
    Quality(words("short shorter shorten tighter tighten"), _LENGTH, -1),
    Quality(words("big bigger larger huge enlarge"), _SIZE, 1),
    Quality(words("small smaller tiny shrink"), _SIZE, -1),
    Quality(words("wide wider widen widened widening spread"), _WIDTH, 1),
    Quality(words("narrow narrower narrowed"), _WIDTH, -1),
    Quality(words("fast faster quicker quick speed"), _SPEED, 1),
    Quality(words("slow slower"), _SPEED, -1),
    Quality(words("open opened opening brighter brighten bright"), _OPENING, 1),
    Quality(words("close closed closing darker darken dark duller"), _OPENING, -1),
    Quality(words("drive driven driving harder dirtier crunchier hotter warmer"), _DRIVE, 1),
    Quality(words("cleaner gentler"), _DRIVE, -1),
    Quality(words("crush crushed crushing bit bits resolution"), {"redux": "bit_depth"}, -1),
    Quality(words("downsample downsampled downsampling"), {"redux": "sample_rate"}, -1),
    Quality(words("repeats repeat bounces"), {"delay": "feedback", "echo": "feedback"}, 1),
    Quality(words("boom boomy boomier thump"), {"drum_buss": "boom_amount"}, 1),
    Quality(words("snappier punchier snap"), {"drum_buss": "transients"}, 1),
    Quality(words("deep deeper thicker depth"), {"chorus": "amount", "phaser": "amount"}, 1),
)
"""A family of words each."""

QUALITY_WORDS = frozenset(word for quality in QUALITIES for word in quality.said)
"""All words that mean a parameter of some device."""
