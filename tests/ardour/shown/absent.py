"""What Ardour does not do for a surface when it has no window, each seen not to happen."""

from __future__ import annotations

import asyncio

from daw_bridges.mackie.buttons import Button
from daw_bridges.mackie.fader_law import ARDOUR
from daw_bridges.mackie.messages import Jog, LampState
from tests.ardour.desk import Desk, settled
from tests.ardour.shown.registry import lacking


def _plug_ins(desk: Desk, name: str) -> list[str]:
    said = desk.ardour.lua.run(
        f"""for i = 0, 20 do local p = {desk.route(name)}:nth_plugin(i)
        if p:isnil() then break end print("=" .. p:display_name()) end"""
    )
    return [line for line in said if line.startswith("=")]


@lacking("insert or remove a plug-in from the surface")
async def inserting(desk: Desk) -> str:
    await desk.select("Bass")
    await desk.click(Button.PLUG_IN)
    before = _plug_ins(desk, "Bass")
    for ticks in (5, -20):
        await desk.turn(4, ticks)
        await desk.click(Button.ENTER)
    assert _plug_ins(desk, "Bass") == before
    return "turning an empty slot offers nothing"


@lacking("EQ view (only Harrison's Mixbus has the channel strips for it)")
async def equaliser(desk: Desk) -> str:
    await desk.select("Bass")
    await desk.click(Button.EQ)
    await desk.shows("no EQ")
    return desk.link.surface.row(0).strip()


@lacking("dynamics view (the INSTRUMENT button; Mixbus only)")
async def dynamics(desk: Desk) -> str:
    await desk.select("Bass")
    await desk.click(Button.INSTRUMENT)
    await desk.shows("no dynamics")
    return desk.link.surface.row(0).strip()


@lacking("jog wheel moves the playhead")
async def jog(desk: Desk) -> str:
    desk.ardour.osc.send("/locate", 480_000, 0)
    await settled(lambda: desk.ardour.lua.number("s:transport_sample()"), 480_000.0, "the playhead")
    for _ in range(8):
        await desk.link.send(Jog(4))
    await asyncio.sleep(0.3)
    assert desk.ardour.lua.number("s:transport_sample()") == 480_000.0
    return "the playhead stayed"


@lacking("UNDO takes back a fader's move")
async def undo(desk: Desk) -> str:
    await desk.move(desk.place("Bass"), ARDOUR.position(-12.0))
    ask = f"{desk.route('Bass')}:gain_control():get_value()"
    moved = await settled(lambda: desk.ardour.lua.number(ask), lambda gain: gain < 0.3, "Bass down")
    await desk.click(Button.UNDO)
    await asyncio.sleep(0.3)
    assert desk.ardour.lua.number(ask) == moved
    return "the fader stayed"


@lacking("latch automation")
async def latch(desk: Desk) -> str:
    await desk.select("Bass")
    ask = f"{desk.route('Bass')}:gain_control():automation_state()"
    before = desk.ardour.lua.value(ask)
    await desk.click(Button.LATCH)
    await asyncio.sleep(0.3)
    assert desk.ardour.lua.value(ask) == before
    assert desk.link.surface.lamp(Button.LATCH) is LampState.OFF
    return "mode and lamp stayed"


@lacking("FLIP outside the send view")
async def flip(desk: Desk) -> str:
    await desk.click(Button.FLIP)
    await desk.move(desk.place("Percussion"), 4096)
    await settled(
        lambda: desk.ardour.lua.number(f"{desk.route('Percussion')}:gain_control():get_value()"),
        lambda gain: gain < 0.3,
        "the volume, as without FLIP",
    )
    assert desk.ardour.lua.number(f"{desk.route('Percussion')}:pan_azimuth_control():get_value()") == 0.5
    assert desk.link.surface.lamp(Button.FLIP) is LampState.OFF
    return "the fader stays the volume's"


@lacking("lamps for automation modes")
async def automation_lamps(desk: Desk) -> str:
    await desk.select("Bass")
    for button in (Button.READ, Button.WRITE, Button.TOUCH):
        await desk.click(button)
        await asyncio.sleep(0.1)
        assert desk.link.surface.lamp(button) is LampState.OFF, button
    return "the mode changes, the lamps stay dark"
