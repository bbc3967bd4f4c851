"""Our own surface, plugged into Ardour: port, codec, link and surface model as Orbit has them."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeVar

from daw_bridges.mackie.buttons import STRIPS, Button, StripButton
from daw_bridges.mackie.handshake import Identity
from daw_bridges.mackie.link import Link
from daw_bridges.mackie.messages import Fader, LampState, Message, Model, Press, Touch, Turn
from daw_bridges.mackie.virtual import VirtualPort
from tests.ardour.dialect import ArdourPulse
from tests.ardour.host import IN, OUT, Ardour
from tests.ardour.prepared import TRACKS
from tests.ardour.sound import connect, disconnect

__all__ = ["Desk", "plugged_in", "settled"]

_PORTS = {"Orbit Out:Orbit Out": IN, OUT: "Orbit In:Orbit In"}
_T = TypeVar("_T")
_HANDSHAKES = 4
_SETTLE_SECONDS = 3.0
_BACK_SECONDS = 12.0


@dataclass(frozen=True)
class Desk:
    """Both sides of every test: the surface in our hands, and the host asked behind its back."""

    ardour: Ardour
    link: Link

    def place(self, name: str) -> int:
        """Where a strip is under the surface, 0 … 7, when the bank is at its first place."""
        return TRACKS.index(name)

    async def select(self, name: str) -> None:
        """Select a strip alone, whichever bank it is in; that bank stays under the surface.

        Without a window there is no other way: Ardour's OSC selects nothing then, its Lua has no word for it.
        """
        banks, strip = divmod(self.place(name), STRIPS)
        for _ in range(banks):
            await self.click(Button.BANK_RIGHT)
        await self.click(StripButton.SELECT, strip)
        await settled(
            lambda: self.ardour.lua.truth(f"{self.route(name)}:is_selected()"), True, f"{name} selected"
        )

    def number(self, name: str) -> int:
        """Which number a strip has in Ardour's OSC."""
        return TRACKS.index(name) + 1

    def route(self, name: str) -> str:
        """Write the Lua for a strip."""
        return f's:route_by_name("{name}")'

    def names(self) -> list[str]:
        """Read the eight names on the display."""
        return [self.link.surface.cell(0, strip) for strip in range(STRIPS)]

    async def click(self, button: Button | StripButton | int, strip: int = 0) -> None:
        """Press a button and let it go, and wait for all of the answer, also where there is none."""
        await self.send(Press(button + strip, down=True), Press(button + strip, down=False))

    async def holding(self, held: Button, *messages: Message) -> None:
        """Do something while a button is down."""
        await self.send(Press(held, down=True), *messages, Press(held, down=False))

    async def send(self, *messages: Message) -> None:
        """Send as the bridge to Logic does: with SMPTE/BEATS behind it, whose lamps answer last."""
        await ArdourPulse(self.link).send(*messages)

    async def move(self, strip: int, position: int) -> None:
        """Put a fader somewhere, with a hand on it."""
        await self.link.send(Touch(strip, on=True), Fader(strip, position), Touch(strip, on=False))

    async def turn(self, strip: int, ticks: int) -> None:
        """Turn a V-Pot, in as many messages as that takes; never by 0, which Ardour takes for 1."""
        way = 1 if ticks > 0 else -1
        steps = [20] * (abs(ticks) // 20) + ([abs(ticks) % 20] if ticks % 20 else [])
        await self.send(*(Turn(strip, way * step) for step in steps))

    async def lit(self, button: int, state: LampState | None = LampState.ON) -> None:
        """Wait until a lamp is as it should be; None is any but off."""
        await self.link.until(
            lambda surface: (
                surface.lamp(button) is not LampState.OFF if state is None else surface.lamp(button) is state
            ),
            f"lamp {button} to be {'lit' if state is None else state.name}",
            timeout=_SETTLE_SECONDS,
        )

    async def shows(self, wanted: str, timeout: float = _SETTLE_SECONDS) -> None:
        """Wait until a text is on the display."""
        await self.link.until(
            lambda surface: wanted in surface.row(0) or wanted in surface.row(1),
            f"“{wanted}” on the display",
            timeout=timeout,
        )

    async def home(self) -> None:
        """Put host and surface as every test expects them: see ``reset``; first bank, pan on the V-Pots."""
        await self.back()
        await self._stopped()
        self.reset()
        await self.click(Button.PAN)
        for _ in range(2):
            await self.click(Button.BANK_LEFT)
        self.ardour.osc.listen()

    async def _stopped(self) -> None:
        """Stop the transport and recording, and go to the start; Ardour does each when it comes to it."""
        lua = self.ardour.lua
        if lua.truth("s:transport_rolling()"):
            lua.run("s:request_stop(false, true, ARDOUR.TransportRequestSource.TRS_UI)")
            await settled(lambda: lua.truth("s:transport_rolling()"), False, "rolling")
        await self.locate(0)
        if self.link.surface.lamp(Button.RECORD) is not LampState.OFF:
            await self.click(Button.RECORD)
            await self.lit(Button.RECORD, LampState.OFF)

    async def locate(self, sample: int) -> None:
        """Put the playhead somewhere; while it still runs down, Ardour goes on a little behind the place."""
        for _ in range(20):
            self.ardour.osc.send("/locate", sample, 0)
            await asyncio.sleep(0.06)
            if self.ardour.lua.number("s:transport_sample()") == sample:
                return
        raise AssertionError(f"the playhead does not stay at {sample}")

    async def back(self) -> None:
        """Wait until the host is there again, where it went.

        Ardour does not say then how time is shown, by which it is known when all was answered: it is asked.
        """
        end = time.monotonic() + _BACK_SECONDS
        while self.link.lost is not None:
            assert time.monotonic() < end, self.link.lost
            await asyncio.sleep(0.05)
        while not any(self.link.surface.lit(lamp) for lamp in (Button.SMPTE_LAMP, Button.BEATS_LAMP)):
            assert time.monotonic() < end, "no lamp for how time is shown"
            await self.link.click(Button.SMPTE_BEATS)
            await self.link.quiet(gap=0.2)

    async def replug(self) -> None:
        """Pull both cables and put them in again, and wait until the host has greeted the surface anew."""
        generation = self.link.generation
        await asyncio.to_thread(unplug, self.ardour)
        await asyncio.sleep(0.2)
        await asyncio.to_thread(plug, self.ardour)
        await settled(lambda: self.link.generation > generation, True, "greeted anew")
        await self.back()

    def reset(self) -> None:
        """Put every strip to 0 dB and centre; nothing muted, soloed, armed or automated."""
        self.ardour.lua.run(
            """s:cancel_all_solo()
            for r in s:get_routes():iter() do
              r:gain_control():set_value(1.0, 0)
              r:mute_control():set_value(0.0, 0)
              if not r:pan_azimuth_control():isnil() then r:pan_azimuth_control():set_value(0.5, 0) end
              local t = r:to_track()
              if not t:isnil() then t:rec_enable_control():set_value(0.0, 0) end
              r:gain_control():set_automation_state(ARDOUR.AutoState.Off)
            end"""
        )


@asynccontextmanager
async def plugged_in(ardour: Ardour) -> AsyncGenerator[Desk]:
    """Make our ports, connect them to Ardour's, go through the handshake.

    The first messages after connecting now and then get lost in PipeWire, the host's question among them: the
    cables are then pulled and put in again.
    """
    os.environ.update(ardour.places.jack)
    opening = asyncio.create_task(
        Link.open(VirtualPort("Orbit"), identity=Identity(model=Model.LOGIC_CONTROL), timeout=12.0)
    )
    try:
        for _ in range(_HANDSHAKES):
            await _plugged_while(opening, ardour)
            if (await asyncio.wait([opening], timeout=2.5))[0]:
                break
            await asyncio.to_thread(unplug, ardour)
        link = await opening
    except BaseException:
        opening.cancel()
        raise
    try:
        yield Desk(ardour, link)
    finally:
        await link.close()


async def _plugged_while(opening: asyncio.Task[Link], ardour: Ardour) -> None:
    """Connect as soon as our ports are there; where they are never made, say why that is."""
    plugging = asyncio.create_task(asyncio.to_thread(plug, ardour))
    await asyncio.wait([opening, plugging], return_when=asyncio.FIRST_COMPLETED)
    if opening.done():
        await opening
    await plugging


def plug(ardour: Ardour) -> None:
    """Connect our ports with Ardour's."""
    for source, target in _PORTS.items():
        connect(ardour.places, source, target)


def unplug(ardour: Ardour) -> None:
    """Pull both cables."""
    for source, target in _PORTS.items():
        disconnect(ardour.places, source, target)


async def settled(
    read: Callable[[], _T], wanted: _T | Callable[[_T], bool], what: str, timeout: float = _SETTLE_SECONDS
) -> _T:
    """Ask until the answer is the one that is wanted; give it.

    Raises:
        AssertionError: it never was; the message has what it was instead.
    """
    end = time.monotonic() + timeout
    while True:
        found = read()
        if wanted(found) if callable(wanted) else found == wanted:
            return found
        if time.monotonic() > end:
            raise AssertionError(
                f"{what}: it is {found!r}" + ("" if callable(wanted) else f", not {wanted!r}")
            )
        await asyncio.sleep(0.01)
