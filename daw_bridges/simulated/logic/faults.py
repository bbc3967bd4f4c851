"""What goes wrong between the simulated Logic and a surface, when a test asks for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from daw_bridges.mackie.messages import Lcd, Message

__all__ = ["Faults"]


@dataclass(slots=True)
class Faults:
    """Each may be changed while the host runs (on its thread, or before it starts)."""

    before_message: Callable[[int, Message], None] | None = None
    """Called on the host's thread before each message of a connected surface, with its number (from 0)."""
    drop: Callable[[Message], bool] | None = None
    """Says which messages to the surface get lost on the way."""
    split_text: int | None = None
    """The display is written in pieces of that many characters, each a message of its own."""
    second_unit: bool = False
    """A second Mackie Control is set up on the same port: it shows the strips behind the first one's."""
    stale_names: bool = False
    """Undoing a rename reaches the display only when the surface connects anew, as on Logic 12.3."""

    def pieces(self, text: Lcd) -> list[Lcd]:
        """What becomes of one write to the display."""
        size = self.split_text or len(text.text) or 1
        places = range(0, len(text.text), size)
        return [Lcd(text.model, text.offset + at, text.text[at : at + size]) for at in places]

    def lost(self, message: Message) -> bool:
        """Whether a message does not arrive."""
        return self.drop is not None and self.drop(message)
