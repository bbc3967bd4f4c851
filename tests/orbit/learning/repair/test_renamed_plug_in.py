"""A plug-in comes back under another name: the workflow is marked, what is done by hand instead mends it."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from daw_bridges.actions import SetParameter
from daw_bridges.errors import NotFoundError, UsageError, WorkflowError
from daw_bridges.references import find_track
from daw_bridges.simulated.live import LiveHost
from orbit.learning.repair.operations import Repair
from orbit.memory.trajectory import TrajectoryAction
from orbit.server import Engine, LocalEngine
from orbit.settings import Settings
from tests.orbit.learning.producers.hands import Hands
from tests.orbit.learning.producers.studio import Heard, recorded, until
from tests.orbit.learning.repair.scene import NAME, asked, know, live_with, settings_for

pytestmark = pytest.mark.anyio


async def it_fails_with_the_new_one(settings: Settings) -> None:
    """It does well with the first version of the plug-in, then not with the second."""
    with live_with(1, settings) as (_, first):
        async with LocalEngine(first) as engine:
            done = await asked(engine)
            assert done.ok, done.reply
    with live_with(2, settings) as (_, second):
        async with LocalEngine(second) as engine:
            failed = await asked(engine)
            assert not failed.ok
            assert failed.run is not None
            assert (failed.run.failed_step, failed.run.rolled_back) == (1, True)


async def by_hand(host: LiveHost, heard: Heard) -> None:
    """The producer loads the new one and sets it, on another track and in another order."""
    hands = Hands(host, Random(7), care=1.0)
    song, browser = host.song, host.application.browser
    mine = hands.track("Pad")

    def load() -> Any:
        song.view.selected_track = mine
        browser.load_item(browser.plugins.children[0].children[0])
        return mine.devices[-1]

    await hands.fade(mine, -2.0)
    device = await hands.do(load)
    await hands.rest()
    await hands.choose(device, "Warm", "On")
    await hands.turn(device, "Lows Gain", 3.0)
    await hands.turn(device, "Low Frequency", 180.0)
    await until(lambda: any(_sets(step, "low_frequency", 180.0) for step in heard.steps))


def _sets(step: TrajectoryAction, parameter: str, value: float) -> bool:
    action = step.action
    if not isinstance(action, SetParameter) or action.parameter != parameter:
        return False
    return isinstance(action.value, float) and abs(action.value - value) < 1.0


async def standing(engine: Engine) -> Any:
    return (await engine.call("reliance", workflow_id=NAME)).standing


async def waiting(engine: Engine) -> Repair:
    (found,) = await engine.call("repairs")
    return found


async def test_a_workflow_that_starts_to_fail_is_marked_and_says_so(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    know(tmp_path)
    await it_fails_with_the_new_one(settings)
    with live_with(2, settings) as (_, second):
        async with LocalEngine(second) as engine:
            assert "Tilt One" in str((await standing(engine)).invalid_reason)
            planned = await asked(engine, dry_run=True)
            assert planned.plan is not None
            assert "may no longer work" in planned.plan.notes[0]
            found = await waiting(engine)
            assert (found.id, found.step, found.workflow, found.changes) == (NAME, 1, None, ())


async def test_what_is_done_by_hand_instead_mends_what_orbit_found_itself(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    know(tmp_path)
    await it_fails_with_the_new_one(settings)
    with live_with(2, settings) as (host, second):
        async with LocalEngine(second) as engine:
            async with recorded(engine) as heard:
                await by_hand(host, heard)
            (trajectory,) = heard.trajectories
            versions = await engine.call("versions", workflow_id=NAME)
            assert [each.version for each in versions] == [1, 2]
            assert versions[1].note == "repaired: Tilt One MkII instead of Tilt One"
            assert versions[1].origin.trajectories == ("first", "second", trajectory.id)
            assert (await standing(engine)).invalid_since is None
            assert await engine.call("repairs") == []
            mended = await asked(engine)
            assert mended.ok, mended.reply
            assert mended.after is not None
            (device,) = find_track(mended.after, "Keys").devices
            assert device.name == "Tilt One MkII"
            read = {key: device.parameters[key].value for key in ("low_frequency", "lows_gain", "warm")}
            assert read == pytest.approx({"low_frequency": 200.0, "lows_gain": 2.0, "warm": "on"}, rel=0.01)


@pytest.mark.parametrize("source", ["taught", "imported"])
async def test_what_the_user_taught_waits_to_be_looked_at(tmp_path: Path, source: str) -> None:
    settings = settings_for(tmp_path)
    know(tmp_path, source)
    await it_fails_with_the_new_one(settings)
    with live_with(2, settings) as (host, second):
        async with LocalEngine(second) as engine:
            with pytest.raises(WorkflowError, match="by hand"):
                await engine.call("repair", workflow_id=NAME)
            async with recorded(engine) as heard:
                await by_hand(host, heard)
            found = await waiting(engine)
            assert len(await engine.call("versions", workflow_id=NAME)) == 1
            assert any("Tilt One MkII" in change for change in found.changes), found.changes
            assert found.proven == "model"
            done = await engine.call("repair", workflow_id=NAME)
            assert (done.saved_as, done.proven) == (2, "host")
            assert (await engine.call("reliance", workflow_id=NAME)).origin.source == source
            assert (await asked(engine)).ok
            await engine.call("revert", workflow_id=NAME, version=1)
            assert not (await asked(engine)).ok


async def test_what_is_done_by_hand_otherwise_mends_nothing(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    know(tmp_path)
    await it_fails_with_the_new_one(settings)
    with live_with(2, settings) as (host, second):
        async with LocalEngine(second) as engine:
            async with recorded(engine) as heard:
                hands = Hands(host, Random(7), care=1.0)
                await hands.fade(hands.track("Kick"), -6.0)
                await hands.load(hands.track("Guitar"), "Reverb")
                await until(lambda: any(step.action.action == "insert_device" for step in heard.steps))
            assert (await waiting(engine)).workflow is None
            assert (await standing(engine)).invalid_since is not None


async def test_what_holds_is_not_repaired(tmp_path: Path) -> None:
    settings = settings_for(tmp_path)
    know(tmp_path)
    with live_with(1, settings) as (_, first):
        async with LocalEngine(first) as engine:
            assert (await asked(engine)).ok
            assert await engine.call("repairs") == []
            with pytest.raises(UsageError, match="nothing to repair"):
                await engine.call("repair", workflow_id=NAME)
            with pytest.raises(NotFoundError):
                await engine.call("repair", workflow_id="no-such")
