"""A step said in one host's terms, done in another's: through kinds of device, neutral names and units.

What a host has under another name or in another measure is used unasked: a note value for a number of
sixteenths, two feedbacks for one. Where something is lost, the step must say ``approximate: true``; without
it the step is refused, and the reason says what the host has instead.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from daw_bridges.actions import Action, InsertDevice, SetParameter
from daw_bridges.algebra.chain import entry_of
from daw_bridges.algebra.parameters import described, parameter_key, steps_of
from daw_bridges.catalog import Counterpart, Instead, catalog
from daw_bridges.errors import ActionError, NotFoundError, QuantityError
from daw_bridges.quantities import Quantity, Unit, format_quantity, parse_quantity
from daw_bridges.references import find_device, find_track
from daw_bridges.session import Device, Parameter, Session

__all__ = ["Told", "Translation"]


@dataclass(frozen=True)
class Told:
    """An action in the host's terms, and what is lost by it; empty where nothing is."""

    action: Action
    lost: str = ""


@dataclass
class Translation:
    """Translates the steps of one workflow, in order, for one host."""

    _stand_ins: dict[tuple[str, str], tuple[str, Instead]] = field(
        default_factory=dict[tuple[str, str], tuple[str, Instead]]
    )
    """By track, and label or kind, the kind that the host has none of, and what stands in."""
    _left_out: set[tuple[str, str, str]] = field(default_factory=set[tuple[str, str, str]])

    def told(self, session: Session, action: Action, *, approximate: bool) -> list[Told]:
        """Give the actions that do on this host what one action asks; none where that is left out.

        Raises NotFoundError where the host has nothing that does.
        """
        action = self._for_stand_in(action)
        match action:
            case InsertDevice():
                return [self._inserted(session, action, approximate=approximate)]
            case SetParameter():
                return self._set(session, action, approximate=approximate)
            case _:
                return [Told(action)]

    def condition(self, session: Session, asked: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Give what is to be asked of this host instead: of what stands in, in its own terms."""
        track, device = str(asked.get("track", "")), str(asked.get("device", ""))
        if not device or track.casefold() not in (name.casefold() for name in session.track_names):
            return [dict(asked)]
        stands_in = self._stand_ins.get(_at(track, device))
        if stands_in is not None and device == stands_in[0]:
            asked = {**asked, "device": stands_in[1].kind}
        return self._of_parameter(session, asked) if "parameter" in asked else [dict(asked)]

    def _for_stand_in(self, action: Action) -> Action:
        """The action on what stands in, where it speaks of the kind that the host has none of."""
        device, track = getattr(action, "device", None), getattr(action, "track", "")
        known = None if device is None else self._stand_ins.get(_at(track, device))
        if known is None or isinstance(action, InsertDevice) or device != known[0]:
            return action
        return action.model_copy(update={"device": known[1].kind})

    def _inserted(self, session: Session, action: InsertDevice, *, approximate: bool) -> Told:
        found = catalog().stand_in(session.daw, action.device)
        if found is None or not approximate:
            return Told(action)
        kind, instead = found
        for name in (action.label, kind, None if action.label else instead.kind):
            if name is not None:
                self._stand_ins[_at(action.track, name)] = found
        name = catalog().device(session.daw, instead.kind).name
        lost = f"There is no {kind.replace('_', ' ')} here: {name} stands in. Best {instead.how}."
        return Told(action.model_copy(update={"device": instead.kind}), lost)

    def _set(self, session: Session, action: SetParameter, *, approximate: bool) -> list[Told]:
        device = _device(session, action.track, action.device)
        if device is None or device.unread:
            return [Told(action)]
        try:
            key = parameter_key(session.daw, device, action.parameter)
        except NotFoundError as error:
            return self._elsewhere(session, device, action, error, approximate=approximate)
        return [self._fitted(session, device, key, action, approximate=approximate)]

    def _elsewhere(
        self,
        session: Session,
        device: Device,
        action: SetParameter,
        error: NotFoundError,
        *,
        approximate: bool,
    ) -> list[Told]:
        own = _own_key(device, action.parameter)
        if own is not None:
            named = action.model_copy(update={"parameter": own})
            return [self._fitted(session, device, own, named, approximate=approximate)]
        found = self._counterpart(session, device, action.track, action.device, action.parameter)
        if found is None and approximate:
            self._left_out.add((*_at(action.track, action.device), action.parameter))
            return []
        if found is None or (found.approximate and not approximate):
            raise error
        settings = [
            action.model_copy(update={"parameter": to.key, "value": to.reckon(action.value)})
            for to in found.to
        ]
        fits = (
            self._fitted(session, device, each.parameter, each, approximate=approximate) for each in settings
        )
        return [Told(each.action, each.lost or found.approximate) for each in fits]

    def _fitted(
        self, session: Session, device: Device, key: str, action: SetParameter, *, approximate: bool
    ) -> Told:
        parameter = described(session.daw, device, key)
        value = _in_unit(parameter, action.value, session.tempo)
        if approximate:
            value, lost = _fitted(parameter, steps_of(session.daw, device, key), value)
        else:
            lost = ""
        return Told(action if value == action.value else action.model_copy(update={"value": value}), lost)

    def _counterpart(
        self, session: Session, device: Device, track: str, reference: str, parameter: str
    ) -> Counterpart | None:
        entry = entry_of(session.daw, device)
        if entry is None:
            return None
        stands_in = self._stand_ins.get(_at(track, reference))
        kind = device.kind if stands_in is None else stands_in[0]
        keys = [*entry.meant(parameter), (kind and catalog().key_elsewhere(kind, parameter)) or ""]
        known = entry.like if stands_in is None else {**entry.like, **stands_in[1].like}
        return next((known[key] for key in keys if key in known), None)

    def _of_parameter(self, session: Session, asked: Mapping[str, Any]) -> list[dict[str, Any]]:
        track, reference, parameter = (str(asked[name]) for name in ("track", "device", "parameter"))
        if (*_at(track, reference), parameter) in self._left_out:
            return []
        device = _device(session, track, reference)
        if device is None or _has(session, device, parameter):
            return [dict(asked)]
        found = self._counterpart(session, device, track, reference, parameter)
        if found is None:
            return [dict(asked)]
        return [
            {**asked, "parameter": to.key}
            | {test: to.reckon(asked[test]) for test in _TESTS if test in asked}
            for to in found.to
            if to.value is None
        ]


_TESTS = ("equals", "not", "at_least", "at_most")


def _at(track: str, device: str) -> tuple[str, str]:
    return track.casefold(), device


def _own_key(device: Device, name: str) -> str | None:
    """The device's own parameter, where another host's name for it was said."""
    key = None if device.kind is None else catalog().key_elsewhere(device.kind, name)
    return key if key in device.parameters else None


def _device(session: Session, track: str, reference: str) -> Device | None:
    """The device that is there; what is not is told by whoever does the action."""
    try:
        return find_device(find_track(session, track), reference)
    except ActionError:
        return None


def _has(session: Session, device: Device, parameter: str) -> bool:
    try:
        parameter_key(session.daw, device, parameter)
    except NotFoundError:
        return False
    return True


# -- values -----------------------------------------------------------------------------------------------

_MS_PER_MINUTE = 60_000.0


def _in_unit(parameter: Parameter, value: float | str, tempo: float) -> float | str:
    """Give a note value as the time or the rate that it is at this tempo, where the parameter takes these."""
    quantity = _quantity(value)
    if quantity is None or quantity.unit is not Unit.BEATS or quantity.value <= 0:
        return value
    length = quantity.value * _MS_PER_MINUTE / tempo
    match parameter.unit:
        case Unit.MS:
            return format_quantity(Quantity(_rounded(length), Unit.MS))
        case Unit.HZ:
            return format_quantity(Quantity(_rounded(1000.0 / length), Unit.HZ))
        case _:
            return value


def _fitted(
    parameter: Parameter, steps: Sequence[float] | None, value: float | str
) -> tuple[float | str, str]:
    """Give the nearest value that the parameter can have, and what is lost by it; empty where nothing is."""
    number = _number(parameter, value)
    if number is None:
        return value, ""
    low, high = parameter.range or (-math.inf, math.inf)
    near = min(max(number, low), high)
    if steps:
        near = min(steps, key=lambda step: abs(step - near))
    if math.isclose(near, number, rel_tol=1e-3, abs_tol=1e-9):
        return value, ""
    asked, got = (format_quantity(Quantity(each, parameter.unit)) for each in (number, near))
    return got if parameter.unit is not Unit.NONE else near, f"{parameter.name} takes {got} for {asked}."


def _rounded(number: float) -> float:
    # Far below what any display tells, and without the tails of floats.
    return float(f"{number:.6g}")


def _number(parameter: Parameter, value: float | str) -> float | None:
    """The value in the parameter's unit; None for choices, and for what is in another unit."""
    if parameter.unit is Unit.CHOICE:
        return None
    if not isinstance(value, str):
        return value
    quantity = _quantity(value, parameter.unit)
    return quantity.value if quantity is not None and quantity.unit is parameter.unit else None


def _quantity(value: float | str, unit: Unit = Unit.NONE) -> Quantity | None:
    try:
        return parse_quantity(value, unit) if isinstance(value, str) else None
    except QuantityError:
        return None
