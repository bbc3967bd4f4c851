"""Orbit is killed in the middle of a run: the next command says how far it came, and undo takes it back."""

from __future__ import annotations

import asyncio
import multiprocessing
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from daw_bridges.algebra import differences
from daw_bridges.errors import UnreachableError
from daw_bridges.mackie.messages import Message
from daw_bridges.session import Session
from daw_bridges.simulated.live import LiveHost
from orbit.agent import Wanted
from orbit.hosts import connected, script_port, simulated_live, simulated_logic
from orbit.memory import Store
from orbit.server import LocalEngine
from orbit.settings import Settings
from tests.laws import tries

pytestmark = pytest.mark.anyio

CHAIN = "give the lead vocal a full vocal chain"
CHANGES = 20
"""What the chain writes to Live, one after the other."""
FADERS = Wanted(
    actions=(
        {"action": "set_volume", "track": "Bass", "db": -6},
        {"action": "set_mute", "track": "Kick", "on": True},
        {"action": "set_solo", "track": "Keys", "on": True},
    )
)
TOKEN = "a-token-of-the-tests"

Arm = Callable[[Callable[[], None]], object]
"""Is given what kills, to be called at the worst moment."""


def _carry_out(settings: Settings, text: str, wanted: Wanted | None) -> None:
    async def work() -> None:
        async with LocalEngine(settings) as engine:
            await engine.do(text, wanted=wanted)

    asyncio.run(work())


def _killed(settings: Settings, arm: Arm, text: str, wanted: Wanted | None = None) -> None:
    """Have a process carry a request out that does not live to its end."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["orbit.server.local", "orbit.agent.agent", "orbit.memory.library"])
    process = context.Process(target=_carry_out, args=(settings, text, wanted), daemon=True)
    arm(process.kill)
    process.start()
    process.join()
    assert process.exitcode == -9, "it was never killed"


@pytest.fixture
def live() -> Iterator[LiveHost]:
    with simulated_live(token=TOKEN) as host:
        yield host


@pytest.fixture
def settings(live: LiveHost, tmp_path: Path) -> Settings:
    port = script_port(live)
    return Settings(
        data_dir=tmp_path, embedder="words", daw="ableton", ableton_port=port, ableton_token=TOKEN
    )


def _at(live: LiveHost, change: int) -> Arm:
    return lambda kill: live.call(lambda: live.faults.at_operation(change, lambda _song: kill()))


async def _seen(settings: Settings) -> Session:
    async with connected(settings) as bridge:
        return await bridge.snapshot()


@pytest.mark.laws
@pytest.mark.parametrize("change", range(1, CHANGES + 1, tries(CHANGES - 1, 1)))
async def test_the_next_command_names_the_step_and_undo_takes_it_back(
    live: LiveHost, settings: Settings, change: int
) -> None:
    before = await _seen(settings)
    _killed(settings, _at(live, change), CHAIN)
    async with LocalEngine(replace(settings, ableton_port=1)) as engine:
        with pytest.raises(UnreachableError, match=r"cut short at step .* as soon as that is possible\."):
            await engine.session()
    async with LocalEngine(settings) as engine:
        outcome = await engine.do("undo")
        assert outcome.reply.startswith("Vocal chain was cut short a")
        assert " of 20. “undo” takes it back. Taken back: Vocal chain." in outcome.reply
        assert differences(before, await _seen(settings)) == []
        assert engine.library.store.open_runs.cut_short("ableton") == []
        assert engine.library.outcomes("vocal-chain").standing_failures == 0
        assert "nothing to take back" in (await engine.undo()).reply


async def test_several_requests_in_one_sentence_are_one(live: LiveHost, settings: Settings) -> None:
    before = await _seen(settings)
    _killed(settings, _at(live, 9), f"mute the kick and {CHAIN}")
    async with LocalEngine(settings) as engine:
        await engine.session()
        assert " of 21. “undo” takes it back." in engine.cut_short()
        assert (await engine.undo()).ok
        assert differences(before, await _seen(settings)) == []


async def test_an_undo_that_is_killed_is_not_begun_anew(live: LiveHost, settings: Settings) -> None:
    before = await _seen(settings)
    async with LocalEngine(settings) as engine:
        assert (await engine.do("mute the kick")).ok
        assert (await engine.do(CHAIN)).ok
    _killed(settings, _at(live, 2), "undo", Wanted(undo=True))
    async with LocalEngine(settings) as engine:
        assert (await engine.undo()).reply.startswith("Undo “Vocal chain” was cut short ")
        now = await _seen(settings)
        assert len(differences(before, now)) == 1  # the kick, which was not meant
        assert (await engine.undo()).ok
        assert differences(before, await _seen(settings)) == []


@pytest.mark.local_files
async def test_what_cannot_be_noted_first_is_not_begun(live: LiveHost, settings: Settings) -> None:
    before = await _seen(settings)
    async with LocalEngine(settings) as engine:
        with engine.library.store._database.write() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 1")  # as on a full disk: not a page more
        outcome = await engine.do(CHAIN)
        assert not outcome.ok
        assert outcome.reply.startswith(
            "Vocal chain was not started, because it cannot be saved for undo. The disk with"
        )
        assert "is full. Nothing was changed: free some space." in outcome.reply
        assert differences(before, await _seen(settings)) == []


@pytest.mark.local_files
@pytest.mark.laws
@pytest.mark.parametrize("steps", range(1, 3, tries(2, 1)))
async def test_on_logic_it_is_no_other(tmp_path: Path, steps: int) -> None:
    with simulated_logic() as (host, port):
        way = f"tcp:127.0.0.1:{port}"
        settings = Settings(data_dir=tmp_path, embedder="words", daw="logic", logic_port=way)
        before, store = await _seen(settings), Store.open(tmp_path)

        def arm(kill: Callable[[], None]) -> None:
            def look(_number: int, _message: Message) -> None:
                with store._database.read() as connection:
                    noted = connection.exec_driver_sql("SELECT max(confirmed) FROM open_runs").scalar()
                if noted is not None and noted >= steps:
                    kill()

            host.faults.before_message = look

        _killed(settings, arm, "set the faders", FADERS)
        host.faults.before_message = None
        async with LocalEngine(settings) as engine:
            outcome = await engine.undo()
            said = r".* was cut short (at|after) step \d of 3\. “undo” takes it back\. Taken back: set"
            assert re.match(said, outcome.reply)
        assert differences(before, await _seen(settings)) == []
        store.close()
