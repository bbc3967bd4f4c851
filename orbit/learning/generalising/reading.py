"""Reading the values in fields: numbers on their scale, words as they are, and what scale that is."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from daw_bridges.actions import Action, SetParameter
from daw_bridges.catalog import ParameterEntry, catalog
from daw_bridges.errors import NotFoundError, QuantityError
from daw_bridges.quantities import Unit, parse_quantity
from orbit.learning.generalising.fields import Sort, sort_of
from orbit.workflows.slots import SlotType

__all__ = ["SCALES", "Scale", "Seen", "entry_for", "read"]


class Scale(NamedTuple):
    """What a number is: the type of slot for it, and how near two are that were meant to be the same.

    They are the same where they differ by no more than ``absolute``, or than ``relative`` of the greater.
    """

    type: SlotType
    absolute: float = 0.0
    relative: float = 0.0
    low: float | None = None
    high: float | None = None
    unit: Unit | None = None

    def slack(self, value: float) -> float:
        """How far from a value what was meant to be the same may lie."""
        return max(self.absolute, self.relative * abs(value))


_LEVEL = Scale(SlotType.GAIN_DB, 0.7, 0.05, unit=Unit.DB)

SCALES: Mapping[Unit | Sort, Scale] = MappingProxyType(
    {
        Unit.DB: _LEVEL,
        Unit.HZ: Scale(SlotType.FREQUENCY, 0.0, 0.13, unit=Unit.HZ),
        Unit.MS: Scale(SlotType.TIME, 0.05, 0.13, unit=Unit.MS),
        Unit.PERCENT: Scale(SlotType.NUMBER, 2.5, 0.04, unit=Unit.PERCENT),
        Unit.RATIO: Scale(SlotType.NUMBER, 0.2, 0.06, unit=Unit.RATIO),
        Unit.SEMITONES: Scale(SlotType.NUMBER, 0.1, unit=Unit.SEMITONES),
        Unit.DEGREES: Scale(SlotType.NUMBER, 2.0, unit=Unit.DEGREES),
        Unit.BEATS: Scale(SlotType.NUMBER, unit=Unit.BEATS),
        Unit.NONE: Scale(SlotType.NUMBER, 0.01, 0.05, unit=Unit.NONE),
        Sort.LEVEL: _LEVEL._replace(high=6.0),
        Sort.PAN: Scale(SlotType.NUMBER, 0.05, low=-1.0, high=1.0),
        Sort.BARS: Scale(SlotType.BARS),
        Sort.BEATS: Scale(SlotType.NUMBER),
        Sort.TEMPO: Scale(SlotType.NUMBER),
        Sort.WHOLE: Scale(SlotType.NUMBER),
        Sort.PLACE: Scale(SlotType.NUMBER),
    }
)
"""How near values of a unit, or of a sort of field, are to be the same."""


class Seen(NamedTuple):
    """A value as it was seen: a number or words, the unit where it has one, and how it was written."""

    value: float | str
    unit: Unit | None
    written: Any


def read(action: Action, field: str, daw: str, device: str) -> Seen | None:
    """Read a field; ``device`` is the kind of device that the action is about. None where it is left open."""
    written = getattr(action, field)
    if written is None:
        return None
    sort = sort_of(action, field)
    if sort is Sort.PARAMETER:
        assert isinstance(action, SetParameter)
        return _setting(written, daw, device, action.parameter)
    if sort is Sort.FIXED:
        plain = action.model_dump(mode="json", include={field})[field]
        return Seen(repr(plain), None, plain)
    if sort is Sort.SWITCH:
        return Seen("on" if written else "off", None, written)
    if isinstance(written, str):
        return Seen(written, None, written)
    return Seen(float(written), SCALES[sort].unit, None if math.isinf(written) else written)


def _setting(written: float | str, daw: str, device: str, parameter: str) -> Seen:
    entry = entry_for(daw, device, parameter)
    unit = None if entry is None else entry.unit
    if not isinstance(written, str):
        return Seen(float(written), None if unit is Unit.CHOICE else unit or Unit.NONE, written)
    if unit is Unit.CHOICE:
        return Seen(written, None, written)
    try:
        quantity = parse_quantity(written, unit or Unit.NONE)
    except QuantityError:
        return Seen(written, None, written)
    # A note value is one of the few that a knob has, not a length to reckon with.
    return Seen(written, None, written) if quantity.unit is Unit.BEATS else Seen(*quantity, written)


@lru_cache(maxsize=4096)
def entry_for(daw: str, device: str, parameter: str) -> ParameterEntry | None:
    """What the catalogue knows of a parameter; None for a plug-in or a parameter that it does not know."""
    try:
        return catalog().device(daw, device).parameter(parameter)
    except NotFoundError:
        return None
