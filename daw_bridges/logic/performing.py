"""Actions on plug-ins as procedures of the surface, and what became of each as a result."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from daw_bridges.actions import Action
from daw_bridges.algebra.chain import fresh_device
from daw_bridges.bridge import Result, Status
from daw_bridges.catalog import catalog
from daw_bridges.errors import ActionError, NotFoundError, QuantityError, RefusedError, UnsupportedError
from daw_bridges.logic import inserting
from daw_bridges.logic.devices import DAW
from daw_bridges.logic.inserts import InsertList, Slot
from daw_bridges.logic.setting import set_parameter
from daw_bridges.logic.views import MovedError
from daw_bridges.references import device_index, find_track, track_index
from daw_bridges.session import Session

if TYPE_CHECKING:
    from daw_bridges.logic.plug_ins import PlugIns
    from daw_bridges.logic.strips import Seen

__all__ = ["performed"]

Observed = dict[str, Any]
_Do = Callable[["PlugIns", Any, Session], Awaitable[Result]]


async def performed(plug_ins: PlugIns, action: Action, session: Session) -> Result:
    """Do an action; an error of the action or a refusal of Logic's is a failed result that says why."""
    try:
        return await _DO[action.action](plug_ins, action, session)
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
    track = track_index(session, action.track)

    async def do(seen: Seen) -> Result:
        inserts = InsertList(plug_ins.desk, seen)
        slots = await inserts.slots()
        number = inserting.free_slot(slots, action.at, seen.name)
        done = await inserting.insert(inserts, plug_ins.list, names, number)
        held = [slot.number for slot in slots if not slot.free]
        place = 1 + sum(other < number for other in held)
        return verified(action, {"name": done.name, "place": place, "slot": number})

    return await plug_ins.on(track, do)


def _names(reference: str) -> list[str]:
    """The plug-ins that a reference means, best first: a kind's, the one of that name, or a third party's."""
    fresh = fresh_device(DAW, reference)
    if fresh.kind is None:
        return [reference.strip()]
    others = catalog().devices(DAW, fresh.kind) if reference.strip() in catalog().kinds() else []
    return [fresh.name, *(name for name in others if name != fresh.name)]


async def _remove(plug_ins: PlugIns, action: Any, session: Session) -> Result:
    async def do(seen: Seen) -> Result:
        inserts = InsertList(plug_ins.desk, seen)
        slot = await slot_of(inserts, session, action)
        await inserting.remove(inserts, slot.number)
        plug_ins.memory.seen.pop((seen.strip.place, slot.number), None)
        return verified(action, {"exists": False})

    return await plug_ins.on(track_index(session, action.track), do)


async def _enable(plug_ins: PlugIns, action: Any, session: Session) -> Result:
    async def do(seen: Seen) -> Result:
        inserts = InsertList(plug_ins.desk, seen)
        slot = await slot_of(inserts, session, action)
        if not await inserting.bypass(inserts, slot.number, on=action.on):
            raise MovedError(f"{slot.name} on “{seen.name}” is not {'on' if action.on else 'bypassed'} yet.")
        return verified(action, {"on": action.on})

    return await plug_ins.on(track_index(session, action.track), do)


async def _set_parameter(plug_ins: PlugIns, action: Any, session: Session) -> Result:
    async def do(seen: Seen) -> Result:
        inserts = InsertList(plug_ins.desk, seen)
        slot = await slot_of(inserts, session, action)
        return await set_parameter(plug_ins, inserts, slot, action)

    return await plug_ins.on(track_index(session, action.track), do)


_DO: dict[str, _Do] = {
    "insert_device": _insert,
    "remove_device": _remove,
    "enable_device": _enable,
    "set_parameter": _set_parameter,
}
