"""The guard: no write on another strip than the one it is meant for.

A control surface speaks of "the third strip", and which one that is Logic decides when the message arrives:
when the user selects a track in that moment, it is another. That cannot be prevented, so it is seen: what a
write is aimed at is checked right before, everything that comes back is watched, and where the view moved
in between, the caller is told, finds what was hit and puts it back.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

from daw_bridges.errors import RefusedError
from daw_bridges.logic.banking import Bank
from daw_bridges.logic.columns import names, origins
from daw_bridges.logic.pulse import Pulse
from daw_bridges.mackie.buttons import STRIPS, StripButton
from daw_bridges.mackie.messages import Lamp, LampState, Lcd, Message
from daw_bridges.mackie.surface import Snapshot, Surface

__all__ = ["Guard", "OutOfSightError", "Sight", "Watch"]

Sight = Callable[[Surface], bool]
"""Whether what a write is aimed at is what the surface shows now."""


class OutOfSightError(RefusedError):
    """What a write is aimed at is not under the surface: look for it again, then try again."""


@dataclass
class Watch:
    """What came from Logic while a write was on its way."""

    before: Snapshot
    """The surface right before it."""
    events: list[Message] = field(default_factory=list[Message])
    elsewhere: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])
    """Where else in the mixer the names said that the surface was, in order; each may be one of several."""
    texts: list[str] = field(default_factory=list[str])
    """What the lower row read, each time that it changed."""
    kept: bool = True
    """Whether the aim was in sight at the end."""

    @property
    def moved(self) -> bool:
        """Whether the view may have been another one when the write arrived.

        A selection that changed says so too: the bank goes after it, also where both banks read alike.
        """
        return not self.kept or bool(self.elsewhere) or any(map(_selects, self.events))


def _selects(message: Message) -> bool:
    first = StripButton.SELECT
    return (
        isinstance(message, Lamp)
        and first <= message.button < first + STRIPS
        and message.state is not LampState.OFF
    )


class Guard:
    """Sends what changes something, and tells whether it can have changed something else."""

    def __init__(self, pulse: Pulse, bank: Bank) -> None:
        self._pulse, self._bank = pulse, bank

    async def write(self, *messages: Message, sight: Sight) -> Watch:
        """Send messages that are aimed at what is in ``sight``, and watch until all of the answer is here.

        Raises OutOfSightError, with nothing sent, when the aim is not in sight; and as ``Pulse.send`` does.
        """
        surface = self._pulse.surface
        if not sight(surface):
            raise OutOfSightError("The mixer moved under the surface before anything was changed. Try again.")
        with self._watched() as watch:
            await self._pulse.send(*messages)
        watch.kept = sight(self._pulse.surface)
        return watch

    @contextmanager
    def _watched(self) -> Generator[Watch]:
        surface = self._pulse.surface
        watch = Watch(surface.snapshot())
        here = origins(names(surface), self._bank.shorts)

        def saw(message: Message) -> None:
            watch.events.append(message)
            if isinstance(message, Lcd):
                watch.texts.append(surface.row(1))
                there = origins(names(surface), self._bank.shorts)
                if there and there != here:
                    watch.elsewhere.append(tuple(there))

        unsubscribe = self._pulse.link.subscribe(saw)
        try:
            yield watch
        finally:
            unsubscribe()
