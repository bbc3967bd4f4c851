"""Several engines on one data directory: one owns it, the others are served by it, each as its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace

import pytest

from daw_bridges.algebra import differences
from daw_bridges.errors import NotFoundError, UsageError
from orbit.agent import Event, Planned, Ran, Started, Stepped
from orbit.hosts import script_port, simulated_live
from orbit.memory import Trajectory
from orbit.server import EngineClient, LocalEngine
from orbit.settings import Settings
from orbit.workflows import Plan

TOKEN = "a-token-of-the-tests"
DUCK = "make the bass duck under the kick"


@pytest.fixture
async def owner(settings: Settings) -> AsyncGenerator[EngineClient]:
    async with EngineClient(settings, hosts=True) as engine:
        assert engine.owns
        yield engine


@pytest.fixture
async def client(owner: EngineClient, settings: Settings) -> AsyncGenerator[EngineClient]:
    async with EngineClient(settings) as engine:
        assert not engine.owns
        yield engine


async def done_alone(settings: Settings, text: str) -> tuple[object, list[Event]]:
    events: list[Event] = []
    async with LocalEngine(replace(settings, data_dir=settings.data_dir / "alone")) as engine:
        return (await engine.do(text, on_event=events.append)).to_json(), events


def plain(document: object) -> object:
    """A document without what is new each time: ids and moments."""
    if isinstance(document, dict):
        new = {"id", "session", "started", "seconds", "t", "plan_id"}
        return {key: plain(value) for key, value in document.items() if key not in new}
    return [plain(value) for value in document] if isinstance(document, list) else document


@pytest.mark.anyio
async def test_a_client_is_told_just_what_it_would_be_told_alone(
    client: EngineClient, settings: Settings
) -> None:
    events: list[Event] = []
    outcome = await client.do(DUCK, on_event=events.append)
    alone, alone_events = await done_alone(settings, DUCK)
    assert plain(outcome.to_json()) == plain(alone)
    assert [type(event) for event in events] == [type(event) for event in alone_events]
    assert [type(event) for event in events[:3]] == [Planned, Started, Stepped]
    last = events[-1]
    assert isinstance(last, Ran)
    assert last.run == outcome.run
    assert last.plan == outcome.plan


@pytest.mark.anyio
async def test_owner_and_client_have_one_practice_session(owner: EngineClient, client: EngineClient) -> None:
    before = await owner.session()
    assert (await client.do("mute the kick")).ok
    assert (await owner.session()).tracks[0].mute
    assert (await owner.do("mute the snare")).ok
    await client.reset_practice()
    assert differences(before, await owner.session()) == []
    assert not (await owner.undo()).ok


@pytest.mark.anyio
async def test_what_was_done_last_is_taken_back_first_whoever_did_it(
    owner: EngineClient, client: EngineClient
) -> None:
    assert not (await client.undo()).ok
    assert (await owner.do("mute the snare")).ok
    assert (await client.do("mute the kick")).ok
    assert (await owner.undo()).ok
    assert [track.name for track in (await client.session()).tracks if track.mute] == ["Snare"]
    assert (await client.undo()).ok
    assert not (await owner.session()).tracks[1].mute


@pytest.mark.anyio
@pytest.mark.parametrize("agreed", [True, False])
async def test_the_client_is_asked_for_consent(client: EngineClient, agreed: bool) -> None:
    asked: list[Plan] = []

    async def approve(plan: Plan) -> bool:
        asked.append(plan)
        return agreed

    outcome = await client.do("delete the FX track", approve=approve)
    assert outcome.ok is agreed
    assert ("FX" in (await client.session()).track_names) is not agreed
    [plan] = asked
    assert plan == outcome.plan


@pytest.mark.anyio
async def test_with_nobody_to_ask_there_is_no_consent(client: EngineClient) -> None:
    outcome = await client.do("delete the FX track")
    assert (outcome.ok, outcome.answer.code) == (False, "declined")


@pytest.mark.anyio
async def test_a_question_goes_back_and_its_answer_continues(client: EngineClient) -> None:
    asked = await client.do("duplicate the clip to bar 17")
    assert asked.answer.question is not None
    answered = await client.do("Bassline", history=asked.answer.messages)
    assert answered.ok


@pytest.mark.anyio
async def test_each_client_has_its_own_settings(owner: EngineClient, settings: Settings) -> None:
    async with EngineClient(replace(settings, confirm=True)) as careful:
        assert (await careful.do("mute the kick")).answer.code == "declined"
        assert (await owner.do("mute the kick")).ok


@pytest.mark.anyio
async def test_both_work_on_one_live_through_one_bridge(settings: Settings) -> None:
    with simulated_live(token=TOKEN) as live:
        shared = replace(settings, daw="ableton", ableton_port=script_port(live), ableton_token=TOKEN)
        async with EngineClient(shared, hosts=True) as first, EngineClient(shared) as second:
            outcomes = await asyncio.gather(
                first.do("mute the kick"),
                second.do("mute the snare"),
                first.do("set the bass to -6 dB"),
                second.do("pan the guitar 20 left"),
            )
            session = await first.session()
            assert await second.session() == session
    assert [outcome.reply for outcome in outcomes if not outcome.ok] == []
    tracks = {track.name: track for track in session.tracks}
    assert (tracks["Kick"].mute, tracks["Snare"].mute, tracks["Bass"].volume_db) == (True, True, -6.0)
    assert tracks["Guitar"].pan < 0


@pytest.mark.anyio
async def test_the_library_is_read_and_written_from_afar(owner: EngineClient, client: EngineClient) -> None:
    assert (await client.search(DUCK, 2)) == (await owner.search(DUCK, 2))
    assert (await client.workflow("vocal-chain")) == (await owner.workflow("vocal-chain"))
    assert len(await client.workflows()) == await client.rebuild()
    await client.keep(Trajectory(session="s", daw="ableton", goal="duck", outcome="success"))


@pytest.mark.anyio
async def test_errors_arrive_as_what_they_are(client: EngineClient) -> None:
    with pytest.raises(NotFoundError, match="no workflow called “vocal-chian”") as raised:
        await client.workflow("vocal-chian")
    assert raised.value.name == "vocal-chian"
    assert "vocal-chain" in raised.value.known
    with pytest.raises(UsageError, match="no operation"):
        await client.call("drop_everything")


@pytest.mark.anyio
async def test_an_owner_that_waits_for_its_user_keeps_nobody_waiting(
    owner: EngineClient, client: EngineClient
) -> None:
    """A face may block its loop at a prompt; here the owner's answer comes only after the client's work."""
    loop, answered = asyncio.get_running_loop(), []

    async def approve(_plan: Plan) -> bool:
        answered.append((await client.do("mute the kick")).ok)
        return True

    assert (await owner.do("delete the FX track", approve=approve)).ok
    assert answered == [True]
    assert loop is asyncio.get_running_loop()


@pytest.mark.anyio
async def test_whoever_fails_while_it_is_told_ends_its_request(
    owner: EngineClient, client: EngineClient
) -> None:
    def fail(event: Event) -> None:
        if isinstance(event, Stepped):
            raise BrokenPipeError

    for engine in (owner, client):
        before = await engine.session()
        with pytest.raises(BrokenPipeError):
            await engine.do(DUCK, on_event=fail)
        await engine.do("unmute the kick")
        # Where the stop came when all was done already, that is remembered, and can be taken back.
        if differences(before, await engine.session()):
            assert not engine.owns
            assert (await engine.undo()).ok
        assert differences(before, await engine.session()) == []


@pytest.mark.anyio
async def test_keyed_memory_is_one_for_all_and_each_projects_own(
    owner: EngineClient, client: EngineClient, settings: Settings
) -> None:
    write = {"operation": "write", "memory_ref": "mix", "key": "bass:level", "payload": {"db": -6}}
    read = {"operation": "read", "memory_ref": "mix", "key": "bass:level"}
    await client.memory(write)
    answer = await owner.memory(read)
    assert answer == await client.memory(read)
    assert "-6" in answer.model_dump_json()
    with pytest.raises(UsageError):
        await client.call("memory_read", request=write)
    async with EngineClient(replace(settings, project="another")) as stranger:
        assert "-6" not in (await stranger.memory(read)).model_dump_json()
