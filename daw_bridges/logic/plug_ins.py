"""Plug-ins, sends and routing of Logic's strips, as actions and as readings: the way in for the bridge.

Each procedure begins on a strip that the desk selected and checked, checks with every move that it is still
there, and leaves the surface in Pan Mixer view. When the user selects another track in the middle, it is
begun anew, a few times at most.
"""

from __future__ import annotations

import math
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

from daw_bridges.actions import Action
from daw_bridges.bridge import Result
from daw_bridges.errors import NotFoundError
from daw_bridges.logic.astray import missed, put_back
from daw_bridges.logic.devices import Known, Memory, device_of
from daw_bridges.logic.edit_view import EditView
from daw_bridges.logic.guard import OutOfSightError
from daw_bridges.logic.hands import Held, Stir
from daw_bridges.logic.inserts import InsertList, Slot
from daw_bridges.logic.plug_in_list import PlugInList
from daw_bridges.logic.routing import plain_port, read_ports
from daw_bridges.logic.sends import SendSlot, SendView
from daw_bridges.logic.strips import Desk, Seen
from daw_bridges.logic.views import MovedError, Slip, View
from daw_bridges.references import track_index
from daw_bridges.session import Device, Session, TrackKind

__all__ = ["ACTIONS", "PlugIns"]

T = TypeVar("T")

ACTIONS = frozenset(
    {
        "insert_device", "remove_device", "move_device", "enable_device", "set_parameter", "set_sidechain",
        "set_send", "set_output", "set_input",
    }
)  # fmt: skip
"""The actions that are done here."""

_ATTEMPTS = 4
_BUS = re.compile(r"Bus \d+", re.IGNORECASE)


