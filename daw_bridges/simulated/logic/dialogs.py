"""A dialog on the screen: it has the surface's displays until somebody answers it, and nothing else is heard.

An alert shows its text in the upper row (scrolling where it is too long) and its buttons below; ENTER is
the default one, CANCEL the one that cancels, the V-Pots those above them. A file dialog is answered at the
screen alone. Source: Apple, Control Surfaces Support Guide (modal dialog display, utilities buttons).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from daw_bridges.simulated.logic.lcd import ROW
from daw_bridges.simulated.logic.views.base import Row, cells

__all__ = ["ALERT", "FILE_DIALOG", "Dialogs"]

FILE_DIALOG = "There is a file select dialog on the screen."
ALERT = "ALERT"
"""What the time display reads meanwhile."""
_STILL = 3.0
"""Seconds until a long text begins to scroll."""
_STEP = 0.25
"""Seconds for each character it scrolls by."""
_CANCELS = ("Cancel", "Abort")


class Dialogs:
    """Whether one is open, and what the display says of it."""

    def __init__(self) -> None:
        self.text: str | None = None
        self.buttons: tuple[str, ...] = ()
        self._then: Callable[[str], None] | None = None
        self._since = 0.0

    def open(
        self,
        text: str = FILE_DIALOG,
        buttons: Sequence[str] = (),
        then: Callable[[str], None] | None = None,
        now: float = 0.0,
    ) -> None:
        """A dialog comes up; ``then`` is told which button was pressed; the last is the default."""
        self.text, self.buttons, self._then, self._since = text, tuple(buttons), then, now

    def answer(self, button: str = "") -> None:
        """The user answers it, at the screen."""
        then, self._then = self._then, None
        self.text, self.buttons = None, ()
        if then is not None:
            then(button)

    # -- from the surface -----------------------------------------------------------------------------------

    def enter(self) -> None:
        """ENTER: the default button, where there is one."""
        if self.buttons:
            self.answer(self.buttons[-1])

    def cancel(self) -> None:
        """CANCEL: the button that cancels, where there is one."""
        for button in self.buttons:
            if button in _CANCELS:
                self.answer(button)
                return

    def push(self, slot: int) -> None:
        """A V-Pot below one of the buttons."""
        if slot < len(self.buttons):
            self.answer(self.buttons[slot])

    # -- on the display -------------------------------------------------------------------------------------

    def rows(self, now: float) -> tuple[Row, Row]:
        """The text, as far as it has scrolled by now, and the buttons."""
        text = self.text or ""
        return text[self._scrolled(now) :], cells(*self.buttons[:8])

    def _scrolled(self, now: float) -> int:
        moving = now - self._since - _STILL
        too_long = len(self.text or "") - ROW
        return max(0, min(int(moving / _STEP) + 1, too_long)) if moving >= 0 else 0

    def next(self, now: float) -> float:
        """When the text scrolls on."""
        if self.text is None or self._scrolled(now) >= len(self.text) - ROW:
            return math.inf
        begin = self._since + _STILL
        return begin if now < begin else begin + _STEP * (int((now - begin) / _STEP) + 1)
