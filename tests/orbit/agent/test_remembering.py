"""What the desk leaves in the memory: each action, what failed and where, what mended it, what undid it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from daw_bridges.simulated.live import LiveHost
from orbit.agent import Desk, ask
from orbit.memory import Library
from orbit.memory.judgement import Because
from orbit.memory.records import session_sha256
from orbit.memory.store.tool_log import ToolFilter
from orbit.settings import Settings
from tests.orbit.workflows.live import running_live

pytestmark = pytest.mark.anyio
DUCK = "make the bass duck under the kick"


@pytest.fixture
async def faulty(library: Library, tmp_path: Path) -> AsyncIterator[tuple[LiveHost, Desk]]:
    """A Live in which things can be made to go wrong, and a desk on it."""
    async with running_live() as (host, bridge):
        yield host, Desk(bridge, library, Settings(data_dir=tmp_path))


async def test_a_run_leaves_every_action_with_its_time_and_the_states_around_it(desk: Desk) -> None:
    before = session_sha256((await desk.session()).model_dump(mode="json"))
    answer = await ask(DUCK, desk)
    assert answer.run is not None
    store = desk.library.store
    run = store.runs.recent(1)[0]
    trajectory = store.trajectories.get(run.trajectory_id or "")
    assert trajectory == desk.last_trajectory
    assert trajectory is not None
    after = session_sha256((await desk.session()).model_dump(mode="json"))
    assert (trajectory.before_sha256, trajectory.after_sha256) == (before, after)
    assert (run.before_sha256, run.after_sha256, run.workflow_version) == (before, after, 1)
    calls = store.tool_log.search(ToolFilter(run_id=run.id))[::-1]
    assert [call.tool for call in calls] == [result.action.action for result in answer.run.results]
    assert {call.status for call in calls} == {"verified"}
    assert [call.called_at for call in calls] == sorted(call.called_at for call in calls)
    assert {call.thread for call in calls} == {desk.id}
    assert all(call.seconds is not None for call in calls)


async def test_what_was_done_is_found_again_by_what_it_touched(desk: Desk) -> None:
    await ask(DUCK, desk)
    await ask("mute the hats", desk)
    experience = desk.library.experience
    assert [each.trajectory.goal for each in experience.search(tracks=["Kick"])] == [DUCK]
    assert [each.trajectory.goal for each in experience.search("what did I do to the hats?", k=1)] == [
        "mute the hats"
    ]


async def test_a_write_that_live_ignores_is_a_failure_with_its_step_and_what_was_read(
    faulty: tuple[LiveHost, Desk],
) -> None:
    host, desk = faulty
    host.faults.ignore("DeviceParameter.value", "Threshold")
    assert not (await ask(DUCK, desk)).ok
    store = desk.library.store
    run = store.runs.recent(1)[0]
    [failure] = store.failures.recent()
    assert (failure.id, failure.run_id, failure.workflow_id) == (run.id, run.id, "sidechain-compression")
    assert (failure.step, failure.task, failure.workflow_version) == (6, DUCK, 1)
    assert failure.action is not None
    assert (failure.action["action"], failure.action["parameter"]) == ("set_parameter", "threshold")
    assert failure.expected
    assert failure.observed
    assert "dB" in failure.observed
    statuses = [call.status for call in store.tool_log.search(ToolFilter(run_id=run.id))]
    assert statuses == ["failed", *["verified"] * 5]
    assert store.trajectories.get(run.trajectory_id or "") == desk.last_trajectory


async def test_a_failure_is_a_warning_until_the_same_step_is_verified(
    faulty: tuple[LiveHost, Desk],
) -> None:
    host, desk = faulty
    host.faults.ignore("DeviceParameter.value", "Threshold")
    await ask(DUCK, desk)
    experience = desk.library.experience
    assert (
        "step 6 failed on ableton"
        in experience.warnings(["sidechain-compression"])["sidechain-compression"][0]
    )
    host.faults.clear()
    again = await ask(DUCK, desk)
    assert again.ok
    assert again.plan is not None
    assert "step 6 failed on ableton" in again.plan.notes[-1]
    assert (await ask("make the pad duck under the kick", desk, dry_run=True)).plan is not None
    assert experience.warnings(["sidechain-compression"]) == {}
    outcomes = desk.library.outcomes("sidechain-compression")
    assert (outcomes.verified, outcomes.failed, outcomes.mended) == (1, 1, 1)


async def test_an_undo_is_logged_and_rejects_what_it_takes_back(desk: Desk) -> None:
    await ask(DUCK, desk)
    assert desk.last_trajectory is not None
    run = desk.library.store.runs.recent(1)[0]
    assert (await ask("undo", desk)).ok
    episode = desk.library.experience.episode(desk.last_trajectory.id)
    assert (episode.judgement.verdict, episode.judgement.because) == ("rejected", Because.UNDONE_SOON)
    calls = desk.library.store.tool_log.search(ToolFilter(run_id=run.id))
    assert calls[0].tool == "remove_device"
    assert calls[0].called_at >= calls[-1].called_at


async def test_what_cannot_be_planned_is_a_failure_with_its_reason_and_no_action(desk: Desk) -> None:
    answer = await ask("mute the theremin", desk)
    assert not answer.ok
    [failure] = desk.library.store.failures.recent()
    assert (failure.task, failure.step, failure.action) == ("mute the theremin", None, None)
    assert "theremin" in failure.reason
    assert desk.library.store.tool_log.count() == 0
