"""Actions on plug-ins as procedures of the surface, and what became of each as a result."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

from daw_bridges.actions import Action
from daw_bridges.algebra.chain import fresh_device
from daw_bridges.bridge import Result, Status
from daw_bridges.catalog import catalog
from daw_bridges.errors import (
    ActionError,
    NotFoundError,
    NotPossibleError,
    QuantityError,
    RefusedError,
    UnsupportedError,
)
from daw_bridges.logic import inserting
from daw_bridges.logic.assigning import INPUT, OUTPUT, assign
from daw_bridges.logic.devices import DAW, entry_of
from daw_bridges.logic.inserts import InsertList, Slot
from daw_bridges.logic.moving import move_device
from daw_bridges.logic.sends import SendView, same_bus
from daw_bridges.logic.setting import NOT_REACHED, set_parameter
from daw_bridges.logic.side_chain import manual_step
from daw_bridges.logic.views import MovedError
from daw_bridges.references import device_index, find_track, track_index
from daw_bridges.session import Session

if TYPE_CHECKING:
    from daw_bridges.logic.hands import Held
    from daw_bridges.logic.plug_ins import PlugIns

__all__ = ["performed"]

Observed = dict[str, Any]
_Do = Callable[["PlugIns", Any, Session], Awaitable[Result]]


async def performed(plug_ins: PlugIns, action: Action, session: Session) -> Result:
    """Do an action; an error of the action or a refusal of Logic's is a failed result that says why."""
    plug_ins.notes.clear()
    plug_ins.session = session
    try:
        result = await _DO[action.action](plug_ins, action, session)
        reasons = [reason for reason in (result.reason, *plug_ins.notes) if reason]
        return result.model_copy(update={"reason": " ".join(reasons) or None})
    except (ActionError, QuantityError, RefusedError, UnsupportedError) as error:
        return Result(action=action, status=Status.FAILED, reason=str(error), code=error.code)


def verified(action: Action, observed: Observed, reason: str | None = None) -> Result:
    """A result that was read back."""
    return Result(action=action, status=Status.VERIFIED, observed=observed, reason=reason)


async def slot_of(inserts: InsertList, session: Session, action: Any) -> Slot:
    """The slot of the device that an action means: the occupied slots are the session's devices in order.

    Raises NotFoundError where the strip holds other plug-ins than the session.
    """
    track = find_track(session, action.track)
    place = device_index(track, action.device)
    slots = [slot for slot in await inserts.slots() if not slot.free]
    if place >= len(slots) or not inserting.is_plug_in(slots[place], track.devices[place].name):
        raise NotFoundError("device", action.device, [slot.name for slot in slots], track.name)
    return slots[place]


async def _insert(plug_ins: PlugIns, action: Any, session: Session) -> Result:
    names = _names(action.device)
    held: list[int] = []
    tried: list[int] = []

    async def do(seen: Held) -> Result:
        inserts = InsertList(plug_ins.desk, seen)
        slots = await inserts.slots()
        number = _taken(slots, tried, names)
        if number is None:
            held[:] = [slot.number for slot in slots if not slot.free]
            number = inserting.free_slot(slots, action.at, seen.name)
            tried[:] = [number]
            done = await inserting.insert(inserts, plug_ins.list, names, number)
        else:
            done = await inserting.inserted(inserts, names, number)
        plug_ins.memory.names.add(done.name)
        place = 1 + sum(other < number for other in held)
        return verified(action, {"name": done.name, "place": place, "slot": number})

    return await plug_ins.on(track_index(session, action.track), do)


def _taken(slots: Sequence[Slot], tried: Sequence[int], names: Sequence[str]) -> int | None:
    """The slot that was filled before somebody interfered; None where it still is to be done."""
    filled = [slot.number for slot in slots if any(inserting.is_plug_in(slot, name) for name in names)]
    return next((number for number in tried if number in filled), None)


def _names(reference: str) -> list[str]:
    """The plug-ins that a reference means, best first: a kind's, the one of that name, or a third party's."""
    fresh = fresh_device(DAW, reference)
    if fresh.kind is None:
        return [reference.strip()]
    _refuse_places_apart(fresh.name)
    others = catalog().devices(DAW, fresh.kind) if reference.strip() in catalog().kinds() else []
    return [fresh.name, *(name for name in others if name != fresh.name)]


def _refuse_places_apart(name: str) -> None:
    """Instruments and MIDI effects have slots of their own. UnsupportedError says what to do."""
    entry = entry_of(name)
    if entry is not None and entry.type != "audio_effect":
        slot = "Instrument" if entry.type == "instrument" else "MIDI Effect"
        raise UnsupportedError(
            f"A control surface puts nothing into Logic's {slot} slot that it can read back. Click the "
            f"{slot} slot of the channel strip and choose {name}."
        )


