"""What becomes of a field whose values were seen many times: a constant, or an open place with a type.

A value is constant where nine sightings of ten agree, a hand's inaccuracy aside, and the latest with them.
What differs is open: numbers in their unit with the range that the host allows, words as a choice or a text.
The default is what is mostly chosen lately. What was never alike has none: a knob is left as its device has
it unless it is said, anything else is asked.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any

from daw_bridges.errors import SlotError
from daw_bridges.quantities import Quantity, Unit, format_quantity
from orbit.learning.generalising.agreement import agreed, commonest, enough
from orbit.learning.generalising.fields import Sort
from orbit.learning.generalising.literals import is_safe
from orbit.learning.generalising.reading import SCALES, Scale, Seen
from orbit.workflows.slots import Slot, SlotType, SlotValue
from orbit.workflows.values import parse_value

__all__ = ["Constant", "Open", "settle"]

_LATELY = 12
_TURNED = 5
"""So many times in a row something else, and it is no slip but another habit."""
_MOSTLY = 0.5
_LOOSELY = 2
"""So many times as far apart as what was meant to be the same, numbers are still alike."""
_MANY_CHOICES = 40


@dataclass(frozen=True, slots=True)
class Constant:
    """A field that is always the same, as it is written."""

    written: Any


@dataclass(frozen=True, slots=True)
class Open:
    """A field that differs: the slot (without what to ask), and what it was each time."""

    slot: Mapping[str, Any]
    seen: Sequence[SlotValue | None]
    disputed: bool = False
    """Whether it was done one way and the opposite way, so that there is nothing to suggest."""


def settle(
    seen: Sequence[Seen | None],
    sort: Sort,
    agreement: float,
    *,
    range_: tuple[float, float] | None = None,
    choices: Sequence[str] = (),
    copies: Collection[int] = (),
) -> Constant | Open | None:
    """Decide on a field; None where no slot could hold it. There is at least one value.

    ``copies`` are the sightings, by place, that are no choice of their own: they say nothing of a default.
    """
    numbers = [each for each in seen if each is not None and isinstance(each.value, float)]
    if 2 * len(numbers) > sum(each is not None for each in seen):
        unit = commonest([each.unit for each in numbers])
        scale = SCALES[sort] if sort in SCALES else SCALES[unit[0] if unit else Unit.NONE]
        column = [_number(each, unit[0] if unit else None) for each in seen]
        settled = _Numbers(column, seen, scale, agreement, range_, copies).settled()
    else:
        settled = _words(seen, sort, agreement, choices, copies)
    return _left_alone(settled) if sort is Sort.PARAMETER and isinstance(settled, Open) else settled


def _left_alone(knob: Open) -> Open:
    """A knob that was never alike need not be turned at all."""
    if knob.disputed or "default" in knob.slot:
        return knob
    return replace(knob, slot={**knob.slot, "optional": True})


def _number(seen: Seen | None, unit: Unit | None) -> float | None:
    if seen is None or not isinstance(seen.value, float) or math.isnan(seen.value):
        return None
    return seen.value if seen.unit is unit or seen.unit in (None, Unit.NONE) else None


@dataclass(frozen=True, slots=True)
class _Numbers:
    column: Sequence[float | None]
    seen: Sequence[Seen | None]
    scale: Scale
    agreement: float
    range_: tuple[float, float] | None
    copies: Collection[int] = ()

    def settled(self) -> Constant | Open:
        there = [value for value in self.column if value is not None]
        dense = _densest(there, self.scale)
        if enough(len(dense), len(there), self.agreement) and not self._turned(there, dense):
            return Constant(self._written(dense))
        return self._open(there)

    def _turned(self, there: Sequence[float], dense: Sequence[float]) -> bool:
        lately = there[-_TURNED:]
        return len(lately) == _TURNED and not any(dense[0] <= value <= dense[-1] for value in lately)

    def _written(self, dense: Sequence[float]) -> Any:
        """How the constant is mostly written; where hands were inaccurate, the middle of it all, rounded."""
        inside = [
            seen
            for value, seen in zip(self.column, self.seen, strict=True)
            if value is not None and seen is not None and dense[0] <= value <= dense[-1]
        ]
        mode = commonest([repr(seen.written) for seen in inside])
        if mode is not None and mode[1] >= _MOSTLY:
            return next(seen.written for seen in reversed(inside) if repr(seen.written) == mode[0])
        middle = _typical(dense, self.scale)
        as_text = sum(isinstance(seen.written, str) for seen in inside) * 2 > len(inside)
        return format_quantity(Quantity(middle, self.scale.unit or Unit.NONE)) if as_text else middle

    def _open(self, there: Sequence[float]) -> Open:
        scale = self.scale if _fits(self.scale.type, there) else self.scale._replace(type=SlotType.NUMBER)
        disputed = _opposite(there)
        limits = _limits(self.range_ or (scale.low, scale.high), there)
        chosen = [each for n, each in enumerate(self.column) if each is not None and n not in self.copies]
        default = {} if disputed else _default(chosen, scale, limits)
        seen = [None if value is None or not _fits(scale.type, [value]) else value for value in self.column]
        return Open({"type": scale.type.value, **default, **limits}, seen, disputed)


def _densest(values: Sequence[float], scale: Scale) -> list[float]:
    """The largest cluster of values that could all have been meant to be the same, in order."""
    ordered = sorted(values)
    best, start = (0, 1), 0
    for end in range(len(ordered)):
        while ordered[start] != ordered[end] and not _near(ordered[start], ordered[end], scale):
            start += 1
        if end + 1 - start > best[1] - best[0]:
            best = start, end + 1
    return ordered[best[0] : best[1]]


def _near(low: float, high: float, scale: Scale) -> bool:
    return math.isfinite(high - low) and high - low <= 2 * scale.slack(max(abs(low), abs(high)))


def _rounded(value: float, scale: Scale) -> float:
    """A value with no more digits than it takes to be the same."""
    if not math.isfinite(value):
        return value
    for digits in range(1, 6):
        short = float(f"{value:.{digits}g}")
        if abs(short - value) <= scale.slack(value) / 4:
            return short
    return float(f"{value:.6g}")


def _opposite(values: Sequence[float]) -> bool:
    up, down = sum(value > 0 for value in values), sum(value < 0 for value in values)
    return min(up, down) * 4 > len(values)


def _default(values: Sequence[float], scale: Scale, limits: Mapping[str, float]) -> dict[str, Any]:
    """What is mostly chosen lately, or the middle of what is alike; none where nothing is."""
    now = values[-_TURNED:]
    settled = len(now) == _TURNED and len(_densest(now, scale)) == _TURNED
    lately = now if settled else values[-_LATELY:]
    loose = scale._replace(absolute=_LOOSELY * scale.absolute, relative=_LOOSELY * scale.relative)
    near = (_densest(lately, each) for each in (scale, loose))
    dense = next((each for each in near if len(each) >= _MOSTLY * len(lately)), None)
    if dense is None or len(dense) < 2:
        return {}
    value = _typical(dense, scale)
    if math.isinf(value):
        return {"default": "-inf dB"} if scale.type is SlotType.GAIN_DB and value < 0 else {}
    value = max(limits.get("minimum", value), min(limits.get("maximum", value), value))
    return {"default": value} if _fits(scale.type, [value]) else {}


def _typical(values: Sequence[float], scale: Scale) -> float:
    """The value that most of them are; where none is, their middle, rounded."""
    mode = commonest(values)
    return mode[0] if mode is not None and mode[1] >= _MOSTLY else _rounded(median(values), scale)


def _fits(type_: SlotType, values: Sequence[float]) -> bool:
    slot = Slot(type=type_, ask="any")
    try:
        for value in (min(values), max(values)):
            parse_value("value", slot, value)
    except SlotError:
        return False
    return True


def _limits(range_: tuple[float | None, float | None], seen: Sequence[float]) -> dict[str, float]:
    low, high = range_
    limits: dict[str, float] = {}
    if low is not None and math.isfinite(low) and low <= min(seen):
        limits["minimum"] = low
    if high is not None and math.isfinite(high) and high >= max(seen):
        limits["maximum"] = high
    return limits


def _words(
    seen: Sequence[Seen | None],
    sort: Sort,
    agreement: float,
    choices: Sequence[str],
    copies: Collection[int],
) -> Constant | Open | None:
    column = [each.value if each is not None and isinstance(each.value, str) else None for each in seen]
    found = commonest(column)
    assert found is not None
    mode = found[0]
    lately = [word for word in column if word is not None][-_LATELY:]
    turned = len(lately) >= _TURNED and mode not in lately[-_TURNED:]
    if agreed(column, agreement) == mode and not turned and (sort is Sort.FIXED or is_safe(mode)):
        return Constant(next(each.written for each in reversed(seen) if each and each.value == mode))
    if sort is Sort.FIXED:
        return None
    chosen = [word for n, word in enumerate(column) if word is not None and n not in copies]
    return _open_words(column, chosen[-_LATELY:], sort, choices)


def _open_words(
    column: Sequence[str | None], lately: Sequence[str], sort: Sort, choices: Sequence[str]
) -> Open:
    settled = len(set(lately[-_TURNED:])) == 1 and len(lately) >= _TURNED
    mode, share = commonest(lately[-_TURNED:] if settled else lately) or ("", 0.0)
    disputed = sort is Sort.SWITCH and share <= 2 / 3
    default = {"default": mode} if share > _MOSTLY and is_safe(mode) and not disputed else {}
    options = _options(column, sort, choices)
    if options:
        return Open({"type": SlotType.CHOICE.value, **default, "choices": options}, column, disputed)
    return Open({"type": SlotType.TEXT.value, **default}, column)


def _options(column: Sequence[str | None], sort: Sort, choices: Sequence[str]) -> list[str]:
    if sort is Sort.SWITCH:
        return ["on", "off"]
    if sort not in (Sort.WORD, Sort.PARAMETER):
        return []
    words = list(dict.fromkeys(word for word in (*choices, *column) if word is not None))
    known = {word.casefold() for word in words}
    sound = len(known) == len(words) <= _MANY_CHOICES and all(is_safe(word) for word in words)
    return words if sound else []
