"""One connection to Logic, and all that is known of the mixer over it."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import count

from daw_bridges.logic.assigning import INPUT, assign
from daw_bridges.logic.at_screen import AtScreen
from daw_bridges.logic.banking import ChangedError
from daw_bridges.logic.devices import device_of
from daw_bridges.logic.dispatch import Procedures
from daw_bridges.logic.guard import OutOfSightError
from daw_bridges.logic.hands import Held
from daw_bridges.logic.macos import Desktop
from daw_bridges.logic.macos.screen import Screen
from daw_bridges.logic.mixer import NotAppliedError
from daw_bridges.logic.plug_ins import PlugIns
from daw_bridges.logic.reading import Reading, glance, is_return, read_mixer, tracks_of
from daw_bridges.logic.routing import plain_port
from daw_bridges.logic.steady import soloing
from daw_bridges.logic.strip import Strip
from daw_bridges.logic.strips import Desk
from daw_bridges.logic.views import MovedError
from daw_bridges.mackie.link import Link
from daw_bridges.session import Device, Session

__all__ = ["Sitting"]

_ATTEMPTS = 3
_BOTH = 2
_ASKED = ("devices", "sends", "input", "output")
"""What of a track a surface shows only where it is asked for."""


class Sitting:
    """From the moment that Logic greets the surface until it lets go of it."""

    def __init__(self, link: Link, desktop: Desktop, settle: float) -> None:
        self.link, self.generation = link, link.generation
        self.desk = Desk(link, settle=settle)
        self.plug_ins = PlugIns(self.desk)
        self.screen = Screen(desktop)
        self.at_screen = AtScreen(self.desk, self.screen, self.read, self._feed)
        self.procedures = Procedures(self.desk, self.plug_ins, self.at_screen)
        self.session: Session | None = None
        """What was read last, and done since."""
        self._reading = Reading()

    async def read(self) -> Session:
        """Read the whole mixer; plug-ins that were looked into are looked into again.

        Raises RefusedError where somebody changes it faster than it can be read.
        """
        for _ in range(_ATTEMPTS):
            with contextlib.suppress(ChangedError, MovedError, OutOfSightError):
                return await self._read()
        return await self._read()

    async def _read(self) -> Session:
        before = self.desk.strips
        self._reading = await read_mixer(self.desk)
        self._follow(before)
        devices = {place: self._devices(place) for place in self.desk.tracks}
        for index, place in enumerate(self.desk.tracks):
            if any(device.parameters for device in devices[place]):
                devices[place] = await self.plug_ins.devices(index, inside=True)
        return await self._put_together(devices)

    def _follow(self, before: Sequence[Strip]) -> None:
        """Keep what was seen of plug-ins where strips only have another place, told by unique names."""
        after = self.desk.strips
        if [strip.short for strip in before] == [strip.short for strip in after]:
            return
        places = {strip.name: strip.place for strip in after}
        names = Counter(strip.name for strip in (*before, *after))
        moved = {
            strip.place: places[strip.name]
            for strip in before
            if strip.name in places and names[strip.name] == _BOTH
        }
        memory = self.plug_ins.memory
        memory.seen = {
            (moved[place], slot): known for (place, slot), known in memory.seen.items() if place in moved
        }

    async def _feed(self, name: str) -> bool:
        """Give the aux of that name, which nothing feeds, the first bus that nothing uses."""
        places = [p for p in self.desk.tracks if self.desk.strips[p].name == name]
        if len(places) != 1 or is_return(self.desk.strips[places[0]]):
            return False
        bus = self._free_bus()

        async def assign_bus(seen: Held) -> tuple[bool, str]:
            return await assign(self.desk, seen, INPUT, bus)

        done, reads = await self.plug_ins.on(self.desk.tracks.index(places[0]), assign_bus)
        if not done:
            raise NotAppliedError(f"The input of “{name}” reads {reads}, not {bus}.", {"input": reads})
        return True

    def _free_bus(self) -> str:
        """The first bus that feeds no strip, and that nothing is sent to."""
        used = {end for strip in self.desk.strips for end in (strip.input, strip.output)}
        used |= {plain_port(sent.to) for sends in self._reading.sends.values() for sent in sends}
        return next(bus for number in count(1) if (bus := f"Bus {number}") not in used)

    def _devices(self, place: int) -> tuple[Device, ...]:
        """A strip's plug-ins, with the parameters that are remembered."""
        slots = self._reading.inserts.get(place, {})
        memory = self.plug_ins.memory
        known = ((slot, memory.known(place, slot)) for slot in slots.values())
        return tuple(
            device_of(slot, memory.name(place, slot), () if seen is None else seen.parameters)
            for slot, seen in known
        )

    async def _put_together(self, devices: dict[int, tuple[Device, ...]]) -> Session:
        transport = self.procedures.transport
        await self.at_screen.look()
        signature = self.at_screen.signature or (4, 4)
        loop = await transport.cycle(signature)
        await self.desk.base()
        self.session = Session(
            daw="logic",
            tempo=self.at_screen.tempo or 120.0,
            time_signature=signature,
            metronome=transport.metronome,
            playing=transport.playing,
            recording=transport.recording,
            loop=loop,
            tracks=tracks_of(self.desk, self._reading, devices),
        )
        return self.session

    async def glance(self) -> Session:
        """Read what the surface shows bank by bank, and keep the rest."""
        if self.session is None or not await glance(self.desk):
            return await self.read()
        return self.shown()

    async def pushed(self, *, turned: bool) -> Session:
        """Take what Logic has told of the strips in sight; panning, and mutes under a solo, are asked."""
        self.desk.learn_visible()
        asked = turned or soloing(self.link.surface) or self.desk.bank.where() is None
        if self.session is None or asked:
            return await self.glance()
        return self.shown()

    def shown(self) -> Session:
        """The session with what the strips read last: nothing is asked."""
        assert self.session is not None
        transport = self.procedures.transport
        fresh = tracks_of(self.desk, self._reading, {})
        kept = [
            new.model_copy(update={field: getattr(old, field) for field in _ASKED})
            for new, old in zip(fresh, self.session.tracks, strict=True)
        ]
        self.session = self.session.model_copy(
            update={
                "metronome": transport.metronome,
                "playing": transport.playing,
                "recording": transport.recording,
                "tracks": tuple(kept),
            }
        )
        return self.session

    async def detailed(self, tracks: Collection[int]) -> Session:
        """Look into the plug-ins of some tracks (places in the session)."""
        with contextlib.suppress(ChangedError):
            return await self._detailed(self.session or await self.read(), tracks)
        return await self._detailed(await self.read(), tracks)

    async def _detailed(self, session: Session, tracks: Collection[int]) -> Session:
        found = list(session.tracks)
        for index in tracks:
            if index < len(found) and found[index].devices:
                devices = await self.plug_ins.devices(index, inside=True)
                found[index] = found[index].model_copy(update={"devices": devices})
        self.session = session.model_copy(update={"tracks": tuple(found)})
        return self.session

    async def close(self) -> None:
        """Let go of the port and of what lies in temporary folders."""
        self.screen.close()
        await self.link.close()
