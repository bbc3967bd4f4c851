from __future__ import annotations

import anyio
import pytest
from mcp import Client
from mcp.types import ElicitResult

from orbit.interfaces.mcp.tools import Tools
from tests.orbit.interfaces.mcp.talking import YES, called, same, talking

pytestmark = pytest.mark.anyio

MANY = [{"action": "insert_device", "track": "Bass", "device": "utility"} for _ in range(40)]


async def test_each_step_is_told_as_it_is_read_back(service: Tools, mode: str) -> None:
    told: list[tuple[float, float | None, str | None]] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total, message))

    async with talking(service, mode) as client:
        await client.call_tool("do", {"text": "mute the kick and the snare"}, progress_callback=note)
    assert told == [(1, 2, "Mute Kick: verified"), (2, 2, "Mute Snare: verified")]


async def test_a_call_that_is_cancelled_is_taken_back(service: Tools, mode: str) -> None:
    before = await service.engine.session()
    async with talking(service, mode) as client:
        with anyio.CancelScope() as scope:

            async def leave(progress: float, total: float | None, message: str | None) -> None:
                scope.cancel()

            await client.call_tool("edit", {"edits": MANY}, progress_callback=leave)
        assert scope.cancelled_caught
        # What is asked for next waits for its turn, and sees the session as it was left.
        left = await called(client, "plan", text="mute the kick")
        assert left["ok"]
        assert same(before, await service.engine.session())


async def test_a_call_that_is_cancelled_while_the_user_is_asked_changes_nothing(service: Tools) -> None:
    before = await service.engine.session()
    scope = anyio.CancelScope()

    async def leave(context: object, params: object) -> ElicitResult:
        scope.cancel()
        await anyio.sleep_forever()  # whoever leaves answers nothing: a yes on the way could be heard first
        return YES

    async with talking(service, "legacy", leave) as client:
        with scope:
            await client.call_tool("edit", {"edits": [{"action": "delete_track", "track": "Hats"}]})
        assert scope.cancelled_caught
        await called(client, "plan", text="mute the kick")
        assert same(before, await service.engine.session())


async def test_calls_at_once_are_all_done(service: Tools, mode: str) -> None:
    tracks = ["Kick", "Snare", "Hats", "Pad", "Keys"]
    async with (
        talking(service, mode) as one,
        talking(service, mode) as other,
        anyio.create_task_group() as group,
    ):
        for place, track in enumerate(tracks):
            group.start_soon(mute, one if place % 2 else other, track)
    muted = {track.name for track in (await service.engine.session()).tracks if track.mute}
    assert muted >= set(tracks)


async def mute(client: Client, track: str) -> None:
    await called(client, "edit", edits=[{"action": "set_mute", "track": track, "on": True}])
