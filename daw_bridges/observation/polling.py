"""Observation of a host that does not push what changes: it is looked at again and again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Iterator, Sequence
from typing import TYPE_CHECKING

from daw_bridges.actions import Action
from daw_bridges.errors import TimedOutError, UnreachableError
from daw_bridges.observation.hearing import hearing
from daw_bridges.observation.observed import Observed, OnSession
from daw_bridges.observation.story import Story, Told
from daw_bridges.session import Session

if TYPE_CHECKING:
    from daw_bridges.bridge import Bridge, Result

__all__ = ["Polling", "retold"]

_LOG = logging.getLogger(__name__)

_DONE, _SKIPPED = ("verified", "unverified"), "skipped"


def retold(story: Story, result: Result) -> list[Told]:
    """Tell what became of an action that the bridge itself performed."""
    if result.status in _DONE:
        return story.did(result.action, certain=result.status == _DONE[0])
    if result.status != _SKIPPED:
        story.failed(result.action)
    return []


class Polling:
    """Looks at a session every ``interval`` seconds and tells what changed, and whose change it is."""

    def __init__(self, bridge: Bridge, interval: float, on_session: OnSession | None) -> None:
        self._bridge, self._interval = bridge, interval
        self._on_session: OnSession = on_session or (lambda _: None)
        self._results: list[tuple[float, Result]] = []
        self._unknown: list[Action] = []
        self._running = 0
        self._runs = 0

    def begins(self) -> None:
        """Hear that the bridge begins to perform."""
        self._running += 1
        self._runs += 1

    def hears(self, result: Result) -> None:
        """Hear what became of an action."""
        self._results.append((asyncio.get_running_loop().time(), result))

    def ends(self, unknown: Sequence[Action]) -> None:
        """Hear that the bridge has stopped performing."""
        self._running -= 1
        self._unknown += unknown

    async def observed(self) -> AsyncGenerator[Observed]:
        """What is done, as it is found; raises as ``snapshot`` does if the host is not there at first."""
        clock = asyncio.get_running_loop().time
        with hearing(self._bridge, self):
            story = self._begun(await self._bridge.snapshot())
            started = latest = clock()
            while True:
                await self.pause()
                try:
                    real = await self.look()
                except (UnreachableError, TimedOutError) as error:
                    _LOG.warning("The observation starts again once the host is back: %s", error)
                    story = self._begun(await self._back())
                    continue
                for at, told in self._told(story, real) if real is not None else ():
                    latest = max(latest, at)
                    yield Observed(latest - started, told.origin, told.action)

    def _begun(self, session: Session) -> Story:
        self._results.clear()
        self._unknown.clear()
        self._on_session(session)
        return Story(session)

    async def pause(self) -> None:
        """Wait until it is time to look again; a host that says when something happened overrides this."""
        await asyncio.sleep(self._interval)

    async def read(self) -> Session:
        """Read the session; a host that can be read in part overrides this."""
        return await self._bridge.snapshot()

    async def look(self) -> Session | None:
        """The session now; None while the bridge performs, for half a batch is nobody's doing."""
        runs = self._runs
        session = await self.read()
        return None if self._running or runs != self._runs else session

    async def _back(self) -> Session:
        while True:
            await asyncio.sleep(self._interval)
            try:
                return await self._bridge.snapshot()
            except (UnreachableError, TimedOutError):
                continue

    def _told(self, story: Story, real: Session) -> Iterator[tuple[float, Told]]:
        now, results, unknown = asyncio.get_running_loop().time(), self._results, self._unknown
        self._results, self._unknown = [], []
        for at, result in results:
            yield from ((at, told) for told in retold(story, result))
        for action in unknown:
            story.failed(action)
        rest = story.settled(real) if results or unknown else story.changed(real)
        yield from ((now, told) for told in rest)
