"""Sends, plug-ins and automation of the selected strip: what the display offers, turned until it reads it."""

from __future__ import annotations

from daw_bridges.mackie.buttons import Button, StripButton
from daw_bridges.mackie.fader_law import ARDOUR
from tests.ardour.desk import Desk, settled
from tests.ardour.shown.registry import shown

_SHOWN_SECONDS = 3.0


def _send(desk: Desk, name: str, index: int) -> str:
    return f"{desk.route(name)}:send_level_controllable({index}):get_value()"


@shown("sends of the selected strip, level by V-Pot")
async def send_level(desk: Desk) -> str:
    await desk.select("Snare")
    await desk.click(Button.SEND)
    assert desk.link.surface.cell(0, 0).startswith("A"), desk.names()
    before = desk.ardour.lua.number(_send(desk, "Snare", 0))
    await desk.turn(0, 30)
    after = await settled(
        lambda: desk.ardour.lua.number(_send(desk, "Snare", 0)), lambda now: now > before, "the send"
    )
    assert desk.ardour.lua.number(_send(desk, "Keys", 0)) == 0.0, "another strip's send moved"
    await desk.turn(0, -128)
    await settled(lambda: desk.ardour.lua.number(_send(desk, "Snare", 0)), 0.0, "the send")
    return f"gain {before:.3f} → {after:.3f} → 0"


@shown("sends on the faders by FLIP, in dB")
async def send_by_fader(desk: Desk) -> str:
    await desk.select("Lead Vox")
    await desk.click(Button.SEND)
    await desk.click(Button.FLIP)
    try:
        await desk.move(1, ARDOUR.position(-12.0))
        level = await settled(
            lambda: desk.ardour.lua.decibels(_send(desk, "Lead Vox", 1)),
            lambda db: abs(db + 12.0) < 0.2,
            "the send to B-Delay at −12 dB",
        )
        assert desk.ardour.lua.decibels(f"{desk.route('Snare')}:gain_control():get_value()") == 0.0
        return f"{level:.2f} dB"
    finally:
        await desk.move(1, 0)
        await desk.click(Button.FLIP)


@shown("plug-ins of the selected strip by name")
async def plug_ins_are_named(desk: Desk) -> str:
    await desk.select("Lead Vox")
    await desk.click(Button.PLUG_IN)
    surface = desk.link.surface
    slots = [surface.cell(0, strip) for strip in range(2)]
    assert slots == ["Ins1Pl", "Ins2Pl"], slots
    names = [surface.cell(1, strip) for strip in range(2)]
    assert all(_within(name, full) for name, full in zip(names, ("ACE EQ", "ACE Compressor"), strict=True)), (
        names
    )
    assert surface.cell(1, 2) == "", surface.row(1)
    return " | ".join(names)


def _within(short: str, full: str) -> bool:
    """Whether the letters of one are in the other in their order; Ardour leaves out first letters, too."""
    letters = iter(full.casefold())
    return bool(short) and all(letter in letters for letter in short.casefold())


@shown("parameters page by page")
async def pages(desk: Desk) -> str:
    await desk.select("Lead Vox")
    await desk.click(Button.PLUG_IN)
    await desk.click(StripButton.VPOT, 0)
    first = [desk.link.surface.cell(0, strip) for strip in range(8)]
    assert all(first), first
    await desk.click(Button.RIGHT)
    second = [desk.link.surface.cell(0, strip) for strip in range(8)]
    assert second != first, first
    await desk.click(Button.LEFT)
    assert [desk.link.surface.cell(0, strip) for strip in range(8)] == first
    return f"{' '.join(filter(None, first))} / {' '.join(filter(None, second))}"


@shown("automation read, write and touch of the selected strip")
async def automation(desk: Desk) -> str:
    await desk.select("Keys")
    seen: list[str] = []
    ask = f"{desk.route('Keys')}:gain_control():automation_state()"
    for button, state in ((Button.READ, "Play"), (Button.WRITE, "Write"), (Button.TOUCH, "Touch")):
        await desk.click(button)
        wanted = desk.ardour.lua.value(f"ARDOUR.AutoState.{state}")
        await settled(lambda: desk.ardour.lua.value(ask), wanted, f"automation after {button.name}")
        seen.append(button.name.lower())
    return ", ".join(seen)


@shown("a view stays with its strip when another is selected, and follows when its button is pressed anew")
async def view_and_selection(desk: Desk) -> str:
    surface = desk.link.surface
    await desk.select("Bass")
    await desk.click(Button.PLUG_IN)
    await desk.click(StripButton.VPOT, 1)
    await desk.shows("Attack")
    await desk.click(StripButton.SELECT, desk.place("Pad"))
    assert surface.cell(0, 0) == "Attack", surface.row(0)
    await desk.click(Button.PLUG_IN)
    await desk.link.until(
        lambda surface: surface.cells(0)[:2] == ("Ins1Pl", ""), "Pad's one plug-in", timeout=_SHOWN_SECONDS
    )
    return "Bass's compressor stays open with Pad selected; PLUG-IN then lists Pad's"
