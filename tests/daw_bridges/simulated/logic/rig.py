"""A surface over the wire for tests of the simulated Logic: bytes through a pair, on a clock of its own.

``settle`` waits by counting messages on both ways, so that no test depends on how fast the machine is.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from functools import partial

from daw_bridges.mackie.buttons import StripButton
from daw_bridges.mackie.codec import Direction, encode
from daw_bridges.mackie.handshake import Identity
from daw_bridges.mackie.messages import Fader, Lcd, Message, Press, Touch
from daw_bridges.mackie.pairs import PairedPort, pair
from daw_bridges.mackie.stream import Decoder
from daw_bridges.mackie.surface import Surface
from daw_bridges.simulated.logic.faults import Faults
from daw_bridges.simulated.logic.host import LogicHost
from daw_bridges.simulated.logic.latency import Latency
from daw_bridges.simulated.logic.project import Project

__all__ = ["Clock", "Rig", "rig"]

WAIT = 20.0
SURFACE = Identity()


class Clock:
    """Time that only passes when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Rig:
    """The surface's end: what was received, what it shows, and a hand on it."""

    def __init__(self, project: Project, latency: Latency, faults: Faults, identity: Identity | None) -> None:
        self.clock = Clock()
        self.surface = Surface(clock=self.clock)
        self.received: list[Message] = []
        self.raw: list[bytes] = []
        self.identity = identity
        self._answers = 0
        self._sent = 0
        self._came = threading.Condition()
        self.port: PairedPort
        self.port, host_port = pair()
        self._decoder = Decoder(Direction.DOWN)
        self.logic = LogicHost(project, host_port, latency=latency, faults=faults, clock=self.clock)

    @property
    def project(self) -> Project:
        return self.logic.project

    # -- the wire ----------------------------------------------------------------------------------------

    def receive(self, data: bytes) -> None:
        for message in self._decoder.feed(data):
            answer = self.identity.answer(message) if self.identity else None
            if answer is not None:
                self.put(encode(answer))
            with self._came:
                self.raw.append(data)
                self.received.append(message)
                self.surface.apply(message)
                self._came.notify_all()

    def put(self, data: bytes) -> None:
        """Whole messages, as they are."""
        self._sent += 1
        self.port.send(data)

    def settle(self) -> None:
        """Waits until the host has taken all that was sent, and all it said has come."""
        while True:
            sent = self._sent
            self._until(partial(self._heard, sent), "the host hears")
            said = self.logic.call(lambda: self.logic.mackie.said)
            self._until(partial(self._came_in, said), "all has come")
            if sent == self._sent:
                return

    def _heard(self, sent: int) -> bool:
        return self.logic.call(lambda: self.logic.mackie.heard) >= sent

    def _came_in(self, said: int) -> bool:
        return len(self.received) >= said

    def settle_lost(self) -> None:
        """Waits until the host knows that the cable is pulled."""
        self._until(lambda: self.logic.call(lambda: self.logic.mackie.alone), "the host is alone")

    def recable(self) -> None:
        """Pulls the cable and puts it back, each after the other was noticed."""
        self.port.unplug()
        self.settle_lost()
        self.settle_back()

    def settle_back(self) -> None:
        """Puts the cable back, and waits until the host knows and has said what it says to that."""
        self.port.replug()
        self._until(lambda: self.logic.call(lambda: not self.logic.mackie.alone), "the cable is there")
        self.settle()

    def _until(self, condition: Callable[[], bool], what: str) -> None:
        with self._came:
            for _ in range(4000):
                if condition():
                    return
                self._came.wait(WAIT / 4000)
        raise AssertionError(f"In {WAIT:g} s it never happened that {what}.")

    # -- a hand ------------------------------------------------------------------------------------------

    def send(self, *messages: Message) -> list[Message]:
        """Sends messages and gives what came of them."""
        before = len(self.received)
        for message in messages:
            self.put(encode(message))
        self.settle()
        return self.received[before:]

    def click(self, *buttons: int) -> list[Message]:
        """Presses and releases buttons, one after the other; gives what came of all."""
        return self.send(*(Press(button, down) for button in buttons for down in (True, False)))

    def with_held(self, held: int, *messages: Message) -> list[Message]:
        """Sends messages while a button is held."""
        return self.send(Press(held, True), *messages, Press(held, False))

    def clicked_with(self, held: int, *buttons: int) -> list[Message]:
        """Clicks while a button is held."""
        return self.with_held(held, *(Press(button, down) for button in buttons for down in (True, False)))

    def slide(self, fader: int, position: int) -> list[Message]:
        """Touches a fader, moves it, lets it go."""
        return self.send(Touch(fader, True), Fader(fader, position), Touch(fader, False))

    def after(self, seconds: float) -> list[Message]:
        """Lets time pass; gives what came of it."""
        before = len(self.received)
        self.clock.now += seconds
        self.logic.call(lambda: None)
        self.settle()
        return self.received[before:]

    def by_user(self, do: Callable[[], object]) -> list[Message]:
        """Something a user does at the screen; gives what came of it."""
        before = len(self.received)
        self.logic.call(do)
        self.settle()
        return self.received[before:]

    # -- what is shown -----------------------------------------------------------------------------------

    def names(self) -> list[str]:
        """The eight cells of the upper row."""
        return [self.surface.cell(0, slot) for slot in range(8)]

    def values(self) -> list[str]:
        """The eight cells of the lower row."""
        return [self.surface.cell(1, slot) for slot in range(8)]

    def lit(self, row: StripButton) -> list[int]:
        """Over which strips the lamps of a row are on."""
        return [slot for slot in range(8) if self.surface.lamp(row + slot)]

    def lit_while_blinking(self, row: StripButton) -> list[list[int]]:
        """Over which strips the lamps of a row are on, in both halves of the period they blink in."""
        halves: list[list[int]] = []
        for _ in range(2):
            self.after(0.75)
            halves.append(self.lit(row))
        return sorted(halves)

    def full_text(self) -> str:
        """The 112 characters the host means to show."""
        return self.logic.call(lambda: self.logic.mackie.shown.text)


def texts(messages: Iterable[Message]) -> Sequence[tuple[int, str]]:
    """The writes to the display among messages."""
    return [(each.offset, each.text) for each in messages if isinstance(each, Lcd)]


@contextmanager
def rig(
    project: Project,
    latency: Latency | None = None,
    faults: Faults | None = None,
    identity: Identity | None = SURFACE,
) -> Generator[Rig]:
    """A running Logic with a surface that answers at once (or not at all, without an ``identity``)."""
    it = Rig(project, latency or Latency(), faults or Faults(), identity)
    it.port.open(it.receive, lambda _: None)
    with it.logic:
        if identity is not None:
            it.settle_back()
            while not it.surface.online:
                it.after(0.025)
        else:
            it._until(lambda: len(it.received) >= 8, "Logic asks")
        it.settle()
        yield it
    it.port.close()
