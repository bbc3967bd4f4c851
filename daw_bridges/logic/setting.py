"""Setting one parameter of a plug-in: its cell found, turned until it reads the value, or put back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from daw_bridges.actions import SetParameter
from daw_bridges.algebra.parameters import read_value
from daw_bridges.bridge import Result, Status
from daw_bridges.catalog import ParameterEntry
from daw_bridges.errors import AmbiguousError, QuantityError
from daw_bridges.logic.devices import Known, entry_of, parameter_of
from daw_bridges.logic.displays import SWITCH, Reading, same_text, shortens, which_choice
from daw_bridges.logic.edit_view import EditView
from daw_bridges.logic.inserts import InsertList, Slot
from daw_bridges.logic.knobs import CellKnob
from daw_bridges.logic.parameters import ShownParameter, find_parameter
from daw_bridges.logic.plug_in_list import whole_name
from daw_bridges.logic.turning import Found, Knob, seek_number, seek_text
from daw_bridges.quantities import Quantity, Unit, format_quantity, parse_quantity
from daw_bridges.session import Parameter

if TYPE_CHECKING:
    from daw_bridges.logic.plug_ins import PlugIns

__all__ = ["NOT_REACHED", "opened", "put", "set_in", "set_parameter", "told"]

NOT_REACHED = "not_applied"
"""The code of a result whose value the display never came to read."""


async def set_parameter(plug_ins: PlugIns, inserts: InsertList, slot: Slot, action: SetParameter) -> Result:
    """Set a parameter of the plug-in in a slot. Raises MovedError when somebody interferes.

    A value that cannot be reached is a failed result, and the old one was put back.
    """
    view, known = await opened(plug_ins, inserts, slot)
    result, known = await set_in(view, known, action)
    plug_ins.memory.keep(inserts.seen.strip.place, slot.number, known)
    return result


async def set_in(view: EditView, known: Known, action: SetParameter) -> tuple[Result, Known]:
    """Set a parameter of the plug-in whose Edit view is shown; also what is known of it then."""
    name = whole_name(known.name)
    shown, row = find_parameter(known.parameters, entry_of(name), action.parameter, name)
    cell = await view.show(shown)
    unit = _unit(row, action.value)
    knob = CellKnob(view, cell, shown.name, unit)
    before = await knob.read()
    parameter = parameter_of(shown.name, before.text, row)
    if unit is not None and row is None and parameter.unit is Unit.NONE:
        # The display has no room for a unit where the number is long.
        parameter = parameter.model_copy(update={"unit": unit})
    what = f"{parameter.name} of {name}"
    asked = row.choice(action.value) if row is not None and isinstance(action.value, str) else action.value
    wanted = read_value(what, parameter, asked)
    found = await put(knob, wanted, parameter, row)
    if view.hands.stirred:
        await view.look()
    return told(action, what, wanted, parameter, before, found), _with(known, shown, found.reading.text)


def _unit(row: ParameterEntry | None, value: float | str) -> Unit | None:
    """The unit that a number without one is in: the catalogue's, else the one that is asked in."""
    if row is not None:
        return None if row.unit is Unit.CHOICE else row.unit
    try:
        asked = parse_quantity(value).unit if isinstance(value, str) else Unit.NONE
    except QuantityError:
        return None
    return None if asked is Unit.NONE else asked


async def opened(plug_ins: PlugIns, inserts: InsertList, slot: Slot) -> tuple[EditView, Known]:
    """The plug-in's Edit view, and what is known of its pages; read now where it was not, or has changed."""
    known = plug_ins.memory.known(inserts.seen.strip.place, slot)
    view = await inserts.open(slot.number)
    await view.values()
    if known is None or not view.fits(known.layout):
        return view, await plug_ins.read_into(view, inserts.seen.strip.place, slot)
    view.layout, view.count = known.layout, known.count
    return view, known


def _with(known: Known, shown: ShownParameter, text: str) -> Known:
    parameters = tuple(
        replace(each, text=text) if each.index == shown.index else each for each in known.parameters
    )
    return replace(known, parameters=parameters)


