"""The read-back of an action in a DAW's words: ``-6.0 dB``, ``on, bar 5 to 9``, ``gone``."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from daw_bridges.quantities import Quantity, Unit, format_pan, format_quantity, format_rounded

__all__ = ["counted", "level_text", "pan_text", "read_back"]


def read_back(observed: Any) -> str:
    """Say what a host reads, each value as the DAW shows it and without its field's name.

    Empty where nothing was read.

    >>> read_back({"on": True, "start_bar": 5.0, "end_bar": 9.0})
    'on, bar 5 to 9'
    """
    if not isinstance(observed, Mapping):
        return _plain(observed)
    fields = cast("Mapping[str, Any]", observed)
    told = next((name for name in _ALONE if fields.get(name) not in (None, "")), None)
    if fields.get("exists") is False:
        told = "exists"
    return ", ".join(filter(None, _texts(fields if told is None else {told: fields[told]})))


def counted(number: float, noun: str) -> str:
    """Say how many there are: ``1 beat``, ``16 beats``."""
    return f"{format_rounded(number)} {noun}{'' if number == 1 else 's'}"


def level_text(level: float | None) -> str:
    """Say a level in dB, to a hundredth; None is −∞."""
    return format_quantity(Quantity(-math.inf if level is None else round(level, 2) + 0.0, Unit.DB))


def pan_text(pan: float) -> str:
    """Say a panning, as finely as a mixer shows it."""
    return format_pan(round(pan, 2))


def _texts(fields: Mapping[str, Any]) -> Sequence[str]:
    texts = [
        _TEXTS.get(name, _plain)(value)
        for name, value in fields.items()
        if name not in _WITH_ANOTHER and not fields.get(_BESIDE.get(name, ""))
    ]
    if "start_bar" in fields and "end_bar" in fields:
        return [*texts, f"bar {format_rounded(fields['start_bar'])} to {format_rounded(fields['end_bar'])}"]
    if "numerator" in fields and "denominator" in fields:
        return [*texts, f"{fields['numerator']}/{fields['denominator']}"]
    return [*texts, *(_bar(fields[name]) for name in ("bar", "start_bar", "end_bar") if name in fields)]


def _plain(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "on" if value else "off"
        case int() | float():
            return format_rounded(value)
        case _:
            return str(value)


def _bar(bar: float) -> str:
    return f"bar {format_rounded(bar)}"


def _nothing(_: Any) -> str:
    return ""


_ALONE = ("text", "preset", "launched", "stopped", "notes")
"""The first of these that a host gives says all there is."""
_BESIDE = {"place": "name", "slot": "name", "on": "source"}
"""Fields that say nothing more where another one is given."""
_WITH_ANOTHER = frozenset({"bar", "start_bar", "end_bar", "numerator", "denominator"})
_TEXTS: dict[str, Callable[[Any], str]] = {
    "db": level_text,
    "pan": pan_text,
    "bpm": lambda bpm: f"{format_rounded(bpm)} BPM",
    "source": lambda source: source or "no side chain",
    "exists": lambda exists: "" if exists else "gone",
    "playing": lambda playing: "playing" if playing else "stopped",
    "launched": lambda count: "launched" if count else "nothing to launch",
    "preset": lambda preset: preset.removesuffix(".adv").removesuffix(".adg"),
    "slot": lambda slot: f"slot {slot}",
    "place": lambda place: f"place {place}",
    "length_beats": lambda beats: counted(beats, "beat"),
    "notes": lambda notes: counted(notes, "note"),
    "added": lambda notes: counted(notes, "note"),
    "points": lambda points: counted(len(points), "point") if points else "no automation",
    "stopped": lambda _: "stopped",
    "number": _nothing,
    "unit": _nothing,
    "class_name": _nothing,
    "parameter": _nothing,
}
