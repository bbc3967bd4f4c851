"""Replaying on a host that shows no side chains, and parameters only of what it was asked to look into."""

from __future__ import annotations

from collections.abc import Callable, Collection

import pytest

from daw_bridges.actions import ACTIONS, Action, SetParameter, SetSidechain, SetVolume, parse_action
from daw_bridges.algebra import apply, apply_all, differences
from daw_bridges.bridge import MANUAL_STEP, Capabilities, Result, Status
from daw_bridges.references import find_track
from daw_bridges.session import Device, Session, Track
from orbit.workflows import (
    bind,
    load_workflow,
    looked_into,
    looked_into_for,
    plan_actions,
    replay,
    undo_run,
)
from tests.orbit.workflows.memory_bridge import MemoryBridge
from tests.orbit.workflows.plans import sidechain
from tests.orbit.workflows.sessions import practice
from workflows_seed import FOLDER

pytestmark = pytest.mark.anyio


def shown(session: Session) -> Session:
    return _each_device(session, lambda _track, device: _without_side_chain(device))


def _without_side_chain(device: Device) -> Device:
    parameters = {key: value for key, value in device.parameters.items() if key != "sidechain_on"}
    return device.model_copy(update={"sidechain": None, "parameters": parameters})


def _each_device(session: Session, change: Callable[[Track, Device], Device]) -> Session:
    tracks = tuple(
        track.model_copy(update={"devices": tuple(change(track, device) for device in track.devices)})
        for track in session.tracks
    )
    return session.model_copy(update={"tracks": tracks})


class ShyBridge(MemoryBridge):
    """Asks its user to choose side chains, and never learns whether they did."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.looked: set[str] = set()

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(frozenset(ACTIONS), visible=shown)

    async def snapshot(self) -> Session:
        return self._outside(shown(await super().snapshot()))

    async def detailed(self, session: Session, tracks: Collection[str]) -> Session:
        self.looked |= {find_track(session, reference).name for reference in tracks}
        return await self.snapshot()

    def _outside(self, session: Session) -> Session:
        closed = {"parameters": {}}
        return _each_device(
            session,
            lambda track, device: device if track.name in self.looked else device.model_copy(update=closed),
        )

    def _do(self, action: Action) -> Result:
        self.looked |= {str(getattr(action, "track", ""))}
        if isinstance(action, SetSidechain):
            said = f"Choose {action.source or 'None'} in the Side Chain menu."
            return Result(action=action, status=Status.UNVERIFIED, code=MANUAL_STEP, reason=said)
        return super()._do(action)


@pytest.fixture
def bridge() -> ShyBridge:
    return ShyBridge(practice())


async def test_what_is_left_to_the_user_is_no_failure(bridge: ShyBridge) -> None:
    run = await replay(sidechain(bridge.session), bridge)
    assert (run.reason, run.ok) == (None, True)
    manual = [result for result in run.results if result.code == MANUAL_STEP]
    assert [(each.status, each.reason) for each in manual] == [
        (Status.UNVERIFIED, "Choose Kick in the Side Chain menu.")
    ]


async def test_it_is_taken_back_all_the_same(bridge: ShyBridge) -> None:
    before = bridge.session
    run = await replay(sidechain(before), bridge)
    assert run.ok
    assert run.left is not None
    undone = await undo_run(run.inverse or (), run.left, bridge)
    assert (undone.ok, undone.reason) == (True, None)
    assert differences(bridge.session, before) == []


async def test_what_went_wrong_elsewhere_is_still_seen(bridge: ShyBridge) -> None:
    bridge.pretend = 3  # the release says yes and does nothing
    run = await replay(sidechain(bridge.session), bridge)
    assert (run.ok, run.code, run.rolled_back) == (False, "unexpected", True)


async def test_a_plan_looks_into_the_tracks_that_it_names(bridge: ShyBridge) -> None:
    insert = parse_action({"action": "insert_device", "track": "Bass", "device": "compressor"})
    bridge.session = apply_all(bridge.session, [insert])
    threshold = SetParameter(track="Bass", device="compressor", parameter="threshold", value="-20 dB")
    outside = await bridge.snapshot()
    assert _compressor(outside).parameters == {}
    inside = await looked_into(bridge, outside, [threshold])
    assert _compressor(inside).parameters == _compressor(shown(bridge.session)).parameters

    plan = plan_actions([threshold], inside)
    run = await replay(plan, bridge)

    assert (run.ok, plan.steps[0].change) == (True, "0.0 dB → -20.0 dB")
    assert run.after is not None
    assert differences(run.after, apply(inside, threshold)) == []


def _compressor(session: Session) -> Device:
    [device] = find_track(session, "Bass").devices
    return device


async def test_a_workflow_looks_into_the_tracks_whose_devices_it_sets(bridge: ShyBridge) -> None:
    workflow = load_workflow(FOLDER / "vocal-chain.yaml")
    await looked_into_for(bridge, bridge.session, workflow, {"target": "Lead Vox", "reverb": "A-Reverb"})
    assert bridge.looked == {"Lead Vox"}


async def test_a_repetition_looks_into_each_of_its_tracks(bridge: ShyBridge) -> None:
    workflow = load_workflow(FOLDER / "mixing-template.yaml")
    slots = bind(workflow, {}, bridge.session).slots
    await looked_into_for(bridge, bridge.session, workflow, slots)
    assert {"Backing Vox", "Lead Synth"} <= bridge.looked


async def test_the_mixer_alone_needs_no_look_inside(bridge: ShyBridge) -> None:
    await looked_into(bridge, bridge.session, [SetVolume(track="Bass", db=-6)])
    assert bridge.looked == set()
