"""The eight strips of the surface and its master fader: what their buttons, faders and lamps do and show."""

from __future__ import annotations

import math

from daw_bridges.mackie.buttons import STRIPS, Button, StripButton
from daw_bridges.mackie.fader_law import LOGIC_MASTER, LOGIC_STRIP, FaderLaw
from daw_bridges.mackie.messages import LampState
from daw_bridges.simulated.logic.desk import Desk
from daw_bridges.simulated.logic.strips import Strip, StripKind

__all__ = ["MASTER", "kept_level", "lamps", "law_of", "level_at", "position", "press", "slide", "touch"]

MASTER = STRIPS
"""The master fader's number."""


def law_of(strip: Strip) -> FaderLaw:
    """Strips go up to +6 dB, the master to +10."""
    return LOGIC_MASTER if strip.kind is StripKind.MASTER else LOGIC_STRIP


def kept_level(db: float) -> float:
    """The level that Logic makes of a fader's: in tenths, and rather the lower one.

    So it was with all seven positions measured: 11000 (−3.62 dB) became −3.7.

    >>> kept_level(-3.6188), kept_level(-2.9561), kept_level(6.0)
    (-3.7, -3.0, 6.0)
    """
    return db if db == -math.inf else math.floor(db * 10 + 0.15) / 10


def level_at(law: FaderLaw, place: int) -> float:
    """The level a fader sets at a position: the highest tenth whose own position is not above it.

    >>> level_at(LOGIC_STRIP, 11000), level_at(LOGIC_STRIP, 9873), level_at(LOGIC_STRIP, 14848)
    (-3.7, -6.0, 6.0)
    """
    if (db := law.db(place)) == -math.inf:
        return db
    tenths = math.floor(db * 10)
    while tenths < law.highest * 10 and law.position((tenths + 1) / 10) <= place:
        tenths += 1
    return tenths / 10


def strip_at(desk: Desk, fader: int) -> Strip | None:
    """The strip that a fader belongs to."""
    return desk.master if fader == MASTER else desk.slots[fader]


# -- faders --------------------------------------------------------------------------------------------------


def position(desk: Desk, fader: int, unit: int = 0) -> int:
    """Where a fader stands; down where there is no strip."""
    if desk.flip and fader != MASTER and unit == 0:
        return desk.view.slid(fader)
    strip = desk.banks.slots(unit)[fader] if fader != MASTER else desk.master
    return law_of(strip).position(strip.volume_db) if strip else 0


def touch(desk: Desk, fader: int, on: bool) -> None:
    """A hand on a fader shows its strip's exact level, until a while after it lets go."""
    (desk.touched.add if on else desk.touched.discard)(fader)
    _show_level(desk, fader)


def _show_level(desk: Desk, fader: int) -> None:
    strip = strip_at(desk, fader)
    if strip and fader != MASTER and not desk.flip:
        desk.level(fader, strip)


def slide(desk: Desk, fader: int, to: int) -> None:
    """Moves a fader: its strip's level follows, or the V-Pot's parameter when flipped."""
    if desk.flip and fader != MASTER:
        desk.view.slide(fader, to)
    elif strip := strip_at(desk, fader):
        desk.project.set(strip, "volume_db", level_at(law_of(strip), to))
        _show_level(desk, fader)


# -- buttons -------------------------------------------------------------------------------------------------


def press(desk: Desk, note: int) -> None:
    """One of REC, SOLO, MUTE, SELECT and V-Pot push goes down over a strip."""
    row, slot = StripButton(note // STRIPS * STRIPS), note % STRIPS
    if row is StripButton.VPOT:
        desk.view.push(slot)
    elif strip := desk.slots[slot]:
        _press(desk, row, slot, strip)


def _press(desk: Desk, row: StripButton, slot: int, strip: Strip) -> None:
    everywhere = Button.OPTION in desk.held
    match row:
        case StripButton.SELECT if Button.SHIFT in desk.held:
            desk.project.set(strip, "volume_db", 0.0)
            desk.level(slot, strip)
        case StripButton.SELECT:
            desk.project.select(strip)
        case StripButton.REC:
            _arm(desk, strip, everywhere)
        case StripButton.MUTE:
            _toggle(desk, slot, strip, "mute", everywhere)
        case _ if strip.kind is not StripKind.MASTER:
            _toggle(desk, slot, strip, "solo", everywhere)
        case _:
            pass


def _arm(desk: Desk, strip: Strip, everywhere: bool) -> None:
    if everywhere:
        for each in desk.project.strips:
            desk.project.set(each, "arm", False)
    else:
        desk.project.arm(strip, not strip.arm)


_SAID = {"mute": "Muted", "solo": "Soloed"}


def _toggle(desk: Desk, slot: int, strip: Strip, what: str, everywhere: bool) -> None:
    """Turns it over, and says so for a moment; with OPTION it goes off on all strips."""
    if everywhere:
        for each in desk.project.strips:
            desk.project.set(each, what, False)
        return
    on = not getattr(strip, what)
    desk.project.set(strip, what, on)
    desk.brief(slot, None, _SAID[what] if on else "--")


# -- lamps ---------------------------------------------------------------------------------------------------

_SILENCED = (StripKind.AUDIO, StripKind.INSTRUMENT, StripKind.MIDI)


def blinks(desk: Desk) -> bool:
    """Whether a solo silences other strips, whose mute lamps blink then."""
    return any(strip.solo for strip in desk.project.strips)


def lamps(desk: Desk, *, dark: bool, unit: int = 0) -> dict[int, LampState]:
    """The lamps of the eight strips; ``dark`` is the half of the period in which blinking ones are off."""
    soloing = blinks(desk)
    shown: dict[int, LampState] = {}
    for slot, strip in enumerate(desk.banks.slots(unit)):
        states = (False,) * 4 if strip is None else _states(desk, strip, soloing and not dark)
        for row, on in zip(
            (StripButton.REC, StripButton.SOLO, StripButton.MUTE, StripButton.SELECT), states, strict=True
        ):
            shown[row + slot] = LampState.ON if on else LampState.OFF
    return shown


def _states(desk: Desk, strip: Strip, silencing: bool) -> tuple[bool, ...]:
    silenced = silencing and not strip.solo and strip.kind in _SILENCED
    return strip.arm, strip.solo, strip.mute or silenced, strip is desk.selected
