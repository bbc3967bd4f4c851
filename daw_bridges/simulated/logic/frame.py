"""Everything a surface shows at one moment, and the messages that lead from one such moment to the next.

The host never says what has not changed: each message here is a difference (measured on Logic 12.3.1).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from daw_bridges.mackie.buttons import STRIPS
from daw_bridges.mackie.messages import (
    AssignmentDigit,
    Backlight,
    ChannelMeterMode,
    Click,
    Fader,
    GlobalMeterMode,
    Lamp,
    LampState,
    Lcd,
    Message,
    Ring,
    TimecodeDigit,
    TouchlessFaders,
    TouchSensitivity,
)
from daw_bridges.simulated.logic.desk import Desk
from daw_bridges.simulated.logic.dialogs import ALERT, Dialogs
from daw_bridges.simulated.logic.lcd import ROW, compose, overlaid, runs
from daw_bridges.simulated.logic.panel import Panel
from daw_bridges.simulated.logic.strip_section import lamps, position
from daw_bridges.simulated.logic.transport import beats_text, smpte_text
from daw_bridges.simulated.logic.views.base import NO_RING, Shown

__all__ = [
    "BLANK",
    "Frame",
    "Phases",
    "differences",
    "everything_but_text",
    "frame",
    "second_frame",
    "settings",
]

DIGITS = 10


@dataclass(frozen=True, slots=True)
class Frame:
    """What is shown: 112 characters, two of the mode (and its dot), ten of the time, lamps, rings, faders."""

    text: str = " " * (2 * ROW)
    mode: str = "  "
    time: str = " " * DIGITS
    lamps: Mapping[int, LampState] = field(default_factory=dict[int, LampState])
    rings: tuple[Shown, ...] = (NO_RING,) * STRIPS
    faders: tuple[int, ...] = (0,) * (STRIPS + 1)


BLANK = Frame()


@dataclass(frozen=True, slots=True)
class Phases:
    """Which halves of their periods what blinks and what flashes is in."""

    blink_dark: bool = False
    flash_dark: bool = False


def frame(desk: Desk, panel: Panel, dialogs: Dialogs, phases: Phases) -> Frame:
    """What the surface has to show now."""
    faders = tuple(position(desk, fader) for fader in range(STRIPS + 1))
    if dialogs.text is not None:
        return _alert(dialogs, desk.now, {**lamps(desk, dark=True), **panel.lamps()}, faders)
    upper = overlaid(compose(desk.view.upper(), dark=phases.flash_dark), desk.passing.of(0))
    lower = overlaid(compose(desk.view.lower(), dark=phases.flash_dark), desk.passing.of(1))
    clock = smpte_text if desk.smpte else beats_text
    return Frame(
        upper + lower,
        desk.view.mode().upper(),
        clock(desk.project.playhead, desk.project)[-DIGITS:],
        {**lamps(desk, dark=phases.blink_dark), **panel.lamps()},
        tuple(desk.view.ring(slot) for slot in range(STRIPS)),
        faders,
    )


def _alert(dialogs: Dialogs, now: float, lit: Mapping[int, LampState], faders: tuple[int, ...]) -> Frame:
    """A dialog: its text, no lamp, and the faders where they are."""
    upper, lower = dialogs.rows(now)
    return Frame(
        compose(upper) + compose(lower),
        time=ALERT.ljust(DIGITS),
        lamps=dict.fromkeys(lit, LampState.OFF),
        faders=faders,
    )


def second_frame(desk: Desk, shown: Frame) -> Frame:
    """What a second unit on the same port shows: the strips behind the first one's eight."""
    names = "".join(desk.short(strip.name if strip else "")[:7].ljust(7) for strip in desk.banks.slots(1))
    faders = (*(position(desk, fader, 1) for fader in range(STRIPS)), shown.faders[STRIPS])
    return Frame(names + shown.text[ROW:], lamps=lamps(desk, dark=True, unit=1), faders=faders)


# -- differences ---------------------------------------------------------------------------------------------


def settings(model: int) -> Iterator[Message]:
    """What a surface is set to as soon as it is connected."""
    yield Click(model, on=False)
    yield Backlight(model, 0)
    yield TouchlessFaders(model, on=False)
    for fader in range(STRIPS + 1):
        yield TouchSensitivity(model, fader, 3)
    for strip in range(STRIPS):
        yield ChannelMeterMode(model, strip, 1)
    yield GlobalMeterMode(model, vertical=False)


def everything_but_text(shown: Frame) -> Iterator[Message]:
    """All faders, rings, lamps and digits, also those that are down, dark or blank."""
    for fader, place in enumerate(shown.faders):
        yield Fader(fader, place)
    for slot, ring in enumerate(shown.rings):
        yield Ring(slot, ring.mode, ring.value, ring.centre)
    for button, state in shown.lamps.items():
        yield Lamp(button, state)
    for place in (1, 0):
        yield AssignmentDigit(place, *_digit(shown.mode, place))
    for place in range(DIGITS):
        yield TimecodeDigit(place, shown.time[-1 - place])


def differences(model: int, before: Frame, after: Frame) -> Iterator[Message]:
    """What has to be said to a surface that shows ``before``."""
    for offset, text in runs(before.text, after.text):
        yield Lcd(model, offset, text)
    for fader, (old, new) in enumerate(zip(before.faders, after.faders, strict=True)):
        if old != new:
            yield Fader(fader, new)
    for slot, (old, new) in enumerate(zip(before.rings, after.rings, strict=True)):
        if old != new:
            yield Ring(slot, new.mode, new.value, new.centre)
    for button, state in after.lamps.items():
        if before.lamps.get(button, LampState.OFF) != state:
            yield Lamp(button, state)
    yield from _mode(before.mode, after.mode)
    yield from _time(before.time, after.time)


def _mode(before: str, after: str) -> Iterator[Message]:
    """The two digits of the mode display, the right one with the dot."""
    for place in (1, 0):
        old, new = _digit(before, place), _digit(after, place)
        if old != new:
            yield AssignmentDigit(place, *new)


def _digit(mode: str, place: int) -> tuple[str, bool]:
    characters = mode.removesuffix(".").ljust(2)[:2]
    return characters[1 - place], place == 0 and mode.endswith(".")


def _time(before: str, after: str) -> Iterator[Message]:
    for place in range(DIGITS):
        if before[-1 - place] != after[-1 - place]:
            yield TimecodeDigit(place, after[-1 - place])
