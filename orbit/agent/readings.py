"""The number that an edit sets, and what the session reads there: what "more", "less" and "again" go by."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from daw_bridges.actions import Action, SetPan, SetParameter, SetSend, SetTempo, SetVolume
from daw_bridges.errors import OrbitError, QuantityError
from daw_bridges.quantities import Quantity, Unit, parse_quantity
from daw_bridges.references import find_device, find_track

if TYPE_CHECKING:
    from daw_bridges.session import Session

__all__ = ["aim", "aimed_at", "read_there", "rounded", "unit_of"]

_FIELDS = {"set_volume": "db", "set_send": "db", "set_pan": "pan", "set_tempo": "bpm"}
_DECIMALS = 3


def rounded(number: float) -> float:
    """A number as near as settings are told apart."""
    return round(number, _DECIMALS)


def aim(action: Action) -> float | None:
    """The number that an edit sets, in its real unit; None where it sets none, or −∞."""
    if isinstance(action, SetParameter):
        quantity = _quantity(action.value)
        return _finite(quantity.value) if quantity is not None else None
    field = _FIELDS.get(action.action)
    return _finite(getattr(action, field)) if field is not None else None


def unit_of(action: Action) -> Unit | None:
    """The unit of that number; None for an edit that sets none, and ``Unit.NONE`` for one without."""
    match action:
        case SetVolume() | SetSend():
            return Unit.DB
        case SetTempo() | SetPan():
            return Unit.NONE
        case SetParameter():
            quantity = _quantity(action.value)
            return quantity.unit if quantity is not None else None
        case _:
            return None


def aimed_at(action: Action, number: float) -> Action:
    """The same edit with another number, in the unit it has; a panning stays within −1 … 1."""
    number = rounded(number)
    if isinstance(action, SetPan):
        return action.model_copy(update={"pan": max(-1.0, min(1.0, number))})
    if isinstance(action, SetParameter):
        return action.model_copy(update={"value": _with_unit(action, number)})
    return action.model_copy(update={_FIELDS[action.action]: number})


def _with_unit(action: SetParameter, number: float) -> float | str:
    unit = unit_of(action)
    if isinstance(action.value, float) or unit in (None, Unit.NONE):
        return number
    return f"{number:g}:1" if unit is Unit.RATIO else f"{number:g} {unit.value}"


def read_there(session: Session, action: Action) -> float | None:
    """What the session reads where an edit sets a number; None where it reads none, or −∞."""
    try:
        match action:
            case SetVolume():
                return _finite(find_track(session, action.track).volume_db)
            case SetPan():
                return find_track(session, action.track).pan
            case SetSend():
                sends = find_track(session, action.track).sends
                return _finite(sends.get(find_track(session, action.to).name))
            case SetTempo():
                return session.tempo
            case SetParameter():
                device = find_device(find_track(session, action.track), action.device)
                held = device.parameters.get(action.parameter)
                return _finite(held.value) if held is not None and isinstance(held.value, float) else None
            case _:
                return None
    except OrbitError:
        return None


def _quantity(value: float | str) -> Quantity | None:
    if not isinstance(value, str):
        return Quantity(value, Unit.NONE)
    try:
        quantity = parse_quantity(value)
    except QuantityError:
        return None
    # "1/8" is one of a row of names rather than an amount.
    return None if quantity.unit in (Unit.BEATS, Unit.CHOICE) else quantity


def _finite(value: float | None) -> float | None:
    return None if value is None or math.isinf(value) else value
