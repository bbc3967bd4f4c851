"""The mount in a host that some other command started: who comes in, how far they go, what they hear of."""

from __future__ import annotations

import subprocess
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest
from mcp.types import ElicitResult

from orbit.server import Engine, engine_for
from orbit.server.host_lock import read_address
from orbit.settings import Settings
from tests.orbit.interfaces.mcp.serving import Served, command, environment, over_http
from tests.orbit.interfaces.mcp.talking import User, called, same, told

pytestmark = pytest.mark.anyio

DELETE = {"edits": [{"action": "delete_track", "track": "Hats"}]}


@asynccontextmanager
async def hosted(folder: Path, mcp_allow: str = "edits") -> AsyncGenerator[tuple[Engine, Served]]:
    """A host, as `orbit serve` starts one, and where assistants find it."""
    own = Settings(data_dir=folder / "data", embedder="words", mcp_allow=mcp_allow)
    async with engine_for(own, hosts=True, name="serve") as engine:
        address = read_address(own.data_dir)
        assert address is not None
        yield engine, Served(f"{address.url}/mcp", address.token)


async def test_a_side_chain_is_made_and_taken_back(tmp_path: Path, mode: str) -> None:
    async with hosted(tmp_path) as (engine, served), over_http(served, mode) as client:
        before = await engine.session()
        done = await called(client, "do", text="make the bass duck under the kick")
        assert {step["status"] for step in done["steps"]} == {"verified"}
        now = {track.name: track for track in (await engine.session()).tracks}
        assert [device.sidechain for device in now["Bass"].devices] == ["Kick"]
        await called(client, "undo")
        assert same(before, await engine.session())


async def test_a_call_that_is_cancelled_over_http_is_taken_back(tmp_path: Path, mode: str) -> None:
    many = [{"action": "insert_device", "track": "Bass", "device": "utility"} for _ in range(40)]
    async with hosted(tmp_path) as (engine, served), over_http(served, mode) as client:
        before = await engine.session()
        with anyio.CancelScope() as scope:

            async def leave(progress: float, total: float | None, message: str | None) -> None:
                scope.cancel()

            await client.call_tool("edit", {"edits": many}, progress_callback=leave)
        assert scope.cancelled_caught
        # What is asked for next waits for its turn, and sees the session as it was left.
        assert (await called(client, "plan", text="mute the kick"))["ok"]
        assert same(before, await engine.session())


async def test_what_can_be_taken_back_is_done_where_the_user_has_said_nothing(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (_, served), over_http(served, "legacy") as client:
        await called(client, "do", text="mute the kick")
        refused = await client.call_tool("edit", DELETE)
    assert refused.is_error
    assert "consent" in told(refused)


async def test_the_level_of_a_launch_is_for_assistants_alone(tmp_path: Path) -> None:
    user = User(ElicitResult(action="decline"))
    async with (
        hosted(tmp_path, "ask") as (engine, served),
        over_http(served, "legacy", user) as client,
    ):
        assert (await client.call_tool("do", {"text": "mute the kick"})).is_error
        assert len(user.asked) == 1
        assert (await engine.do("mute the kick")).ok
    async with hosted(tmp_path, "look") as (_, served), over_http(served, "legacy") as client:
        assert "do" not in {tool.name for tool in (await client.list_tools()).tools}


async def test_who_listens_hears_of_what_others_do(tmp_path: Path) -> None:
    wanted = {"orbit://last", "orbit://workflows"}
    heard: set[str] = set()
    async with (
        hosted(tmp_path) as (engine, served),
        over_http(served, "2026-07-28") as client,
        client.listen(resource_subscriptions=list(wanted)) as news,
    ):
        await engine.do("mute the kick")
        await engine.call("remember", text="The client likes it dry.")
        with anyio.fail_after(60):
            async for event in news:
                heard.add(event.uri)  # type: ignore[union-attr]
                if heard == wanted:
                    break


async def test_a_host_that_is_there_is_named_and_left_as_it_is(tmp_path: Path) -> None:
    async with hosted(tmp_path) as (_, served):
        for options, status in (((), 0), (("--allow", "everything"), 2), (("--daw", "ableton"), 2)):
            ended = await anyio.to_thread.run_sync(_run, tmp_path, options)
            assert (ended.returncode, ended.stdout) == (status, "")
            assert served.url in ended.stderr
            assert served.token not in ended.stderr


def _run(folder: Path, options: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command("--http", *options),
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
