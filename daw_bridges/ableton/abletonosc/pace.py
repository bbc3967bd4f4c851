"""How fast AbletonOSC may be asked: how long an answer takes here, and how many may be under way."""

from __future__ import annotations

import asyncio

__all__ = ["Pace"]

_FIRST_WAIT = 0.6
_LEAST_WAIT, _LONGEST_WAIT = 0.12, 1.5
_SMOOTHING = 0.125
_MOST_PATIENCE = 4.0
_WARY_SECONDS = 5.0
_LEAST_ROOM, _MOST_ROOM = 96, 384
_BYTES_AN_ANSWER = 2048  # what a small datagram takes in a socket's buffer, with room to spare


class Pace:
    """The measured time to an answer (smoothed, as TCP does it), and the room left for more."""

    def __init__(self) -> None:
        self._mean: float | None = None
        self._spread = 0.0
        self._patience = 1.0
        self._room, self._under_way = _LEAST_ROOM, 0
        self._waiting: list[asyncio.Future[None]] = []
        self._calm_at = 0.0

    @property
    def troubled(self) -> bool:
        """Whether anything was lost, late or heard twice of late: then more of it may be under way."""
        return asyncio.get_running_loop().time() < self._calm_at

    def trouble(self) -> None:
        """Note that something was."""
        self._calm_at = asyncio.get_running_loop().time() + _WARY_SECONDS

    @property
    def wait_seconds(self) -> float:
        """How long to wait before a bundle is taken for lost: two ticks and more."""
        wait = _FIRST_WAIT if self._mean is None else 2.0 * self._mean + 4.0 * self._spread
        return min(max(wait, _LEAST_WAIT) * self._patience, _LONGEST_WAIT)

    @property
    def settle_seconds(self) -> float:
        """After so long, what was delayed has arrived or never will."""
        return max(_LEAST_WAIT, 3.0 * (self._mean or 0.0))

    def measured(self, seconds: float) -> None:
        """Learn from an answer that took this long."""
        self._patience = 1.0
        if self._mean is None:
            self._mean, self._spread = seconds, seconds / 2.0
            return
        self._spread += 2.0 * _SMOOTHING * (abs(seconds - self._mean) - self._spread)
        self._mean += _SMOOTHING * (seconds - self._mean)

    def lost(self, *, silent: bool) -> None:
        """Learn that something had to be sent again; where nothing at all came back, there may be a queue."""
        self.trouble()
        if silent:
            self._patience = min(2.0 * self._patience, _MOST_PATIENCE)

    def buffered(self, received_bytes: int) -> None:
        """Learn how large the socket's buffer is: the answers to all bundles arrive in one burst a tick."""
        self._room = min(max(received_bytes // _BYTES_AN_ANSWER, _LEAST_ROOM), _MOST_ROOM)

    async def enter(self, answers: int) -> None:
        """Wait until there is room for a bundle with so many answers; one alone always has room."""
        while self._under_way and self._under_way + answers > self._room:
            turn = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            await turn
        self._under_way += answers

    def leave(self, answers: int) -> None:
        """Give the room back."""
        self._under_way -= answers
        waiting, self._waiting = self._waiting, []
        for turn in waiting:
            if not turn.done():
                turn.set_result(None)