async def put(knob: CellKnob, wanted: float | str, parameter: Parameter, row: ParameterEntry | None) -> Found:
    """Turn or push a knob to a value; where that cannot be reached it is put back to what it read."""
    before = await knob.read()
    if isinstance(wanted, str):
        found = await _choose(knob, wanted, before, parameter, row)
    else:
        found = await seek_number(knob, wanted, parameter.unit)
    if not found.exact and not found.near:
        await put_back(knob, before)
    return found


async def put_back(knob: Knob, before: Reading) -> None:
    """Turn a knob to what it read before, as near as the display tells."""
    if before.value is None:
        await seek_text(knob, lambda text: same_text(text, before.text))
    else:
        await seek_number(knob, before.value, before.unit)


async def _choose(
    knob: CellKnob, wanted: str, before: Reading, parameter: Parameter, row: ParameterEntry | None
) -> Found:
    choices = parameter.choices
    if choices is not None and set(choices) == set(SWITCH):
        return await _switch(knob, wanted, before)
    if choices is None or row is None:
        return await _any_choice(knob, wanted, before)
    now = which_choice(before.text, choices)
    guess = choices.index(wanted) - choices.index(now) if now is not None else 0
    found, seen = await seek_text(knob, lambda text: which_choice(text, choices) == wanted, guess=guess)
    if not found.exact:
        await _refuse_alike(knob, before, wanted, choices, seen)
    return found


async def _refuse_alike(
    knob: CellKnob, before: Reading, wanted: str, choices: Sequence[str], seen: Sequence[str]
) -> None:
    """Choices that a cell shortens to the same letters cannot be told apart: AmbiguousError names them."""
    for text in seen:
        alike = [choice for choice in choices if shortens(text, choice)]
        if wanted in alike and len(alike) > 1:
            await put_back(knob, before)
            raise AmbiguousError("choice", text, alike)


async def _switch(knob: CellKnob, wanted: str, before: Reading) -> Found:
    """A switch goes over when it is pushed; one that does not is turned."""
    if which_choice(before.text, SWITCH) == wanted:
        return Found(before, exact=True)
    now = await knob.push()
    if which_choice(now.text, SWITCH) != wanted:
        now = await knob.turn(1 if wanted == "on" else -1)
    return Found(now, exact=which_choice(now.text, SWITCH) == wanted)


async def _any_choice(knob: CellKnob, wanted: str, before: Reading) -> Found:
    """A choice of which no list is known: all of them are looked at before one is taken for the wanted."""
    if same_text(before.text, wanted):
        return Found(before, exact=True)
    _, seen = await seek_text(knob, lambda text: same_text(text, wanted))
    exact = [text for text in seen if same_text(text, wanted)]
    fitting = sorted({text for text in seen if shortens(text, wanted)})
    if not exact and len(fitting) > 1:
        await put_back(knob, before)
        raise AmbiguousError("choice", wanted, fitting)
    goal = exact[0] if exact else fitting[0] if fitting else None
    if goal is None:
        await put_back(knob, before)
        return Found(await knob.read(), exact=False)
    found, _ = await seek_text(knob, lambda text: same_text(text, goal))
    return found


def told(
    action: SetParameter,
    what: str,
    wanted: float | str,
    parameter: Parameter,
    before: Reading,
    found: Found,
) -> Result:
    """The result of a search."""
    reading = found.reading
    observed = {"text": reading.text, "value": _value(reading, parameter)}
    if found.exact:
        return Result(action=action, status=Status.VERIFIED, observed=observed)
    asked = wanted if isinstance(wanted, str) else format_quantity(Quantity(wanted, parameter.unit))
    if found.near:
        steps = " and ".join(each.text for each in found.near)
        reason = f"{what} goes in steps; {asked} lies between {steps}, and {reading.text} is the nearer one."
        return Result(action=action, status=Status.VERIFIED, observed=observed, reason=reason)
    reason = (
        f"{what} could not be set to {asked}: it last read {reading.text}, and was put back to "
        f"{before.text}. Set it by hand in Logic."
    )
    return Result(action=action, status=Status.FAILED, observed=observed, reason=reason, code=NOT_REACHED)


def _value(reading: Reading, parameter: Parameter) -> float | str:
    if parameter.choices is not None:
        return which_choice(reading.text, parameter.choices) or reading.text
    return reading.text if reading.value is None else reading.value
