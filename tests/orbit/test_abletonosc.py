"""Orbit where Live runs AbletonOSC alone: what that can do is done and taken back, the rest refused first."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from daw_bridges.ableton import REMOTE_SCRIPT
from daw_bridges.ableton.abletonosc import AbletonOscBridge, open_bridge
from daw_bridges.actions import parse_action
from daw_bridges.bridge import Bridge
from daw_bridges.errors import UnreachableError, UnsupportedError, UsageError
from daw_bridges.simulated.live import LiveHost, practice_set
from orbit.hosts import connected
from orbit.settings import Settings
from orbit.workflows import bind, load_workflow, make_plan, plan_actions, replay
from tests.daw_bridges.ableton.abletonosc.hosts import free_udp_port
from workflows_seed import FOLDER

TOKEN = "a token that is not told"


@pytest.fixture
def reply_port() -> int:
    return free_udp_port()


@pytest.fixture
def live(reply_port: int) -> Iterator[LiveHost]:
    options = {
        "ORBIT_ABLETON_PORT": "0",
        "ORBIT_ABLETON_TOKEN": TOKEN,
        "ORBIT_ABLETON_REPLY_PORT": str(reply_port),
    }
    with LiveHost(practice_set(), REMOTE_SCRIPT, tick_seconds=0.02, script_options=options) as host:
        yield host


@pytest.fixture
async def bridge(live: LiveHost, reply_port: int) -> AsyncIterator[AbletonOscBridge]:
    async with await open_bridge(port=live.script.port, reply_port=reply_port) as bridge:
        yield bridge


def actions(*rows: dict[str, Any]) -> Any:
    return [parse_action(row) for row in rows]


async def test_a_workflow_that_needs_more_is_refused_before_anything_is_done(
    bridge: AbletonOscBridge, live: LiveHost
) -> None:
    workflow, session = load_workflow(FOLDER / "sidechain-compression.yaml"), await bridge.snapshot()
    binding = bind(workflow, {"target": "bass", "source": "kick"}, session)
    changes = live.faults.operations
    with pytest.raises(UnsupportedError, match=r"AbletonOSC cannot insert devices.*orbit install ableton"):
        make_plan(workflow, binding, session, bridge.capabilities)
    assert live.faults.operations == changes


async def test_a_workflow_within_its_reach_is_done(bridge: AbletonOscBridge, live: LiveHost) -> None:
    untouched = await bridge.snapshot()

    def mix() -> None:
        live.song.tracks[4].mixer_device.volume.value = 0.5
        live.song.tracks[7].mixer_device.panning.value = -0.5
        live.song.tracks[0].mute = live.song.tracks[1].solo = True

    live.call(mix)
    workflow, session = load_workflow(FOLDER / "mixer-reset.yaml"), await bridge.snapshot()
    tracks = [track.name for track in session.ordinary_tracks]
    plan = make_plan(workflow, bind(workflow, {"tracks": tracks}, session), session, bridge.capabilities)
    run = await replay(plan, bridge)
    assert (run.ok, run.reason, len(run.results)) == (True, None, 4)
    assert await bridge.snapshot() == untouched


async def test_what_reaches_for_the_master_is_refused_with_its_step(bridge: AbletonOscBridge) -> None:
    session = await bridge.snapshot()
    rows = [{"action": "set_volume", "track": name, "db": -3} for name in ("Kick", "Master")]
    with pytest.raises(UnsupportedError, match=r"Step 2 .*AbletonOSC cannot reach the master"):
        plan_actions(actions(*rows), session, capabilities=bridge.capabilities)


async def test_a_step_that_fails_takes_the_others_back(bridge: AbletonOscBridge, live: LiveHost) -> None:
    before = await bridge.snapshot()
    rows = [
        {"action": "create_track", "kind": "audio", "name": "New", "at": 2},
        {"action": "set_volume", "track": "Bass", "db": -9},
        {"action": "rename_track", "track": "Keys", "name": "Piano"},
        {"action": "set_mute", "track": "Kick", "on": True},
    ]
    plan = plan_actions(actions(*rows), before, capabilities=bridge.capabilities)
    live.faults.ignore("Track.mute")
    run = await replay(plan, bridge)
    assert not run.ok
    assert run.failed_step == 4
    assert await bridge.snapshot() == before


async def test_the_setting_chooses_the_way(live: LiveHost, reply_port: int) -> None:
    def settings(via: str, port: int) -> Settings:
        return Settings(
            daw="ableton",
            ableton_port=port,
            ableton_reply_port=reply_port,
            ableton_token=TOKEN,
            ableton_via=via,
        )

    async def reached(via: str, port: int) -> Bridge:
        async with connected(settings(via, port)) as bridge:
            return bridge

    port: int = live.script.port
    assert not isinstance(await reached("auto", port), AbletonOscBridge)
    assert isinstance(await reached("abletonosc", port), AbletonOscBridge)
    with pytest.raises(UnreachableError, match="AbletonOSC was tried as well"):
        await reached("auto", free_udp_port())
    with pytest.raises(UsageError, match="pigeon"):
        await reached("pigeon", port)
