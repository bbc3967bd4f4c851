"""Replaying plans: verified in one batch, or restored and said why."""

from __future__ import annotations

import asyncio
import json

import pytest

from daw_bridges.actions import Risk, parse_action
from daw_bridges.algebra import equivalent
from daw_bridges.bridge import Result, Status
from orbit.workflows import Plan, Run, replay, undo_run
from tests.orbit.workflows.memory_bridge import MemoryBridge
from tests.orbit.workflows.plans import plan, sidechain
from tests.orbit.workflows.sessions import edited, practice

pytestmark = pytest.mark.anyio

STEPS = 6


def statuses(run: Run) -> list[Status]:
    return [result.status for result in run.results]


async def test_everything_is_done_in_one_batch_and_verified() -> None:
    bridge = MemoryBridge(practice())
    run = await replay(sidechain(bridge.session), bridge)
    assert run.ok
    assert (run.reason, run.rolled_back, run.failed_step) == (None, False, None)
    assert statuses(run) == [Status.VERIFIED] * STEPS
    assert len(bridge.batches) == 1
    bass = next(track for track in bridge.session.tracks if track.name == "Bass")
    assert [(device.kind, device.sidechain) for device in bass.devices] == [("compressor", "Kick")]


async def test_it_is_known_when_each_step_was_read_back() -> None:
    bridge = MemoryBridge(practice())
    run = await replay(sidechain(bridge.session), bridge)
    assert len(run.times) == STEPS
    assert list(run.times) == sorted(run.times)
    assert run.times[-1] <= run.seconds


async def test_the_progress_is_told_step_by_step() -> None:
    bridge, told = MemoryBridge(practice()), list[tuple[int, Status]]()

    def note(place: int, result: Result) -> None:
        told.append((place, result.status))

    await replay(sidechain(bridge.session), bridge, on_progress=note)
    assert told == [(place, Status.VERIFIED) for place in range(STEPS)]


async def test_a_run_survives_json() -> None:
    bridge = MemoryBridge(practice())
    run = await replay(sidechain(bridge.session), bridge)
    assert Run.model_validate(json.loads(json.dumps(run.model_dump(mode="json")))) == run


@pytest.mark.parametrize("fault", ["refuse", "ignore"])
@pytest.mark.parametrize("step", range(STEPS))
async def test_a_step_that_fails_restores_the_session(fault: str, step: int) -> None:
    before = practice()
    bridge = MemoryBridge(before)
    setattr(bridge, fault, step)
    run = await replay(sidechain(before), bridge)
    assert not run.ok
    assert run.rolled_back
    assert run.failed_step == step + 1
    assert f"Step {step + 1} (" in str(run.reason)
    assert statuses(run) == [Status.VERIFIED] * step + [Status.FAILED] + [Status.SKIPPED] * (STEPS - step - 1)
    assert equivalent(bridge.session, before)
    assert run.inverse == ()


@pytest.mark.parametrize("step", [0, 4, 5])
async def test_a_host_that_says_done_and_did_not_is_found_out(step: int) -> None:
    before = practice()
    bridge = MemoryBridge(before)
    bridge.pretend = step
    run = await replay(sidechain(before), bridge)
    assert not run.ok
    assert run.rolled_back
    assert equivalent(bridge.session, before)


@pytest.mark.parametrize("fault", ["lose", "lose_after"])
@pytest.mark.parametrize("step", range(STEPS))
async def test_a_host_lost_on_the_way_leaves_what_takes_it_back(fault: str, step: int) -> None:
    before = practice()
    bridge = MemoryBridge(before)
    setattr(bridge, fault, step)
    run = await replay(sidechain(before), bridge)
    assert not run.ok
    assert not run.rolled_back
    assert run.code == "unreachable"
    assert run.after is None
    assert statuses(run) == [Status.VERIFIED] * step + [Status.FAILED] + [Status.SKIPPED] * (STEPS - step - 1)
    bridge.gone = False
    assert run.inverse is not None
    assert run.left is not None
    undone = await undo_run(run.inverse, run.left, bridge)
    assert undone.ok, undone.reason
    assert equivalent(bridge.session, before)


@pytest.mark.parametrize("fault", ["lose", "lose_after"])
@pytest.mark.parametrize("step", range(STEPS))
async def test_a_host_that_is_back_at_once_is_restored_at_once(fault: str, step: int) -> None:
    before = practice()
    bridge = MemoryBridge(before)
    bridge.comes_back = True
    setattr(bridge, fault, step)
    run = await replay(sidechain(before), bridge)
    assert not run.ok
    assert run.rolled_back
    assert equivalent(bridge.session, before)


async def test_a_host_that_comes_back_with_another_set_is_left_alone() -> None:
    bridge = MemoryBridge(practice())
    bridge.comes_back, bridge.lose = True, 3
    other = edited(practice(), {"action": "delete_track", "track": "Snare"})
    bridge.before_action = lambda count: setattr(bridge, "session", other) if count == 3 else None
    run = await replay(sidechain(bridge.session), bridge)
    assert not run.ok
    assert not run.rolled_back
    assert bridge.session is other


