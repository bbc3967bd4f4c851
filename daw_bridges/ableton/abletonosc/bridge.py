"""The bridge to a Live that runs stock AbletonOSC: no script of Orbit's, and what that leaves possible."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import ClassVar

from daw_bridges.ableton.abletonosc.abilities import ABILITIES
from daw_bridges.ableton.abletonosc.exchange import Exchange
from daw_bridges.ableton.abletonosc.messages import ask
from daw_bridges.ableton.abletonosc.performance import Performance
from daw_bridges.ableton.abletonosc.port import IDLE_SECONDS
from daw_bridges.ableton.abletonosc.snapshot import SnapshotReader
from daw_bridges.ableton.batch import Note, performed, stopped
from daw_bridges.ableton.reading import read_session
from daw_bridges.actions import Action
from daw_bridges.bridge import Bridge, Capabilities, OnResult, Result
from daw_bridges.session import Session

__all__ = ["DEFAULT_PORT", "DEFAULT_REPLY_PORT", "AbletonOscBridge", "open_bridge"]

DEFAULT_PORT = 11000
DEFAULT_REPLY_PORT = 11001
_TIMEOUT = 4.5


class AbletonOscBridge(Bridge):
    """A running Live, through AbletonOSC. The reply port is held only while it is needed.

    What AbletonOSC cannot be asked has its default in a session: strips and devices of the returns and the
    master (the names of the returns are known where there is an audio track), side chains, chains of racks,
    envelopes, the notes of clips on the timeline, the name of the set.
    """

    daw: ClassVar[str] = "ableton"

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange
        self._reader = SnapshotReader(exchange)
        self._known: Session | None = None
        self._turn = asyncio.Lock()

    @property
    def capabilities(self) -> Capabilities:
        """What AbletonOSC can do, and why not the rest."""
        return ABILITIES

    @property
    def holds_port(self) -> bool:
        """Whether the reply port is taken at the moment, so that no other client can have it."""
        return self._exchange.held

    async def connect(self) -> None:
        """See whether AbletonOSC answers. Raises as every other call does."""
        await self._exchange.ask(ask("test"))

    async def snapshot(self) -> Session:
        """Read the whole set; waits while actions are performed, for on their way values are tried out."""
        async with self._turn:
            return await self._read()

    async def _read(self) -> Session:
        self._known = read_session(await self._reader.read())
        return self._known

    async def perform(self, actions: Sequence[Action], *, on_result: OnResult | None = None) -> list[Result]:
        """Do the actions in order, as many at a time as do not meet; the first failure ends it."""
        async with self._turn:
            return await performed(
                actions, on_result, lambda results, note: self._perform(actions, results, note)
            )

    async def _perform(self, actions: Sequence[Action], results: list[Result], note: Note) -> None:
        while len(results) < len(actions) and not stopped(results):
            session = self._known or await self._read()
            # If this ends badly, only a new snapshot can tell where the set stands.
            self._known = None
            work = Performance(self._exchange, session, note)
            self._known = await work.run(actions[len(results) :])

    async def close(self) -> None:
        """Let go of the reply port; Live is left as it is."""
        self._exchange.close()
        await asyncio.sleep(0)


async def open_bridge(
    *,
    host: str = "127.0.0.1",
    port: int = DEFAULT_PORT,
    reply_port: int | None = None,
    timeout: float = _TIMEOUT,
    idle_seconds: float = IDLE_SECONDS,
) -> AbletonOscBridge:
    """Open the bridge to AbletonOSC; without a ``reply_port`` it is the one behind ``port``.

    ``timeout`` is how many seconds without an answer are too many; after ``idle_seconds`` without a word the
    reply port is let go until it is needed again.

    Raises UnreachableError (nobody listens, or another program has the reply port) or TimedOutError.
    """
    bridge = AbletonOscBridge(
        Exchange((host, port), port + 1 if reply_port is None else reply_port, timeout, idle_seconds)
    )
    try:
        await bridge.connect()
    except BaseException:
        await bridge.close()
        raise
    return bridge
