"""One DAW, several clients, who take turns.

A plan is carried out, or a run taken back, with the DAW to itself; whoever reads the session meanwhile waits
and sees it as it is left. Nobody waits while a person thinks: consent is asked for outside of a turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Sequence
from contextlib import aclosing, asynccontextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from daw_bridges.actions import Action
from daw_bridges.bridge import Bridge, Capabilities, OnResult, Result
from daw_bridges.observation.observed import Observed, OnSession
from daw_bridges.session import Session
from orbit.agent import Desk, Undone
from orbit.practice import PracticeBridge
from orbit.workflows import Run

if TYPE_CHECKING:
    from orbit.memory import Library
    from orbit.server.loop_thread import LoopThread
    from orbit.settings import Settings

__all__ = ["SharedBridge", "SharedDesk"]

_holding: ContextVar[tuple[object, ...]] = ContextVar("holding", default=())


class SharedBridge(Bridge):
    """A bridge that several desks use; closing it is its owner's business.

    The bridge itself lives on a loop that nothing else keeps busy: a DAW must not seem silent because its
    answer was not looked at in time.
    """

    def __init__(self, inner: Bridge, there: LoopThread) -> None:
        self.inner, self._there = inner, there
        self.daw = inner.daw  # pyright: ignore[reportAttributeAccessIssue] - it is whatever it stands for
        self._lock = asyncio.Lock()

    @property
    def capabilities(self) -> Capabilities:
        """What the host can do."""
        return self.inner.capabilities

    @property
    def host_version(self) -> str:
        """The host's version."""
        return self.inner.host_version

    @property
    def place(self) -> str:
        """Where runs on the host are remembered."""
        return self.inner.place

    async def reset(self) -> None:
        """Begin the practice session anew, where this is the way to one."""
        async with self.turn():
            if isinstance(self.inner, PracticeBridge):
                await self._there.do(self.inner.reset())

    @asynccontextmanager
    async def turn(self) -> AsyncGenerator[None]:
        """Have the DAW to oneself; within a turn of one's own, at once."""
        if self in _holding.get():
            yield
            return
        async with self._lock:
            token = _holding.set((*_holding.get(), self))
            try:
                yield
            finally:
                _holding.reset(token)

    async def snapshot(self) -> Session:
        """Read the whole session."""
        async with self.turn():
            return await self._there.do(self.inner.snapshot())

    async def detailed(self, session: Session, tracks: Collection[str]) -> Session:
        """Read some tracks in full."""
        async with self.turn():
            return await self._there.do(self.inner.detailed(session, tracks))

    async def perform(self, actions: Sequence[Action], *, on_result: OnResult | None = None) -> list[Result]:
        """Do the actions in order and read each back."""
        async with self.turn():
            # Who observes, observes the bridge within: it is to take this for a call of its own.
            return await self._there.do(self.inner.perform(actions, on_result=_passed_on(on_result)))

    async def observe(
        self, *, interval: float = 1.0, on_session: OnSession | None = None
    ) -> AsyncGenerator[Observed]:
        """What is done to the session from now on."""
        here = asyncio.get_running_loop()
        seen: asyncio.Queue[Observed | Session | None] = asyncio.Queue()

        def tell(session: Session) -> None:
            here.call_soon_threadsafe(seen.put_nowait, session)

        async def watch() -> None:
            try:
                async with aclosing(self.inner.observe(interval=interval, on_session=tell)) as observed:
                    async for each in observed:
                        here.call_soon_threadsafe(seen.put_nowait, each)
            finally:
                here.call_soon_threadsafe(seen.put_nowait, None)

        watching = asyncio.ensure_future(self._there.do(watch()))
        try:
            while (each := await seen.get()) is not None:
                if isinstance(each, Observed):
                    yield each
                elif on_session is not None:
                    on_session(each)  # in its turn: what was done before it is told before it
            await watching
        finally:
            watching.cancel()
            await asyncio.wait({watching})

    async def close(self) -> None:
        """Let go of nothing: others use it too."""


def _passed_on(on_result: OnResult | None) -> OnResult | None:
    here = asyncio.get_running_loop()

    def tell(place: int, result: Result) -> None:
        assert on_result is not None
        here.call_soon_threadsafe(on_result, place, result)

    return None if on_result is None else tell


class SharedDesk(Desk):
    """A client session's desk on a shared bridge; ``on_begin`` is awaited before it changes anything."""

    def __init__(
        self,
        bridge: SharedBridge,
        library: Library,
        settings: Settings,
        on_begin: Callable[[], Awaitable[None]],
    ) -> None:
        super().__init__(bridge, library, settings)
        self._shared, self._on_begin = bridge, on_begin

    async def run(self, plan_id: str, **options: Any) -> Run:
        """Carry out a plan when it is this desk's turn; see ``Desk.run``."""
        async with self._shared.turn():
            await self._on_begin()
            return await super().run(plan_id, **options)

    async def undo(self, **options: Any) -> Undone:
        """Take back the last run when it is this desk's turn; see ``Desk.undo``."""
        async with self._shared.turn():
            await self._on_begin()
            return await super().undo(**options)
