"""Other Lives: without the timer, before device insertion, with one hundred tracks, with foreign devices."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.actions import Action, parse_action
from daw_bridges.algebra import apply_all, differences
from daw_bridges.bridge import Status
from daw_bridges.catalog import catalog
from daw_bridges.simulated.live import big_set, practice_set
from daw_bridges.simulated.live.devices.stock import stock_devices
from tests.daw_bridges.ableton.conftest import StartLive, connected

DUCK = [
    {"action": "insert_device", "track": "Bass", "device": "compressor", "as": "ducker"},
    {"action": "set_sidechain", "track": "Bass", "device": "ducker", "source": "Kick"},
    {
        "action": "set_parameter",
        "track": "Bass",
        "device": "ducker",
        "parameter": "threshold",
        "value": "-24 dB",
    },
    {"action": "set_volume", "track": "Bass", "db": -3},
]


def actions(*rows: dict[str, Any]) -> list[Action]:
    return [parse_action(row) for row in rows]


@pytest.mark.parametrize(
    "options",
    [{"timers": False}, {"timers": False, "tick_seconds": 0.02}, {"tick_seconds": 0.02}],
    ids=["100 ms tick alone", "a quick tick alone", "timer"],
)
@pytest.mark.parametrize(
    "version", [(11, 3, 0), (12, 2, 0), (12, 3, 0)], ids=lambda version: ".".join(map(str, version))
)
async def test_any_clock_and_any_version_end_in_the_same_place(
    start_live: StartLive, options: dict[str, Any], version: tuple[int, int, int]
) -> None:
    live = start_live(practice_set(version), **options)
    async with await connected(live) as bridge:
        assert bridge.live_version == ".".join(map(str, version))
        before, wanted = await bridge.snapshot(), actions(*DUCK)
        assert before.tracks[-1].name == "Master"
        results = await bridge.perform(wanted)
        assert [(result.status, result.reason) for result in results] == [(Status.VERIFIED, None)] * len(
            wanted
        )
        assert differences(await bridge.snapshot(), apply_all(before, wanted)) == []


async def test_the_browser_puts_a_device_where_it_was_wanted(start_live: StartLive) -> None:
    live = start_live(practice_set((12, 2, 0)))
    selected = live.call(lambda: live.song.view.selected_track.name)
    rows = [
        {"action": "insert_device", "track": "Bass", "device": "compressor"},
        {"action": "insert_device", "track": "Bass", "device": "eq", "at": 1},
        {"action": "insert_device", "track": "Bass", "device": "limiter"},
        {"action": "insert_device", "track": "Bass", "device": "synth"},
    ]
    async with await connected(live) as bridge:
        before, wanted = await bridge.snapshot(), actions(*rows)
        results = await bridge.perform(wanted)
        assert [(result.status, result.reason) for result in results] == [(Status.VERIFIED, None)] * 4
        assert differences(await bridge.snapshot(), apply_all(before, wanted)) == []
    assert live.call(lambda: live.song.view.selected_track.name) == selected
    assert not any(live.call(lambda: [track.arm for track in live.song.tracks]))


async def test_a_device_nobody_has_is_not_found(start_live: StartLive) -> None:
    for version in ((12, 2, 0), (12, 3, 0)):
        async with await connected(start_live(practice_set(version))) as bridge:
            [result] = await bridge.perform(
                actions({"action": "insert_device", "track": "Bass", "device": "FabFilter Pro-Q 9"})
            )
            assert result.status is Status.FAILED
            assert "FabFilter Pro-Q 9" in (result.reason or "")


async def test_every_stock_device_is_read_as_the_catalogue_has_it(start_live: StartLive) -> None:
    live = start_live()
    names = [spec.name for spec in stock_devices() if spec.type == 2 and not spec.can_have_chains]
    async with await connected(live) as bridge:
        rows = [{"action": "insert_device", "track": "Bass", "device": name} for name in names]
        results = await bridge.perform(actions(*rows))
        assert {result.status for result in results} == {Status.VERIFIED}
        session = await bridge.snapshot()
    bass = next(track for track in session.tracks if track.name == "Bass")
    for name, device in zip(names, bass.devices, strict=True):
        assert device == catalog().new_device("ableton", name)


async def test_a_hundred_tracks_arrive_whole(start_live: StartLive) -> None:
    song = big_set(100, devices=8)
    live = start_live(song)
    async with await connected(live) as bridge:
        session = await bridge.snapshot()
        assert len(session.tracks) == 103
        assert all(len(track.devices) == 8 for track in session.tracks[:100])
        wanted = actions(*[{"action": "set_volume", "track": f"#{n + 1}", "db": -n / 10} for n in range(100)])
        results = await bridge.perform(wanted)
        assert {result.status for result in results} == {Status.VERIFIED}
        assert differences(await bridge.snapshot(), apply_all(session, wanted)) == []


async def test_a_batch_is_one_undo_step_for_what_live_groups(start_live: StartLive) -> None:
    live = start_live()
    rows = [{"action": "set_solo", "track": name, "on": True} for name in ("Kick", "Bass", "Keys")]
    async with await connected(live) as bridge:
        await bridge.perform(actions(*rows))
    live.call(live.song.undo)
    assert not any(live.call(lambda: [track.solo for track in live.song.tracks]))


async def test_playing_forbids_locators_in_words(start_live: StartLive) -> None:
    async with await connected(start_live()) as bridge:
        rows = [{"action": "play"}, {"action": "add_locator", "bar": 9, "name": "Here"}]
        results = await bridge.perform(actions(*rows))
        assert [result.status for result in results] == [Status.VERIFIED, Status.FAILED]
        assert results[1].code == "not_possible"
        assert "stop playing first" in (results[1].reason or "")


async def test_what_live_cannot_do_is_unsupported_in_words(start_live: StartLive) -> None:
    async with await connected(start_live()) as bridge:
        before = await bridge.snapshot()
        device = {"track": "A-Reverb", "device": "reverb", "parameter": "dry_wet", "points": [[0, 10]]}
        strip = {"track": "Bass", "device": "mixer", "parameter": "volume", "points": [[0, -6]]}
        for place, word in ((device, "timeline"), (strip, "timeline"), ({**strip, "clip": "#1"}, "mixer")):
            [result] = await bridge.perform(actions({"action": "automate_parameter", **place}))
            assert (result.status, result.code) == (Status.FAILED, "unsupported")
            assert word in (result.reason or "")
            assert differences(await bridge.snapshot(), before) == []


async def test_a_color_is_the_palettes_nearest(start_live: StartLive) -> None:
    async with await connected(start_live()) as bridge:
        [result] = await bridge.perform(actions({"action": "set_color", "track": "Kick", "color": "#ff0000"}))
        assert (result.status, result.observed) == (Status.VERIFIED, {"color": "#ff3636"})
