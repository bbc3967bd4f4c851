"""What is done in a DAW, as an engine tells it: to its owner, to a client, across a change of owner."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from daw_bridges.actions import SetMute, SetTempo, SetVolume
from daw_bridges.errors import UnreachableError
from daw_bridges.observation import Observed
from daw_bridges.observation.seen import Seen
from daw_bridges.session import Session
from daw_bridges.simulated.live import LiveHost
from orbit.hosts import script_port, simulated_live
from orbit.server import Engine, EngineClient, LocalEngine
from orbit.settings import Settings

pytestmark = pytest.mark.anyio

TOKEN = "a-token-of-the-tests"


@pytest.fixture
def live() -> Generator[LiveHost]:
    with simulated_live(token=TOKEN, tick_seconds=0.01) as host:
        yield host


@pytest.fixture
def on_live(live: LiveHost, settings: Settings) -> Settings:
    return replace(settings, daw="ableton", ableton_port=script_port(live), ableton_token=TOKEN)


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110 - what is waited for is told by another task
            await asyncio.sleep(0.01)


@asynccontextmanager
async def observing(engine: Engine) -> AsyncGenerator[list[Seen]]:
    seen: list[Seen] = []
    task = asyncio.create_task(engine.observe(seen.append))
    try:
        await until(lambda: seen or task.done())
        yield seen
    finally:
        task.cancel()
        await asyncio.wait({task})
    assert task.cancelled(), task.exception()


def done(seen: list[Seen]) -> list[tuple[str, object]]:
    return [(each.origin, each.action) for each in seen if isinstance(each, Observed)]


def by_hand(live: LiveHost, tempo: float) -> None:
    live.call(lambda: setattr(live.song, "tempo", tempo))


async def test_an_engine_alone_tells_whose_each_edit_is(live: LiveHost, on_live: Settings) -> None:
    async with LocalEngine(on_live) as engine, observing(engine) as seen:
        by_hand(live, 90.0)
        await until(lambda: done(seen))
        assert (await engine.do("mute the kick")).ok
        await until(lambda: len(done(seen)) == 2)
    assert isinstance(seen[0], Session)
    assert done(seen) == [("user", SetTempo(bpm=90.0)), ("agent", SetMute(track="Kick", on=True))]


async def test_owner_and_client_are_told_the_same(live: LiveHost, on_live: Settings) -> None:
    async with EngineClient(on_live, hosts=True) as owner, EngineClient(on_live) as client:
        assert owner.owns
        assert not client.owns
        async with observing(owner) as first, observing(client) as second:
            by_hand(live, 90.0)
            await until(lambda: done(first) and done(second))
            assert (await owner.do("set the bass to -6 dB")).ok
            await until(lambda: len(done(first)) == len(done(second)) == 2)
    assert first[0] == second[0]
    assert (
        done(first)
        == done(second)
        == [("user", SetTempo(bpm=90.0)), ("agent", SetVolume(track="Bass", db=-6.0))]
    )


async def test_what_is_observed_goes_on_with_the_next_owner(live: LiveHost, on_live: Settings) -> None:
    owner, client = EngineClient(on_live, hosts=True), EngineClient(on_live)
    await owner.__aenter__()
    async with client, observing(client) as seen:
        by_hand(live, 90.0)
        await until(lambda: done(seen))
        await owner.__aexit__(None, None, None)
        await until(lambda: isinstance(seen[-1], Session))
        assert client.owns
        by_hand(live, 80.0)
        await until(lambda: len(done(seen)) == 2)
    kinds = [type(each) for each in seen]
    assert kinds == [Session, Observed, Session, Observed]
    first, second = (each for each in seen if isinstance(each, Observed))
    assert first.t <= second.t


async def test_whoever_stops_observing_leaves_nothing_behind(live: LiveHost, on_live: Settings) -> None:
    async with EngineClient(on_live, hosts=True) as owner, EngineClient(on_live) as client:
        for engine in (owner, client):
            async with observing(engine):
                assert (await engine.session()).tempo == 120.0
            assert (await engine.do("mute the kick" if engine is owner else "unmute the kick")).ok


async def test_a_daw_that_is_not_there_is_said(settings: Settings) -> None:
    nowhere = replace(settings, daw="ableton", ableton_port=1, ableton_token=TOKEN, ableton_via="orbit")
    async with EngineClient(nowhere, hosts=True) as owner, EngineClient(nowhere) as client:
        for engine in (owner, client):
            with pytest.raises(UnreachableError):
                await engine.observe(lambda _: None)
