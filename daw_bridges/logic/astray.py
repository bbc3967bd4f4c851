"""A move that hit another strip: found out by looking at both, and put back.

When the user selects a track while a V-Pot's turn is on its way, nothing tells on which strip it landed. The
strip it was meant for does: where it still reads what it read before, the move went to the other one. There
it is undone by the same ticks back.
"""

from __future__ import annotations

from daw_bridges.logic.displays import same_text
from daw_bridges.logic.hands import Held
from daw_bridges.logic.inserts import InsertList
from daw_bridges.logic.knobs import CellKnob
from daw_bridges.logic.parameters import ShownParameter
from daw_bridges.logic.sends import SendView
from daw_bridges.logic.strips import Desk
from daw_bridges.logic.views import Place, Slip, View

__all__ = ["missed", "put_back"]


async def missed(desk: Desk, held: Held, slip: Slip) -> bool:
    """Whether the strip that a move was meant for reads as if it had not been made."""
    knob = await _knob(desk, held, slip.place, slip.own_row, slip.cell)
    return knob is not None and same_text((await knob.read()).text, slip.before)


async def put_back(desk: Desk, held: Held, slip: Slip) -> None:
    """Undo a move on the strip that it hit."""
    knob = await _knob(desk, held, slip.hit, slip.row, slip.cell)
    if knob is None:
        return
    if slip.ticks:
        await knob.turn(-slip.ticks, fine=slip.fine)
    else:
        await knob.push()


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