async def test_a_host_that_is_not_there_changes_nothing() -> None:
    bridge = MemoryBridge(practice())
    bridge.gone = True
    run = await replay(sidechain(bridge.session), bridge)
    assert (run.ok, run.code, run.after) == (False, "unreachable", None)
    assert set(statuses(run)) == {Status.SKIPPED}


@pytest.mark.parametrize("step", range(STEPS))
async def test_cancelling_restores_the_session(step: int) -> None:
    before, cancel = practice(), asyncio.Event()
    bridge = MemoryBridge(before)
    bridge.before_action = lambda count: cancel.set() if count == step else None
    run = await replay(sidechain(before), bridge, cancel=cancel)
    assert not run.ok
    assert (run.code, run.rolled_back) == ("cancelled", True)
    assert equivalent(bridge.session, before)


async def test_a_run_that_is_cancelled_before_it_begins_does_nothing() -> None:
    cancel = asyncio.Event()
    cancel.set()
    bridge = MemoryBridge(practice())
    run = await replay(sidechain(bridge.session), bridge, cancel=cancel)
    assert (run.ok, run.code, bridge.batches) == (False, "cancelled", [])


async def test_a_task_that_is_killed_restores_the_session_first() -> None:
    before = practice()
    bridge = MemoryBridge(before)
    task = asyncio.ensure_future(replay(sidechain(before), bridge))
    bridge.before_action = lambda count: task.cancel() if count == 3 else None
    with pytest.raises(asyncio.CancelledError):
        await task
    assert equivalent(bridge.session, before)


async def test_a_plan_whose_ground_has_moved_is_refused() -> None:
    bridge = MemoryBridge(practice())
    made = plan(bridge.session, {"action": "set_volume", "track": "Bass", "db": -6})
    bridge.session = edited(bridge.session, {"action": "set_volume", "track": "Bass", "db": -3})
    run = await replay(made, bridge)
    assert (run.ok, run.code, bridge.batches) == (False, "changed", [])
    assert "−3.0 dB" in str(run.reason)
    assert "Plan it again" in str(run.reason)


async def test_what_changed_elsewhere_does_not_matter_and_stays() -> None:
    bridge = MemoryBridge(practice())
    made = plan(bridge.session, {"action": "set_volume", "track": "Bass", "db": -6})
    bridge.session = edited(bridge.session, {"action": "set_volume", "track": "Keys", "db": -3})
    run = await replay(made, bridge)
    assert run.ok, run.reason
    levels = {track.name: track.volume_db for track in bridge.session.tracks}
    assert (levels["Bass"], levels["Keys"]) == (-6, -3)


async def test_a_numbered_track_that_moved_is_not_written_to() -> None:
    bridge = MemoryBridge(practice())
    made = plan(bridge.session, {"action": "set_volume", "track": "#5", "db": -6})
    bridge.session = edited(
        bridge.session, {"action": "create_track", "kind": "midi", "name": "New", "at": 1}
    )
    run = await replay(made, bridge)
    assert (run.code, bridge.batches) == ("changed", [])


async def test_a_neighbours_fader_that_moved_is_noticed() -> None:
    before = practice()
    bridge = MemoryBridge(before)
    wrong = parse_action({"action": "set_volume", "track": "Keys", "db": -6})
    bridge.before_action = lambda count: bridge.edit(wrong) if count == 0 else None
    run = await replay(plan(before, {"action": "set_volume", "track": "Bass", "db": -6}), bridge)
    assert not run.ok
    assert "Keys · volume: −6.0 dB" in str(run.reason)


async def test_what_is_destructive_needs_consent() -> None:
    bridge = MemoryBridge(practice())
    made = plan(bridge.session, {"action": "delete_track", "track": "FX"})
    assert made.risk is Risk.DESTRUCTIVE
    refused = await replay(made, bridge)
    assert (refused.ok, refused.code, bridge.batches) == (False, "consent", [])
    declined = await replay(made, bridge, approve=lambda _plan: False)
    assert (declined.ok, declined.code, bridge.batches) == (False, "declined", [])
    agreed = await replay(made, bridge, approve=lambda _plan: True)
    assert agreed.ok
    assert "FX" not in bridge.session.track_names


async def test_what_is_reversible_is_asked_about_only_if_wished() -> None:
    bridge, asked = MemoryBridge(practice()), list[Plan]()

    async def approve(shown: Plan) -> bool:
        asked.append(shown)
        await asyncio.sleep(0)
        return True

    assert (await replay(sidechain(bridge.session), bridge, approve=approve)).ok
    assert not asked
    made = plan(bridge.session, {"action": "set_tempo", "bpm": 128})
    assert (await replay(made, bridge, approve=approve, ask_from=Risk.REVERSIBLE)).ok
    assert asked == [made]


