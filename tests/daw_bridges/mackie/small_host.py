"""A host as small as can be, over a real port: greets, shows a dump, lights what is pressed, echoes faders.

The link's own tests need a host whose manners they decide; the simulated Logic has manners of its own.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager, contextmanager, suppress

from daw_bridges.errors import UnreachableError
from daw_bridges.mackie.codec import Direction, encode
from daw_bridges.mackie.handshake import queries
from daw_bridges.mackie.link import Link
from daw_bridges.mackie.messages import (
    ConnectionConfirmation,
    ConnectionQuery,
    Fader,
    Lamp,
    LampState,
    Lcd,
    Message,
    Model,
    Press,
    VersionRequest,
)
from daw_bridges.mackie.pairs import PairedPort, pair
from daw_bridges.mackie.ports import Port
from daw_bridges.mackie.stream import Decoder
from daw_bridges.mackie.tcp import TcpListener, TcpPort

__all__ = [
    "DUMP",
    "MODEL",
    "SmallHost",
    "back",
    "cable",
    "gone",
    "linked",
    "midi_threads",
    "remember_threads",
    "serving",
]

MODEL = Model.MACKIE_CONTROL
DUMP: tuple[Message, ...] = (
    Lcd(MODEL, 0, "Kick   Snare  Bass".ljust(56)),
    Lcd(MODEL, 56, " ".ljust(56)),
    *(Fader(strip, 1000 * strip) for strip in range(9)),
    Lamp(24, LampState.ON),
)


class SmallHost:
    """What it does is its attributes; ``heard`` is every message that came."""

    def __init__(self, port: Port) -> None:
        self.port = port
        self.asks = True
        self.dump = DUMP
        self.heard: list[Message] = []
        self.losses: list[str] = []
        self.there = threading.Event()
        self.hook: Callable[[Message], None] = lambda _message: None
        self._news = threading.Condition()
        self._decoder = Decoder(Direction.UP)

    def start(self) -> None:
        """Open the port."""
        self.port.open(self._receive, self.losses.append, self._plugged)

    def say(self, *messages: Message) -> None:
        """Send messages, for as long as somebody is there."""
        with suppress(UnreachableError):
            for message in messages:
                self.port.send(encode(message))

    def ask(self) -> None:
        """Ask who is there, as Logic does."""
        self.say(*queries(), VersionRequest(MODEL))

    def wait_for(self, kind: type[Message], count: int = 1, timeout: float = 20.0) -> bool:
        """Whether that many messages of a kind come in time; from any thread."""
        with self._news:
            return self._news.wait_for(
                lambda: sum(isinstance(message, kind) for message in self.heard) >= count, timeout
            )

    def _plugged(self) -> None:
        self._decoder = Decoder(Direction.UP)
        self.there.set()
        if self.asks:
            self.ask()

    def _receive(self, data: bytes) -> None:
        for message in self._decoder.feed(data):
            with self._news:
                self.heard.append(message)
                self._news.notify_all()
            self._react(message)
            self.hook(message)

    def _react(self, message: Message) -> None:
        match message:
            case ConnectionQuery() | ConnectionConfirmation():
                self.say(*self.dump)
            case Press(button=button, down=down):
                self.say(Lamp(button, LampState.ON if down else LampState.OFF))
            case Fader():
                self.say(message)
            case _:
                pass


@contextmanager
def serving(port: Port) -> Generator[SmallHost]:
    """A host on a port, for as long as the block lasts."""
    host = SmallHost(port)
    host.start()
    try:
        yield host
    finally:
        port.close()


@asynccontextmanager
async def linked(listener: TcpListener | None = None) -> AsyncGenerator[tuple[Link, SmallHost]]:
    """A link to a host that serves it, over a pair of ports or over TCP, for as long as the block lasts."""
    ours, theirs = pair()
    with serving(listener or theirs) as host:
        link = await Link.open(TcpPort("127.0.0.1", listener.port) if listener else ours)
        try:
            yield link, host
        finally:
            await link.close()


def cable(host: SmallHost) -> PairedPort:
    """The port whose cable can be pulled."""
    assert isinstance(host.port, PairedPort)
    return host.port


async def back(link: Link, generation: int) -> None:
    """Wait until a link is well, in that generation or a later one."""
    for _ in range(2000):
        if link.lost is None and link.generation >= generation:
            return
        await asyncio.sleep(0.01)
    raise AssertionError((link.lost, link.generation))


async def gone(link: Link) -> str:
    """Wait until a link is lost."""
    for _ in range(2000):
        if link.lost is not None:
            return link.lost
        await asyncio.sleep(0.01)
    raise AssertionError(link.generation)


_BEFORE: set[threading.Thread] = set()


def remember_threads() -> None:
    """Those that run before a test are not the test's."""
    _BEFORE.clear()
    _BEFORE.update(threading.enumerate())


def midi_threads() -> list[str]:
    """The threads that ports have, of those that were started since ``remember_threads``."""
    mine = set(threading.enumerate()) - _BEFORE
    return [thread.name for thread in mine if thread.name.startswith("midi ")]
