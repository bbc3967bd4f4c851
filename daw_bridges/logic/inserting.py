"""Plug-ins put into a strip's slots, taken out and bypassed; each seen on the display afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from daw_bridges.errors import NotFoundError, NotPossibleError
from daw_bridges.logic.edit_view import EditView
from daw_bridges.logic.hands import held
from daw_bridges.logic.inserts import EMPTY, SLOTS, InsertList, Slot
from daw_bridges.logic.plug_in_list import PlugInList, same_plug_in, whole_name
from daw_bridges.logic.pulse import pressed
from daw_bridges.logic.views import LOWER, MovedError, View
from daw_bridges.mackie.buttons import Button, StripButton

__all__ = ["Inserted", "bypass", "free_slot", "insert", "inserted", "is_plug_in", "remove"]

_JUMP = -63 * 4
_JUMPS = 12
_STEPS = 1500
_WRONG_ONES = 8


@dataclass(frozen=True, slots=True)
class Inserted:
    """A plug-in that was put in: its slot (from 1), its whole name, its Edit view, which is shown."""

    slot: int
    name: str
    view: EditView


def free_slot(slots: Sequence[Slot], at: int | None, strip: str) -> int:
    """The slot for a plug-in that is to be the ``at``-th (from 1) of those on the strip; None is the last.

    Slots cannot be pushed aside from a control surface: raises NotPossibleError where none is free there.
    """
    held = [slot.number for slot in slots if not slot.free]
    place = len(held) + 1 if at is None else at
    if not 1 <= place <= len(held) + 1:
        raise NotPossibleError(f"“{strip}” has {len(held)} plug-ins; there is no place {place}.")
    above = held[place - 2] if place > 1 else 0
    below = held[place - 1] if place <= len(held) else SLOTS + 1
    # Next to the one above, as a hand would do it; slots that are not shown do not exist yet.
    free = [slot.number for slot in slots if slot.free and above < slot.number < below]
    if free:
        return free[0]
    where = "after the last one" if place > len(held) else f"for place {place}"
    raise NotPossibleError(
        f"“{strip}” has no free insert slot {where}, and a control surface cannot push plug-ins aside. "
        "Drag one away in Logic's mixer, or choose another place."
    )


async def insert(inserts: InsertList, known: PlugInList, names: Sequence[str], number: int) -> Inserted:
    """Put the first of these plug-ins that the list has into a free slot, and read its whole name.

    Two can be shortened alike: one that turns out to be another is taken out again, and the search goes on.
    Raises NotFoundError where the list has none of them.
    """
    for name in names:
        if (done := await _insert_one(inserts, known, name, number)) is not None:
            return done
    await inserts.forget()
    raise NotFoundError("plug-in", names[0], _near(known, names[0]), "this Logic")


async def _insert_one(inserts: InsertList, known: PlugInList, name: str, number: int) -> Inserted | None:
    """Put the plug-in of that name into a free slot; None where the list has none."""
    behind, jumped = 0, bool(known.places)
    for _ in range(_WRONG_ONES):
        cell = await inserts.cell(number)
        if inserts.desk.surface.cell(LOWER, cell) not in ("", EMPTY):
            raise MovedError(f"Insert {number} of “{inserts.seen.name}” is no longer free. Try again.")
        found = await known.find(inserts, cell, [name], behind=behind)
        if found is not None:
            await inserts.push(cell)
            done = await _named(await inserts.edited(number), [name], number)
            if done is not None:
                return done
            behind = found[1]
            await remove(inserts, number)
            continue
        # What was turned to is forgotten, for the next search begins at the top.
        await inserts.forget()
        if not jumped or behind:
            return None
        # What was seen of the list may be wrong where somebody interfered: it is gone through anew.
        known.places.clear()
        jumped = False
    return None


async def inserted(inserts: InsertList, names: Sequence[str], number: int) -> Inserted:
    """The plug-in that was put into a slot before somebody interfered, opened and its name read."""
    done = await _named(await inserts.open(number), names, number)
    if done is None:
        raise MovedError(f"Insert {number} of “{inserts.seen.name}” holds another plug-in now. Try again.")
    return done


async def _named(view: EditView, names: Sequence[str], number: int) -> Inserted | None:
    """The plug-in whose Edit view is shown, if it is one of these."""
    title = await view.look()
    name = next((name for name in names if _is(title.plug_in, name)), None)
    return None if name is None else Inserted(number, name, view)


def _is(title: str, name: str) -> bool:
    """Whether a heading's plug-in is the one of that name; a heading that had no room is cut at its end."""
    plain = whole_name(title).casefold()
    return plain == name.casefold()


def _near(known: PlugInList, name: str) -> list[str]:
    return get_close_matches(name, [whole_name(text) for text in known.places], n=5, cutoff=0.4)


async def remove(inserts: InsertList, number: int) -> None:
    """Take the plug-in out of a slot: turn down to ``--`` and push. Raises MovedError where it stays."""
    cell = await inserts.cell(number)
    text = await _to_the_top(inserts, cell)
    if text != EMPTY:
        await inserts.forget()
        raise NotPossibleError(
            f"Logic's plug-in list does not reach “--” in insert {number} of “{inserts.seen.name}”, so "
            "nothing was removed. Choose No Plug-in in that slot by hand."
        )
    await inserts.push(cell)
    after = await inserts.slots()
    if any(slot.number == number and not slot.free for slot in after):
        raise MovedError(f"Insert {number} of “{inserts.seen.name}” still holds its plug-in. Try again.")


async def _to_the_top(inserts: InsertList, cell: int) -> str:
    """Turn down to ``--``: in long turns while the list ends there, one by one where it goes round."""
    seen: list[str] = []
    for _ in range(_JUMPS):
        text = await inserts.turn(cell, _JUMP)
        if text == EMPTY or text in seen:
            break
        seen.append(text)
    else:
        text = ""
    for _ in range(_STEPS):
        if text == EMPTY:
            break
        text = await inserts.turn(cell, -1)
    return text


async def bypass(inserts: InsertList, number: int, *, on: bool) -> bool:
    """Switch a plug-in on, or bypass it (SHIFT and a push); whether the display shows it so."""
    slots = {slot.number: slot for slot in await inserts.slots()}
    if slots[number].bypassed is not on:
        return True
    cell = await inserts.cell(number)
    inserts.calm()
    await inserts.hands.push(cell, Button.SHIFT)
    if inserts.hands.stirred:
        await _settle_bypass(inserts, cell)
    again = {slot.number: slot for slot in await inserts.slots()}
    return again[number].bypassed is not on


async def _settle_bypass(inserts: InsertList, cell: int) -> None:
    """Where the selection changed while the push was on its way, it hit another strip: push there again."""
    hands = inserts.hands
    await inserts.desk.base()
    if inserts.seen.in_sight(hands.surface) and inserts.seen.selected(hands.surface):
        hands.calm()
        return
    if not hands.landed:
        await inserts.views.enter(View.INSERTS)
        if hands.surface.cell(LOWER, cell).strip("*") not in ("", EMPTY):
            await inserts.desk.pulse.send(*held(Button.SHIFT, pressed(StripButton.VPOT + cell)))
    raise MovedError(f"Somebody selected another track in Logic instead of “{inserts.seen.name}”. Try again.")


def is_plug_in(slot: Slot, name: str) -> bool:
    """Whether a slot can hold the plug-in of that name."""
    return not slot.free and same_plug_in(slot.name, name)
