"""Datagrams that are lost, late, out of order or doubled: all is done all the same, once, and truly read."""

from __future__ import annotations

import os
from typing import Any

import pytest

from daw_bridges.actions import Action, parse_action
from daw_bridges.algebra import apply_all, differences
from daw_bridges.bridge import Status
from tests.daw_bridges.ableton.abletonosc.conftest import Served
from tests.daw_bridges.ableton.abletonosc.rough_wire import Weather, rough_wire

COMP = {"track": "Bass", "device": "compressor"}
EDITS: list[dict[str, Any]] = [
    {"action": "set_tempo", "bpm": 97.5},
    {"action": "set_volume", "track": "Bass", "db": -9},
    {"action": "set_volume", "track": "Kick", "db": -3},
    {"action": "set_send", "track": "Bass", "to": "A-Reverb", "db": -12},
    {"action": "set_mute", "track": "Kick", "on": True},
    {"action": "rename_track", "track": "Snare", "name": "Clap"},
    {"action": "create_track", "kind": "midi", "name": "New", "at": 3},
    {"action": "duplicate_track", "track": "Bass", "name": "Sub"},
    {"action": "delete_track", "track": "Hats"},
    {"action": "set_volume", "track": "Bass", "db": -6},
    {"action": "set_parameter", **COMP, "parameter": "threshold", "value": -24},
    {"action": "set_parameter", **COMP, "parameter": "model", "value": "Peak"},
    {"action": "remove_device", "track": "Sub", "device": "compressor"},
    {"action": "create_clip", "track": "Bass", "slot": 3, "length_beats": 8, "name": "Low"},
    {"action": "add_notes", "track": "Bass", "clip": "Low", "notes": [[60, 0, 1, 99], [62, 1, 0.5, 80]]},
    {"action": "duplicate_clip", "track": "Bass", "clip": "Low", "to_slot": 5},
    {"action": "delete_clip", "track": "Bass", "clip": "#3"},
    {"action": "create_scene", "name": "End"},
    {"action": "delete_scene", "scene": "#2"},
    {"action": "add_locator", "bar": 9, "name": "Here"},
]
SEED = int(os.environ.get("ORBIT_WEATHER_SEED", "1"))
"""Another one for another day's weather."""

LOSSY = Weather(lost=0.15)
SHUFFLED = Weather(delayed=0.3)
TWICE = Weather(repeated=0.3, delayed=0.2)
STORM = Weather(lost=0.1, repeated=0.15, delayed=0.15)
WAYS = {
    "questions lost": (LOSSY, Weather()),
    "answers lost": (Weather(), LOSSY),
    "out of order": (SHUFFLED, SHUFFLED),
    "answers twice": (Weather(), TWICE),
    "all at once": (Weather(lost=0.1, delayed=0.15), STORM),
}


def actions(*rows: dict[str, Any]) -> list[Action]:
    return [parse_action(row) for row in rows]


@pytest.mark.parametrize("weather", WAYS, ids=lambda name: name.replace(" ", "-"))
async def test_everything_is_done_once(served: Served, weather: str) -> None:
    there, back = WAYS[weather]
    async with (
        rough_wire(served.port, served.reply_port, there=there, back=back, seed=SEED) as wire,
        await Served(served.live, wire.port, wire.reply_port).connected() as bridge,
    ):
        before, wanted = await bridge.snapshot(), actions(*EDITS)
        results = await bridge.perform(wanted)
    assert [(result.status.value, result.reason) for result in results] == [("verified", None)] * len(wanted)
    async with await served.connected() as bridge:
        assert differences(await bridge.snapshot(), apply_all(before, wanted)) == []


async def test_a_snapshot_over_a_bad_wire_is_the_snapshot_over_a_good_one(served: Served) -> None:
    async with (
        rough_wire(served.port, served.reply_port, there=STORM, back=STORM, seed=SEED) as wire,
        await Served(served.live, wire.port, wire.reply_port).connected() as bridge,
    ):
        rough = await bridge.snapshot()
    async with await served.connected() as bridge:
        assert rough == await bridge.snapshot()


async def test_setters_that_arrive_twice_and_late_end_at_the_last_value(served: Served) -> None:
    wanted = actions(
        *({"action": "set_volume", "track": "Bass", "db": -db} for db in range(1, 6)),
        {"action": "set_parameter", **COMP, "parameter": "threshold", "value": -30},
        {"action": "set_parameter", **COMP, "parameter": "threshold", "value": -18},
    )
    async with (
        rough_wire(served.port, served.reply_port, there=TWICE, back=TWICE, seed=SEED) as wire,
        await Served(served.live, wire.port, wire.reply_port).connected() as bridge,
    ):
        results = await bridge.perform(wanted)
        assert [(result.status.value, result.reason) for result in results] == [("verified", None)] * 7
        session = await bridge.snapshot()
    bass = next(track for track in session.tracks if track.name == "Bass")
    assert (bass.volume_db, bass.devices[0].parameters["threshold"].value) == (-5.0, -18.0)


async def test_a_creation_that_arrives_twice_is_no_success(served: Served) -> None:
    async with (
        rough_wire(served.port, served.reply_port) as wire,
        await Served(served.live, wire.port, wire.reply_port).connected() as bridge,
    ):

        def twice(data: bytes) -> None:
            if b"create_midi_track" in data:
                served.live.call(lambda: served.live.song.create_midi_track(-1))

        wire.before = twice
        await bridge.snapshot()
        results = await bridge.perform(actions({"action": "create_track", "kind": "midi", "name": "New"}))
    assert results[0].status is Status.FAILED
    assert "14 tracks now instead of 13" in (results[0].reason or "")
