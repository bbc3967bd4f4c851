"""Plug-ins, sends and routing of Logic's strips, as actions and as readings: the way in for the bridge.

Each procedure begins on a strip that the desk selected and checked, checks with every move that it is still
there, and leaves the surface in Pan Mixer view. When the user selects another track in the middle, it is
begun anew, a few times at most.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from daw_bridges.actions import Action
from daw_bridges.bridge import Result
from daw_bridges.logic.devices import Known, Memory, device_of
from daw_bridges.logic.edit_view import EditView
from daw_bridges.logic.guard import OutOfSightError
from daw_bridges.logic.inserts import InsertList, Slot
from daw_bridges.logic.plug_in_list import PlugInList
from daw_bridges.logic.strips import Desk, Seen
from daw_bridges.logic.views import MovedError, Views
from daw_bridges.session import Device, Session

__all__ = ["ACTIONS", "PlugIns", "Routes"]

T = TypeVar("T")

ACTIONS = frozenset(
    {
        "insert_device", "remove_device", "move_device", "enable_device", "set_parameter", "set_sidechain",
        "set_send", "set_output", "set_input",
    }
)  # fmt: skip
"""The actions that are done here."""

_ATTEMPTS = 4


@dataclass(frozen=True, slots=True)
class Routes:
    """Where a strip's signal comes from and goes to, as the display reads it; None where it shows none."""

    input: str | None
    output: str | None
    sends: Mapping[str, float] = field(default_factory=dict[str, float])
    """Level in dB by the destination as the display reads it (``Bus 1``)."""


class PlugIns:
    """Everything in the Channel views of one desk. Tracks are given by their place in the session, from 0."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.memory = Memory()
        self.list = PlugInList()

    # -- reading --------------------------------------------------------------------------------------------

    async def devices(self, track: int, *, inside: bool = False) -> tuple[Device, ...]:
        """The plug-ins of a track in order; with ``inside`` each is looked into and its parameters read.

        Without it, parameters are those that were read when it was last looked into (none: never).
        """
        return await self.on(track, lambda seen: self._devices(seen, inside=inside))

    async def _devices(self, seen: Seen, *, inside: bool) -> tuple[Device, ...]:
        inserts = InsertList(self.desk, seen)
        slots = [slot for slot in await inserts.slots() if not slot.free]
        return tuple([await self._device(inserts, slot, inside=inside) for slot in slots])

    async def _device(self, inserts: InsertList, slot: Slot, *, inside: bool) -> Device:
        place = inserts.seen.strip.place
        known = await self.look_into(inserts, slot) if inside else self.memory.known(place, slot)
        name = self.memory.name(place, slot)
        return device_of(slot, name, () if known is None else known.parameters)

    async def look_into(self, inserts: InsertList, slot: Slot) -> Known:
        """Open a plug-in and read all there is; remembered."""
        return await self.read_into(await inserts.open(slot.number), inserts.seen.strip.place, slot)

    async def read_into(self, view: EditView, place: int, slot: Slot) -> Known:
        """Read all of the plug-in whose Edit view is shown; remembered."""
        title = await view.look()
        parameters = await view.parameters()
        known = Known(slot.name, title.plug_in, parameters, view.layout, view.count)
        self.memory.keep(place, slot.number, known)
        return known

    # -- doing ----------------------------------------------------------------------------------------------

    async def perform(self, action: Action, session: Session) -> Result:
        """Do one of ``ACTIONS`` and read it back. ``session`` is how it stands before.

        What cannot be done is a result that says why. Raises UnreachableError and TimedOutError as the desk
        does.
        """
        from daw_bridges.logic.performing import performed

        return await performed(self, action, session)

    async def on(self, track: int, do: Callable[[Seen], Awaitable[T]]) -> T:
        """Do something on a track's strip, anew where somebody moved the surface in the middle of it.

        Raises MovedError where that happens again and again, and whatever else ``do`` raises; the surface is
        in Pan Mixer view afterwards.
        """
        views = Views(self.desk.pulse)
        for attempt in range(_ATTEMPTS):
            try:
                async with self.desk.on(track) as seen:
                    try:
                        return await do(seen)
                    finally:
                        await views.leave()
            except (MovedError, OutOfSightError):
                if attempt == _ATTEMPTS - 1:
                    raise
        raise AssertionError
