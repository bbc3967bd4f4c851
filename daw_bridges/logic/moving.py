"""A plug-in moved along its strip: taken out, put in elsewhere, and set again as it was.

A control surface cannot drag. What it cannot read it cannot carry over, so a plug-in is only moved where all
of it can be read: one of Logic's own, without a side chain, into a place where a slot is free.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from daw_bridges.bridge import Result, Status
from daw_bridges.errors import NotPossibleError
from daw_bridges.logic import inserting
from daw_bridges.logic.devices import Known, entry_of
from daw_bridges.logic.displays import read, same_text
from daw_bridges.logic.edit_view import EditView
from daw_bridges.logic.inserts import InsertList, Slot
from daw_bridges.logic.knobs import CellKnob
from daw_bridges.logic.plug_in_list import whole_name
from daw_bridges.logic.turning import seek_number, seek_text
from daw_bridges.references import device_index, find_track, track_index
from daw_bridges.session import Session

if TYPE_CHECKING:
    from daw_bridges.logic.hands import Held
    from daw_bridges.logic.plug_ins import PlugIns

__all__ = ["move_device"]

_BY_HAND = "Drag it in Logic's mixer."


async def move_device(plug_ins: PlugIns, action: Any, session: Session) -> Result:
    """Move a plug-in to another place (from 1). Raises NotPossibleError where it cannot be carried over."""
    track = find_track(session, action.track)
    place = device_index(track, action.device)
    name = track.devices[place].name
    _check(name)

    async def do(seen: Held) -> Result:
        inserts = InsertList(plug_ins.desk, seen)
        slots = await inserts.slots()
        held = [slot for slot in slots if not slot.free]
        if place >= len(held) or not inserting.is_plug_in(held[place], name):
            raise NotPossibleError(f"“{seen.name}” holds other plug-ins than were read. Read it again.")
        if action.to == place + 1:
            return Result(action=action, status=Status.VERIFIED, observed={"place": action.to})
        target = _free(slots, held[place], action.to, seen.name)
        known = await plug_ins.look_into(inserts, held[place])
        return await _moved(plug_ins, inserts, held[place], known, target, action)

    return await plug_ins.on(track_index(session, action.track), do)


def _check(name: str) -> None:
    entry = entry_of(name)
    if entry is None:
        raise NotPossibleError(
            f"{name} may hold more than its parameters, which a control surface cannot carry over. {_BY_HAND}"
        )
    if entry.sidechain:
        raise NotPossibleError(
            f"The side chain of {name} cannot be read, so it cannot be carried over. {_BY_HAND}"
        )


def _free(slots: tuple[Slot, ...], moving: Slot, to: int, strip: str) -> int:
    """The slot that makes a plug-in the ``to``-th; its own counts as taken until it is empty."""
    others = tuple(slot for slot in slots if slot.number != moving.number)
    return inserting.free_slot(others, to, strip)


async def _moved(
    plug_ins: PlugIns, inserts: InsertList, slot: Slot, known: Known, target: int, action: Any
) -> Result:
    """Put a second one in first, set it like the first, and only then take the first one out."""
    name = whole_name(known.name)
    done = await inserting.insert(inserts, plug_ins.list, [name], target)
    short = Slot(target, slot.name)
    wrong = await _carried(plug_ins, done.view, inserts.seen.strip.place, short, known)
    if wrong:
        await inserting.remove(inserts, target)
        plug_ins.memory.seen.pop((inserts.seen.strip.place, target), None)
        raise NotPossibleError(
            f"{', '.join(wrong)} of {name} could not be set again, so it was left in its place. {_BY_HAND}"
        )
    if slot.bypassed:
        await inserting.bypass(inserts, target, on=False)
    await inserting.remove(inserts, slot.number)
    plug_ins.memory.seen.pop((inserts.seen.strip.place, slot.number), None)
    return Result(action=action, status=Status.VERIFIED, observed={"place": action.to, "slot": target})


async def _carried(plug_ins: PlugIns, view: EditView, place: int, slot: Slot, known: Known) -> list[str]:
    """Set every parameter as it was read; the names of those that do not come to read the same."""
    fresh = await plug_ins.read_into(view, place, slot)
    if [each.name for each in fresh.parameters] != [each.name for each in known.parameters]:
        return ["The parameters"]
    wrong: list[str] = []
    for old, new in zip(known.parameters, fresh.parameters, strict=True):
        if old.placeholder or same_text(old.text, new.text):
            continue
        cell = await view.show(new)
        reading = read(old.text)
        knob = CellKnob(view, cell, new.name, reading.unit)
        if reading.value is not None:
            found = await seek_number(knob, reading.value, reading.unit)
        else:
            found, _ = await seek_text(knob, lambda text, old=old: same_text(text, old.text))
        if not same_text(found.reading.text, old.text):
            wrong.append(old.name)
    return wrong
