"""Edits of device parameters: a value in its unit."""

from __future__ import annotations

import math
import re

from daw_bridges.actions import SetParameter
from daw_bridges.algebra.chain import entry_of
from daw_bridges.algebra.checks import check_within
from daw_bridges.algebra.editing import (
    Edits,
    edited,
    locate_device,
    locate_track,
    with_device,
)
from daw_bridges.catalog import ParameterEntry
from daw_bridges.catalog.names import neutral_key
from daw_bridges.errors import NotFoundError, NotPossibleError, OutOfRangeError, QuantityError
from daw_bridges.quantities import Quantity, Unit, format_quantity, parse_quantity
from daw_bridges.references import find_parameter
from daw_bridges.session import Device, Parameter, Session

__all__ = [
    "EDITS",
    "described",
    "meant",
    "parameter_key",
    "read_value",
    "same_choice",
    "says_the_same",
    "steps_of",
    "unread_key",
    "with_value",
]

_SWITCH = ("off", "on")
_SWITCH_WORDS = {
    "on": "on", "true": "on", "yes": "on", "enabled": "on", "1": "on",
    "off": "off", "false": "off", "no": "off", "disabled": "off", "0": "off",
}  # fmt: skip

_BETWEEN = re.compile(r"(?<=\w)[\s_-]+(?=\w)")


def parameter_key(daw: str, device: Device, reference: str) -> str:
    """The key of the parameter meant by its neutral name, the host's, or an everyday word for it."""
    try:
        return find_parameter(device, reference)
    except NotFoundError:
        entry = entry_of(daw, device)
        key = None if entry is None else entry.parameter(reference).key
        if key not in device.parameters:
            raise
        return key


def with_value(device: Device, key: str, value: float | str) -> Device:
    """The device with one parameter at a value that was checked before, displayed as hosts do."""
    parameter = device.parameters[key]
    if isinstance(value, str):
        text = value.capitalize() if value in _SWITCH else value
    else:
        text = format_quantity(Quantity(value, parameter.unit))
    return edited(device, parameters={**device.parameters, key: edited(parameter, value=value, text=text)})


def _set_parameter(session: Session, action: SetParameter) -> Session:
    index, track = locate_track(session, action)
    place, device = locate_device(track, action)
    if device.unread:
        parameters = _taken_on_trust(device, action.parameter, action.value).parameters
        return with_device(session, index, place, parameters=parameters)
    key = parameter_key(session.daw, device, action.parameter)
    parameter = described(session.daw, device, key)
    what = f"{parameter.name} of {device.name}"
    asked = read_value(what, parameter, meant(session.daw, device, key, action.value))
    value = _stepped(what, steps_of(session.daw, device, key), asked, parameter.unit)
    return with_device(session, index, place, parameters=with_value(device, key, value).parameters)


def unread_key(device: Device, reference: str) -> str:
    """The key that a parameter of a plug-in will have once the host is read, as far as can be told."""
    try:
        return find_parameter(device, reference)
    except NotFoundError:
        return neutral_key(reference)


def _taken_on_trust(device: Device, reference: str, value: float | str) -> Device:
    """The plug-in with a parameter that the host will refuse if there is none, or none of that unit."""
    key = unread_key(device, reference)
    name = device.parameters[key].name if key in device.parameters else reference
    quantity = _quantity(value) if isinstance(value, str) else Quantity(value, Unit.NONE)
    if quantity is None:
        parameter = Parameter(name=name, value=str(value).strip(), unit=Unit.CHOICE)
    else:
        parameter = Parameter(name=name, value=quantity.value, unit=quantity.unit)
    return with_value(edited(device, parameters={**device.parameters, key: parameter}), key, parameter.value)


def steps_of(daw: str, device: Device, key: str) -> tuple[float, ...] | None:
    """The few values that a number can have, in its unit; None where it takes all in its range."""
    row = _row(daw, device, key)
    return row.steps if row is not None and row.unit is device.parameters[key].unit else None


def meant(daw: str, device: Device, key: str, value: float | str) -> float | str:
    """The value as this host says it, where it is a choice as another host calls it."""
    row = _row(daw, device, key)
    return row.choice(value) if row is not None and isinstance(value, str) else value


