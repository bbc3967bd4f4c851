"""The owner goes, by its own will or killed at the worst moment: nothing is lost unsaid, or done twice."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from daw_bridges.algebra import differences
from daw_bridges.bridge import Status
from daw_bridges.errors import EngineError
from orbit.agent import Ran, Started
from orbit.hosts import script_port, simulated_live
from orbit.server import EngineClient
from orbit.server.host_lock import read_address
from orbit.server.loop_thread import to_its_end
from orbit.settings import Settings
from orbit.workflows import Plan
from tests.orbit.server.crew import Member, member

DUCK = "make the bass duck under the kick"
TOKEN = "a-token-of-the-tests"


@pytest.fixture
def owner(settings: Settings) -> Generator[Member]:
    with member(settings) as one:
        assert one.hear() == {"owns": True}
        yield one


@pytest.mark.anyio
async def test_the_next_request_is_served_by_the_next_owner(owner: Member, settings: Settings) -> None:
    async with EngineClient(settings) as client:
        assert (await client.do("mute the kick")).ok
        owner.kill()
        # Its practice session is its own: what it did there is there, and is taken back from there.
        assert (await client.session()).tracks[0].mute
        assert client.owns
        assert (await client.undo()).ok
        assert not (await client.session()).tracks[0].mute


@pytest.mark.anyio
async def test_one_that_lives_long_hosts_from_its_next_call_on(owner: Member, settings: Settings) -> None:
    async with EngineClient(settings, hosts=True) as client:
        assert not client.owns
        owner.kill()
        assert await client.titles()
        assert client.owns
        address = read_address(settings.data_dir)
        assert address is not None
        assert address.pid == os.getpid()
        async with EngineClient(settings) as other:
            assert not other.owns
            assert await other.titles() == await client.titles()


@pytest.mark.anyio
@pytest.mark.parametrize("change", [1, 4])
async def test_killed_in_the_middle_is_told_and_not_done_twice(
    owner: Member, settings: Settings, change: int
) -> None:
    with simulated_live(token=TOKEN) as live:
        live.call(lambda: live.faults.at_operation(change, lambda _song: owner.kill()))
        shared = replace(settings, daw="ableton", ableton_port=script_port(live), ableton_token=TOKEN)
        async with EngineClient(shared) as client:
            before = await client.session()
            outcome = await client.do(DUCK)
            bass = next(track for track in (await client.session()).tracks if track.name == "Bass")
            undone = await client.undo()
            assert differences(before, await client.session()) == []
    assert (outcome.ok, outcome.answer.code, outcome.exit_code) == (False, "engine", 1)
    said = r"Sidechain compression was cut short at step \d of 6\. “undo” takes it back\. .*not tried again"
    assert re.match(said, outcome.reply)
    assert undone.reply.startswith("Taken back: Sidechain compression.")
    assert outcome.after is not None
    assert len(outcome.results) == len(outcome.to_json()["plan"]) > 0
    assert any(result.status is Status.UNVERIFIED and result.code == "engine" for result in outcome.results)
    assert len(bass.devices) <= 1


@pytest.mark.anyio
async def test_killed_before_it_began_the_request_is_simply_done(owner: Member, settings: Settings) -> None:
    asked: list[str] = []

    def approve(plan: Plan) -> bool:
        asked.append(plan.title)
        owner.kill()
        return True

    async with EngineClient(settings) as client:
        assert (await client.do("delete the FX track", approve=approve)).ok
        assert "FX" not in (await client.session()).track_names
    assert asked == ["Delete the track FX"]  # the yes reached nobody, and is not asked for again


@pytest.mark.anyio
async def test_what_a_leaving_host_has_not_begun_is_asked_of_the_next(
    owner: Member, settings: Settings
) -> None:
    asked: list[str] = []

    def approve(plan: Plan) -> bool:
        asked.append(plan.title)
        assert owner.leave() == 0
        return True

    async with EngineClient(settings) as client:
        assert (await client.do("delete the FX track", approve=approve)).ok
        assert client.owns
    assert asked == ["Delete the track FX"]  # the yes reached nobody, and is not asked for again


@pytest.mark.anyio
async def test_consent_is_to_one_plan_on_one_session(owner: Member, settings: Settings) -> None:
    asked: list[Plan] = []

    async def approve(plan: Plan) -> bool:
        asked.append(plan)
        if len(asked) == 1:
            assert (await other.do("mute the kick")).ok
            assert owner.leave() == 0
        return True

    async with EngineClient(settings) as client, EngineClient(settings) as other:
        assert (await client.do("delete the FX track", approve=approve)).ok
    assert [plan.before.tracks[0].mute for plan in asked] == [False, True]


@pytest.mark.anyio
async def test_an_owner_that_leaves_ends_what_it_has_begun(owner: Member, settings: Settings) -> None:
    def leave(event: object) -> None:
        if isinstance(event, Started) and owner.process.stdin is not None:
            owner.process.stdin.close()

    async with EngineClient(settings) as client:
        outcome = await client.do(DUCK, on_event=leave)
        assert outcome.ok
        assert {result.status for result in outcome.results} == {Status.VERIFIED}
        assert owner.process.wait(60) == 0
        assert (await client.undo()).ok


@pytest.mark.anyio
async def test_a_client_that_is_killed_takes_nobody_with_it(settings: Settings) -> None:
    with simulated_live(token=TOKEN) as live:
        shared = replace(settings, daw="ableton", ableton_port=script_port(live), ableton_token=TOKEN)
        async with EngineClient(shared, hosts=True) as engine:
            with member(shared) as client:
                assert client.hear() == {"owns": False}
                client.tell(say=DUCK)
                assert client.hear() == {"started": DUCK}
                client.kill()
            # What was begun is ended: it waits for its turn behind it.
            assert (await engine.undo()).ok
            assert (await engine.do("mute the kick")).ok


@pytest.mark.anyio
@pytest.mark.parametrize("folder", ["data", "own"], ids=["by another owner", "by its own"])
async def test_a_request_that_is_stopped_is_put_back(
    owner: Member, settings: Settings, tmp_path: Path, folder: str
) -> None:
    loop = asyncio.get_running_loop()
    with simulated_live(token=TOKEN) as live:
        shared = replace(
            settings, data_dir=tmp_path / folder, daw="ableton", ableton_port=script_port(live),
            ableton_token=TOKEN,
        )  # fmt: skip
        async with EngineClient(shared) as client:
            assert client.owns == (folder == "own")
            before = await client.session()
            work = asyncio.ensure_future(client.do(DUCK))
            live.call(lambda: live.faults.at_operation(3, lambda _: loop.call_soon_threadsafe(work.cancel)))
            try:
                assert (await work).ok  # it came too late, and is told as what it is
                assert (await client.undo()).ok
            except asyncio.CancelledError:
                assert work.cancelled()
            assert differences(before, await client.session()) == []
            assert (await client.do("mute the kick")).ok
            assert (await client.undo()).ok


@pytest.mark.anyio
async def test_what_ended_as_it_was_stopped_is_told_all_the_same() -> None:
    stops: list[asyncio.Task[str]] = []

    async def ending() -> str:
        await asyncio.sleep(0)
        stops[0].cancel()  # the two come in one turn of the loop: it is done, and not looked at yet
        return "done"

    stops.append(asyncio.ensure_future(to_its_end(asyncio.ensure_future(ending()))))
    assert await stops[0] == "done"


@pytest.mark.anyio
@pytest.mark.parametrize("where", ["alone", "host", "client"])
async def test_a_stop_that_comes_after_the_run_gives_what_was_done(
    settings: Settings, tmp_path: Path, where: str
) -> None:
    async with (
        EngineClient(settings, hosts=where != "alone") as first,
        EngineClient(settings if where == "client" else replace(settings, data_dir=tmp_path)) as other,
    ):
        engine = other if where == "client" else first

        def stop(event: object) -> None:
            if isinstance(event, Ran):
                work.cancel()

        work = asyncio.ensure_future(engine.do("mute the kick", on_event=stop))
        outcome = await work
        assert outcome.ok, outcome.reply
        assert (await engine.session()).tracks[0].mute
        assert (await engine.undo()).ok
        assert not (await engine.session()).tracks[0].mute


@pytest.mark.anyio
async def test_an_owner_that_is_stopped_is_waited_for_and_then_told_of(
    owner: Member, settings: Settings
) -> None:
    owner.process.send_signal(signal.SIGSTOP)
    address = read_address(settings.data_dir)
    assert address is not None
    with pytest.raises(EngineError, match=f"Process {address.pid} runs Orbit"):
        async with EngineClient(settings, patience_seconds=0.1):
            pass


@pytest.mark.anyio
@pytest.mark.local_files
async def test_an_owner_that_ends_has_closed_what_it_opened(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(2):
        async with EngineClient(settings) as engine:
            await engine.search("duck the bass")
            assert _open_in(settings.data_dir)
        assert not _open_in(settings.data_dir)
    assert not caplog.records


def _open_in(folder: Path) -> list[str]:
    return [each.path for each in psutil.Process().open_files() if Path(each.path).is_relative_to(folder)]
