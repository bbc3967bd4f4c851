"""The bridge to Logic: a Mackie Control surface that reads what it does, and Logic's screen for the rest."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Sequence
from contextlib import aclosing
from typing import ClassVar, TypeVar

from daw_bridges.actions import Action
from daw_bridges.bridge import Bridge, Capabilities, OnResult, Result
from daw_bridges.errors import ActionError, RefusedError, UnreachableError
from daw_bridges.logic.capabilities import at_desktop
from daw_bridges.logic.macos import Desktop
from daw_bridges.logic.observing import LogicPolling
from daw_bridges.logic.performance import Performance
from daw_bridges.logic.sitting import Sitting
from daw_bridges.mackie.link import Link
from daw_bridges.mackie.messages import Message
from daw_bridges.mackie.ports import Port
from daw_bridges.observation import Observed, OnSession
from daw_bridges.references import track_index
from daw_bridges.session import Session

__all__ = ["LogicBridge"]

_T = TypeVar("_T")
_BACK_SECONDS = 2.0
_STEP = 0.02


class LogicBridge(Bridge):
    """A running Logic. It may quit, and come back: then everything is read anew."""

    daw: ClassVar[str] = "logic"

    def __init__(self, port: Callable[[], Port], desktop: Desktop, timeout: float, settle: float) -> None:
        self._port, self._desktop, self._timeout, self._settle = port, desktop, timeout, settle
        self._capabilities = at_desktop(desktop)
        self._sitting: Sitting | None = None
        self._turn = asyncio.Lock()
        self.closed = False
        """Whether the bridge was let go of; every call is refused then."""

    @property
    def capabilities(self) -> Capabilities:
        """The mixer, plug-ins, sends and the transport; the rest at the screen or by hand."""
        return self._capabilities

    async def connect(self) -> None:
        """Connect now rather than with the first call. Raises as every other call does."""
        async with self._turn:
            await self._seated()

    async def snapshot(self) -> Session:
        """Read the whole mixer."""
        return await self._in_turn(lambda sitting: sitting.read())

    async def glance(self) -> Session:
        """Read faders, lamps and panning of all strips; the rest is as the last snapshot had it."""
        return await self._in_turn(lambda sitting: sitting.glance())

    async def pushed(self, *, turned: bool = True) -> Session:
        """The session with what the surface shows of the strips in sight; ``turned`` if a ring changed."""
        return await self._in_turn(lambda sitting: sitting.pushed(turned=turned))

    @property
    def generation(self) -> int:
        """Grows with every time that Logic starts anew; 0 before the first contact."""
        return 0 if self._sitting is None else self._sitting.generation

    @property
    def busy(self) -> bool:
        """Whether the surface is in use, so that what it shows is this bridge's own doing."""
        return self._turn.locked()

    def subscribe(
        self, hear: Callable[[Message], None], lost: Callable[[str | None], None]
    ) -> Callable[[], None]:
        """Tell ``hear`` every message, ``lost`` of Logic coming and going; gives what ends that."""
        if self.link is None:
            return lambda: None
        ends = self.link.subscribe(hear), self.link.watch(lost)

        def end() -> None:
            for each in ends:
                each()

        return end

    async def detailed(self, session: Session, tracks: Collection[str]) -> Session:
        """The session with all parameters of these tracks' plug-ins; later snapshots hold them, too."""
        return await self._in_turn(lambda sitting: sitting.detailed(_indices(session, tracks)))

    async def perform(self, actions: Sequence[Action], *, on_result: OnResult | None = None) -> list[Result]:
        """Do the actions in order, each read back; the first failure ends it."""
        return await self._in_turn(lambda sitting: Performance(sitting, on_result).run(actions))

    async def observe(
        self, *, interval: float = 1.0, on_session: OnSession | None = None
    ) -> AsyncGenerator[Observed]:
        """What is done in the mixer: at once where the surface shows it, else with the next look."""
        async with aclosing(LogicPolling(self, interval, on_session).observed()) as seen:
            async for each in seen:
                yield each

    async def _in_turn(self, work: Callable[[Sitting], Awaitable[_T]]) -> _T:
        async with self._turn:
            return await work(await self._seated())

    async def _seated(self) -> Sitting:
        """The connection, made where there is none; a new one where Logic started anew."""
        if self.closed:
            raise RefusedError("The bridge to Logic was closed. Open another one.")
        if self._sitting is not None and self._sitting.link.lost is not None:
            await self._wait_back(self._sitting.link)
        if self._sitting is None:
            link = await Link.open(self._port(), timeout=self._timeout)
            self._sitting = Sitting(link, self._desktop, self._settle)
        elif self._sitting.generation != self._sitting.link.generation:
            self._sitting = Sitting(self._sitting.link, self._desktop, self._settle)
        return self._sitting

    async def _wait_back(self, link: Link) -> None:
        """The link comes back on its own. Raises UnreachableError where it does not in time."""
        until = asyncio.get_running_loop().time() + _BACK_SECONDS
        while link.lost is not None:
            if asyncio.get_running_loop().time() >= until:
                raise UnreachableError(link.lost)
            await asyncio.sleep(_STEP)

    @property
    def link(self) -> Link | None:
        """The connection to Logic's control surface; None before the first contact."""
        return None if self._sitting is None else self._sitting.link

    async def close(self) -> None:
        """Let go of the port; Logic is left as it is, and observations end."""
        self.closed = True
        sitting, self._sitting = self._sitting, None
        if sitting is not None:
            await sitting.close()


def _indices(session: Session, tracks: Collection[str]) -> list[int]:
    """The places of tracks by reference; names of none are passed over."""
    found: list[int] = []
    for reference in tracks:
        try:
            found.append(track_index(session, reference))
        except ActionError:
            continue
    return found
