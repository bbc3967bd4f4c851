"""What each message changes on a surface: a pure table, from what is shown to what is shown next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from daw_bridges.mackie import messages as m
from daw_bridges.mackie.buttons import STRIPS
from daw_bridges.mackie.face import WIDTH, Face
from daw_bridges.mackie.messages import LampState, Message, MeterLevel
from daw_bridges.mackie.segments import MODE_PLACES, TIME_PLACES

__all__ = ["BLANK", "changes"]

_FADERS = STRIPS + 1
_NOTES = 128
_Item = TypeVar("_Item")

BLANK: Mapping[str, Any] = {
    "online": False,
    "text": " " * (2 * WIDTH),
    "time_places": ((" ", False),) * TIME_PLACES,
    "mode_places": ((" ", False),) * MODE_PLACES,
    "lamps": (LampState.OFF,) * _NOTES,
    "faders": (None,) * _FADERS,
    "rings": (None,) * STRIPS,
    "meters": (None,) * STRIPS,
    "overloads": (False,) * STRIPS,
    "colours": None,
}
"""What a surface shows of which nothing is known, by the names of ``Face``."""


def changes(shown: Face, message: Message) -> Mapping[str, Any]:
    """What is shown after a message, by the names of ``Face``; what is not named stays.

    What says nothing to a surface (a press, a question, bytes of no known meaning) changes nothing.
    """
    change = _CHANGES.get(type(message))
    return change(shown, message) if change is not None else {}


def _put(old: tuple[_Item, ...], at: int, *new: _Item) -> tuple[_Item, ...]:
    return old[:at] + new + old[at + len(new) :]


def _lcd(shown: Face, message: m.Lcd) -> dict[str, Any]:
    """Text that runs over the display's end is cut off there."""
    text = message.text[: len(shown.text) - message.offset]
    after = shown.text[message.offset + len(text) :]
    return {"text": shown.text[: message.offset] + text + after, "online": True}


def _meter(shown: Face, message: m.Meter) -> dict[str, Any]:
    """The overload lamp stays as it is until it is cleared, whatever the level."""
    if isinstance(message.level, MeterLevel):
        over = message.level is MeterLevel.OVERLOAD
        return {"overloads": _put(shown.overloads, message.strip, over), "online": True}
    return {"meters": _put(shown.meters, message.strip, message.level), "online": True}


def _places(message: m.Timecode | m.Assignment) -> tuple[tuple[str, bool], ...]:
    return tuple(zip(reversed(message.characters), reversed(message.dots), strict=True))


def _time(shown: Face, at: int, *places: tuple[str, bool]) -> dict[str, Any]:
    return {"time_places": _put(shown.time_places, at, *places), "online": True}


def _mode(shown: Face, at: int, *places: tuple[str, bool]) -> dict[str, Any]:
    return {"mode_places": _put(shown.mode_places, at, *places), "online": True}


# What empties the surface, or lets go of it, does not show that a host is there. "All LEDs off" does not name
# the rings; they are LEDs, so they go dark.
_CHANGES: dict[type, Callable[[Face, Any], Mapping[str, Any]]] = {
    m.Lcd: _lcd,
    m.Fader: lambda shown, it: {"faders": _put(shown.faders, it.strip, it.position), "online": True},
    m.Ring: lambda shown, it: {"rings": _put(shown.rings, it.strip, it), "online": True},
    m.Lamp: lambda shown, it: {"lamps": _put(shown.lamps, it.button, it.state), "online": True},
    m.Meter: _meter,
    m.TimecodeDigit: lambda shown, it: _time(shown, it.place, (it.character, it.dot)),
    m.AssignmentDigit: lambda shown, it: _mode(shown, it.place, (it.character, it.dot)),
    m.Timecode: lambda shown, it: _time(shown, 0, *_places(it)),
    m.Assignment: lambda shown, it: _mode(shown, 0, *_places(it)),
    m.Colours: lambda _shown, it: {"colours": it.values, "online": True},
    m.FadersToMinimum: lambda _shown, _it: {"faders": (0,) * _FADERS},
    m.LampsOff: lambda _shown, _it: {name: BLANK[name] for name in ("lamps", "rings", "overloads")},
    m.Reset: lambda _shown, _it: BLANK,
    m.GoOffline: lambda _shown, _it: BLANK,
}
