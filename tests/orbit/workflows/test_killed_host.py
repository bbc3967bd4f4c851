"""A host that dies in the middle: each of its changes in turn is its last."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest

from daw_bridges.ableton import AbletonBridge, open_bridge
from daw_bridges.bridge import Status
from orbit.workflows import bind, load_workflow, make_plan, replay, undo_run
from tests.orbit.dying_host import HOST
from tests.orbit.workflows.live import TOKEN, running_live
from workflows_seed import FOLDER

pytestmark = pytest.mark.anyio

HANG_SECONDS = 5
CHANGES = 7
"""What the side chain writes to Live, one after the other: its switch is a write of its own."""


@asynccontextmanager
async def dying_live(operation: int) -> AsyncGenerator[AbletonBridge]:
    """A host in a process of its own, which is gone right before its n-th change, and the bridge to it."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(HOST), TOKEN, str(operation), "exit", stdout=pipe
    )
    assert process.stdout is not None
    try:
        port = int(await process.stdout.readline())
        async with await open_bridge(port=port, token=TOKEN) as bridge:
            yield bridge
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@pytest.mark.parametrize("operation", range(1, CHANGES + 1))
async def test_nothing_is_claimed_of_a_host_that_died(operation: int) -> None:
    workflow = load_workflow(FOLDER / "sidechain-compression.yaml")
    async with dying_live(operation) as bridge:
        session = await bridge.snapshot()
        plan = make_plan(workflow, bind(workflow, {}, session), session)
        run = await asyncio.wait_for(replay(plan, bridge), HANG_SECONDS)
    assert (run.ok, run.rolled_back, run.code, run.after) == (False, False, "unreachable", None)
    statuses = [result.status for result in run.results]
    confirmed = statuses.count(Status.VERIFIED)
    assert confirmed < operation
    assert statuses[confirmed:] == [Status.FAILED] + [Status.SKIPPED] * (len(statuses) - confirmed - 1)
    assert "“undo” takes back what it had done once the DAW is back" in str(run.reason)
    assert run.inverse is not None
    assert run.left is not None
    async with running_live() as (_, returned):
        undone = await undo_run(run.inverse, run.left, returned)
        assert undone.ok, undone.reason
        assert not undone.results
