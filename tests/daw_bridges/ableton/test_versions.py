"""The whole vocabulary in every version of Live that Orbit is for, by its timer and by its tick alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from daw_bridges.ableton import AbletonBridge
from daw_bridges.actions import ACTIONS, Action, parse_action
from daw_bridges.algebra import apply_all, differences
from daw_bridges.bridge import Status
from daw_bridges.catalog import catalog
from daw_bridges.references import find_track
from daw_bridges.session import Session, TrackKind
from daw_bridges.simulated.live import Song, browser_tree, practice_set
from daw_bridges.simulated.live.devices.stock import stock_devices
from tests.daw_bridges.ableton.conftest import StartLive, connected
from tests.daw_bridges.ableton.test_actions import CASES, as_host_colours

VERSIONS = ((11, 0, 0), (11, 3, 0), (12, 0, 0), (12, 3, 0), (12, 4, 0))
TICK_ALONE: dict[str, Any] = {"timers": False, "tick_seconds": 0.02}
CLOCKS = {
    **{(version, "timer"): {} for version in VERSIONS},
    # It is slow, and which version it is makes no difference to it.
    **{(version, "no timer"): TICK_ALONE for version in (VERSIONS[0], VERSIONS[-1])},
}


def named(version: tuple[int, int, int]) -> str:
    return ".".join(map(str, version))


every_version = pytest.mark.parametrize("version", VERSIONS, ids=named)

NAMED_LOCATORS = (12, 0, 0)

EFFECTS = [spec.name for spec in stock_devices() if spec.type == 2]


def actions(rows: list[dict[str, Any]]) -> list[Action]:
    return [parse_action(row) for row in rows]


async def tried(bridge: AbletonBridge, rows: list[dict[str, Any]]) -> list[str]:
    """Perform some actions; what of them did not end where the algebra says."""
    before, wanted = await bridge.snapshot(), actions(rows)
    results = await bridge.perform(wanted)
    wrong = [
        f"{each.action.describe()}: {each.reason}" for each in results if each.status is not Status.VERIFIED
    ]
    after = await bridge.snapshot()
    return wrong or differences(after, as_host_colours(apply_all(before, wanted), after))


@pytest.mark.parametrize(
    ("version", "clock"),
    [(version, options) for (version, _), options in CLOCKS.items()],
    ids=[f"{named(version)}-{clock}" for version, clock in CLOCKS],
)
async def test_every_action_ends_where_the_algebra_says(
    start_live: StartLive, version: tuple[int, int, int], clock: Mapping[str, Any]
) -> None:
    wrong: dict[str, list[str]] = {}
    for name, rows in CASES:
        if version < NAMED_LOCATORS and any(row["action"] == "add_locator" for row in rows):
            continue
        live = start_live(practice_set(version), **clock)
        async with await connected(live) as bridge:
            if complaints := await tried(bridge, rows):
                wrong[name] = complaints
        live.stop()
    assert wrong == {}
    assert {row["action"] for _, rows in CASES for row in rows} == set(ACTIONS) - {"load_preset", "undo"}


def grouped_set(version: tuple[int, int, int]) -> Song:
    """The practice session with Kick and Snare in a group, made by hand as no script can."""
    song = practice_set(version)
    with song.unrecorded():
        group = song.add_track_("group", "Drums", 0)
        for track in song.tracks[1:3]:
            track.assign_("group_track", group)
    return song


STRIPS = ("Master", "A-Reverb", "Drums", "Guitar")
"""A track of each kind that is not a MIDI track."""


def strip_edits(track: str, session: Session) -> list[dict[str, Any]]:
    """Everything that can be done to a track of that kind, devices aside."""
    kind = find_track(session, track).kind
    rows: list[dict[str, Any]] = [
        {"action": "set_volume", "track": track, "db": -6},
        {"action": "set_pan", "track": track, "pan": 0.4},
        {"action": "set_color", "track": track, "color": "#ff3636"},
    ]
    if kind is not TrackKind.MASTER:
        rows += [
            {"action": "set_mute", "track": track, "on": True},
            {"action": "set_solo", "track": track, "on": True},
            {"action": "set_send", "track": track, "to": "B-Delay", "db": -12},
            {"action": "set_output", "track": track, "to": "Sends Only"},
            {"action": "rename_track", "track": track, "name": f"{track} new"},
        ]
    return rows


@every_version
@pytest.mark.parametrize("track", STRIPS)
async def test_every_strip_takes_what_it_can(
    start_live: StartLive, version: tuple[int, int, int], track: str
) -> None:
    async with await connected(start_live(grouped_set(version))) as bridge:
        assert await tried(bridge, strip_edits(track, await bridge.snapshot())) == []


@every_version
@pytest.mark.parametrize("track", STRIPS)
async def test_every_strip_takes_devices(
    start_live: StartLive, version: tuple[int, int, int], track: str
) -> None:
    place = {"track": track, "device": "compressor"}
    rows = [
        {"action": "insert_device", "track": track, "device": "eq"},
        {"action": "insert_device", **place, "at": 1},
        {"action": "set_parameter", **place, "parameter": "threshold", "value": "-20 dB"},
        {"action": "set_sidechain", **place, "source": "Bass"},
        {"action": "enable_device", **place, "on": False},
        {"action": "move_device", **place, "to": 2},
        {"action": "remove_device", "track": track, "device": "eq"},
    ]
    async with await connected(start_live(grouped_set(version))) as bridge:
        assert await tried(bridge, rows) == []


@every_version
async def test_every_stock_device_goes_on_its_kind_of_track(
    start_live: StartLive, version: tuple[int, int, int]
) -> None:
    rows: list[dict[str, Any]] = []
    for name in catalog().devices("ableton"):
        track = f"For {name}"
        rows += [
            {"action": "create_track", "kind": "midi", "name": track},
            {"action": "insert_device", "track": track, "device": "Reverb"},
            {"action": "insert_device", "track": track, "device": name},
        ]
    rows += [{"action": "insert_device", "track": "Master", "device": name} for name in EFFECTS[:4]]
    async with await connected(start_live(practice_set(version))) as bridge:
        assert await tried(bridge, rows) == []


@every_version
async def test_plug_ins_come_from_the_browser(start_live: StartLive, version: tuple[int, int, int]) -> None:
    rows = [
        {"action": "insert_device", "track": track, "device": "Prism EQ"}
        for track in ("Bass", "Guitar", "A-Reverb", "Master", "Drums")
    ]
    rows += [
        {"action": "insert_device", "track": "Bass", "device": "reverb"},
        {"action": "insert_device", "track": "Bass", "device": "Lumen Synth"},
        {"action": "insert_device", "track": "Bass", "device": "Prism EQ", "at": 2},
        {"action": "set_parameter", "track": "Bass", "device": "Prism EQ", "parameter": "Band 1 Freq",
         "value": "1.2 kHz"},
    ]  # fmt: skip
    async with await connected(start_live(grouped_set(version))) as bridge:
        results = await bridge.perform(actions(rows))
        assert [(result.status, result.reason) for result in results] == [(Status.VERIFIED, None)] * len(rows)
        bass = find_track(await bridge.snapshot(), "Bass")
    assert [device.name for device in bass.devices] == ["Lumen Synth", "Prism EQ", "Prism EQ", "Reverb"]


@every_version
async def test_what_a_version_cannot_do_is_told_with_its_number(
    start_live: StartLive, version: tuple[int, int, int]
) -> None:
    live = start_live(practice_set(version))
    async with await connected(live) as bridge:
        before = await bridge.snapshot()
        [result] = await bridge.perform(actions([{"action": "add_locator", "bar": 9, "name": "Drop"}]))
        if version >= NAMED_LOCATORS:
            assert (result.status, result.reason) == (Status.VERIFIED, None)
        else:
            assert (result.status, result.code) == (Status.FAILED, "unsupported")
            assert f"Live {'.'.join(map(str, version))} lets no script name a locator" in (
                result.reason or ""
            )
            assert differences(await bridge.snapshot(), before) == []
        live.call(live.song.set_or_delete_cue)
        await bridge.snapshot()
        [removed] = await bridge.perform(actions([{"action": "remove_locator", "bar": 1}]))
        assert (removed.status, removed.reason) == (Status.VERIFIED, None)


@every_version
async def test_presets_of_every_stock_device(
    start_live: StartLive, version: tuple[int, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [name for name in catalog().devices("ableton") if name != "Tuner"]
    monkeypatch.setattr(browser_tree, "PRESETS", {name: {"Of mine": {}} for name in names})
    monkeypatch.setattr(browser_tree.Leaf, "is_preset", property(lambda leaf: leaf.name.endswith(".adv")))
    rows: list[dict[str, Any]] = []
    for name in names:
        track = f"For {name}"
        rows += [
            {"action": "create_track", "kind": "midi", "name": track},
            {"action": "insert_device", "track": track, "device": name},
            {"action": "load_preset", "track": track, "device": "#1", "preset": "Of mine"},
        ]
    for track in ("Master", "A-Reverb"):
        rows += [
            {"action": "insert_device", "track": track, "device": "limiter"},
            {"action": "insert_device", "track": track, "device": "gate", "at": 1},
            {"action": "load_preset", "track": track, "device": "gate", "preset": "Of mine"},
        ]
    async with await connected(start_live(practice_set(version))) as bridge:
        results = await bridge.perform(actions(rows))
        wrong = [
            (each.action.describe(), each.reason) for each in results if each.status is not Status.VERIFIED
        ]
        assert wrong == []
        session = await bridge.snapshot()
    for name in names:
        assert [device.name for device in find_track(session, f"For {name}").devices] == [name]
    assert [device.kind for device in find_track(session, "Master").devices] == ["gate", "limiter"]


@every_version
@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"action": "set_mute", "track": "Master", "on": True}, "master cannot be muted"),
        ({"action": "set_output", "track": "Master", "to": "Ext. Out"}, "master cannot be routed"),
        ({"action": "rename_track", "track": "Master", "name": "Main"}, "master cannot be renamed"),
        ({"action": "delete_track", "track": "Master"}, "master cannot be deleted"),
        ({"action": "set_arm", "track": "A-Reverb", "on": True}, "has no record arm"),
        ({"action": "set_input", "track": "Drums", "source": "Ext. In"}, "has no input"),
        ({"action": "duplicate_track", "track": "A-Reverb"}, "returns cannot be duplicated"),
        ({"action": "insert_device", "track": "Master", "device": "synth"}, "needs a MIDI track"),
        ({"action": "insert_device", "track": "Guitar", "device": "arpeggiator"}, "needs a MIDI track"),
        ({"action": "create_clip", "track": "Drums", "slot": 1, "length_beats": 4}, "is not a MIDI track"),
        (
            {"action": "set_sidechain", "track": "A-Reverb", "device": "reverb", "source": "Kick"},
            "cannot be set from Orbit",
        ),
    ],
)
async def test_what_a_strip_cannot_is_refused_by_name(
    start_live: StartLive, version: tuple[int, int, int], row: dict[str, Any], words: str
) -> None:
    async with await connected(start_live(grouped_set(version))) as bridge:
        before = await bridge.snapshot()
        [result] = await bridge.perform(actions([row]))
        assert result.status is Status.FAILED
        assert words in (result.reason or "")
        assert differences(await bridge.snapshot(), before) == []
