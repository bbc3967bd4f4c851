"""The mixer: faders, pan, mute, solo, arm, each checked in Ardour, and the other way round."""

from __future__ import annotations

import math

from daw_bridges.mackie.buttons import Button, StripButton
from daw_bridges.mackie.fader_law import ARDOUR
from daw_bridges.mackie.messages import LampState, RingMode
from tests.ardour.desk import Desk, settled
from tests.ardour.shown.registry import shown

_LEVELS = (-60.0, -24.0, -11.0, -6.0, -0.5, 0.0, 3.0, 6.0)
_MASTER = 8


def _resolution(db: float) -> float:
    """What one of the 1024 places that a fader has is worth there, in dB, and a hundredth for printing."""
    position = ARDOUR.position(db)
    around = (max(1, position - 16), min(16_383, position + 16))
    return max(abs(ARDOUR.db(near) - ARDOUR.db(position)) for near in around) + 0.01


def _gain(desk: Desk, name: str) -> str:
    return f"{desk.route(name)}:gain_control():get_value()"


@shown("fader: dB in Ardour by Lua and by OSC, within the fader's resolution")
async def fader(desk: Desk) -> str:
    worst = 0.0
    for db in _LEVELS:
        await desk.move(desk.place("Bass"), ARDOUR.position(db))
        within = _resolution(db)
        heard = await settled(
            lambda: desk.ardour.lua.decibels(_gain(desk, "Bass")),
            lambda found, db=db, within=within: abs(found - db) <= within,
            f"Bass to be at {db} dB",
        )
        desk.ardour.osc.wait("/strip/gain", desk.number("Bass"), db, within=within)
        worst = max(worst, abs(heard - db))
    return f"{len(_LEVELS)} levels, at most {worst:.3f} dB off"


@shown("fader to −∞ and echoed")
async def fader_down(desk: Desk) -> str:
    strip = desk.place("Keys")
    await desk.move(strip, 0)
    await settled(lambda: desk.ardour.lua.decibels(_gain(desk, "Keys")), -math.inf, "Keys")
    await desk.link.until(lambda surface: surface.fader(strip) == 0, "the fader's echo", timeout=3)
    return "−∞, echoed as 0"


@shown("fader moved in the host")
async def fader_in_the_host(desk: Desk) -> str:
    strip, seen = desk.place("Hats"), list[str]()
    for db in (-18.0, -3.0):
        desk.ardour.lua.run(f"{desk.route('Hats')}:gain_control():set_value({10 ** (db / 20)}, 0)")
        await desk.link.until(
            lambda surface, db=db: (
                (place := surface.fader(strip)) is not None and abs(ARDOUR.db(place) - db) <= _resolution(db)
            ),
            f"the fader at {db} dB",
            timeout=3,
        )
        seen.append(f"{ARDOUR.db(desk.link.surface.fader(strip) or 0):.2f}")
    return f"{', '.join(seen)} dB shown"


@shown("master fader")
async def master_fader(desk: Desk) -> str:
    await desk.move(_MASTER, ARDOUR.position(-9.0))
    found = await settled(
        lambda: desk.ardour.lua.decibels("s:master_out():gain_control():get_value()"),
        lambda db: abs(db + 9.0) <= _resolution(-9.0),
        "the master to be at −9 dB",
    )
    return f"{found:.2f} dB"


async def _toggles(desk: Desk, button: StripButton, name: str, ask: str, address: str) -> str:
    """Press twice: on by lamp, Lua and OSC, then off by all three."""
    lamp = button + desk.place(name)
    for state, value in ((LampState.ON, 1.0), (LampState.OFF, 0.0)):
        await desk.click(button, desk.place(name))
        await settled(lambda: desk.ardour.lua.number(f"{desk.route(name)}:{ask}"), value, f"{name} {ask}")
        desk.ardour.osc.wait(address, desk.number(name), value, within=0.0)
        await desk.lit(lamp, state)
    return f"{name} on and off"


