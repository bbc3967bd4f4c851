"""What undo can bring back, told before it is needed: samples and a plug-in's own state it cannot."""

from __future__ import annotations

import pytest

from daw_bridges.actions import parse_action
from daw_bridges.session import Session
from orbit.workflows import can_be_taken_back, plan_actions, replay
from tests.orbit.workflows.memory_bridge import MemoryBridge
from tests.orbit.workflows.sessions import edited, practice

DRUM_RACK = {"action": "insert_device", "track": "Pad", "device": "drum_rack"}
PLUG_IN = {"action": "insert_device", "track": "Lead Vox", "device": "FabFilter Pro-Q 3"}


def with_devices() -> Session:
    return edited(practice(), DRUM_RACK, PLUG_IN)


@pytest.mark.parametrize(
    ("action", "can"),
    [
        ({"action": "set_mute", "track": "Pad", "on": True}, True),
        ({"action": "delete_track", "track": "Snare"}, True),
        ({"action": "delete_track", "track": "Pad"}, False),
        ({"action": "remove_device", "track": "Pad", "device": "drum_rack"}, False),
        ({"action": "remove_device", "track": "Lead Vox", "device": "FabFilter Pro-Q 3"}, False),
    ],
)
def test_what_holds_more_than_it_shows_does_not_come_back(action: dict[str, object], can: bool) -> None:
    plan = plan_actions([parse_action(action)], with_devices())
    assert can_be_taken_back(plan) is can


def test_what_a_plan_itself_made_is_no_loss() -> None:
    made = [parse_action(DRUM_RACK), parse_action({**DRUM_RACK, "action": "remove_device"})]
    assert can_be_taken_back(plan_actions(made, practice()))


@pytest.mark.anyio
async def test_a_run_that_lost_such_a_thing_keeps_no_false_way_back() -> None:
    bridge = MemoryBridge(with_devices())
    plan = plan_actions([parse_action({**DRUM_RACK, "action": "remove_device"})], bridge.session)
    run = await replay(plan, bridge, approve=lambda _: True)
    assert run.ok
    assert run.inverse is None
