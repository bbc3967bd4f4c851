"""Whose doing it was: what Orbit performs is told from what the user does, also at the same time."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.ableton import AbletonBridge
from daw_bridges.actions import Action, SetMute, SetPan, SetTempo, SetVolume, Undo, parse_action
from daw_bridges.simulated.live import LiveHost
from tests.daw_bridges.ableton.conftest import StartLive, connected
from tests.daw_bridges.ableton.observing.watching import (
    Person,
    notify_late,
    watching,
)

pytestmark = pytest.mark.anyio


def actions(*rows: dict[str, Any]) -> list[Action]:
    return [parse_action(row) for row in rows]


BATCH = actions(
    {"action": "create_track", "kind": "audio", "name": "Bus"},
    {"action": "insert_device", "track": "Bus", "device": "glue_compressor"},
    {"action": "insert_device", "track": "Bass", "device": "compressor", "as": "ducker"},
    {"action": "set_sidechain", "track": "Bass", "device": "ducker", "source": "Kick"},
    {"action": "set_parameter", "track": "Bass", "device": "ducker", "parameter": "threshold", "value": -24},
    {"action": "set_volume", "track": "Kick", "db": -6.3},
    {"action": "create_clip", "track": "Bass", "slot": 3, "length_beats": 4, "name": "Fill"},
    {"action": "add_notes", "track": "Bass", "clip": "Fill", "notes": [[36, 0, 1, 100]]},
    {"action": "duplicate_track", "track": "Keys", "name": "Keys 2"},
    {"action": "insert_device", "track": "Lead Synth", "device": "synth"},
    {"action": "set_color", "track": "Bus", "color": "#10a4ee"},
    {"action": "automate_parameter", "track": "Bass", "device": "compressor", "parameter": "threshold",
     "clip": "Bassline", "points": [[0, -10], [8, -30]]},
    {"action": "add_locator", "bar": 9, "name": "Drop"},
    {"action": "rename_track", "track": "Kick", "name": "Boom"},
)  # fmt: skip


@pytest.mark.parametrize("late", [False, True], ids=["told at once", "told late"])
@pytest.mark.parametrize("timers", [True, False], ids=["timers", "ticks"])
async def test_what_orbit_does_itself_is_the_agents_and_nothing_of_it_the_users(
    start_live: StartLive, late: bool, timers: bool
) -> None:
    live = start_live(tick_seconds=0.01, timers=timers)
    if late:
        notify_late(live)
    async with await connected(live) as bridge, watching(bridge) as watch:
        results = await bridge.perform(BATCH)
        assert [result.status.value for result in results] == ["verified"] * len(BATCH)
        await watch.caught_up()
        await Person(live, watch).sets(live.song, tempo=90.0)
        await watch.saw("set_tempo")
    assert [action.action for action in watch.by("agent")] == [action.action for action in BATCH]
    assert watch.by("user") == [SetTempo(bpm=90.0)]


async def test_a_preset_that_orbit_loads_is_its_own_doing_with_all_it_sets(
    live: LiveHost, bridge: AbletonBridge
) -> None:
    compressor = {"track": "Bass", "device": "compressor"}
    async with watching(bridge) as watch:
        await bridge.perform(
            actions(
                {"action": "insert_device", **compressor},
                {"action": "load_preset", **compressor, "preset": "Brick Wall"},
                {"action": "set_parameter", **compressor, "parameter": "ratio", "value": "8:1"},
            )
        )
        await watch.caught_up()
    assert watch.by("user") == []
    assert watch.names[:2] == ["insert_device", "load_preset"]


async def test_a_knob_turned_during_a_batch_is_still_the_users(live: LiveHost, bridge: AbletonBridge) -> None:
    batch = [parse_action({"action": "add_locator", "bar": bar, "name": str(bar)}) for bar in range(2, 12)]
    keys = live.song.tracks[5]

    def turn(place: int, _: object) -> None:
        if place == 4:
            live.call(lambda: setattr(keys.mixer_device.panning, "value", 0.5))

    async with watching(bridge) as watch:
        await bridge.perform(batch, on_result=turn)
        await watch.caught_up()
        await watch.saw("set_pan")
    assert watch.by("user") == [SetPan(track="Keys", pan=0.5)]
    assert watch.by("agent") == batch


async def test_what_was_done_right_before_a_batch_comes_before_it(
    live: LiveHost, bridge: AbletonBridge
) -> None:
    async with watching(bridge) as watch:
        live.call(lambda: setattr(live.song.tracks[0], "mute", True))
        await bridge.perform([SetVolume(track="Kick", db=-6.0)])
        await watch.saw("set_volume")
    assert [(each.origin, each.action) for each in watch.seen] == [
        ("user", SetMute(track="Kick", on=True)),
        ("agent", SetVolume(track="Kick", db=-6.0)),
    ]


async def test_another_client_is_an_agent_too_and_both_are_told(live: LiveHost) -> None:
    async with await connected(live) as one, await connected(live) as other:
        async with watching(one) as first, watching(other) as second:
            await one.perform([SetMute(track="Kick", on=True)])
            await second.saw("set_mute")
            await Person(live, first).sets(live.song, tempo=90.0)
            await first.saw("set_tempo")
            await second.saw("set_tempo")
        for watch in (first, second):
            assert watch.by("agent") == [SetMute(track="Kick", on=True)]
            assert watch.by("user") == [SetTempo(bpm=90.0)]


async def test_an_undo_by_orbit_is_the_agents(live: LiveHost, bridge: AbletonBridge) -> None:
    async with watching(bridge) as watch:
        await Person(live, watch).sets(live.song.tracks[0].mixer_device.panning, value=0.5)
        await watch.caught_up()
        await bridge.perform([Undo()])
        await watch.caught_up()
    assert [(each.origin, each.action.action) for each in watch.seen] == [
        ("user", "set_pan"),
        ("agent", "undo"),
    ]
