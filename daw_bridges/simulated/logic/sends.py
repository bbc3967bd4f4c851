"""A strip's eight sends as a surface sets them: destination, level by the fader's law, position, mute.

A settled row was seen on Logic 12.3 as ``Sen1In Send 1 Sen1Po Sen1Mu`` over ``Bus 90 -oodB PosPan active``
(logician-mcp).
"""

from __future__ import annotations

import math
from enum import IntEnum

from daw_bridges.mackie.fader_law import LOGIC_STRIP
from daw_bridges.simulated.logic.desk import Desk
from daw_bridges.simulated.logic.preselecting import NONE, Preselection
from daw_bridges.simulated.logic.strips import SEND_SLOTS, Send, SendPosition, Strip, StripKind

__all__ = [
    "BUSSES",
    "SendField",
    "default",
    "fraction",
    "level_text",
    "push",
    "sendable",
    "slide",
    "text_of",
    "turn",
]

BUSSES = tuple(f"Bus {number}" for number in range(1, 65))
"""Where a send can go."""

_COARSE, _FINE = 0.01, 0.001
_POSITIONS = tuple(SendPosition)
_SHOWN = {SendPosition.POST_PAN: "PosPan", SendPosition.POST: "PosFad", SendPosition.PRE: "PreFad"}


class SendField(IntEnum):
    """What can be set of a send, in the order of the surface."""

    DESTINATION = 0
    LEVEL = 1
    POSITION = 2
    MUTE = 3

    @property
    def label(self) -> str:
        """Its name on the display, where it is one for all strips."""
        return ("Dest", "Level", "Positn", "Mute")[self]

    def label_of(self, slot: int) -> str:
        """Its name on the display for one send (from 0)."""
        number = slot + 1
        return (f"Sen{number}In", f"Send {number}", f"Sen{number}Po", f"Sen{number}Mu")[self]


def sendable(strip: Strip) -> bool:
    """Whether a strip has sends at all."""
    return strip.kind not in (StripKind.OUTPUT, StripKind.MASTER)


def level_text(db: float) -> str:
    """A send's level in a cell: with its sign, and the unit where there is room.

    >>> level_text(0.0), level_text(-12.0), level_text(-math.inf)
    ('+0.0dB', '-12.0', '-oodB')
    """
    if db == -math.inf:
        return "-oodB"
    text = f"{db:+.1f}".replace("-0.0", "+0.0")
    return text + "dB" if len(text) <= 4 else text


def text_of(desk: Desk, send: Send, field: SendField) -> str:
    """What a cell reads of a send; an empty slot has a destination only."""
    if field is SendField.DESTINATION:
        return desk.short(send.destination or NONE)
    if send.destination is None:
        return ""
    match field:
        case SendField.LEVEL:
            return level_text(send.level_db)
        case SendField.POSITION:
            return _SHOWN[send.position]
        case _:
            return "muted" if send.muted else "active"


def _what(strip: Strip, send: Send, attribute: str = "") -> str:
    return f"send {strip.sends.index(send) + 1} {attribute}".strip()


def _set(desk: Desk, strip: Strip, send: Send, attribute: str, value: object) -> None:
    desk.project.set(send, attribute, value, strip=strip, what=_what(strip, send, attribute))


def turn(
    desk: Desk, waiting: Preselection, strip: Strip, slot: int, field: SendField, ticks: int, *, fine: bool
) -> None:
    """A V-Pot turned; slots count from 0."""
    send = strip.sends[slot]
    if field is SendField.DESTINATION:
        if sendable(strip):
            waiting.turn((strip, slot), (NONE, *BUSSES), send.destination or NONE, ticks)
    elif send.destination is None:
        return
    elif field is SendField.LEVEL:
        _set(desk, strip, send, "level_db", moved(send.level_db, ticks, fine=fine))
    elif field is SendField.POSITION:
        place = max(0, min(_POSITIONS.index(send.position) + ticks, len(_POSITIONS) - 1))
        _set(desk, strip, send, "position", _POSITIONS[place])
    else:
        _set(desk, strip, send, "muted", ticks > 0)


def moved(db: float, ticks: int, *, fine: bool) -> float:
    """A level after so many ticks, each 1/100 of the fader's way (fine: 1/1000) and at least 0.1 dB."""
    place = LOGIC_STRIP.position(db) + round(ticks * LOGIC_STRIP.top * (_FINE if fine else _COARSE))
    if place <= 0:
        return -math.inf
    level = round(min(LOGIC_STRIP.db(min(place, LOGIC_STRIP.top)), LOGIC_STRIP.highest), 1)
    if level == db and ticks and db > -math.inf:
        level = round(max(-144.0, min(db + math.copysign(0.1, ticks), LOGIC_STRIP.highest)), 1)
    return level


def to_stop(db: float, ticks: int) -> float:
    """With OPTION: the next of −∞, 0 dB and +6 dB that way."""
    stops = [
        stop for stop in (-math.inf, 0.0, LOGIC_STRIP.highest) if (stop > db if ticks > 0 else stop < db)
    ]
    return (stops[0] if ticks > 0 else stops[-1]) if stops else db


def default(desk: Desk, strip: Strip, slot: int, field: SendField) -> None:
    """A V-Pot pushed where nothing waits to be confirmed: the default, or the other of two values."""
    send = strip.sends[slot]
    if send.destination is None:
        return
    match field:
        case SendField.LEVEL:
            _set(desk, strip, send, "level_db", 0.0)
        case SendField.POSITION:
            _set(desk, strip, send, "position", _POSITIONS[0])
        case SendField.MUTE:
            _set(desk, strip, send, "muted", not send.muted)
        case _:
            pass


def stop(desk: Desk, strip: Strip, slot: int, ticks: int) -> None:
    """A level's V-Pot turned with OPTION held."""
    send = strip.sends[slot]
    if send.destination is not None:
        _set(desk, strip, send, "level_db", to_stop(send.level_db, ticks))


def push(desk: Desk, waiting: Preselection, strip: Strip, slot: int, field: SendField) -> None:
    """A V-Pot pushed: confirms a destination, otherwise sets the default."""
    chosen = waiting.take((strip, slot)) if field is SendField.DESTINATION else None
    if chosen is None:
        default(desk, strip, slot, field)
        return
    send, destination = strip.sends[slot], None if chosen == NONE else chosen
    if send.destination is None or destination is None:
        strip.sends[slot] = Send(None, position=SendPosition.POST_PAN)
        desk.project.note(strip, _what(strip, strip.sends[slot]), send.destination, destination)
        strip.sends[slot].destination = destination
    else:
        desk.project.set(send, "destination", destination, strip=strip, what=_what(strip, send))


def fraction(send: Send, field: SendField) -> float:
    """How far a V-Pot's value has gone: 0 … 1."""
    match field:
        case SendField.LEVEL:
            return LOGIC_STRIP.position(send.level_db) / LOGIC_STRIP.top
        case SendField.POSITION:
            return _POSITIONS.index(send.position) / (len(_POSITIONS) - 1)
        case SendField.MUTE:
            return float(send.muted)
        case _:
            return 0.0


def slide(desk: Desk, strip: Strip, slot: int, place: int) -> None:
    """A fader that stands for the level moved (FLIP)."""
    send = strip.sends[slot]
    if send.destination is not None:
        level = LOGIC_STRIP.db(place)
        _set(desk, strip, send, "level_db", round(level, 1) if level > -math.inf else level)


def slots_of(strip: Strip | None) -> int:
    """How many send slots a strip has."""
    return SEND_SLOTS if strip is not None and sendable(strip) else 0
