"""Whatever engine keeps a trajectory learns from it, tells of what it found, and is asked about it."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import anyio
import pytest

from orbit.memory import Library
from orbit.memory.store import Store
from orbit.server import EngineClient, LocalEngine
from orbit.settings import Settings
from tests.orbit.learning.handwork import duck, gate, trajectory

TEMPO = "set the tempo to 100"


@pytest.fixture
async def owner(settings: Settings) -> AsyncGenerator[EngineClient]:
    async with EngineClient(settings, hosts=True) as engine:
        yield engine


@pytest.mark.anyio
async def test_a_client_of_another_process_is_offered_what_it_did(
    owner: EngineClient, settings: Settings
) -> None:
    async with EngineClient(settings) as client:
        assert not client.owns
        assert [await client.keep(trajectory(number, duck(number))) for number in range(2)] == [[], []]
        [offer] = await client.keep(trajectory(2, duck(2)))
        assert await owner.offers() == await client.offers() == [offer]
        kept = await client.call("keep_offer", offer_id=offer.id, name="my duck")
        assert kept.kept_as == "my-duck"
        assert (await owner.workflow("my-duck")).provenance.source == "induced"


@pytest.mark.anyio
async def test_an_offer_is_told_of_beside_what_was_done_and_only_once(settings: Settings) -> None:
    async with LocalEngine(settings) as engine:
        for number in range(3):
            await engine.keep(trajectory(number, gate(number)))
        planned = await engine.do(TEMPO, dry_run=True)
        failed = await engine.do("mute the theremin")
        assert "by hand" not in planned.reply + failed.reply
        first, second = await engine.do(TEMPO), await engine.do("set the tempo to 90")
        assert first.ok
        assert "You have done this three times by hand" in first.reply
        assert "orbit workflows keep" in first.to_json()["reply"]
        assert "by hand" not in second.reply


@pytest.mark.anyio
async def test_what_orbit_does_over_and_over_is_never_offered(settings: Settings) -> None:
    async with LocalEngine(settings) as engine:
        for _ in range(4):
            assert (await engine.do("make the bass duck under the kick")).ok
            await engine.undo()
        assert await engine.offers() == []


@pytest.mark.anyio
async def test_a_kept_offer_is_done_by_a_sentence_and_read_back(settings: Settings) -> None:
    async with LocalEngine(settings) as engine:
        for number in range(3):
            await engine.keep(trajectory(number, gate(0)))
        [offer] = await engine.offers()
        await engine.call("keep_offer", offer_id=offer.id)
        outcome = await engine.do(f"do my {offer.title.casefold()} on the snare")
        assert (outcome.ok, outcome.answer.workflow) == (True, offer.id)
        assert {result.status for result in outcome.results} == {"verified"}


@pytest.mark.anyio
async def test_what_was_kept_while_nobody_learned_is_caught_up_with(settings: Settings) -> None:
    before = Library(Store.open(settings.data_dir))
    for number in range(6):
        before.keep(trajectory(number, duck(number)))
    async with EngineClient(settings, hosts=True) as engine:
        await engine.titles()
        for _ in range(3000):
            if not before.store.slices.unsliced("1", 1):
                break
            await anyio.sleep(0.02)
        [offer] = await engine.keep(trajectory(6, duck(6)))
        assert offer.support == 7
    before.close()
