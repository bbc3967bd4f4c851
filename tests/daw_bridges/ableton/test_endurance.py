"""Sets and hosts that ask a lot: a slow tick, hands in the set mid-replay, repeated names, 200 tracks."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.actions import Action, parse_action
from daw_bridges.algebra import apply_all, equivalent
from daw_bridges.bridge import Status
from daw_bridges.simulated.live import LiveHost, Song, big_set, practice_set
from daw_bridges.simulated.live.by_hand import group_tracks
from tests.daw_bridges.ableton.conftest import StartLive, connected

SIDECHAIN: list[dict[str, Any]] = [
    {"action": "insert_device", "track": "Bass", "device": "compressor"},
    {"action": "set_sidechain", "track": "Bass", "device": "compressor", "source": "Kick"},
    {
        "action": "set_parameter",
        "track": "Bass",
        "device": "compressor",
        "parameter": "threshold",
        "value": "-24 dB",
    },
    {
        "action": "set_parameter",
        "track": "Bass",
        "device": "compressor",
        "parameter": "ratio",
        "value": "4:1",
    },
    {"action": "create_clip", "track": "Keys", "slot": 3, "length_beats": 8},
    {"action": "set_send", "track": "Pad", "to": "A-Reverb", "db": -9},
]


def actions(rows: list[dict[str, Any]]) -> list[Action]:
    return [parse_action(row) for row in rows]


async def test_a_tick_of_400_ms_only_takes_longer(start_live: StartLive) -> None:
    live = start_live(tick_seconds=0.4, timers=False)
    async with await connected(live) as bridge:
        before = await bridge.snapshot()
        results = await bridge.perform(actions(SIDECHAIN))
        assert [result.status for result in results] == [Status.VERIFIED] * len(SIDECHAIN)
        assert equivalent(await bridge.snapshot(), apply_all(before, actions(SIDECHAIN)))


@pytest.mark.parametrize("operation", range(1, 6))
async def test_a_track_that_moves_mid_replay_is_followed(start_live: StartLive, operation: int) -> None:
    live = start_live()
    live.faults.at_operation(operation, lambda song: song.create_audio_track(0))
    names = ("Kick", "Snare", "Hats", "Bass", "Keys")
    async with await connected(live) as bridge:
        results = await bridge.perform(
            actions([{"action": "set_mute", "track": name, "on": True} for name in names])
        )
    assert [result.status for result in results] == [Status.VERIFIED] * len(names)
    assert _muted(live) == list(names)


@pytest.mark.parametrize("operation", range(1, 7))
async def test_a_device_deleted_mid_replay_is_never_another(start_live: StartLive, operation: int) -> None:
    song = practice_set()
    bass = song.tracks[4]
    for name in ("Compressor", "Compressor"):
        bass.insert_device(name)
    live = start_live(song)
    live.faults.at_operation(operation, lambda song: song.tracks[4].delete_device(0))
    rows: list[dict[str, Any]] = [
        {"action": "set_parameter", "track": "Bass", "device": "#1", "parameter": key, "value": value}
        for key, value in (("threshold", "-30 dB"), ("ratio", "8:1"), ("knee", "3 dB"))
    ]
    async with await connected(live) as bridge:
        untouched = (await bridge.snapshot()).tracks[4].devices[1]
        results = await bridge.perform(actions(rows))
        statuses = [result.status for result in results]
        left = (await bridge.snapshot()).tracks[4].devices
    assert untouched == left[-1]
    if len(left) == 1:
        assert Status.FAILED in statuses
        assert statuses[statuses.index(Status.FAILED) + 1 :].count(Status.VERIFIED) == 0


async def test_names_that_repeat_are_asked_about_and_numbers_tell_them_apart(start_live: StartLive) -> None:
    song = practice_set()
    for place in (1, 2):
        song.tracks[place].name = "Kick"
    live = start_live(song)
    async with await connected(live) as bridge:
        before = await bridge.snapshot()
        [refused] = await bridge.perform(actions([{"action": "set_mute", "track": "Kick", "on": True}]))
        assert (refused.status, refused.code) == (Status.FAILED, "ambiguous")
        assert all(number in (refused.reason or "") for number in ("#1", "#2", "#3"))
        assert await bridge.snapshot() == before
        rows = [{"action": "set_volume", "track": f"#{place}", "db": -place} for place in (2, 3)]
        results = await bridge.perform(actions(rows))
        assert [result.status for result in results] == [Status.VERIFIED] * 2
        assert [track.volume_db for track in (await bridge.snapshot()).tracks[:3]] == [0.0, -2.0, -3.0]


async def test_a_group_is_mixed_like_a_track_and_keeps_its_members(start_live: StartLive) -> None:
    song = practice_set()
    group_tracks(song, ["Kick", "Snare", "Hats"], "Drums")
    live = start_live(song)
    rows: list[dict[str, Any]] = [
        {"action": "set_volume", "track": "Drums", "db": -3},
        {"action": "insert_device", "track": "Drums", "device": "glue_compressor"},
        {"action": "set_send", "track": "Drums", "to": "A-Reverb", "db": -18},
        {"action": "set_mute", "track": "Snare", "on": True},
        {"action": "rename_track", "track": "Drums", "name": "Kit"},
    ]
    async with await connected(live) as bridge:
        before = await bridge.snapshot()
        results = await bridge.perform(actions(rows))
        assert [result.status for result in results] == [Status.VERIFIED] * len(rows)
        after = await bridge.snapshot()
        assert equivalent(after, apply_all(before, actions(rows)))
        assert [track.group for track in after.tracks[1:4]] == ["Kit"] * 3
        [refused] = await bridge.perform(actions([{"action": "set_arm", "track": "Kit", "on": True}]))
        assert refused.status is Status.FAILED


async def test_a_set_of_200_tracks_is_read_and_edited_whole(start_live: StartLive) -> None:
    live = start_live(big_set(200, 2))
    rows: list[dict[str, Any]] = [
        {"action": "set_volume", "track": f"Track {number}", "db": -6 - number % 12}
        for number in range(1, 201)
    ]
    async with await connected(live) as bridge:
        before = await bridge.snapshot()
        assert len(before.tracks) == 203
        results = await bridge.perform(actions(rows))
        assert [result.status for result in results] == [Status.VERIFIED] * 200
        assert equivalent(await bridge.snapshot(), apply_all(before, actions(rows)))


def _muted(live: LiveHost) -> list[str]:
    def muted(song: Song) -> list[str]:
        return [track.name for track in song.tracks if track.mute]

    return live.call(muted, live.song)