def _row(daw: str, device: Device, key: str) -> ParameterEntry | None:
    entry = entry_of(daw, device)
    return None if entry is None else next((row for row in entry.parameters if row.key == key), None)


def _stepped(what: str, steps: tuple[float, ...] | None, value: float | str, unit: Unit) -> float | str:
    """The value as one of those that a parameter can have. OutOfRangeError lists them for one in between."""
    if steps is None or isinstance(value, str):
        return value
    near = next((step for step in steps if math.isclose(step, value, rel_tol=1e-3)), None)
    if near is None:
        known = ", ".join(format_quantity(Quantity(step, unit)) for step in steps)
        wanted = format_quantity(Quantity(value, unit))
        raise OutOfRangeError(f"{what} goes in steps, and {wanted} is not one of them: {known}.")
    return near


def described(daw: str, device: Device, key: str) -> Parameter:
    """The parameter with its range and choices, from the catalogue where the session is silent."""
    parameter = device.parameters[key]
    if parameter.range is not None or parameter.choices is not None:
        return parameter
    known = _row(daw, device, key)
    if known is None or known.unit is not parameter.unit:
        return parameter
    return edited(parameter, range=known.range, choices=known.choices)


def read_value(what: str, parameter: Parameter, value: float | str) -> float | str:
    """The value in the parameter's own unit, or the choice as the host writes it.

    Raises OutOfRangeError for a value or choice it cannot have, NotPossibleError for one in another unit.
    """
    if parameter.unit is Unit.CHOICE:
        return _choice(what, parameter, value)
    number = _number(what, parameter, value) if isinstance(value, str) else value
    if parameter.range is not None:
        check_within(what, number, *parameter.range, parameter.unit)
    elif math.isnan(number):
        raise OutOfRangeError(f"{what} needs a number.")
    return number


def _number(what: str, parameter: Parameter, text: str) -> float:
    example = f"Write it like {format_quantity(Quantity(_number_of(parameter), parameter.unit))}."
    try:
        quantity = parse_quantity(text, parameter.unit)
    except QuantityError:
        raise NotPossibleError(f"{what} is a number, and “{text}” is not. {example}") from None
    if quantity.unit is not parameter.unit:
        unit = f"in {parameter.unit.value}" if parameter.unit.value else "a plain number without a unit"
        raise NotPossibleError(f"{what} is {unit}; “{text}” is not. {example}")
    return quantity.value


def _number_of(parameter: Parameter) -> float:
    return parameter.value if isinstance(parameter.value, float) else 0.0


def _choice(what: str, parameter: Parameter, value: float | str) -> str:
    choices = parameter.choices or (_SWITCH if parameter.value in _SWITCH else None)
    text = value.strip() if isinstance(value, str) else f"{value:.12g}"
    if choices is None:
        return text
    if set(choices) == set(_SWITCH):
        text = _SWITCH_WORDS.get(text.casefold(), text)
    named = (choice for choice in choices if same_choice(choice, text))
    meant = (choice for choice in choices if says_the_same(choice, text))
    found = next(named, None) or next(meant, None)
    if found is None:
        raise OutOfRangeError(f"{what} can be {', '.join(choices)}, but not “{text}”.")
    return found


def same_choice(one: str, other: str) -> bool:
    """Whether two names of a choice are one, as versions of a host spell it: ``Lowpass`` and ``Low-pass``."""
    return _plain(one) == _plain(other)


def _plain(text: str) -> str:
    # Only what stands between letters goes: -1 is not 1.
    return _BETWEEN.sub("", text.strip()).casefold()


def says_the_same(choice: str, text: str) -> bool:
    """Whether a text means a choice: by its name, or as a quantity in other words (``400 ms``, ``0.4 s``)."""
    if same_choice(choice, text):
        return True
    known, wanted = _quantity(choice), _quantity(text)
    if known is None or wanted is None:
        return False
    return math.isclose(wanted.value, known.value) and _comparable(wanted.unit, known.unit)


def _quantity(text: str) -> Quantity | None:
    try:
        return parse_quantity(text)
    except QuantityError:
        return None


def _comparable(one: Unit, other: Unit) -> bool:
    return one is other or Unit.NONE in (one, other)


EDITS: Edits = {SetParameter: _set_parameter}
