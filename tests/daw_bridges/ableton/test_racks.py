"""What is inside racks, in Live: read, edited and put there, in every version that has another way of it."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.actions import Action, parse_action
from daw_bridges.algebra import apply_all, differences, resolve_labels
from daw_bridges.bridge import Status
from daw_bridges.references import all_devices, device_reference, find_device, find_track
from daw_bridges.simulated.live import LiveHost
from tests.daw_bridges.ableton.conftest import StartLive, connected
from tests.daw_bridges.ableton.racks import INSIDE, racked_set

VERSIONS = ((11, 0, 0), (12, 2, 0), (12, 3, 0))
KEYS = "instrument_rack > High"

CASES: dict[str, list[dict[str, Any]]] = {
    "switched": [{"action": "enable_device", "track": "Bass", "device": f"{INSIDE} > gate", "on": False}],
    "set": [
        {"action": "set_parameter", "track": "Bass", "device": f"{INSIDE} > compressor#2",
         "parameter": "threshold", "value": "-24 dB"},
        {"action": "set_parameter", "track": "Bass", "device": "#1 > Dry > #1 > Deep > saturator",
         "parameter": "drive", "value": "6 dB"},
        {"action": "set_parameter", "track": "Kick", "device": "drum_rack > Click > gate",
         "parameter": "threshold", "value": "-30 dB"},
    ],
    "fed": [
        {"action": "set_sidechain", "track": "Bass", "device": f"{INSIDE} > compressor", "source": "Kick"},
        {"action": "rename_track", "track": "Kick", "name": "Boom"},
    ],
    "inserted": [{"action": "insert_device", "track": "Bass", "device": "eq", "chain": INSIDE}],
    "inserted in its place": [
        {"action": "insert_device", "track": "Bass", "device": "eq", "chain": INSIDE, "at": 2},
        {"action": "insert_device", "track": "Bass", "device": "delay", "chain": INSIDE, "at": 1},
    ],
    "inserted into an empty chain": [
        {"action": "insert_device", "track": "Keys", "device": "synth", "chain": KEYS},
        {"action": "insert_device", "track": "Keys", "device": "reverb", "chain": KEYS},
        {"action": "insert_device", "track": "Keys", "device": "arpeggiator", "chain": KEYS},
    ],
    "inserted where a name follows": [
        {"action": "insert_device", "track": "Bass", "device": "eq", "chain": "#1 > #3"},
        {"action": "enable_device", "track": "Bass", "device": "#1 > Utility | EQ Eight > eq", "on": False},
    ],
    "inserted into a rack in a rack": [
        {"action": "insert_device", "track": "Bass", "device": "eq", "chain": "#1 > Dry > #1 > Deep", "at": 1}
    ],
    "inserted on a return and the master": [
        {"action": "insert_device", "track": "A-Reverb", "device": "eq", "chain": "#2 > Wide", "at": 1},
        {"action": "insert_device", "track": "Master", "device": "eq", "chain": "audio_effect_rack > Glue"},
        {"action": "remove_device", "track": "Master", "device": "audio_effect_rack > Glue > limiter"},
    ],
    "inserted into a rack of MIDI effects and of drums": [
        {"action": "insert_device", "track": "Hats", "device": "velocity", "chain": "#1 > Fast", "at": 1},
        {"action": "insert_device", "track": "Kick", "device": "saturator", "chain": "drum_rack > Boom"},
    ],
    "named by label": [
        {"action": "insert_device", "track": "Bass", "device": "gate", "chain": INSIDE, "at": 1, "as": "new"},
        {"action": "set_parameter", "track": "Bass", "device": "new", "parameter": "threshold", "value": -30},
        {"action": "move_device", "track": "Bass", "device": "new", "to": 3},
    ],
    "moved": [
        {"action": "move_device", "track": "Bass", "device": f"{INSIDE} > gate", "to": 1},
        {"action": "move_device", "track": "Bass", "device": f"{INSIDE} > gate", "to": 3},
    ],
    "removed": [
        {"action": "remove_device", "track": "Bass", "device": f"{INSIDE} > compressor"},
        {"action": "enable_device", "track": "Bass", "device": f"{INSIDE} > compressor", "on": False},
    ],
    "removed with its rack": [
        {"action": "insert_device", "track": "Bass", "device": "eq", "at": 1},
        {"action": "remove_device", "track": "Bass", "device": "audio_effect_rack"},
    ],
    "automated": [
        {"action": "automate_parameter", "track": "Bass", "device": f"{INSIDE} > gate",
         "parameter": "threshold", "clip": "Bassline", "points": [[0, -40], [8, -20]]},
        {"action": "insert_device", "track": "Bass", "device": "audio_effect_rack", "at": 1},
        {"action": "move_device", "track": "Bass", "device": "#2", "to": 1},
    ],
    "copied with its track": [
        {"action": "duplicate_track", "track": "Bass", "name": "Bass 2"},
        {"action": "enable_device", "track": "Bass 2", "device": f"{INSIDE} > gate", "on": False},
        {"action": "insert_device", "track": "Bass 2", "device": "eq", "chain": INSIDE, "at": 1},
        {"action": "move_device", "track": "Bass 2", "device": "#1 > Wet > gate", "to": 1},
    ],
}  # fmt: skip


def actions(rows: list[dict[str, Any]]) -> list[Action]:
    return [parse_action(row) for row in rows]


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: ".".join(map(str, version)))
@pytest.mark.parametrize("rows", CASES.values(), ids=CASES.keys())
async def test_it_ends_where_the_algebra_says(
    start_live: StartLive, version: tuple[int, int, int], rows: list[dict[str, Any]]
) -> None:
    live = start_live(racked_set(version))
    async with await connected(live) as bridge:
        before, wanted = await bridge.snapshot(), actions(rows)
        results = await bridge.perform(wanted)
        assert [(result.status, result.reason) for result in results] == [(Status.VERIFIED, None)] * len(
            wanted
        )
        after = await bridge.snapshot()
        expected = apply_all(before, wanted)
        colors = [track.color for track in after.tracks]
        pairs = zip(expected.tracks, colors, strict=True)
        tracks = tuple(track.model_copy(update={"color": color}) for track, color in pairs)
        assert differences(after, expected.model_copy(update={"tracks": tracks})) == []


@pytest.mark.parametrize("rows", CASES.values(), ids=CASES.keys())
async def test_one_call_an_action_ends_there_too(start_live: StartLive, rows: list[dict[str, Any]]) -> None:
    async with await connected(start_live(racked_set())) as bridge:
        before = await bridge.snapshot()
        for action in resolve_labels(before, actions(rows)):
            [result] = await bridge.perform([action])
            assert (result.status, result.reason) == (Status.VERIFIED, None)


async def test_a_snapshot_shows_what_is_in_racks(start_live: StartLive) -> None:
    async with await connected(start_live(racked_set())) as bridge:
        session = await bridge.snapshot()
    bass = find_track(session, "Bass")
    references = [device_reference(bass, path) for path, _ in all_devices(bass)]
    assert references == [
        "audio_effect_rack",
        "audio_effect_rack > Dry > audio_effect_rack",
        "audio_effect_rack > Dry > audio_effect_rack > Deep > saturator",
        "audio_effect_rack > Wet > compressor",
        "audio_effect_rack > Wet > gate",
        "audio_effect_rack > Wet > compressor#2",
        "audio_effect_rack > Utility > utility",
    ]
    assert find_device(bass, f"{INSIDE} > gate").parameters["threshold"].unit.value == "dB"
    assert type(session).model_validate(session.model_dump(mode="json")) == session


async def test_the_mixers_of_chains_are_read(start_live: StartLive) -> None:
    live = start_live(racked_set())

    def mix() -> None:
        rack: Any = live.song.tracks[4].devices[0]
        chain = rack.chains[1]
        chain.mixer_device.volume.value, chain.mixer_device.panning.value = 0.0, -0.5
        chain.mute, chain.solo = True, True

    live.call(mix)
    async with await connected(live) as bridge:
        wet = find_track(await bridge.snapshot(), "Bass").devices[0].chains[1]
    assert (wet.volume_db, wet.pan, wet.mute, wet.solo) == (float("-inf"), -0.5, True, True)


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: ".".join(map(str, version)))
async def test_a_preset_is_loaded_in_a_rack_and_into_one(
    start_live: StartLive, version: tuple[int, int, int]
) -> None:
    rows = [
        {"action": "load_preset", "track": "Bass", "device": f"{INSIDE} > compressor",
         "preset": "Brick Wall"},
        {"action": "set_parameter", "track": "Bass", "device": f"{INSIDE} > compressor", "parameter": "ratio",
         "value": "2:1"},
        {"action": "load_preset", "track": "Master", "device": "audio_effect_rack", "preset": "Wide Space"},
        {"action": "enable_device", "track": "Master", "device": "#1 > Left > delay", "on": False},
        {"action": "load_preset", "track": "Kick", "device": "drum_rack", "preset": "Dusty Kit"},
        {"action": "load_preset", "track": "Keys", "device": "instrument_rack", "preset": "Layered Low"},
    ]  # fmt: skip
    async with await connected(start_live(racked_set(version))) as bridge:
        results = await bridge.perform(actions(rows))
        assert [(result.status, result.reason) for result in results] == [(Status.VERIFIED, None)] * len(rows)
        session = await bridge.snapshot()
    bass = find_track(session, "Bass")
    assert [device.kind for device in bass.devices[0].chains[1].devices] == [
        "compressor",
        "gate",
        "compressor",
    ]
    assert find_device(bass, f"{INSIDE} > compressor").parameters["threshold"].value == -12.0
    racks = {name: find_track(session, name).devices[0] for name in ("Master", "Kick", "Keys")}
    assert [chain.name for chain in racks["Master"].chains] == ["Left", "Right"]
    assert [chain.name for chain in racks["Kick"].chains] == ["Dusty Kick", "Dusty Snare", "Dusty Hat"]
    assert [chain.name for chain in racks["Keys"].chains] == ["Sub", "Growl"]


async def test_what_a_macro_holds_is_said_to_be_held(start_live: StartLive) -> None:
    rows = [
        {"action": "insert_device", "track": "FX", "device": "audio_effect_rack"},
        {"action": "load_preset", "track": "FX", "device": "audio_effect_rack", "preset": "Parallel Squeeze"},
        {"action": "set_parameter", "track": "FX", "device": "#1 > Squeezed > compressor",
         "parameter": "threshold", "value": -10},
    ]  # fmt: skip
    async with await connected(start_live()) as bridge:
        results = await bridge.perform(actions(rows))
    assert [result.status for result in results] == [Status.VERIFIED, Status.VERIFIED, Status.FAILED]
    assert "something else (a macro) holds it" in (results[-1].reason or "")


def _chain_gone(live: LiveHost) -> None:
    rack: Any = live.song.tracks[4].devices[0]
    rack.assign_("chains", rack.chains[:1])


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (
            {"action": "insert_device", "device": "eq", "chain": INSIDE},
            "The chain “Wet” of Audio Effect Rack on",
        ),
        ({"action": "enable_device", "device": f"{INSIDE} > gate", "on": False}, "The device “Gate” on Bass"),
    ],
)
async def test_a_chain_that_is_gone_is_never_another(
    start_live: StartLive, row: dict[str, Any], words: str
) -> None:
    live = start_live(racked_set())
    async with await connected(live) as bridge:
        await bridge.snapshot()
        live.call(_chain_gone, live)
        [result] = await bridge.perform(actions([{"track": "Bass", **row}]))
    assert (result.status, result.code) == (Status.FAILED, "not_found")
    assert words in (result.reason or "")
    assert "is no longer there" in (result.reason or "")
