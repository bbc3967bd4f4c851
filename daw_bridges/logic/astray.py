"""A move that hit another strip: found out by looking at both, and put back.

When the user selects a track while a V-Pot's turn is on its way, nothing tells on which strip it landed. The
strip it was meant for does: where it still reads what it read before, the move went to the other one. There
it is put back to what is known of it, or undone by the same ticks back.
"""

from __future__ import annotations

from daw_bridges.logic.displays import read, same_text
from daw_bridges.logic.hands import Held
from daw_bridges.logic.inserts import InsertList
from daw_bridges.logic.knobs import CellKnob
from daw_bridges.logic.parameters import ShownParameter
from daw_bridges.logic.sends import SendView
from daw_bridges.logic.strips import Desk
from daw_bridges.logic.turning import seek_number, seek_text
from daw_bridges.logic.views import Place, Slip, View

__all__ = ["missed", "put_back"]


async def missed(desk: Desk, held: Held, slip: Slip) -> bool:
    """Whether the strip that a move was meant for reads as if it had not been made."""
    knob = await _knob(desk, held, slip.place, slip.own_row, slip.cell)
    return knob is not None and same_text((await knob.read()).text, slip.before)


async def put_back(desk: Desk, held: Held, slip: Slip, known: str | None) -> str | None:
    """Undo a move on the strip that it hit; ``known`` is what it read before, as far as that is known.

    Gives what is to be told where that is not sure: nothing was known, and the value stands at an end, where
    a turn may have changed nothing.
    """
    knob = await _knob(desk, held, slip.hit, slip.row, slip.cell)
    if knob is None:
        return None
    if known is not None:
        before = read(known)
        if before.value is None:
            await seek_text(knob, lambda text: same_text(text, known))
        else:
            await seek_number(knob, before.value, before.unit)
        return None
    if not slip.ticks:
        await knob.push()
        return None
    return await _turned_back(knob, held, slip)


async def _turned_back(knob: CellKnob, held: Held, slip: Slip) -> str | None:
    now = await knob.read()
    onward = 1 if slip.ticks > 0 else -1
    if (await knob.turn(onward, fine=slip.fine)).text == now.text:
        label = slip.row[slip.cell]
        return (
            f"Somebody selected “{held.name}” while a knob was turned: {label} reads {now.text} there, and "
            "it is not known whether it read that before. Check it."
        )
    await knob.turn(-slip.ticks - onward, fine=slip.fine)
    return None


async def _knob(desk: Desk, held: Held, place: Place, row: tuple[str, ...], cell: int) -> CellKnob | None:
    """The same V-Pot again, on a strip; None where there is nothing under it."""
    if place[0] is View.SEND:
        view = SendView(desk, held)
        await view.enter()
        return await view.labelled(row[cell])
    if place[0] is not View.EDIT or place[1] is None:
        return None
    inserts = InsertList(desk, held)
    if not any(slot.number == place[1] and not slot.free for slot in await inserts.slots()):
        return None
    edit = await inserts.open(place[1])
    await edit.parameters()
    pages = [number for number, names in enumerate(edit.layout) if names[:6] == row[:6]]
    if not pages or not row[cell]:
        return None
    at = await edit.show(ShownParameter(-1, row[cell], "", pages[0] + 1, cell))
    return CellKnob(edit, at, row[cell])
