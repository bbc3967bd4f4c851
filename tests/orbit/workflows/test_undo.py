"""Taking runs back: exactly, and never what the user did since without asking."""

from __future__ import annotations

import pytest

from daw_bridges.algebra import apply_all, differences, equivalent
from orbit.workflows import replay, undo_run
from tests.orbit.workflows.memory_bridge import MemoryBridge
from tests.orbit.workflows.plans import plan, sidechain
from tests.orbit.workflows.sessions import edited, practice

pytestmark = pytest.mark.anyio


async def test_a_run_is_taken_back_exactly() -> None:
    before = practice()
    bridge = MemoryBridge(before)
    run = await replay(sidechain(before), bridge)
    assert run.inverse is not None
    assert run.after is not None
    undone = await undo_run(run.inverse, run.after, bridge)
    assert undone.ok
    assert equivalent(bridge.session, before)


async def test_undo_keeps_what_the_user_did_elsewhere() -> None:
    before = practice()
    bridge = MemoryBridge(before)
    run = await replay(sidechain(before), bridge)
    since = (
        {"action": "set_volume", "track": "Keys", "db": -4},
        {"action": "insert_device", "track": "Bass", "device": "eq"},
    )
    bridge.session = edited(bridge.session, *since)
    assert run.inverse is not None
    assert run.after is not None
    undone = await undo_run(run.inverse, run.after, bridge)
    assert undone.ok, undone.reason
    assert not differences(bridge.session, edited(before, *since))


async def test_a_track_that_a_lost_host_never_deleted_is_not_made_again() -> None:
    bridge = MemoryBridge(practice())
    delete = plan(bridge.session, {"action": "delete_track", "track": "Snare"})
    bridge.lose = 0
    run = await replay(delete, bridge, approve=lambda _: True)
    assert run.inverse
    assert run.left is not None
    bridge.gone = False
    undone = await undo_run(run.inverse, run.left, bridge)
    assert undone.ok, undone.reason
    assert bridge.session.track_names == practice().track_names


async def test_undo_of_what_the_user_changed_asks_first() -> None:
    before = practice()
    bridge = MemoryBridge(before)
    run = await replay(sidechain(before), bridge)
    bridge.session = edited(
        bridge.session,
        {
            "action": "set_parameter",
            "track": "Bass",
            "device": "compressor",
            "parameter": "threshold",
            "value": "-18 dB",
        },
    )
    assert run.inverse is not None
    assert run.after is not None
    changed, told = bridge.session, list[str]()
    refused = await undo_run(run.inverse, run.after, bridge)
    assert (refused.ok, refused.code) == (False, "changed_since")
    assert "Threshold: −18.0 dB" in str(refused.reason)
    assert bridge.session is changed
    agreed = await undo_run(run.inverse, run.after, bridge, consent=lambda what: not told.extend(what))
    assert agreed.ok
    assert any("−18.0 dB" in line for line in told)
    assert equivalent(bridge.session, before)


async def test_undo_of_what_the_user_took_back_has_nothing_left_to_do() -> None:
    before = practice()
    bridge = MemoryBridge(before)
    run = await replay(plan(before, {"action": "set_volume", "track": "Bass", "db": -6}), bridge)
    assert run.inverse is not None
    assert run.after is not None
    bridge.session = apply_all(bridge.session, run.inverse)
    undone = await undo_run(run.inverse, run.after, bridge)
    assert undone.ok
    assert undone.results == ()


async def test_undo_without_a_host_changes_nothing() -> None:
    bridge = MemoryBridge(practice())
    run = await replay(sidechain(bridge.session), bridge)
    bridge.gone = True
    assert run.inverse is not None
    assert run.after is not None
    undone = await undo_run(run.inverse, run.after, bridge)
    assert (undone.ok, undone.code) == (False, "unreachable")
