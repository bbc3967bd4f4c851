"""Sending, and knowing when all that was sent has had its effect, also where the effect is none.

A bank button that cannot move the bank any further is answered by nothing. So every question ends with
SMPTE/BEATS, whose lamps always change: Logic works through what it is sent in order, so whatever it had to
say to the rest has arrived before. The button changes nothing but how the surface shows the time.
"""

from __future__ import annotations

import contextlib

from daw_bridges.errors import RefusedError, TimedOutError
from daw_bridges.mackie.buttons import Button
from daw_bridges.mackie.link import Link
from daw_bridges.mackie.messages import Lcd, Message, Press
from daw_bridges.mackie.surface import Surface

__all__ = ["Pulse", "pressed"]

_DIALOG_TEXT = "dialog on the screen"
_DIALOG_SECONDS = 0.2
_LOWER = 1
_DRAINED = 0.0
"""What is here already is taken in; more is not waited for."""


def pressed(button: int) -> tuple[Press, Press]:
    """A button pushed and let go."""
    return Press(button, down=True), Press(button, down=False)


class Pulse:
    """The beat in which the bridge and Logic speak: send, wait for all of the answer, read."""

    def __init__(self, link: Link, timeout: float = 2.0, settle: float = 0.1) -> None:
        """``settle`` is how many seconds of silence are waited for where it matters that nothing changed."""
        self.link, self._timeout, self._settle = link, timeout, settle
        self._owed: tuple[bool, bool] | None = None
        """The lamps as they were before a question that was given up; its answer may still come."""

    @property
    def surface(self) -> Surface:
        """What the surface shows now."""
        return self.link.surface

    @staticmethod
    def _waits(surface: Surface) -> bool:
        return surface.alert or _DIALOG_TEXT in surface.row(0) + surface.row(1)

    def check_dialog(self) -> None:
        """Raise RefusedError where Logic waits for an answer on its screen and does nothing else."""
        if self._waits(self.surface):
            raise RefusedError(
                "Logic shows a dialog and does nothing until it is answered. Answer it, then try again."
            )

    async def send(self, *messages: Message) -> None:
        """Send, and wait until everything that Logic had to say to it is on the surface.

        Raises UnreachableError when Logic is lost, TimedOutError when it does not answer, and RefusedError
        when a dialog is why.
        """
        await self._dialog_answered()
        await self._late_answer()
        before = self._lamps()
        await self.link.send(*messages, *pressed(Button.SMPTE_BEATS))
        self._owed = before
        try:
            await self.link.until(
                lambda face: self._answered(before) or self._waits(face),
                "Logic's answer to its control surface",
                self._timeout,
            )
        except TimedOutError:
            self.check_dialog()
            raise
        self._owed = None
        await self.link.quiet(_DRAINED, self._timeout)
        self.check_dialog()

    async def texts(self, *messages: Message) -> list[str]:
        """Send as ``send`` does; what the lower row read on the way, each time that it changed."""
        rows: list[str] = []

        def saw(message: Message) -> None:
            if isinstance(message, Lcd):
                rows.append(self.surface.row(_LOWER))

        unsubscribe = self.link.subscribe(saw)
        try:
            await self.send(*messages)
        finally:
            unsubscribe()
        return rows

    async def _dialog_answered(self) -> None:
        """Wait a moment where a dialog is shown: it may have been answered right now."""
        if self._waits(self.surface):
            with contextlib.suppress(TimedOutError):
                await self.link.until(
                    lambda face: not self._waits(face), "the end of a dialog", _DIALOG_SECONDS
                )
        self.check_dialog()

    async def _late_answer(self) -> None:
        """Take in the answer to a question that was given up, or it would be taken for the next one's."""
        owed, self._owed = self._owed, None
        if owed is not None:
            with contextlib.suppress(TimedOutError):
                await self.link.until(
                    lambda _: self._answered(owed),
                    "Logic's late answer",
                    self._timeout,
                )

    async def still(self) -> None:
        """Wait a while longer: what follows rests on nothing having changed."""
        await self.link.quiet(self._settle, self._timeout)
        self.check_dialog()

    async def click(self, *buttons: int) -> None:
        """Push buttons one behind the other and wait for all of the answer. Raises as ``send`` does."""
        await self.send(*(message for button in buttons for message in pressed(button)))

    def _lamps(self) -> tuple[bool, bool]:
        return self.surface.lit(Button.BEATS_LAMP), self.surface.lit(Button.SMPTE_LAMP)

    def _answered(self, before: tuple[bool, bool]) -> bool:
        """Whether the lamp for beats changed; the other one counts where the two were alike (both off)."""
        beats, smpte = self._lamps()
        return beats is not before[0] or (before[0] is before[1] and smpte is not before[1])

    @property
    def in_beats(self) -> bool:
        """Whether the time display counts in bars and beats."""
        return self.surface.lit(Button.BEATS_LAMP)
