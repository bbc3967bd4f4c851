"""What was set last, to another value: "-18" after "threshold to -20", "blue" after "make it red"."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from daw_bridges.actions import (
    Action,
    CreateScene,
    CreateTrack,
    DuplicateTrack,
    InsertDevice,
    RenameClip,
    RenameScene,
    RenameTrack,
    SetLoop,
    SetPan,
    SetParameter,
    SetTempo,
    SetTimeSignature,
)
from daw_bridges.errors import QuantityError
from daw_bridges.quantities import Unit, parse_quantity
from orbit.agent.offline.dialogue.deeds import Deed
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.kinds import KINDS
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.readings import aim, aimed_at, unit_of

__all__ = ["revalued"]

_NAMING = (RenameTrack, RenameClip, RenameScene, CreateTrack, CreateScene, DuplicateTrack)


def revalued(deed: Deed, tokens: Sequence[Token], ground: Ground, *, named: bool) -> list[Action] | None:
    """The edits with another value; None where the words are no value of any of them, or of several.

    ``named``: whether the words may be a name, which any words can be.
    """
    new: dict[int, Action] = {}
    for place, action in enumerate(deed.actions):
        changed = _changed(deed, place, action, tokens, ground, named=named)
        if changed is not None:
            new[place] = changed
    if len({_what(deed.actions[place]) for place in new}) > 1:
        new = _of_like_sign(deed, new)
    if len({_what(deed.actions[place]) for place in new}) != 1:
        return None
    replaced: list[Action] = [new.get(place, action) for place, action in enumerate(deed.actions)]
    if any(isinstance(action, InsertDevice) for action in new.values()):
        # The settings were those of the other device.
        replaced = [action for action in replaced if not isinstance(action, SetParameter)]
    return replaced


def _of_like_sign(deed: Deed, new: Mapping[int, Action]) -> dict[int, Action]:
    """Those that go below nought as they did before, or above it: "-18" is a threshold and no ratio."""
    return {
        place: action
        for place, action in new.items()
        if ((aim(action) or 0.0) < 0) == ((aim(deed.actions[place]) or 0.0) < 0)
    }


def _what(action: Action) -> tuple[str, str]:
    return action.action, str(getattr(action, "parameter", ""))


def _changed(
    deed: Deed, place: int, action: Action, tokens: Sequence[Token], ground: Ground, *, named: bool
) -> Action | None:
    if (number := _number(deed, place, tokens)) is not None:
        return aimed_at(action, number)
    if isinstance(action, SetParameter):
        return _parameter(action, tokens, ground)
    if isinstance(action, SetPan) and (panned := _panned(deed, action, tokens)) is not None:
        return panned
    if (changed := _simple(action, tokens, ground)) is not None:
        return changed
    name: Any = KINDS["name"].read(ground, tokens) if named and isinstance(action, _NAMING) else None
    return action.model_copy(update={"name": name}) if isinstance(name, str) else None


def _number(deed: Deed, place: int, tokens: Sequence[Token]) -> float | None:
    """A number without a sign after "down 6": how far instead."""
    action, before, change = deed.actions[place], deed.read[place], deed.change(place)
    numbers = [token for token in tokens if token.number is not None]
    if not deed.relative or before is None or not change or len(numbers) != 1:
        return None
    said = numbers[0].text
    unit = [token.text for token in tokens if token.number is None and token.text not in ("by", ",")]
    if isinstance(action, SetTempo) and _is_a_tempo(numbers[0].number or 0.0, before, change):
        return None
    fits = not unit or (unit_of(action) is Unit.DB and unit == ["db"]) or unit == ["bpm"]
    if not fits or said.startswith("-"):
        return None
    return before + math.copysign(float(said), change)


def _is_a_tempo(number: float, before: float, change: float) -> bool:
    """Whether a number after "slower" is where to: nobody goes as far by a step."""
    return number > 2 * abs(change) and abs(number - before) < number / 2


_READ: dict[str, tuple[str, str]] = {
    "set_volume": ("db", "level"),
    "set_send": ("db", "level"),
    "set_pan": ("pan", "pan"),
    "set_tempo": ("bpm", "bpm"),
    "set_color": ("color", "color"),
    "set_monitor": ("mode", "monitor"),
    "add_locator": ("bar", "bar"),
    "play": ("from_bar", "bar"),
    "duplicate_clip": ("to_bar", "bar"),
    "insert_device": ("device", "kind"),
}
"""By the action: the field that a value of its own goes into, and how the value is read (see ``kinds``)."""


def _looped(action: SetLoop, tokens: Sequence[Token]) -> SetLoop | None:
    """The loop from bar to bar, to another end, or so many bars long."""
    numbers = [token.number for token in tokens if token.number is not None]
    start = action.start_bar
    match numbers:
        case [first, last]:
            return SetLoop(on=True, start_bar=first, end_bar=last) if first < last else None
        case [end] if start is not None:
            end += start if tokens[-1].text == "bars" else 0
            return action.model_copy(update={"end_bar": end}) if end > start else None
        case _:
            return None


def _simple(action: Action, tokens: Sequence[Token], ground: Ground) -> Action | None:
    """The edit with another value of its own kind."""
    if isinstance(action, SetLoop):
        return _looped(action, tokens)
    if isinstance(action, SetTimeSignature):
        signature: Any = KINDS["signature"].read(ground, tokens)
        over, under = signature or (0, 0)
        return SetTimeSignature(numerator=over, denominator=under) if signature else None
    field, kind = _READ.get(action.action, ("", ""))
    if getattr(action, "to_slot", None) is not None:
        field, kind = "to_slot", "count"
    value: Any = KINDS[kind].read(ground, tokens) if kind else None
    return action.model_copy(update={field: value}) if isinstance(value, int | float | str) else None


def _panned(deed: Deed, action: SetPan, tokens: Sequence[Token]) -> SetPan | None:
    """As far on the side that is named, or as far as is said on the side it is on."""
    words = {token.text for token in tokens} - _BESIDE_A_SIDE
    if not action.pan or len(words) != 1:
        return None
    if words <= {"left", "right"}:
        return action.model_copy(update={"pan": math.copysign(action.pan, -1 if "left" in words else 1)})
    number = next((token.number for token in tokens if token.number is not None), None)
    if number is None or not 1 < number <= 100:
        return None
    whole = 100 if deed.percent or any(token.text == "%" for token in tokens) else 50
    return action.model_copy(update={"pan": math.copysign(min(number / whole, 1.0), action.pan)})


_BESIDE_A_SIDE = frozenset({"to", "the", "on", "in", "side", "towards", "%"})


def _parameter(action: SetParameter, tokens: Sequence[Token], ground: Ground) -> Action | None:
    value: Any = KINDS["value"].read(ground, tokens)
    if not isinstance(value, float | str):
        return None
    unit, old = _unit(value), unit_of(action)
    if unit is Unit.NONE and aim(action) is not None and isinstance(value, float):
        return aimed_at(action, value)
    return action.model_copy(update={"value": value}) if unit == old else None


def _unit(value: float | str) -> Unit | None:
    if not isinstance(value, str):
        return Unit.NONE
    try:
        return parse_quantity(value).unit
    except QuantityError:
        return None
