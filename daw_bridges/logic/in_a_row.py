"""Several parameters of one plug-in, set one after the other without leaving its Edit view."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from daw_bridges.actions import Action, SetParameter
from daw_bridges.bridge import Result, Status
from daw_bridges.errors import QuantityError, UnsupportedError
from daw_bridges.logic.inserts import InsertList
from daw_bridges.logic.performing import slot_of
from daw_bridges.logic.setting import opened, set_in
from daw_bridges.references import track_index
from daw_bridges.session import Session

if TYPE_CHECKING:
    from daw_bridges.logic.hands import Held
    from daw_bridges.logic.plug_ins import PlugIns

__all__ = ["in_rows", "set_parameters"]


def in_rows(actions: Sequence[Action]) -> list[list[Action]]:
    """The actions in order, those together that set parameters of the same plug-in one after the other."""
    rows: list[list[Action]] = []
    for key, group in groupby(enumerate(actions), lambda each: _together(*each)):
        row = [action for _, action in group]
        rows += [row] if isinstance(key, tuple) else [[action] for action in row]
    return rows


def _together(place: int, action: Action) -> tuple[str, str] | int:
    return (action.track, action.device) if isinstance(action, SetParameter) else place


async def set_parameters(
    plug_ins: PlugIns,
    actions: Sequence[SetParameter],
    session: Session,
    tell: Callable[[int, Result], None],
) -> None:
    """Set parameters of one plug-in; ``tell`` is told places (from 0) and results, up to the first failure.

    When somebody interferes it is begun anew, and told anew: what was set reads so already then. It ends
    without a word before a parameter that cannot be made out. Raises as ``PlugIns.on`` does, and ActionError
    where the plug-in is not there.
    """

    async def do(seen: Held) -> None:
        inserts = InsertList(plug_ins.desk, seen)
        slot = await slot_of(inserts, session, actions[0])
        view, known = await opened(plug_ins, inserts, slot)
        for place, action in enumerate(actions):
            result, known = await set_in(view, known, action)
            plug_ins.memory.keep(seen.strip.place, slot.number, known)
            tell(place, result)
            if result.status is Status.FAILED:
                break

    with contextlib.suppress(QuantityError, UnsupportedError):
        await plug_ins.on(track_index(session, actions[0].track), do)
