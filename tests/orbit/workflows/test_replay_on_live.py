"""Replaying on a simulated Live, over the real wire: what the host does wrong is found and put right."""

from __future__ import annotations

import asyncio

import pytest

from daw_bridges.actions import parse_action
from daw_bridges.algebra import differences
from daw_bridges.bridge import Bridge, Status
from orbit.workflows import Plan, bind, load_workflow, make_plan, plan_actions, replay, undo_run
from tests.orbit.workflows.live import running_live
from workflows_seed import FOLDER

pytestmark = pytest.mark.anyio

SIDECHAIN = load_workflow(FOLDER / "sidechain-compression.yaml")


async def planned(bridge: Bridge) -> Plan:
    session = await bridge.snapshot()
    return make_plan(SIDECHAIN, bind(SIDECHAIN, {}, session), session)


async def test_a_write_that_live_ignores_is_found_and_everything_is_put_back() -> None:
    async with running_live() as (host, bridge):
        plan = await planned(bridge)
        host.faults.ignore("DeviceParameter.value", "Threshold")
        run = await replay(plan, bridge)
        assert not run.ok
        assert run.failed_step == 6
        assert [result.status for result in run.results] == [Status.VERIFIED] * 5 + [Status.FAILED]
        assert run.rolled_back, run.reason
        assert not differences(await bridge.snapshot(), plan.before)


async def test_a_write_that_live_refuses_is_told_and_everything_is_put_back() -> None:
    async with running_live() as (host, bridge):
        plan = await planned(bridge)
        host.faults.fail("DeviceParameter.value", name="Release")
        run = await replay(plan, bridge)
        assert (run.ok, run.failed_step, run.rolled_back) == (False, 5, True), run.reason
        assert not differences(await bridge.snapshot(), plan.before)


async def test_a_track_deleted_under_the_plan_is_never_a_neighbours() -> None:
    async with running_live() as (host, bridge):
        plan = await planned(bridge)
        host.faults.delete_track_at(3, "Bass")
        run = await replay(plan, bridge)
        assert not run.ok
        assert not run.rolled_back
        after = await bridge.snapshot()
        assert all(not track.devices for track in after.ordinary_tracks)


@pytest.mark.parametrize("operation", [1, 2, 4, 6])
async def test_cancelling_puts_everything_back(operation: int) -> None:
    cancel, loop = asyncio.Event(), asyncio.get_running_loop()
    async with running_live() as (host, bridge):
        plan = await planned(bridge)
        host.faults.at_operation(operation, lambda _song: loop.call_soon_threadsafe(cancel.set))
        run = await replay(plan, bridge, cancel=cancel)
        assert (run.ok, run.code, run.rolled_back) == (False, "cancelled", True), run.reason
        assert not differences(await bridge.snapshot(), plan.before)


@pytest.mark.parametrize("operation", [1, 2, 4, 6])
async def test_a_live_that_quits_on_the_way_is_told_without_a_claim(operation: int) -> None:
    loop = asyncio.get_running_loop()
    async with running_live() as (host, bridge):
        plan = await planned(bridge)
        quitting = asyncio.Event()
        host.faults.at_operation(operation, lambda _song: loop.call_soon_threadsafe(quitting.set))
        work = asyncio.ensure_future(replay(plan, bridge))
        await quitting.wait()
        await asyncio.to_thread(host.stop)
        run = await asyncio.wait_for(work, timeout=10)
        done = [result.status for result in run.results].count(Status.VERIFIED)
        assert not run.ok
        assert not run.rolled_back
        assert run.code in ("unreachable", "timed_out")
        assert run.inverse is not None
        assert done <= len(plan.steps)


async def test_destructive_work_is_done_with_consent_and_verified() -> None:
    async with running_live() as (_, bridge):
        session = await bridge.snapshot()
        plan = plan_actions([parse_action({"action": "delete_track", "track": "FX"})], session)
        assert (await replay(plan, bridge)).code == "consent"
        run = await replay(plan, bridge, approve=lambda _plan: True)
        assert run.ok, run.reason


async def test_undo_spares_the_fader_that_the_user_moved() -> None:
    async with running_live() as (_, bridge):
        run = await replay(await planned(bridge), bridge)
        by_hand = plan_actions(
            [parse_action({"action": "set_volume", "track": "Keys", "db": -4})], await bridge.snapshot()
        )
        assert (await replay(by_hand, bridge)).ok
        assert run.inverse is not None
        assert run.left is not None
        undone = await undo_run(run.inverse, run.left, bridge)
        assert undone.ok, undone.reason
        after = {track.name: track for track in (await bridge.snapshot()).tracks}
        assert after["Keys"].volume_db == pytest.approx(-4, abs=0.05)
        assert not after["Bass"].devices


@pytest.mark.parametrize("operation", [1, 3, 6])
async def test_a_live_that_hangs_is_told_and_undone_when_it_goes_on(operation: int) -> None:
    async with running_live(timeout=1.5) as (host, bridge):
        plan = await planned(bridge)
        host.faults.at_operation(operation, lambda _song: host.faults.freeze())
        run = await replay(plan, bridge)
        assert (run.ok, run.rolled_back, run.code, run.after) == (False, False, "timed_out", None)
        host.faults.thaw()
        assert run.inverse is not None
        assert run.left is not None
        undone = await undo_run(run.inverse, run.left, bridge)
        assert undone.ok, undone.reason
        assert not differences(await bridge.snapshot(), plan.before)
