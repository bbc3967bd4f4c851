"""The transport: rolling, recording, the playhead, cycle, click, markers, the time display, saving."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

from daw_bridges.mackie.buttons import Button, StripButton
from daw_bridges.mackie.fader_law import ARDOUR
from daw_bridges.mackie.messages import LampState
from tests.ardour.desk import Desk, settled
from tests.ardour.prepared import SNAPSHOT
from tests.ardour.shown.registry import shown


def _rolling(desk: Desk) -> bool:
    return desk.ardour.lua.truth("s:transport_rolling()")


def _playhead(desk: Desk) -> float:
    return desk.ardour.lua.number("s:transport_sample()")


@shown("play and stop")
async def play_and_stop(desk: Desk) -> str:
    await desk.click(Button.PLAY)
    await settled(lambda: _rolling(desk), True, "rolling")
    await desk.lit(Button.PLAY)
    before = _playhead(desk)
    await settled(lambda: _playhead(desk), lambda now: now > before, "the playhead to go on")
    await desk.click(Button.STOP)
    await settled(lambda: _rolling(desk), False, "rolling")
    await desk.lit(Button.STOP)
    await desk.lit(Button.PLAY, LampState.OFF)
    return "rolled and stopped"


@shown("play in the host: the lamp follows")
async def play_in_the_host(desk: Desk) -> str:
    desk.ardour.osc.send("/transport_play")
    await desk.lit(Button.PLAY)
    desk.ardour.osc.send("/transport_stop")
    await desk.lit(Button.PLAY, LampState.OFF)
    return "lit, dark"


def _record_status(desk: Desk) -> int:
    """Whether Ardour records: 0 no, 1 when it is started, 2 now."""
    return int(desk.ardour.lua.number("s:record_status()"))


@shown("record: enabled its lamp is lit or flashes, rolling it records, stopped it is dark")
async def record(desk: Desk) -> str:
    await desk.click(StripButton.REC, desk.place("Percussion"))
    await desk.lit(StripButton.REC + desk.place("Percussion"))
    await desk.click(Button.RECORD)
    await settled(lambda: _record_status(desk), 1, "record status")
    # Flashing, most of the time: in some runs Ardour lights it steadily, and keeps to that.
    await desk.lit(Button.RECORD, None)
    enabled = desk.link.surface.lamp(Button.RECORD).name.lower()
    await desk.click(Button.PLAY)
    await settled(lambda: desk.ardour.lua.truth("s:actively_recording()"), True, "recording")
    await settled(lambda: _record_status(desk), 2, "record status")
    await desk.lit(Button.RECORD, LampState.ON)
    await desk.click(Button.STOP)
    await settled(lambda: _rolling(desk), False, "rolling")
    if _record_status(desk):
        await desk.click(Button.RECORD)
    await settled(lambda: _record_status(desk), 0, "record status")
    await desk.lit(Button.RECORD, LampState.OFF)
    return f"{enabled}, on, off"


@shown("the time display follows the playhead, in bars and in time code")
async def time_display(desk: Desk) -> str:
    await desk.locate(480_000)
    seen: dict[str, str] = {}
    for _ in range(2):
        bars = desk.link.surface.lamp(Button.BEATS_LAMP) is LampState.ON
        wanted = "006" if bars else "0010 00"
        await desk.link.until(
            lambda surface, wanted=wanted: wanted in surface.time_characters, wanted, timeout=3
        )
        seen["bars" if bars else "time code"] = desk.link.surface.time_characters
        await desk.link.click(Button.SMPTE_BEATS)
        await desk.lit(Button.SMPTE_LAMP if bars else Button.BEATS_LAMP)
    assert len(seen) == 2, seen
    return ", ".join(f"{kind} {shown!r}" for kind, shown in seen.items())


@shown("rewind and fast forward")
async def shuttle(desk: Desk) -> str:
    await desk.locate(480_000)
    await desk.click(Button.FAST_FORWARD)
    forward = await settled(lambda: _playhead(desk), lambda at: at > 480_000, "further on")
    await desk.click(Button.STOP)
    await settled(lambda: _rolling(desk), False, "rolling")
    await desk.locate(480_000)
    await desk.click(Button.REWIND)
    back = await settled(lambda: _playhead(desk), lambda at: at < 480_000, "further back")
    await desk.click(Button.STOP)
    await settled(lambda: _rolling(desk), False, "rolling")
    return f"from 480000 to {forward:.0f} and to {back:.0f} samples"


@shown("click")
async def click(desk: Desk) -> str:
    before = desk.ardour.lua.value("ARDOUR.config():get_clicking()")
    other = "true" if before == "false" else "false"
    for wanted in (other, before):
        await desk.click(Button.CLICK)
        await settled(lambda: desk.ardour.lua.value("ARDOUR.config():get_clicking()"), wanted, "clicking")
        await desk.lit(Button.CLICK, LampState.ON if wanted == "true" else LampState.OFF)
    return f"{before}, {other}, {before}"


@shown("marker at the playhead")
async def marker(desk: Desk) -> str:
    await desk.locate(96_000)
    count = desk.ardour.lua.number("s:locations():list():size()")
    await desk.click(Button.MARKER)
    await settled(lambda: desk.ardour.lua.number("s:locations():list():size()"), count + 1, "locations")
    at = _locations(desk, "start():samples()")
    assert "=96000" in at, at
    return "at sample 96000"


@shown("cycle over a range that was set in the host")
async def cycle(desk: Desk) -> str:
    desk.ardour.osc.send("/loop_location", 48_000, 96_000)
    await settled(lambda: "=true" in _locations(desk, "is_auto_loop()"), True, "a range for the cycle")
    for on in (True, False):
        await desk.click(Button.CYCLE)
        await settled(lambda: desk.ardour.lua.truth("s:get_play_loop()"), on, "cycling")
        await desk.lit(Button.CYCLE, LampState.ON if on else LampState.OFF)
    return "on, off"


def _locations(desk: Desk, ask: str) -> list[str]:
    return desk.ardour.lua.run(f'for l in s:locations():list():iter() do print("=" .. tostring(l:{ask})) end')


@shown("save: what is in the session's file is what the fader was put to")
async def save(desk: Desk) -> str:
    file = desk.ardour.places.session / f"{SNAPSHOT}.ardour"
    gain = f"{desk.route('Kick')}:gain_control():get_value()"
    await desk.move(desk.place("Kick"), ARDOUR.position(-21.0))
    await settled(lambda: desk.ardour.lua.decibels(gain), lambda db: abs(db + 21.0) < 0.1, "Kick's level")
    await desk.click(Button.SAVE)
    wanted = desk.ardour.lua.number(gain)
    saved = await settled(
        lambda: _saved_gain(file, "Kick"), lambda found: abs(found - wanted) < 1e-6, "saved gain"
    )
    return f"Kick's gain {saved:.4f}"


def _saved_gain(file: Path, name: str) -> float:
    """Read a strip's gain out of a saved session, which Ardour puts in the old one's place whole."""
    route = next(each for each in ET.parse(file).iter("Route") if each.get("name") == name)
    amp = next(each for each in route.iter("Processor") if each.get("type") == "amp")
    control = next(each for each in amp.iter("Controllable") if each.get("name") == "gaincontrol")
    return float(control.attrib["value"])
