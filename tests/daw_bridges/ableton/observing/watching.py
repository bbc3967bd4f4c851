"""An observation that runs beside a test, and a person at the simulated Live."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import aclosing, asynccontextmanager
from typing import Any

from daw_bridges.ableton import AbletonBridge
from daw_bridges.actions import Action
from daw_bridges.algebra import differences, retrace
from daw_bridges.errors import ActionError
from daw_bridges.observation import Observed
from daw_bridges.session import Session
from daw_bridges.simulated.live import LiveHost

LONGEST_SECONDS = 60.0
"""How long anything may take on the slowest machine; nothing waits for it to pass."""

RETRY_SECONDS = 0.05


async def until(condition: Callable[[], object]) -> None:
    """Wait until something is so."""

    async def asked() -> object:
        return condition()

    await until_told(asked)


async def until_told(question: Callable[[], Awaitable[object]]) -> None:
    """Wait until a question is answered with yes."""
    async with asyncio.timeout(LONGEST_SECONDS):
        answer = await question()
        while not answer:
            await asyncio.sleep(0.01)
            answer = await question()


class Watch:
    """What an observation has told so far."""

    def __init__(self, bridge: AbletonBridge) -> None:
        self.bridge = bridge
        self.sessions: list[Session] = []
        self.seen: list[Observed] = []

    @property
    def actions(self) -> list[Action]:
        return [each.action for each in self.seen]

    @property
    def names(self) -> list[str]:
        return [action.action for action in self.actions]

    def by(self, origin: str) -> list[Action]:
        return [each.action for each in self.seen if each.origin == origin]

    async def follow(self) -> None:
        async with aclosing(self.bridge.observe(interval=RETRY_SECONDS, on_session=self._began)) as stream:
            async for each in stream:
                self.seen.append(each)

    def _began(self, session: Session) -> None:
        self.sessions.append(session)
        self.seen.clear()

    def missing(self, real: Session) -> list[str]:
        """What still differs between what was told and what is."""
        try:
            return differences(retrace(self.sessions[-1], self.actions), real)
        except ActionError as error:
            return [str(error)]

    async def caught_up(self) -> None:
        """Wait until what was told leads to what Live shows."""
        left: list[str] = []

        async def nothing_is_left() -> bool:
            left[:] = self.missing(await self.bridge.snapshot())
            return not left

        try:
            await until_told(nothing_is_left)
        except TimeoutError:
            told = "\n".join(f"{each.t:.2f} {each.origin} {each.action!r}" for each in self.seen)
            raise AssertionError(f"Not all was seen: {left}\n{told}") from None

    async def saw(self, name: str, count: int = 1) -> None:
        """Wait until so many actions of a name were told."""
        await until(lambda: self.names.count(name) >= count)


@asynccontextmanager
async def watching(bridge: AbletonBridge) -> AsyncGenerator[Watch]:
    """Observe as long as the block runs."""
    watch = Watch(bridge)
    following = asyncio.create_task(watch.follow())
    try:
        await until(lambda: watch.sessions or following.done())
        yield watch
    finally:
        following.cancel()
        await asyncio.wait([following])
    assert following.cancelled(), following.exception()


def hasten(host: LiveHost, *, quiet: float, sweep: float) -> None:
    """Let the script wait for less quiet (in seconds) and sweep more often than for people."""
    own = vars(type(host.script._observing))["_step"].__globals__
    own.update(QUIET_SECONDS=quiet, SWEEP_SECONDS=sweep)


def notify_late(host: LiveHost) -> None:
    """Have Live tell its listeners a moment after each change instead of at once."""
    document, told = host._document, host._document._notify

    def late() -> None:
        host._loop.after(0.015, told)

    document._notify = late


class Person:
    """Somebody who works in Live with mouse and keyboard, and stops to think now and then."""

    def __init__(self, host: LiveHost, watch: Watch) -> None:
        self.host, self.watch, self.song = host, watch, host.song

    async def does(self, *edits: Callable[[], Any]) -> Any:
        """Do some things, one right after the other; gives what the last one gave."""
        result = None
        for edit in edits:
            result = await asyncio.to_thread(self.host.call, edit)
        return result

    async def sets(self, thing: Any, **values: Any) -> None:
        """Set properties of a Live object."""
        for name, value in values.items():
            await self.does(lambda name=name, value=value: setattr(thing, name, value))

    async def drags(self, thing: Any, values: Iterable[float], what: str = "value") -> None:
        """Drag a knob or fader."""
        for value in values:
            await self.sets(thing, **{what: value})

    async def types(self, thing: Any, name: str) -> None:
        """Type a name, letter by letter."""
        for end in range(1, len(name) + 1):
            await self.sets(thing, name=name[:end])

    async def seeks(self, beat: float) -> None:
        """Put the playhead somewhere; Live takes a moment for it."""
        await self.sets(self.song, current_song_time=beat)

        async def there() -> bool:
            return await self.does(lambda: self.song.current_song_time) == beat

        await until_told(there)

    async def thinks(self) -> None:
        """Pause until what was done so far has been seen."""
        await self.watch.caught_up()

    def track(self, name: str) -> Any:
        song = self.song
        return next(
            each for each in (*song.tracks, *song.return_tracks, song.master_track) if each.name == name
        )
