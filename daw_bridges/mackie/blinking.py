"""Which cells of the display blink, told from their changes: a text and blank in turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from daw_bridges.mackie.buttons import STRIPS

__all__ = ["Blinking"]

_CELLS = 2 * STRIPS
_REMEMBERED = 16
"""Changes kept of each cell: more than a host blinks it in the time that is asked about."""


class Blinking:
    """The last changes of each of the sixteen cells, with the time at which they came (in seconds)."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.forget()

    def forget(self) -> None:
        """Nothing has changed yet."""
        self._changes: list[deque[tuple[float, str, str]]] = [
            deque(maxlen=_REMEMBERED) for _ in range(_CELLS)
        ]

    def note(self, cell: int, before: str, after: str) -> None:
        """A cell (0 … 15, the upper row first) changed from one text to another."""
        self._changes[cell].append((self._clock(), before, after))

    def seen(self, cell: int, within: float) -> bool:
        """Whether in the last ``within`` seconds a text gave way to blank and came back."""
        since = self._clock() - within
        changes = [change for change in self._changes[cell] if change[0] >= since]
        return bool(changes) and _came_back([changes[0][1], *(after for _, _, after in changes)])


def _came_back(texts: Sequence[str]) -> bool:
    """Whether a blank stands between two of the same text."""
    blanks = [at for at, text in enumerate(texts) if not text]
    return any(set(texts[:at]) & set(texts[at + 1 :]) - {""} for at in blanks)
