"""Logic's mixer procedures as they are, on Ardour: only what the two hosts show differently is said here.

Bank, guard, pulse and mixer are those of ``daw_bridges.logic``. Ardour's last bank is filled up with blanks,
so its strips are counted in eights, blanks among them; its faders have a law of their own; its mode display
and lower row say other things in the base view; what it shows may come a little after the lamps that answer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from daw_bridges.errors import TimedOutError
from daw_bridges.logic.aims import Aim, LampAim, LevelAim
from daw_bridges.logic.banking import Bank
from daw_bridges.logic.columns import Column, columns, names
from daw_bridges.logic.guard import Guard
from daw_bridges.logic.pulse import Pulse
from daw_bridges.logic.strip import Strip
from daw_bridges.logic.strips import Desk as LogicDesk
from daw_bridges.mackie.buttons import Button
from daw_bridges.mackie.fader_law import ARDOUR
from daw_bridges.mackie.link import Link
from daw_bridges.mackie.messages import Message

__all__ = ["ArdourLamp", "ArdourLevel", "ArdourMixer", "ArdourPulse", "resolution"]

_SHOWN_SECONDS = 0.05
_BEAT_SECONDS, _BEATS = 0.7, 4
_AGAIN = 2


def resolution(db: float) -> float:
    """What one of the 1024 places that a fader has is worth there, in dB, and a hundredth for rounding."""
    position = ARDOUR.position(db)
    around = (max(1, position - 16), min(16_383, position + 16))
    return max(abs(ARDOUR.db(near) - ARDOUR.db(position)) for near in around) + 0.01


class ArdourPulse(Pulse):
    """A pulse that waits for the display as well, and beats again where a message was lost on the way.

    Only the beat is sent again, never what was asked: a button that was pressed once is not pressed twice.
    """

    def __init__(self, link: Link) -> None:
        super().__init__(link, timeout=_BEAT_SECONDS)

    async def send(self, *messages: Message) -> None:
        """Send, and wait for the answer and for silence after it. Raises as Logic's does."""
        for beat in range(_BEATS):
            try:
                await super().send(*messages if not beat else ())
                break
            except TimedOutError:
                if beat == _BEATS - 1:
                    raise
        await self.link.quiet(_SHOWN_SECONDS)


class ArdourMixer(LogicDesk):
    """The mixer's strips, found and checked as the bridge to Logic does it."""

    def __init__(self, link: Link) -> None:
        super().__init__(link)
        self.pulse = ArdourPulse(link)
        self.bank = Bank(self.pulse)
        self.guard = Guard(self.pulse, self.bank)

    def _not_base(self) -> Button | None:
        return None if self.surface.view is Button.PAN else Button.PAN

    async def read(self) -> None:
        """Read all strips from the first bank to the last."""
        await self.base()
        await self.bank.home()
        shown, before = list(columns(self.surface)), ("",)
        while (before := names(self.surface)) and await self._right() != before:
            shown += columns(self.surface)
        self.bank.shorts = tuple(column.short for column in shown)
        self.strips = tuple(
            Strip(place, column.short, replace(column, pan=0)) for place, column in enumerate(shown)
        )
        self.tracks = tuple(range(len(shown)))

    async def _right(self) -> tuple[str, ...]:
        await self.pulse.click(Button.BANK_RIGHT)
        return names(self.surface)


@dataclass(frozen=True)
class ArdourLamp(LampAim):
    """A button that toggles, pressed again where its lamp still says the opposite."""

    tries: int = 0

    def closer(self, shown: Column) -> Aim | None:
        """Press again: what Ardour did not take was lost on the way."""
        return replace(self, tries=self.tries + 1) if self.tries < _AGAIN else None


class ArdourLevel(LevelAim):
    """A level in dB by Ardour's law."""

    @property
    def position(self) -> int:
        """Where the fader goes."""
        return ARDOUR.position(self.db)

    def reached(self, shown: Column) -> bool:
        """Whether the fader is echoed there, as near as it can be."""
        return shown.fader is not None and abs(ARDOUR.db(shown.fader) - self.db) <= resolution(self.db)

    def closer(self, shown: Column) -> Aim | None:
        """Send it again: what Ardour did not take was lost on the way."""
        return ArdourLevel(self.db, tries=self.tries + 1) if self.tries < 2 else None

    def did(self, before: Column, after: Column) -> bool:
        """Whether a strip's fader went to where this one was to go."""
        return before.fader != after.fader and self.reached(after)

    def back(self, before: Column, after: Column) -> Aim:
        """The fader where it was."""
        return ArdourLevel(ARDOUR.db(before.fader or 0))

    def observed(self, shown: Column) -> dict[str, Any]:
        """Where the fader is, in dB."""
        return {"db": round(ARDOUR.db(shown.fader or 0), 2)}