async def test_what_the_host_cannot_do_is_refused_by_name() -> None:
    bridge = MemoryBridge(practice())
    bridge.missing = frozenset({"set_sidechain"})
    run = await replay(sidechain(bridge.session), bridge)
    assert (run.code, bridge.batches) == ("unsupported", [])
    assert "side chain" in str(run.reason)


async def test_an_empty_plan_is_done_at_once() -> None:
    bridge = MemoryBridge(practice())
    run = await replay(plan(bridge.session), bridge)
    assert (run.ok, run.results, bridge.batches) == (True, (), [])


async def test_a_preset_may_change_what_it_likes_in_its_device() -> None:
    before = edited(practice(), {"action": "insert_device", "track": "Bass", "device": "compressor"})
    bridge = MemoryBridge(before)
    preset = {"action": "load_preset", "track": "Bass", "device": "compressor", "preset": "Brick Wall"}
    made = plan(before, preset)
    louder = parse_action(
        {
            "action": "set_parameter",
            "track": "Bass",
            "device": "compressor",
            "parameter": "ratio",
            "value": "10:1",
        }
    )
    bridge.before_action = lambda count: bridge.edit(louder) if count == 0 else None
    run = await replay(made, bridge, approve=lambda _plan: True)
    assert run.ok, run.reason
    assert run.inverse is not None
    assert run.left is not None
    undone = await undo_run(run.inverse, run.left, bridge)
    assert undone.ok, undone.reason
    assert equivalent(bridge.session, before)


async def test_that_the_user_starts_playing_does_not_matter() -> None:
    bridge = MemoryBridge(practice())
    play = parse_action({"action": "play"})
    bridge.before_action = lambda count: bridge.edit(play) if count == 2 else None
    run = await replay(sidechain(bridge.session), bridge)
    assert run.ok, run.reason
    assert run.inverse is not None
    assert run.left is not None
    undone = await undo_run(run.inverse, run.left, bridge)
    assert undone.ok, undone.reason
    assert bridge.session.playing


async def test_a_track_that_the_user_deletes_under_the_plan_is_not_made_again() -> None:
    bridge = MemoryBridge(practice())
    gone = parse_action({"action": "delete_track", "track": "Bass"})
    bridge.before_action = lambda count: bridge.edit(gone) if count == 3 else None
    run = await replay(sidechain(bridge.session), bridge)
    assert (run.ok, run.rolled_back, run.inverse) == (False, False, ())
    assert "Bass" not in bridge.session.track_names


async def test_what_half_took_is_put_back_too() -> None:
    before = practice()
    bridge = MemoryBridge(before)
    halfway = parse_action({"action": "set_volume", "track": "Bass", "db": -3})
    bridge.ignore, bridge.before_action = 0, lambda count: bridge.edit(halfway) if count == 0 else None
    run = await replay(plan(before, {"action": "set_volume", "track": "Bass", "db": -6}), bridge)
    assert (run.ok, run.failed_step, run.rolled_back) == (False, 1, True)
    assert equivalent(bridge.session, before)


async def test_a_listener_that_errs_leaves_the_session_as_it_was() -> None:
    before = practice()
    bridge = MemoryBridge(before)

    def note(place: int, _result: Result) -> None:
        if place == 3:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await replay(sidechain(before), bridge, on_progress=note)
    assert equivalent(bridge.session, before)


async def test_a_task_that_is_killed_while_it_verifies_restores_the_session_first() -> None:
    before = practice()
    bridge = MemoryBridge(before)

    def kill(place: int, _result: Result) -> None:
        if place == STEPS - 1:
            asyncio.get_running_loop().call_soon(task.cancel)

    task = asyncio.ensure_future(replay(sidechain(before), bridge, on_progress=kill))
    with pytest.raises(asyncio.CancelledError):
        await task
    assert equivalent(bridge.session, before)


@pytest.mark.parametrize("step", [0, 3, 5])
async def test_a_host_that_talks_nonsense_is_restored_as_far_as_it_still_understands(step: int) -> None:
    before = practice()
    bridge = MemoryBridge(before)
    bridge.garble = step
    run = await replay(sidechain(before), bridge)
    assert (run.ok, run.code, run.rolled_back) == (False, "protocol", True)
    assert equivalent(bridge.session, before)


async def test_what_the_user_does_while_being_asked_is_seen() -> None:
    bridge = MemoryBridge(practice())
    made = plan(bridge.session, {"action": "delete_track", "track": "FX"})
    meanwhile = parse_action({"action": "set_volume", "track": "FX", "db": -3})

    def approve(_plan: Plan) -> bool:
        bridge.edit(meanwhile)
        return True

    run = await replay(made, bridge, approve=approve)
    assert (run.code, bridge.batches) == ("changed", [])
