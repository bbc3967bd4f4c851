"""How fast a surface may speak: no faster than MIDI services carry without loss."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["Pace"]

BURST = 128
"""Messages that may go at once. Bursts of this size were carried whole by each service that was measured."""

RATE = 2000.0
"""Messages a second after that; 3000 were carried without loss."""


class Pace:
    """A bucket of ``burst`` messages that fills with ``rate`` a second; ``now`` tells the time in seconds."""

    def __init__(self, now: Callable[[], float], burst: int = BURST, rate: float = RATE) -> None:
        self._now, self._burst, self._rate = now, burst, rate
        self._left, self._at = float(burst), now()

    def wait(self, count: int = 1) -> float:
        """Take ``count`` messages out; gives the seconds to wait before they are sent (0 up to a burst)."""
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate) - count
        self._at = now
        return max(-self._left / self._rate, 0.0)
