"""Strips: their names on the display, the bank, the selection."""

from __future__ import annotations

from daw_bridges.logic.naming import fits
from daw_bridges.mackie.buttons import STRIPS, Button, StripButton
from tests.ardour.desk import Desk, settled
from tests.ardour.prepared import TRACKS
from tests.ardour.shown.registry import shown


def _stand_for(shorts: list[str], names: tuple[str, ...]) -> bool:
    wanted = [*names, *[""] * (STRIPS - len(names))]
    return all(fits(short, name) if name else not short for short, name in zip(shorts, wanted, strict=True))


@shown("strips named, both banks")
async def strips_are_named(desk: Desk) -> str:
    listed = [strip.name for strip in desk.ardour.osc.strips()]
    assert listed == list(TRACKS), listed
    first = desk.names()
    assert _stand_for(first, TRACKS[:STRIPS]), first
    await desk.click(Button.BANK_RIGHT)
    second = desk.names()
    assert _stand_for(second, TRACKS[STRIPS:]), second
    return " ".join(name for name in (*first, *second) if name)


@shown("bank left and right; the last bank is partial, and nothing is beyond either end")
async def banks(desk: Desk) -> str:
    first = desk.names()
    await desk.click(Button.BANK_LEFT)
    assert desk.names() == first, "a bank left of the first"
    await desk.click(Button.BANK_RIGHT)
    last = desk.names()
    assert last.count("") == 2 * STRIPS - len(TRACKS), last
    await desk.click(Button.BANK_RIGHT)
    assert desk.names() == last, "a bank right of the last"
    await desk.click(Button.BANK_LEFT)
    assert desk.names() == first, "not back at the first"
    return f"{len(TRACKS)} strips, {STRIPS - last.count('')} in the last bank"


@shown("by one channel")
async def by_one_channel(desk: Desk) -> str:
    await desk.click(Button.CHANNEL_RIGHT)
    assert _stand_for(desk.names(), TRACKS[1 : STRIPS + 1]), desk.names()
    await desk.click(Button.CHANNEL_LEFT)
    assert _stand_for(desk.names(), TRACKS[:STRIPS]), desk.names()
    return "Snare … Guitar, and back"


@shown("select, from the surface")
async def select_from_the_surface(desk: Desk) -> str:
    for name in ("Bass", "Snare"):
        await desk.click(StripButton.SELECT, desk.place(name))
        await desk.lit(StripButton.SELECT + desk.place(name))
        await settled(
            lambda name=name: [
                other for other in TRACKS if desk.ardour.lua.truth(f"{desk.route(other)}:is_selected()")
            ],
            [name],
            "selected in Ardour",
        )
        desk.ardour.osc.wait("/strip/select", desk.number(name), 1.0, within=0.0)
    return "Bass, then Snare alone"


@shown("a name changed in the host")
async def renamed(desk: Desk) -> str:
    try:
        desk.ardour.lua.run(f'{desk.route("Pad")}:set_name("Warm Strings")')
        await desk.link.until(
            lambda surface: fits(surface.cell(0, desk.place("Pad")), "Warm Strings"),
            "the new name on the display",
            timeout=3,
        )
        return desk.names()[desk.place("Pad")]
    finally:
        desk.ardour.lua.run(f'{desk.route("Warm Strings")}:set_name("Pad")')
        await desk.link.until(
            lambda surface: surface.cell(0, desk.place("Pad")) == "Pad", "Pad named so again", timeout=3
        )