class PlugIns:
    """Everything in the Channel views of one desk. Tracks are given by their place in the session, from 0."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.memory = Memory()
        self.list = PlugInList()
        self.session: Session | None = None
        """The session as it stood before the action that is being done."""
        self.notes: list[str] = []
        """What the user is to be told of what happened on the way, with the next result."""

    # -- reading --------------------------------------------------------------------------------------------

    async def devices(self, track: int, *, inside: bool = False) -> tuple[Device, ...]:
        """The plug-ins of a track in order; with ``inside`` each is looked into and its parameters read.

        Without it, parameters are those that were read when it was last looked into (none: never).
        """
        return await self.on(track, lambda seen: self._devices(seen, inside=inside))

    async def _devices(self, seen: Held, *, inside: bool) -> tuple[Device, ...]:
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

    async def sends(self, track: int) -> tuple[SendSlot, ...]:
        """The sends of a track that go somewhere, by the bus that they go to."""

        async def read(seen: Held) -> tuple[SendSlot, ...]:
            return tuple(send for send in await SendView(self.desk, seen).sends() if not send.free)

        return await self.on(track, read)

    async def bus_of(self, session: Session, name: str) -> str:
        """The bus that a return listens to, or the bus of that name; NotFoundError where it is none."""
        if _BUS.fullmatch(name.strip()):
            return name.strip()
        track = track_index(session, name)
        if session.tracks[track].kind is not TrackKind.RETURN:
            raise NotFoundError("return", name, [each.name for each in session.returns])
        place = self.desk.tracks[track]
        known = self.desk.strips[place].input or (await self._ports()).get(place)
        known = None if known is None else plain_port(known)
        if known is None or not known.casefold().startswith("bus"):
            raise NotFoundError("bus", name, [known or "no input"], "the input of that return")
        return known

    async def _ports(self) -> dict[int, str]:
        try:
            return (await read_ports(self.desk))[0]
        finally:
            await self.desk.base()

    async def destination(self, session: Session, name: str) -> str:
        """What Logic calls an input or output: a return's bus, Stereo Out for the master, or the name."""
        try:
            track = session.tracks[track_index(session, name)]
        except NotFoundError:
            return name.strip()
        if track.kind is TrackKind.MASTER:
            return "Stereo Out"
        return await self.bus_of(session, name) if track.kind is TrackKind.RETURN else name.strip()

    # -- doing ----------------------------------------------------------------------------------------------

    async def perform(self, action: Action, session: Session) -> Result:
        """Do one of ``ACTIONS`` and read it back. ``session`` is how it stands before.

        What cannot be done is a result that says why. Raises UnreachableError and TimedOutError as the desk
        does.
        """
        from daw_bridges.logic.performing import performed

        return await performed(self, action, session)

    async def on(self, track: int, do: Callable[[Held], Awaitable[T]]) -> T:
        """Do something on a track's strip, anew where somebody moved the surface in the middle of it.

        Raises MovedError where that happens again and again, and whatever else ``do`` raises; the surface is
        in Pan Mixer view afterwards.
        """
        for attempt in range(_ATTEMPTS):
            try:
                async with self.desk.on(track) as seen:
                    return await self._held(seen, do)
            except (MovedError, OutOfSightError) as error:
                if isinstance(error, MovedError) and error.slip is not None:
                    await self._mend(track, error.slip)
                if attempt == _ATTEMPTS - 1:
                    raise
        raise AssertionError

    async def _held(self, seen: Seen, do: Callable[[Held], Awaitable[T]]) -> T:
        """Do something on a strip that is checked before and after, and watched over in between."""
        stir = Stir(self.desk.link)
        held = Held(seen.desk, seen.strip, seen.slot, stir)
        try:
            # What Logic has done by now is on the surface when it has answered this.
            await self.desk.pulse.send()
            self._check(held)
            stir.seen = False
            done = await do(held)
            await self.desk.base()
            self._check(held)
            return done
        except MovedError as error:
            if error.slip is not None:
                await self.desk.base()
                error.slip = replace(error.slip, strip=self._selected())
            raise
        finally:
            stir.close()
            await self.desk.base()

    def _selected(self) -> int | None:
        """The place of the selected strip, where it is under the surface."""
        origin, slot = self.desk.bank.where(), self.desk.surface.selected
        return None if origin is None or slot is None else origin + slot

    async def _mend(self, track: int, slip: Slip) -> None:
        """Put back on another strip what a move did that was meant for a track's."""
        if slip.strip is None or slip.strip not in self.desk.tracks:
            return
        other = self.desk.tracks.index(slip.strip)
        if other == track or not await self.on(track, lambda held: missed(self.desk, held, slip)):
            return
        known = self._known_of(other, slip)
        if note := await self.on(other, lambda held: put_back(self.desk, held, slip, known)):
            self.notes.append(note)

    def _known_of(self, track: int, slip: Slip) -> str | None:
        """What a value of another track read when it was read last; None where it never was."""
        if slip.hit[0] is View.SEND:
            return self._known_send(track, slip)
        known = self.memory.seen.get((self.desk.tracks[track], slip.hit[1] or 0))
        if known is None:
            return None
        pages = [number for number, names in enumerate(known.layout, 1) if names[:6] == slip.row[:6]]
        found = [each.text for each in known.parameters if [each.page] == pages and each.cell == slip.cell]
        return found[0] if found else None

    def _known_send(self, track: int, slip: Slip) -> str | None:
        """The level of the send to the same bus, as the session has it."""
        session = self.session
        if session is None or slip.cell % 4 != 1:
            return None
        levels = session.tracks[track].sends
        fed = [name for name in levels if self._listens(session, name, slip.beside)]
        if len(fed) != 1:
            return None
        level = levels[fed[0]]
        return "-oo dB" if level in (None, -math.inf) else f"{level:.1f} dB"

    def _listens(self, session: Session, name: str, bus: str) -> bool:
        place = self.desk.tracks[track_index(session, name)]
        known = self.desk.strips[place].input
        return known is not None and plain_port(known) == plain_port(bus)

    def _check(self, held: Held) -> None:
        if not (held.in_sight(self.desk.surface) and held.selected(self.desk.surface)):
            raise MovedError(f"Somebody selected another track in Logic instead of “{held.name}”. Try again.")