async def _remove(plug_ins: PlugIns, action: Any, session: Session) -> Result:
    removed: list[int] = []

    async def do(seen: Held) -> Result:
        inserts = InsertList(plug_ins.desk, seen)
        slots = await inserts.slots()
        if not removed:
            removed.append((await slot_of(inserts, session, action)).number)
        if any(slot.number == removed[0] and not slot.free for slot in slots):
            await inserting.remove(inserts, removed[0])
        plug_ins.memory.seen.pop((seen.strip.place, removed[0]), None)
        return verified(action, {"exists": False})

    return await plug_ins.on(track_index(session, action.track), do)


async def _enable(plug_ins: PlugIns, action: Any, session: Session) -> Result:
    async def do(seen: Held) -> Result:
        inserts = InsertList(plug_ins.desk, seen)
        slot = await slot_of(inserts, session, action)
        if not await inserting.bypass(inserts, slot.number, on=action.on):
            raise MovedError(f"{slot.name} on “{seen.name}” is not {'on' if action.on else 'bypassed'} yet.")
        return verified(action, {"on": action.on})

    return await plug_ins.on(track_index(session, action.track), do)


async def _set_parameter(plug_ins: PlugIns, action: Any, session: Session) -> Result:
    async def do(seen: Held) -> Result:
        inserts = InsertList(plug_ins.desk, seen)
        slot = await slot_of(inserts, session, action)
        return await set_parameter(plug_ins, inserts, slot, action)

    return await plug_ins.on(track_index(session, action.track), do)


async def _set_sidechain(plug_ins: PlugIns, action: Any, session: Session) -> Result:
    async def do(seen: Held) -> Result:
        slot = await slot_of(InsertList(plug_ins.desk, seen), session, action)
        track = find_track(session, action.track)
        name = track.devices[device_index(track, action.device)].name
        return manual_step(session, action, slot, name)

    return await plug_ins.on(track_index(session, action.track), do)


async def _set_send(plug_ins: PlugIns, action: Any, session: Session) -> Result:
    bus = await plug_ins.bus_of(session, action.to)
    level = -math.inf if action.db is None else action.db

    async def do(seen: Held) -> Result:
        return await _send(SendView(plug_ins.desk, seen), action, bus, level)

    return await plug_ins.on(track_index(session, action.track), do)


async def _send(view: SendView, action: Any, bus: str, level: float) -> Result:
    sends = await view.sends()
    number = next((send.number for send in sends if same_bus(send.destination, bus)), None)
    if number is None:
        if level == -math.inf:
            return verified(action, {"to": bus, "db": None})
        number = next((send.number for send in sends if send.free), None)
        if number is None:
            raise NotPossibleError(
                f"“{view.hands.seen.name}” has no free send. Take one out in Logic's mixer."
            )
        if not await view.assign(number, bus):
            raise NotFoundError("bus", bus, where="this Logic")
    found = await view.set_level(number, level)
    db = found.reading.value
    observed = {"to": bus, "send": number, "db": None if db in (None, -math.inf) else db}
    if found.exact or found.near:
        return verified(
            action, observed, None if found.exact else f"The nearest level is {found.reading.text}."
        )
    reason = f"The send reads {found.reading.text} and goes no further. Set it by hand in Logic."
    return Result(action=action, status=Status.FAILED, observed=observed, reason=reason, code=NOT_REACHED)


async def _route(plug_ins: PlugIns, action: Any, session: Session, what: str, wanted: str) -> Result:
    field = "to" if what == OUTPUT else "source"

    async def do(seen: Held) -> Result:
        done, text = await assign(plug_ins.desk, seen, what, wanted)
        if done:
            return verified(action, {field: wanted})
        raise NotFoundError(what.lower(), wanted, [text], where=seen.name)

    return await plug_ins.on(track_index(session, action.track), do)


async def _set_output(plug_ins: PlugIns, action: Any, session: Session) -> Result:
    return await _route(plug_ins, action, session, OUTPUT, await plug_ins.destination(session, action.to))


async def _set_input(plug_ins: PlugIns, action: Any, session: Session) -> Result:
    return await _route(plug_ins, action, session, INPUT, await plug_ins.destination(session, action.source))


_DO: dict[str, _Do] = {
    "insert_device": _insert,
    "remove_device": _remove,
    "enable_device": _enable,
    "move_device": move_device,
    "set_parameter": _set_parameter,
    "set_sidechain": _set_sidechain,
    "set_send": _set_send,
    "set_output": _set_output,
    "set_input": _set_input,
}
