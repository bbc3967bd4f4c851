"""A client's engine: the host's where there is one, its own where there is none, whoever comes and goes.

When a host leaves before a request has begun, the next is asked. One that is killed in the middle is told of
as far as it is known, and nothing is done a second time.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Any, Self

from daw_bridges.errors import EngineError, OrbitError
from orbit import __version__
from orbit.server.engine import Engine
from orbit.server.failures import LeavingError, LostError
from orbit.server.host_lock import PROTOCOL, HostLock, UnwritableError, read_address
from orbit.server.loop_thread import late_stop_felt
from orbit.server.messages import Ask, Call, Choice, Look

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable
    from typing import TypeVar

    from daw_bridges.session import Session
    from orbit.agent import Approve
    from orbit.agent.recovery import RequestRun
    from orbit.outcome import Outcome
    from orbit.server.engine import Tell
    from orbit.server.host import Server
    from orbit.server.host_lock import Address
    from orbit.server.local import LocalEngine
    from orbit.server.messages import Asked
    from orbit.server.remote import RemoteEngine
    from orbit.settings import Settings

    Given = TypeVar("Given")
    Way = LocalEngine | RemoteEngine

__all__ = ["EngineClient", "engine_for"]

PATIENCE_SECONDS = 40.0
"""How long a process that has the data directory and does not answer is waited for. It may be leaving, and
that takes as long as what it has begun."""
_LOOK_AGAIN_SECONDS = 0.02
_LEAST_SECONDS = 1.0
_MOST_HOSTS = 50


@asynccontextmanager
async def engine_for(settings: Settings, *, hosts: bool = False, name: str = "do") -> AsyncGenerator[Engine]:
    """Give the engine of the settings' data directory for as long as the block lasts.

    ``hosts``: this process is here for long, and serves those who come meanwhile where nobody else does.
    ``name`` is what those who follow know it by. Raises EngineError when a host does not answer, or is
    another version of Orbit.
    """
    client = EngineClient(settings, hosts=hosts, name=name)
    try:
        await client.open()
    except UnwritableError as error:
        from orbit.server.local import LocalEngine

        # What can be read is read all the same, on a disk that is full or may not be written.
        async with LocalEngine(settings, name=name, trouble=str(error)) as engine:
            yield engine
        return
    async with client:
        yield client


class EngineClient(Engine):
    """The engine of a data directory, whoever hosts it."""

    def __init__(
        self,
        settings: Settings,
        *,
        hosts: bool = False,
        name: str = "do",
        patience_seconds: float | None = None,
    ) -> None:
        self.settings = settings
        self._hosts, self._name = hosts, name
        self._patience = PATIENCE_SECONDS if patience_seconds is None else patience_seconds
        self._way: Way | None = None
        self._host: Server | None = None
        self._finding = asyncio.Lock()

    async def open(self) -> None:
        """Find the host, or become it."""
        await self._find()

    async def __aenter__(self) -> Self:
        await self._find()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._way is not None:
            await self._let_go(self._way)

    @property
    def owns(self) -> bool:
        """Whether this process has the data directory."""
        from orbit.server.remote import RemoteEngine

        return self._way is not None and not isinstance(self._way, RemoteEngine)

    async def link(self, path: str = "/") -> str:
        """Give a page's address, which opens it once. Raises EngineError where no server is."""
        from orbit.server.remote import RemoteEngine

        way = await self._find()
        if self._host is not None:
            return f"{self._host.url}{path}?ticket={self._host.ticket()}"
        if not isinstance(way, RemoteEngine):
            raise EngineError("No Orbit serves this data directory. Start “orbit serve”.")
        return await way.link(path)

    # -- what it does ----------------------------------------------------------------------------------

    async def ask(self, asked: Asked, tell: Tell | None = None, approve: Approve | None = None) -> Any:
        """Have something done by whoever is the host; what changes something, never twice."""
        match asked:
            case Ask():
                return await self._do(asked, tell, approve)
            case Look(kind="observe") if tell is not None:
                from daw_bridges.observation.seen import later

                begun = monotonic()
                return await self._again(lambda way: way.ask(asked, later(tell, monotonic() - begun)))
            case Choice():
                self.settings = replace(self.settings, model=asked.model)
            case Call():
                from orbit.server.operations import operation

                if operation(asked.operation).changes:
                    return await self._again(lambda way: way.ask(asked), _unknown(asked.operation))
            case Look():
                pass
        return await self._again(lambda way: way.ask(asked, tell))

    async def _do(self, asked: Ask, on_event: Tell | None, approve: Approve | None) -> Outcome:
        from orbit.server.request_tracker import RequestTracker

        tracker = RequestTracker(on_event, approve)

        async def carried_out(way: Way) -> Outcome:
            with tracker.listening():
                asks = tracker.approve if asked.asks else None
                outcome: Outcome = await late_stop_felt(way.ask(asked, tracker.on_event, asks))
            said = filter(None, (self.cut_short(), outcome.cut_short))
            return replace(outcome, cut_short=" ".join(said))

        async def known(lost: LostError) -> Outcome | None:
            """Say what is on record of it, where it had begun."""
            now: Session | None = None
            runs: list[RequestRun] = []
            with suppress(OrbitError):
                now = await self.session()
            with suppress(OrbitError):
                runs = await self.call("request_runs", request=asked.id)
            return tracker.outcome(runs, now, self.cut_short()) if lost.begun or runs else None

        return await self._again(carried_out, known)

    async def _again(
        self,
        ask: Callable[[Way], Awaitable[Given]],
        known: Callable[[LostError], Awaitable[Given | None]] | None = None,
    ) -> Given:
        """Ask one host after the other until one answers; ``known`` says what one that was lost had done."""
        for _ in range(_MOST_HOSTS):
            way = await self._find()
            try:
                return await ask(way)
            except LeavingError:
                await self._leave(way)
            except LostError as lost:
                await self._leave(way)
                if known is not None and (told := await known(lost)) is not None:
                    return told
        raise EngineError("Orbit stopped again and again before it could do this. Nothing was changed.")

    # -- whom it asks ----------------------------------------------------------------------------------

    async def _find(self) -> Way:
        async with self._finding:
            while self._way is None:
                self._way = await self._take_or_reach()
            return self._way

    async def _leave(self, way: Way) -> None:
        async with self._finding:
            if self._way is way:
                self._way = None
                await self._let_go(way)

    async def _let_go(self, way: Way) -> None:
        await way.close()
        if self._host is not None:
            host, self._host = self._host, None
            await host.leave()

    async def _take_or_reach(self) -> Way:
        end = monotonic() + self._patience
        while True:
            lock = HostLock.take(self.settings.data_dir)
            if lock is not None:
                return await self._own(lock)
            way = await self._reach(max(_LEAST_SECONDS, end - monotonic()))
            if way is not None:
                return way
            if monotonic() > end:
                raise EngineError(self._silence())
            await asyncio.sleep(_LOOK_AGAIN_SECONDS)

    async def _own(self, lock: HostLock) -> Way:
        if not self._hosts:
            from orbit.server.local import LocalEngine

            return LocalEngine(self.settings, name=self._name, lock=lock)
        from orbit.server.host import Server

        self._host = Server(lock, self.settings)
        self._host.start()
        return await self._host.client(self._name)

    async def _reach(self, seconds: float) -> Way | None:
        address = read_address(self.settings.data_dir)
        if address is None or not address.port:
            return None
        if (address.protocol, address.version) != (PROTOCOL, __version__):
            raise EngineError(_other_version(address))
        from orbit.server.remote import GREETING_SECONDS, RemoteEngine

        try:
            within = min(GREETING_SECONDS, seconds)
            return await RemoteEngine.open(address, self.settings, self._name, seconds=within)
        except LostError:
            return None

    def _silence(self) -> str:
        address = read_address(self.settings.data_dir)
        who = f"Process {address.pid}" if address else "Another process"
        return (
            f"{who} runs Orbit on {self.settings.data_dir} and does not answer. Nothing was changed. Close "
            "it, or wait until it has finished, then try again."
        )


def _unknown(operation: str) -> Callable[[LostError], Awaitable[None]]:
    async def told(_: LostError) -> None:
        raise EngineError(
            f"The Orbit that was doing “{operation}” stopped partway. It may or may not be done: "
            "check before you ask again."
        )

    return told


def _other_version(address: Address) -> str:
    return (
        f"Orbit {address.version} runs on this data directory (process {address.pid}), and this is Orbit "
        f"{__version__}. Close that one, then try again; or give another --data-dir."
    )
