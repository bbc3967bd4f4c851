"""The kinds of edit that planted workflows are made of: the actions of a mix, with values that are usual."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from random import Random
from types import MappingProxyType

from orbit.workflows.slots import SlotType

__all__ = ["KINDS", "LINKS", "STRIP_ONLY", "EditKind", "Words", "draw", "kind"]

_UNITS = {SlotType.GAIN_DB: "dB", SlotType.FREQUENCY: "Hz", SlotType.TIME: "ms"}


@dataclass(frozen=True)
class Words:
    """Values that are words: one of a few choices, or any text of a usual few."""

    type: SlotType
    words: tuple[str, ...]


@dataclass(frozen=True)
class _Range:
    """Values that are numbers, in the unit of the type; ``even`` to the ear where ``by_ratio``."""

    type: SlotType
    low: float
    high: float
    digits: int
    by_ratio: bool

    def draw(self, rng: Random) -> float:
        if self.by_ratio:
            return self._shown(math.exp(rng.uniform(math.log(self.low), math.log(self.high))))
        return self._shown(rng.uniform(self.low, self.high))

    def near(self, value: float, share: float, rng: Random) -> float:
        """A value as far off, on average, as a share of the range."""
        if self.by_ratio:
            off = math.exp(rng.gauss(0.0, share * math.log(self.high / self.low)))
            return self._shown(min(max(value * off, self.low), self.high))
        return self._shown(
            min(max(value + rng.gauss(0.0, share * (self.high - self.low)), self.low), self.high)
        )

    def common(self, other: _Range) -> _Range | None:
        """The range of both, if it is at least half of each."""
        low, high = max(self.low, other.low), min(self.high, other.high)
        if 2 * (high - low) < max(self.high - self.low, other.high - other.low):
            return None
        return replace(self, low=low, high=high, digits=min(self.digits, other.digits))

    def _shown(self, value: float) -> float:
        return float(f"{value:.{self.digits}g}") if self.by_ratio else round(value, self.digits)


@dataclass(frozen=True)
class EditKind:
    """A kind of edit: an action, of which device and parameter, with the values that its field takes.

    ``field`` is the one that can differ from time to time; none for an edit that has nothing to choose.
    ``other`` is the field that names a second track; ``made`` is what kind of track is created.
    """

    action: str
    device: str | None = None
    parameter: str | None = None
    field: str | None = None
    values: _Range | Words | None = None
    other: str | None = None
    made: str | None = None

    @cached_property
    def does(self) -> str:
        """The kind as one line: ``set_parameter compressor threshold``, ``create_track return``."""
        return " ".join(word for word in (self.action, self.device, self.parameter, self.made) if word)

    @property
    def type(self) -> SlotType | None:
        """What a slot for its value holds; None where there is no value to choose."""
        return self.values.type if self.values else None

    @property
    def unit(self) -> str:
        """The unit of its value, empty for what has none."""
        return _UNITS.get(self.values.type, "") if self.values else ""

    @property
    def dragged(self) -> bool:
        """Whether it is a knob or a fader, which passes through many values on its way."""
        return isinstance(self.values, _Range)

    def draw(self, rng: Random) -> float | str | None:
        """Any usual value."""
        match self.values:
            case _Range():
                return self.values.draw(rng)
            case Words():
                return rng.choice(self.values.words)
            case None:
                return None

    def near(self, value: float | str | None, share: float, rng: Random) -> float | str | None:
        """A value beside another: as far off, on average, as a share of the range; words stay as they are."""
        if isinstance(self.values, _Range) and isinstance(value, float) and share > 0:
            return self.values.near(value, share, rng)
        return value

    @property
    def by_ratio(self) -> bool:
        """Whether its numbers are heard by ratio, as frequencies and times are."""
        return isinstance(self.values, _Range) and self.values.by_ratio

    def shares_with(self, other: EditKind) -> bool:
        """Whether one value can be meant for both: the same words, or one type and much the same range."""
        if isinstance(self.values, _Range) and isinstance(other.values, _Range):
            return self.type is other.type and self.values.common(other.values) is not None
        return self.values is not None and self.values == other.values

    @property
    def span(self) -> tuple[float, float] | None:
        """The lowest and the highest usual value; None where values are words."""
        return (self.values.low, self.values.high) if isinstance(self.values, _Range) else None


def draw(kinds: Sequence[EditKind], rng: Random) -> float | str | None:
    """One usual value for several kinds that can share it. Raises ValueError where they cannot."""
    ranges = [kind.values for kind in kinds if isinstance(kind.values, _Range)]
    if not ranges:
        return kinds[0].draw(rng)
    return reduce(_both, ranges).draw(rng)


def _both(one: _Range, other: _Range) -> _Range:
    common = one.common(other)
    if common is None:
        raise ValueError(f"{one} and {other} have too little in common to share a value.")
    return common


_INSERTED = (
    *("eq", "compressor", "glue_compressor", "limiter", "gate", "reverb", "delay", "echo", "saturator"),
    *("utility", "auto_filter", "drum_buss", "chorus", "redux"),
)

_DB, _HZ, _MS, _NUMBER = SlotType.GAIN_DB, SlotType.FREQUENCY, SlotType.TIME, SlotType.NUMBER

# device, parameter, what its value is, lowest, highest, digits, whether by ratio
_PARAMETERS = (
    ("eq", "band_1_frequency", _HZ, 30.0, 400.0, 3, True),
    ("eq", "band_2_gain", _DB, -9.0, 6.0, 1, False),
    ("eq", "band_3_frequency", _HZ, 800.0, 6000.0, 3, True),
    ("eq", "band_4_gain", _DB, -6.0, 6.0, 1, False),
    ("compressor", "threshold", _DB, -40.0, -6.0, 1, False),
    ("compressor", "ratio", _NUMBER, 1.5, 10.0, 1, False),
    ("compressor", "attack", _MS, 0.5, 80.0, 3, True),
    ("compressor", "release", _MS, 20.0, 600.0, 3, True),
    ("compressor", "dry_wet", _NUMBER, 20.0, 100.0, 0, False),
    ("glue_compressor", "threshold", _DB, -30.0, -4.0, 1, False),
    ("glue_compressor", "makeup", _DB, 0.5, 12.0, 1, False),
    ("limiter", "input_gain", _DB, 0.5, 9.0, 1, False),
    ("limiter", "ceiling", _DB, -3.0, -0.1, 1, False),
    ("gate", "threshold", _DB, -50.0, -12.0, 1, False),
    ("gate", "release", _MS, 10.0, 500.0, 3, True),
    ("gate", "floor", _DB, -70.0, -6.0, 0, False),
    ("reverb", "decay_time", _MS, 400.0, 8000.0, 3, True),
    ("reverb", "predelay", _MS, 1.0, 120.0, 3, True),
    ("reverb", "dry_wet", _NUMBER, 5.0, 100.0, 0, False),
    ("delay", "feedback", _NUMBER, 5.0, 80.0, 0, False),
    ("delay", "dry_wet", _NUMBER, 5.0, 60.0, 0, False),
    ("delay", "left_time", _MS, 40.0, 900.0, 3, True),
    ("echo", "feedback", _NUMBER, 5.0, 90.0, 0, False),
    ("echo", "dry_wet", _NUMBER, 5.0, 60.0, 0, False),
    ("saturator", "drive", _DB, 1.0, 18.0, 1, False),
    ("saturator", "dry_wet", _NUMBER, 10.0, 100.0, 0, False),
    ("utility", "gain", _DB, -18.0, 9.0, 1, False),
    ("utility", "stereo_width", _NUMBER, 20.0, 180.0, 0, False),
    ("utility", "bass_mono_frequency", _HZ, 60.0, 300.0, 3, True),
    ("auto_filter", "frequency", _HZ, 80.0, 12000.0, 3, True),
    ("auto_filter", "resonance", _NUMBER, 5.0, 80.0, 0, False),
    ("drum_buss", "drive", _NUMBER, 5.0, 70.0, 0, False),
    ("drum_buss", "boom_amount", _NUMBER, 5.0, 70.0, 0, False),
    ("chorus", "rate", _HZ, 0.2, 8.0, 2, True),
    ("chorus", "amount", _NUMBER, 10.0, 90.0, 0, False),
    ("redux", "sample_rate", _HZ, 2000.0, 30000.0, 3, True),
    ("redux", "bit_depth", _NUMBER, 4.0, 14.0, 0, False),
)

_COLOURS = ("#ff3636", "#ffa529", "#fff034", "#1aff2f", "#5480e4", "#92a7ff", "#d86ce4", "#ff94a6")
_NAMES = ("Layer", "Print", "Main", "Wide", "Dirty", "Tight", "Keeper", "Idea", "Old", "Low", "Top", "Back")

_STRIP = (
    EditKind("set_volume", field="db", values=_Range(_DB, -24.0, 3.0, 1, by_ratio=False)),
    EditKind("set_pan", field="pan", values=_Range(_NUMBER, -0.9, 0.9, 2, by_ratio=False)),
    EditKind("set_color", field="color", values=Words(SlotType.TEXT, _COLOURS)),
    EditKind("rename_track", field="name", values=Words(SlotType.TEXT, _NAMES)),
    EditKind(
        "set_parameter",
        "compressor",
        "model",
        field="value",
        values=Words(SlotType.CHOICE, ("Peak", "RMS", "Expand")),
    ),
    EditKind(
        "set_parameter",
        "saturator",
        "type",
        field="value",
        values=Words(SlotType.CHOICE, ("Soft Sine", "Medium Curve", "Hard Curve", "Sinoid Fold")),
    ),
    EditKind("set_mute"),
    EditKind("set_arm"),
)

LINKS = (
    EditKind("set_sidechain", "compressor", other="source"),
    EditKind("set_input", other="source"),
    EditKind("set_output", other="to"),
    EditKind("set_send", field="db", values=_Range(_DB, -24.0, 0.0, 1, by_ratio=False), other="to"),
)
"""The kinds that name two tracks."""

KINDS = (
    *(EditKind("insert_device", device) for device in _INSERTED),
    *(
        EditKind("set_parameter", device, parameter, "value", _Range(type_, low, high, digits, by_ratio))
        for device, parameter, type_, low, high, digits, by_ratio in _PARAMETERS
    ),
    *_STRIP,
)
"""The kinds that are of one track."""

_CREATED = (
    EditKind(
        "create_track",
        field="name",
        values=Words(SlotType.TEXT, ("Room", "Space", "Throw", "Dub")),
        made="return",
    ),
    EditKind(
        "create_track", field="name", values=Words(SlotType.TEXT, ("Print", "Stem", "Bounce")), made="audio"
    ),
)

STRIP_ONLY = frozenset({"set_arm", "set_input"})
"""Actions that a return has no room for."""

_BY_DOES = MappingProxyType({kind.does: kind for kind in (*KINDS, *LINKS, *_CREATED)})


def kind(does: str) -> EditKind:
    """The kind of edit of a line. Raises KeyError for one that is not in the vocabulary."""
    return _BY_DOES[does]