@shown("mute")
async def mute(desk: Desk) -> str:
    return await _toggles(desk, StripButton.MUTE, "Bass", "mute_control():get_value()", "/strip/mute")


@shown("solo")
async def solo(desk: Desk) -> str:
    return await _toggles(desk, StripButton.SOLO, "Percussion", "solo_control():get_value()", "/strip/solo")


@shown("record arm")
async def arm(desk: Desk) -> str:
    ask = "to_track():rec_enable_control():get_value()"
    return await _toggles(desk, StripButton.REC, "Kick", ask, "/strip/recenable")


@shown("mute in the host: its lamp follows")
async def mute_in_the_host(desk: Desk) -> str:
    lamp = StripButton.MUTE + desk.place("Pad")
    for state, value in ((LampState.ON, 1), (LampState.OFF, 0)):
        desk.ardour.osc.send("/strip/mute", desk.number("Pad"), value)
        await desk.lit(lamp, state)
    return "on, off"


@shown("any-solo lamp, and all solos off by one button")
async def clear_solo(desk: Desk) -> str:
    for name in ("Kick", "Keys"):
        await desk.click(StripButton.SOLO, desk.place(name))
    await desk.lit(Button.RUDE_SOLO_LAMP, None)
    await desk.click(Button.SOLO)
    for name in ("Kick", "Keys"):
        await settled(
            lambda name=name: desk.ardour.lua.number(f"{desk.route(name)}:solo_control():get_value()"),
            0.0,
            name,
        )
    await desk.lit(Button.RUDE_SOLO_LAMP, LampState.OFF)
    return "2 solos cleared"


def _azimuth(desk: Desk, name: str) -> float:
    """Where a strip is panned to in Ardour: 0 left, 0.5 centre, 1 right."""
    return desk.ardour.lua.number(f"{desk.route(name)}:pan_azimuth_control():get_value()")


@shown("pan: V-Pot, ring and Ardour agree")
async def pan(desk: Desk) -> str:
    strip = desk.place("Percussion")
    await desk.turn(strip, 16)
    right = await settled(lambda: _azimuth(desk, "Percussion"), lambda at: at > 0.6, "panned right")
    ring = desk.link.surface.ring(strip)
    assert ring is not None
    assert ring.mode in (RingMode.DOT, RingMode.BOOST_CUT), ring
    assert ring.value > 6, ring
    await desk.turn(strip, -80)
    left = await settled(lambda: _azimuth(desk, "Percussion"), lambda at: at < 0.01, "panned hard left")
    await desk.link.until(
        lambda surface: (surface.ring(strip) or ring).value <= 1, "ring at its left", timeout=3
    )
    return f"azimuth {right:.3f}, {left:.3f}"


@shown("pan in the host: the ring follows")
async def pan_in_the_host(desk: Desk) -> str:
    strip = desk.place("Keys")
    desk.ardour.lua.run(f"{desk.route('Keys')}:pan_azimuth_control():set_value(1.0, 0)")
    await desk.link.until(
        lambda surface: (ring := surface.ring(strip)) is not None and ring.value == 11,
        "ring at its right",
        timeout=3,
    )
    return "11 of 11"


@shown("fine steps with SHIFT held")
async def fine(desk: Desk) -> str:
    from daw_bridges.mackie.messages import Turn

    strip = desk.place("Percussion")
    await desk.turn(strip, 1)
    coarse = await settled(lambda: _azimuth(desk, "Percussion") - 0.5, lambda by: by > 0, "one tick")
    await desk.holding(Button.SHIFT, Turn(strip, 1))
    both = await settled(lambda: _azimuth(desk, "Percussion") - 0.5, lambda by: by > coarse, "one fine tick")
    assert both - coarse < coarse, (coarse, both)
    return f"one tick {coarse:.4f}, fine {both - coarse:.4f}"
