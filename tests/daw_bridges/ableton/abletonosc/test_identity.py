"""Indices are all that AbletonOSC has: what moved or went is an error, never a neighbour's fader."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest

from daw_bridges.actions import Action, parse_action
from daw_bridges.bridge import Result
from daw_bridges.simulated.live import LiveHost, Song
from daw_bridges.simulated.live.by_hand import group_tracks
from tests.daw_bridges.ableton.abletonosc.conftest import Served, StartOsc, with_devices
from tests.daw_bridges.ableton.abletonosc.rough_wire import FAIR, Weather, rough_wire

BASS = 4
ON_BASS: dict[str, tuple[bytes, dict[str, Any]]] = {
    "volume": (b"set/volume", {"action": "set_volume", "track": "Bass", "db": -9}),
    "mute": (b"set/mute", {"action": "set_mute", "track": "Bass", "on": True}),
    "delete": (b"song/delete_track", {"action": "delete_track", "track": "Bass"}),
    "device": (b"delete_device", {"action": "remove_device", "track": "Bass", "device": "compressor"}),
    "clip": (b"track/delete_clip", {"action": "delete_clip", "track": "Bass", "clip": "Bassline"}),
    "switch": (
        b"set/parameter/value",
        {"action": "enable_device", "track": "Bass", "device": "eq", "on": False},
    ),
}
MEANWHILE: dict[str, Callable[[Song], object]] = {
    "one before it is deleted": lambda song: song.delete_track(1),
    "it is deleted": lambda song: song.delete_track(BASS),
    "one is put before it": lambda song: song.create_midi_track(0),
}


def actions(*rows: dict[str, Any]) -> list[Action]:
    return [parse_action(row) for row in rows]


def told(results: list[Result]) -> list[tuple[str, str | None]]:
    return [(result.status.value, result.code) for result in results]


def state(live: LiveHost) -> dict[str, Any]:
    """What the tracks that were there at first look like, by name."""

    def read() -> dict[str, Any]:
        return {
            track.name: (
                round(track.mixer_device.volume.value, 6),
                track.mute,
                [(device.name, device.parameters[0].value) for device in track.devices],
                [slot.clip.name for slot in track.clip_slots if slot.clip is not None],
            )
            for track in live.song.tracks
        }

    return live.call(read)


def by_hand(song: Song, edit: Callable[[Song], object]) -> None:
    """What a user does is an undo step of its own."""
    song.begin_undo_step()
    edit(song)
    song.end_undo_step()


@pytest.mark.parametrize("meanwhile", MEANWHILE)
@pytest.mark.parametrize("edit", ON_BASS)
async def test_what_happens_right_before_the_write_hits_nobody(
    served: Served, edit: str, meanwhile: str
) -> None:
    sign, row = ON_BASS[edit]
    happened: list[dict[str, Any]] = []
    async with (
        rough_wire(served.port, served.reply_port) as wire,
        await Served(served.live, wire.port, wire.reply_port).connected() as bridge,
    ):

        def happen(data: bytes) -> None:
            if sign in data and not happened:
                served.live.call(by_hand, served.live.song, MEANWHILE[meanwhile])
                happened.append(state(served.live))

        wire.before = happen
        await bridge.snapshot()
        results = await bridge.perform(actions(row, {"action": "set_mute", "track": "FX", "on": True}))
    if (edit, meanwhile) == ("delete", "it is deleted"):
        assert told(results)[0] == ("verified", None)  # it is gone, as was wished
        return
    assert told(results) == [("failed", "not_found"), ("skipped", None)]
    reason = results[0].reason or ""
    assert "is not where it was" in reason or "is no longer where it was" in reason
    assert happened == [state(served.live)]


@pytest.mark.parametrize("edit", ["delete", "device", "clip"])
async def test_what_hit_another_is_undone_also_where_the_answer_is_late(served: Served, edit: str) -> None:
    sign, row = ON_BASS[edit]
    happened: list[dict[str, Any]] = []
    async with (
        rough_wire(served.port, served.reply_port) as wire,
        await Served(served.live, wire.port, wire.reply_port).connected() as bridge,
    ):

        def happen(data: bytes) -> None:
            if sign in data and not happened:
                served.live.call(by_hand, served.live.song, MEANWHILE["one is put before it"])
                happened.append(state(served.live))
                time.sleep(1.0)  # longer than an answer is waited for, before it is on its way

        wire.before = happen
        await bridge.snapshot()
        results = await bridge.perform(actions(row))
    assert told(results) == [("failed", "not_found")]
    assert happened == [state(served.live)]


async def test_what_is_next_is_left_alone_where_another_was_hit_and_no_answer_came(served: Served) -> None:
    sign, row = ON_BASS["delete"]
    async with (
        rough_wire(served.port, served.reply_port) as wire,
        await Served(served.live, wire.port, wire.reply_port).connected() as bridge,
    ):

        def happen(data: bytes) -> None:
            if sign in data and wire.back is FAIR:
                served.live.call(by_hand, served.live.song, MEANWHILE["one is put before it"])
                wire.back = Weather(lost=1.0)
                asyncio.get_running_loop().call_later(0.2, lambda: setattr(wire, "back", Weather()))

        wire.before = happen
        await bridge.snapshot()
        [result] = await bridge.perform(actions(row))
    assert (result.status.value, result.code) == ("failed", "changed")
    assert "Bass" in state(served.live)


@pytest.mark.parametrize("meanwhile", MEANWHILE)
async def test_what_moved_before_its_turn_is_left_alone(served: Served, meanwhile: str) -> None:
    rows = [
        {"action": "create_scene", "name": "End"},
        *(row for name, (_, row) in ON_BASS.items() if name != "delete"),
    ]
    happened: list[dict[str, Any]] = []

    def happen(place: int, _result: Result) -> None:
        if place == 0:
            served.live.call(by_hand, served.live.song, MEANWHILE[meanwhile])
            happened.append(state(served.live))

    async with await served.connected() as bridge:
        await bridge.snapshot()
        results = await bridge.perform(actions(*rows), on_result=happen)
    assert told(results)[:2] == [("verified", None), ("failed", "not_found")]
    assert {result.status.value for result in results[2:]} == {"skipped"}
    assert happened == [state(served.live)]


async def test_tracks_of_one_name_are_told_apart_by_their_number(start_osc: StartOsc) -> None:
    served = start_osc(with_devices())
    served.live.call(lambda: setattr(served.live.song.tracks[7], "name", "Bass"))
    async with await served.connected() as bridge:
        await bridge.snapshot()
        rows = [{"action": "set_volume", "track": f"#{number}", "db": -number} for number in (5, 8)]
        results = await bridge.perform([*actions(*rows), *actions({**rows[0], "track": "Bass"})])
        session = await bridge.snapshot()
    assert told(results) == [("verified", None), ("verified", None), ("failed", "ambiguous")]
    assert [session.tracks[place].volume_db for place in (4, 7)] == [-5.0, -8.0]


async def test_a_group_is_read_and_its_strip_is_moved(start_osc: StartOsc) -> None:
    song = with_devices()
    group_tracks(song, ["Kick", "Snare"], "Drums")
    served = start_osc(song)
    async with await served.connected() as bridge:
        before = await bridge.snapshot()
        results = await bridge.perform(actions({"action": "set_volume", "track": "Drums", "db": -6}))
        after = await bridge.snapshot()
    assert told(results) == [("verified", None)]
    assert [(t.name, t.kind.value, t.group) for t in before.tracks[:3]] == [
        ("Drums", "group", None),
        ("Kick", "midi", "Drums"),
        ("Snare", "midi", "Drums"),
    ]
    assert after.tracks[0].volume_db == -6.0
