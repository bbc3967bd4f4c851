"""Thirteen stretches of work, done by hand in the simulated Live: what was seen leads to what is there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from daw_bridges.simulated.live import Song, practice_set
from tests.daw_bridges.ableton.conftest import StartLive, connected
from tests.daw_bridges.ableton.observing import work
from tests.daw_bridges.ableton.observing.watching import Person, hasten, notify_late, watching
from tests.daw_bridges.ableton.observing.work import Work
from tests.daw_bridges.ableton.racks import racked_set

pytestmark = pytest.mark.anyio

SESSIONS: list[tuple[Work, set[str]]] = [
    (work.drum_bus, {"create_track", "set_color", "set_output", "set_send", "insert_device",
                     "set_parameter", "set_volume"}),
    (work.vocal_chain, {"insert_device", "set_parameter", "enable_device", "move_device", "remove_device",
                        "rename_track"}),
    (work.side_chain, {"insert_device", "set_sidechain", "set_parameter", "rename_track", "undo"}),
    (work.clips_and_notes, {"create_clip", "add_notes", "rename_clip", "duplicate_clip", "delete_clip"}),
    (work.arrangement, {"duplicate_clip", "set_loop", "rename_clip", "add_notes", "delete_clip", "set_tempo",
                        "set_time_signature"}),
    (work.scenes, {"rename_scene", "create_scene", "duplicate_clip", "fire_scene", "stop_clip", "stop",
                   "delete_scene"}),
    (work.locators, {"add_locator", "remove_locator"}),
    (work.tracks, {"delete_track", "create_track", "rename_track", "set_pan", "set_volume"}),
    (work.second_thoughts, {"set_volume", "set_mute", "undo", "set_metronome", "delete_track",
                            "rename_track"}),
    (work.automation, {"insert_device", "automate_parameter"}),
    (work.presets, {"insert_device", "set_parameter"}),
    (work.inside_racks, {"set_parameter", "enable_device", "insert_device", "remove_device"}),
    (work.routing_and_recording, {"set_arm", "set_monitor", "set_input", "record"}),
]  # fmt: skip

PREPARED: dict[Work, Callable[[], Song]] = {work.tracks: work.grouped_set, work.inside_racks: racked_set}


@pytest.mark.parametrize("timers", [True, False], ids=["timers", "ticks, and late listeners"])
@pytest.mark.parametrize(("task", "seen"), SESSIONS, ids=[task.__name__ for task, _ in SESSIONS])
async def test_what_a_person_did_is_seen(
    start_live: StartLive, task: Work, seen: set[str], timers: bool
) -> None:
    song = PREPARED.get(task, practice_set)()
    host = start_live(song, tick_seconds=0.01, timers=timers)
    hasten(host, quiet=0.05, sweep=0.1)
    if not timers:
        notify_late(host)
    async with await connected(host) as bridge, watching(bridge) as watch:
        await task(Person(host, watch))
        await watch.caught_up()
        assert set(watch.names) >= seen
        assert watch.by("agent") == []
