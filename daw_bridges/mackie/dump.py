"""When a host has shown everything: after it connects it sends its whole display, faders and lamps once."""

from __future__ import annotations

from daw_bridges.mackie.messages import (
    Assignment,
    AssignmentDigit,
    Colours,
    Fader,
    Lamp,
    Lcd,
    Message,
    Meter,
    Ring,
    Timecode,
    TimecodeDigit,
)

__all__ = ["Dump", "restless"]

_QUIET = 0.1
"""Seconds without a message after which what was shown is taken for everything."""

_QUIET_IN_PART = 0.5
"""The same where no display or no fader came yet."""

_SHOWN = (Assignment, AssignmentDigit, Colours, Fader, Lamp, Lcd, Ring)
_RESTLESS = (Meter, Timecode, TimecodeDigit)


def restless(message: Message) -> bool:
    """Whether a message is of a kind that comes all the time while a song plays."""
    return isinstance(message, _RESTLESS)


class Dump:
    """What a host has shown since it connected."""

    def __init__(self) -> None:
        self._kinds: set[type] = set()
        self._last: float | None = None

    def take(self, message: Message, now: float) -> None:
        """Take any message, which came at ``now`` (seconds, on a clock of the caller's)."""
        if isinstance(message, _SHOWN):
            self._kinds.add(type(message))
            self._last = now

    @property
    def begun(self) -> bool:
        """Whether any text was shown."""
        return Lcd in self._kinds

    @property
    def whole_at(self) -> float | None:
        """When it is everything, if nothing more comes until then; None while nothing has come at all."""
        if self._last is None:
            return None
        return self._last + (_QUIET if {Lcd, Fader} <= self._kinds else _QUIET_IN_PART)
