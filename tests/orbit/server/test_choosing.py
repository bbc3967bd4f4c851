"""Another model in the middle of a conversation: the session, its past and the plans stay where they are."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from orbit.server import Engine, EngineClient, LocalEngine
from orbit.settings import Settings
from tests.orbit.stand_in import StandIn, served

HOSTED = "openai-chat:stand-in"


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch) -> Generator[StandIn]:
    with served() as stand_in:
        monkeypatch.setenv("OPENAI_BASE_URL", stand_in.url)
        monkeypatch.setenv("OPENAI_API_KEY", "a-key-of-the-tests")
        stand_in.plays("It is a fine kick.")
        yield stand_in


async def choose_back_and_forth(engine: Engine, stand_in: StandIn) -> None:
    assert (await engine.do("mute the kick")).ok
    await engine.choose_model(HOSTED)
    assert "a fine kick" in (await engine.do("how is the kick?")).reply
    asked = len(stand_in.requests)
    assert asked
    await engine.choose_model("offline")
    undone = await engine.do("undo")
    assert undone.ok
    assert undone.after is not None
    assert not undone.after.tracks[0].mute
    assert len(stand_in.requests) == asked


@pytest.mark.anyio
async def test_an_engine_of_its_own(settings: Settings, stand_in: StandIn) -> None:
    async with LocalEngine(settings) as engine:
        await choose_back_and_forth(engine, stand_in)


@pytest.mark.anyio
async def test_the_owner_and_a_client_of_another_connection(settings: Settings, stand_in: StandIn) -> None:
    async with EngineClient(settings, hosts=True) as owner, EngineClient(settings) as client:
        assert (owner.owns, client.owns) == (True, False)
        await choose_back_and_forth(client, stand_in)
        await choose_back_and_forth(owner, stand_in)


@pytest.mark.anyio
async def test_the_choice_outlives_the_owner(settings: Settings, stand_in: StandIn) -> None:
    owner = await EngineClient(settings, hosts=True).__aenter__()
    async with EngineClient(settings) as client:
        assert not client.owns
        await client.choose_model(HOSTED)
        await owner.__aexit__()
        assert "a fine kick" in (await client.do("how is the kick?")).reply


@pytest.mark.anyio
async def test_a_model_that_cannot_be_had_is_told_of_by_the_next_request(settings: Settings) -> None:
    async with EngineClient(settings) as engine:
        await engine.choose_model("no such model")
        outcome = await engine.do("mute the kick")
        assert not outcome.ok
        assert "is not a model" in outcome.reply
        await engine.choose_model("offline")
        assert (await engine.do("mute the kick")).ok
