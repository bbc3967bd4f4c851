"""A dialog on the screen: until somebody answers it there, the surface shows that and is not heard.

Source: Apple, Control Surfaces Support Guide (utilities buttons, modal dialog display).
"""

from __future__ import annotations

__all__ = ["ALERT", "FILE_DIALOG", "Dialogs"]

FILE_DIALOG = "There is a file select dialog on the screen."
ALERT = "ALERT"
"""What the time display reads meanwhile."""


class Dialogs:
    """Whether one is open, and what the display says of it."""

    def __init__(self) -> None:
        self.text: str | None = None

    def open(self, text: str = FILE_DIALOG) -> None:
        """A dialog comes up."""
        self.text = text

    def answer(self) -> None:
        """The user answers it, at the screen."""
        self.text = None
