"""One bundle under way: each time it is sent it has marks of its own, and any time may come back whole."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Sequence
from typing import Any

from daw_bridges.ableton.abletonosc.messages import ALWAYS, Say, bundle
from daw_bridges.ableton.wire import Message
from daw_bridges.errors import OrbitError

__all__ = ["Answers", "Flight", "HostError"]

# Marks look like no index and no value; each process starts elsewhere, in case answers are left over.
_MARKS = itertools.count(random.randrange(1 << 24, 1 << 30))  # noqa: S311 - no secret

_OPENING = 0

Answers = tuple[tuple[Any, ...], ...]
"""What came back for each message: the values without the indices; nothing for a setter."""


class HostError(OrbitError):
    """AbletonOSC reported an error; ``place`` is that of the message it stopped at, from 0, where known."""

    def __init__(self, text: str, place: int | None) -> None:
        super().__init__(text)
        self.place = place


class _Try:
    """One time that the bundle, or what of it is not answered yet, was sent."""

    def __init__(self, says: dict[int, Say], sent: float) -> None:
        self.says, self.sent = says, sent
        self.marks = {place: next(_MARKS) for place in says}
        self.answered: set[int] = set()
        self.opened = self.closed = self.shuffled = False

    def take(self, message: Message) -> tuple[int, tuple[Any, ...]] | None:
        """The place that a message answers, and the values; None where it answers none."""
        for place, say in self.says.items():
            if place in self.answered or not say.answered or say.address != message.address:
                continue
            values = say.answer_in(message.arguments)
            if values is not None and self._may_be(place, say, message):
                self._took(place)
                return place, values
        return None

    def _may_be(self, place: int, say: Say, message: Message) -> bool:
        if say.marked:
            return message.arguments[-1] == self.marks[place]
        # It may be of an earlier question, too: only what comes between the marked ones is surely of this.
        self.shuffled = self.shuffled or not self.opened or self.closed
        return self.opened and not self.closed

    def _took(self, place: int) -> None:
        self.answered.add(place)
        self.opened = self.opened or place == _OPENING
        self.closed = self.closed or place == max(self.says)


class Flight:
    """A bundle from its first sending until it is answered or given up."""

    def __init__(self, says: Sequence[Say], *, once: bool = False) -> None:
        self.once = once
        """Whether it must not be sent again."""
        loop = asyncio.get_running_loop()
        self.says = dict(enumerate((ALWAYS, *says, ALWAYS)))
        self.weight = sum(say.answered for say in self.says.values())
        self.started = loop.time()
        self.future: asyncio.Future[Answers] = loop.create_future()
        self.gap = asyncio.Event()
        """Set when a try came back, but not whole."""
        self.tries: list[_Try] = []
        self.complaints = 0
        self.latest = self.started
        """When the try was sent that was answered last."""
        self.touched = 0
        """Grows with each answer to a try that is being answered; 0 when none is."""
        self._reads = all(say.answered for say in says)
        self._answers: dict[int, tuple[Any, ...]] = {}
        self._gaps: list[frozenset[int]] = []

    def launch(self) -> bytes:
        """The datagram of one more try: all of it where something is set, else what is not answered yet."""
        ends = (_OPENING, len(self.says) - 1)
        says = {n: s for n, s in self.says.items() if not self._reads or n in ends or n not in self._answers}
        fresh = _Try(says, asyncio.get_running_loop().time())
        self.tries.append(fresh)
        self.gap.clear()
        return bundle((say, fresh.marks[place]) for place, say in fresh.says.items())

    @property
    def marks(self) -> list[int]:
        """The marks of all its tries."""
        return [mark for one in self.tries for mark in one.marks.values()]

    def take(self, message: Message) -> bool:
        """Take an answer, if it belongs to any of the tries."""
        for one in reversed(self.tries):
            if (taken := one.take(message)) is not None:
                place, values = taken
                self._answers.setdefault(place, values)
                self.touched = 0 if one.closed else next(_MARKS)
                self._took(one)
                self.latest = one.sent
                return True
        return False

    def _took(self, one: _Try) -> None:
        missing = [n for n, say in self.says.items() if say.answered and n not in self._answers]
        if self.future.done():
            return
        if not missing:
            places = range(1, len(self.says) - 1)
            self.future.set_result(tuple(self._answers.get(place, ()) for place in places))
        elif one.closed:
            if one.opened and not one.shuffled:
                self._gaps.append(frozenset(missing))
            self.gap.set()

    def stopped_at(self) -> int | None:
        """The first message that may be the one that is being worked on."""
        for one in reversed(self.tries):
            if one.answered and not one.closed:
                place = max(one.answered)
                return place if place < len(self.says) - 2 else None
        return None

    def missing_each_time(self, times: int) -> Say | None:
        """The message that came back unanswered each of the last times, though what is around it did not."""
        if len(self._gaps) < times:
            return None
        first, *others = self._gaps[-times:]
        always = first.intersection(*others)
        return self.says[min(always)] if always else None

    def fail(self, error: Exception) -> None:
        """Give it up."""
        if not self.future.done():
            self.future.set_exception(error)
