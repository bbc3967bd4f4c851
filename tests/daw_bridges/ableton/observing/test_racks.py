"""What is done by hand inside racks is seen as what it is."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.algebra import differences, retrace
from daw_bridges.references import find_device, find_track
from tests.daw_bridges.ableton.conftest import StartLive, connected
from tests.daw_bridges.ableton.observing.watching import Person, watching
from tests.daw_bridges.ableton.racks import INSIDE, racked_set

pytestmark = pytest.mark.anyio


async def test_edits_in_a_rack_are_seen_by_their_path(start_live: StartLive) -> None:
    live = start_live(racked_set())
    async with await connected(live) as bridge:
        first = await bridge.snapshot()
        async with watching(bridge) as watch:
            person = Person(live, watch)
            rack: Any = live.song.tracks[4].devices[0]
            compressor, gate, _ = rack.chains[1].devices
            await person.sets(gate.parameters[0], value=0.0)
            await person.thinks()
            await person.drags(compressor.parameters[1], [0.8, 0.7, 0.6])
            await person.thinks()
            await person.does(lambda: rack.chains[1].insert_device("Reverb"))
            await person.thinks()
        assert watch.names == ["enable_device", *["set_parameter"] * (len(watch.names) - 2), "insert_device"]
        assert getattr(watch.actions[0], "device", None) == "audio_effect_rack > Wet > gate"
        assert getattr(watch.actions[-1], "chain", None) == "audio_effect_rack > Wet"
        assert differences(await bridge.snapshot(), retrace(first, watch.actions)) == []


async def test_what_automation_moves_in_a_rack_is_nobodys_doing(start_live: StartLive) -> None:
    live = start_live(racked_set())
    rack: Any = live.song.tracks[4].devices[0]
    threshold, gate = rack.chains[1].devices[0].parameters[1], rack.chains[1].devices[1].parameters[0]
    live.call(lambda: threshold.assign_("automation_state", 1))
    async with await connected(live) as bridge:
        async with watching(bridge) as watch:
            person = Person(live, watch)
            for step in range(20):
                await person.does(lambda step=step: threshold.write_(0.5 + step / 100))
            await person.sets(gate, value=0.0)
            await watch.saw("enable_device")
        assert watch.names == ["enable_device"]
        bass = find_track(await bridge.snapshot(), "Bass")
        assert not find_device(bass, f"{INSIDE} > gate").enabled
