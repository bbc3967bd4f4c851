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
from uuid import uuid4

from daw_bridges.errors import EngineError, OrbitError
from orbit import __version__
from orbit.server.engine import Engine
from orbit.server.failures import LeavingError, LostError
from orbit.server.host_lock import PROTOCOL, HostLock, UnwritableError, read_address

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable
    from typing import TypeVar

    from daw_bridges.observation.seen import OnSeen
    from daw_bridges.session import Session
    from orbit.agent import OnEvent
    from orbit.agent.recovery import RequestRun
    from orbit.outcome import Outcome
    from orbit.server.engine import OnNotice
    from orbit.server.host import Host
    from orbit.server.host_lock import Address
    from orbit.server.local import LocalEngine
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
        self._host: Host | None = None
        self._finding = asyncio.Lock()
        self._cut_short = ""

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

    async def session(self) -> Session:
        """Read the session from the DAW. Raises BridgeError or EngineError."""
        session, said = await self._again(_read)
        self._cut_short = said or self._cut_short
        return session

    def cut_short(self) -> str:
        """Say what the last reading showed of runs that were cut short; see ``Engine.cut_short``."""
        said, self._cut_short = self._cut_short, ""
        return said

    async def reset_practice(self) -> None:
        """Have the practice session as it was at first. Raises BridgeError or EngineError."""
        await self._again(lambda way: way.reset_practice())

    async def do(self, text: str, *, on_event: OnEvent | None = None, **options: Any) -> Outcome:
        """Carry out one request, or say why not: see ``Engine.do``. Never does it twice."""
        from orbit.agent.recovery import REQUEST
        from orbit.server.request_tracker import RequestTracker

        tracker, request = RequestTracker(on_event), uuid4().hex
        held = REQUEST.set(request)
        try:
            for _ in range(_MOST_HOSTS):
                way = await self._find()
                try:
                    with tracker.listening():
                        outcome = await way.do(text, on_event=tracker.on_event, **options)
                    said = filter(None, (self.cut_short(), outcome.cut_short))
                    return replace(outcome, cut_short=" ".join(said))
                except LeavingError:
                    await self._leave(way)
                except LostError as lost:
                    await self._leave(way)
                    now, runs = await self._known(request)
                    if lost.begun or runs:
                        return tracker.outcome(runs, now, self.cut_short())
        finally:
            REQUEST.reset(held)
        raise EngineError("Orbit stopped again and again before it could do this. Nothing was changed.")

    async def _known(self, request: str) -> tuple[Session | None, list[RequestRun]]:
        """Give the session as it reads, and what is on record of a request whose host is gone."""
        now: Session | None = None
        runs: list[RequestRun] = []
        with suppress(OrbitError):
            now = await self.session()
        with suppress(OrbitError):
            runs = await self.call("request_runs", request=request)
        return now, runs

    async def observe(self, tell: OnSeen) -> None:
        """Tell what is done in the DAW, whoever hosts it: see ``Engine.observe``."""
        from daw_bridges.observation.seen import later

        begun = monotonic()
        await self._again(lambda way: way.observe(later(tell, monotonic() - begun)))

    async def follow(self, tell: OnNotice) -> None:
        """Tell what becomes of every client's requests, whoever hosts them, until this is cancelled."""
        await self._again(lambda way: way.follow(tell))

    async def choose_model(self, model: str) -> None:
        """Have the requests that follow answered by another model, whoever is the host then."""
        self.settings = replace(self.settings, model=model)
        await self._again(lambda way: way.choose_model(model))

    async def call(self, operation: str, /, **arguments: Any) -> Any:
        """Do one of the memory's named operations; one that changes something, never twice."""
        from orbit.server.operations import operation as named

        chosen = named(operation)
        if not chosen.changes:
            return await self._again(lambda way: way.call(operation, **arguments))
        try:
            return await self._again(lambda way: way.call(operation, **arguments), lost=True)
        except LostError:
            raise EngineError(
                f"The Orbit that was doing “{operation}” stopped partway. It may or may not be done: "
                "check before you ask again."
            ) from None

    async def _again(self, ask: Callable[[Way], Awaitable[Given]], *, lost: bool = False) -> Given:
        """Ask one host after the other until one answers; ``lost``: only where nothing was begun."""
        for _ in range(_MOST_HOSTS):
            way = await self._find()
            try:
                return await ask(way)
            except LeavingError:
                await self._leave(way)
            except LostError:
                await self._leave(way)
                if lost:
                    raise
        raise EngineError("Orbit stopped again and again before it could answer. Try again.")

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
                return self._own(lock)
            way = await self._reach(max(_LEAST_SECONDS, end - monotonic()))
            if way is not None:
                return way
            if monotonic() > end:
                raise EngineError(self._silence())
            await asyncio.sleep(_LOOK_AGAIN_SECONDS)

    def _own(self, lock: HostLock) -> Way:
        if not self._hosts:
            from orbit.server.local import LocalEngine

            return LocalEngine(self.settings, name=self._name, lock=lock)
        from orbit.server.host import Host

        self._host = Host(lock, self.settings)
        self._host.start()
        return self._host.open_session(self.settings, self._name)

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


async def _read(way: Engine) -> tuple[Session, str]:
    return await way.session(), way.cut_short()


def _other_version(address: Address) -> str:
    return (
        f"Orbit {address.version} runs on this data directory (process {address.pid}), and this is Orbit "
        f"{__version__}. Close that one, then try again; or give another --data-dir."
    )
