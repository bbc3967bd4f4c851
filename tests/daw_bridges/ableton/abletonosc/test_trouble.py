"""Trouble: a port that is taken, a host that dies, sleeps, refuses, ignores or talks nonsense."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import sys
from typing import Any

import pytest

from daw_bridges.ableton.abletonosc import AbletonOscBridge, open_bridge
from daw_bridges.actions import Action, parse_action
from daw_bridges.bridge import Result, Status
from daw_bridges.errors import TimedOutError, UnreachableError
from daw_bridges.simulated.live import practice_set
from tests.daw_bridges.ableton.abletonosc.conftest import Served, StartOsc, close_log
from tests.daw_bridges.ableton.abletonosc.hosts import free_udp_port
from tests.daw_bridges.ableton.abletonosc.rough_wire import FAIR, Weather, rough_wire

COMP = {"track": "Bass", "device": "compressor"}
CLIP = {"track": "Bass", "clip": "Bassline"}

IGNORED: list[tuple[str, dict[str, Any]]] = [
    ("DeviceParameter.value", {"action": "set_volume", "track": "Kick", "db": -9}),
    ("DeviceParameter.value", {"action": "set_send", "track": "Kick", "to": "A-Reverb", "db": -9}),
    ("DeviceParameter.value", {"action": "enable_device", **COMP, "on": False}),
    ("Song.tempo", {"action": "set_tempo", "bpm": 99}),
    ("Song.is_playing", {"action": "play"}),
    ("Track.mute", {"action": "set_mute", "track": "Kick", "on": True}),
    ("Track.name", {"action": "rename_track", "track": "Kick", "name": "Boom"}),
    ("Track.output_routing_type", {"action": "set_output", "track": "Kick", "to": "FX"}),
    ("Track.devices", {"action": "remove_device", **COMP}),
    ("ClipSlot.clip", {"action": "create_clip", "track": "Bass", "slot": 2, "length_beats": 4}),
    ("ClipSlot.clip", {"action": "delete_clip", **CLIP}),
    ("Clip.notes", {"action": "add_notes", **CLIP, "notes": [[90, 0, 1, 99]]}),
    ("Track.fired_slot_index", {"action": "fire_clip", **CLIP}),
    ("Song.scenes", {"action": "create_scene", "name": "End"}),
    ("Song.tracks", {"action": "create_track", "kind": "midi", "name": "New"}),
    ("Song.tracks", {"action": "delete_track", "track": "Kick"}),
]


def actions(*rows: dict[str, Any]) -> list[Action]:
    return [parse_action(row) for row in rows]


def told(results: list[Result]) -> list[tuple[str, str | None]]:
    return [(result.status.value, result.code) for result in results]


@pytest.mark.parametrize(("path", "row"), IGNORED, ids=[f"{path} {row['action']}" for path, row in IGNORED])
async def test_an_ignored_write_is_a_failure_and_what_went_with_it_is_taken_back(
    served: Served, bridge: AbletonOscBridge, path: str, row: dict[str, Any]
) -> None:
    await bridge.snapshot()
    served.live.faults.ignore(path)
    results = await bridge.perform(actions(row, {"action": "set_metronome", "on": True}))
    assert told(results) == [("failed", "not_applied"), ("skipped", None)]
    assert not served.live.call(lambda: served.live.song.metronome)


async def test_what_live_refuses_is_said_in_its_words(served: Served, bridge: AbletonOscBridge) -> None:
    await bridge.snapshot()
    served.live.faults.fail("Track.mute", RuntimeError("Not while the moon is full"))
    rows = [
        {"action": "set_pan", "track": "Kick", "pan": 0.5},
        {"action": "set_mute", "track": "Kick", "on": True},
        {"action": "set_pan", "track": "Snare", "pan": 0.5},
    ]
    results = await bridge.perform(actions(*rows))
    assert told(results) == [("verified", None), ("failed", "refused"), ("skipped", None)]
    assert "Not while the moon is full" in (results[1].reason or "")
    session = await bridge.snapshot()
    assert [track.pan for track in session.tracks[:2]] == [0.5, 0.0]


async def test_what_could_not_be_taken_back_is_told(served: Served, bridge: AbletonOscBridge) -> None:
    await bridge.snapshot()
    served.live.faults.fail("Track.mute", RuntimeError("No"))

    def hold(_place: int, _result: Result) -> None:
        served.live.faults.ignore("DeviceParameter.value", within="Snare")

    rows = [
        {"action": "set_mute", "track": "Kick", "on": True},
        {"action": "set_pan", "track": "Snare", "pan": 0.5},
        {"action": "set_pan", "track": "Hats", "pan": 0.5},
        {"action": "create_scene", "name": "End"},
    ]
    results = await bridge.perform(actions(*rows), on_result=hold)
    assert told(results) == [("failed", "refused"), *[("skipped", None)] * 3]
    assert "could not be taken back: panning of Snare still reads 0.5" in (results[1].reason or "")
    assert results[2].reason == results[3].reason == "An action before it failed."
    assert [track.pan for track in (await bridge.snapshot()).tracks[1:3]] == [0.5, 0.0]


async def test_a_value_that_cannot_be_reached_is_put_back(served: Served, bridge: AbletonOscBridge) -> None:
    rows = [
        {"action": "set_parameter", **COMP, "parameter": "threshold", "value": "-18 dB"},
        {"action": "set_parameter", **COMP, "parameter": "model", "value": "RMS"},
    ]
    assert told(await bridge.perform(actions(*rows))) == [("verified", None)] * 2
    served.live.faults.ignore("DeviceParameter.value", name="Threshold")
    results = await bridge.perform(actions({**rows[0], "value": "-24 dB"}))
    assert told(results) == [("failed", "out_of_range")]
    assert "-18.0 dB" in (results[0].reason or "")


@pytest.mark.parametrize(
    "row",
    [
        {"action": "insert_device", "track": "Bass", "device": "limiter"},
        {"action": "set_sidechain", **COMP, "source": "Kick"},
        {"action": "set_volume", "track": "A-Reverb", "db": -3},
        {"action": "set_volume", "track": "Master", "db": -3},
        {"action": "create_track", "kind": "return", "name": "C-Plate"},
        {"action": "duplicate_clip", **CLIP, "to_bar": 9},
    ],
    ids=str,
)
async def test_what_abletonosc_cannot_do_is_unsupported_by_name(
    bridge: AbletonOscBridge, row: dict[str, Any]
) -> None:
    session = await bridge.snapshot()
    results = await bridge.perform(actions(row))
    assert told(results) == [("failed", "unsupported")]
    assert results[0].reason == bridge.capabilities.refusal(parse_action(row), session)
    assert "orbit install ableton" in (results[0].reason or "")


def test_the_program_that_has_the_reply_port_is_named() -> None:
    port = free_udp_port()
    hold = (
        "import socket, sys; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM);"
        f"s.bind(('127.0.0.1', {port})); print('bound', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hold], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == "bound\n"
        with pytest.raises(UnreachableError) as caught:
            asyncio.run(open_bridge(port=free_udp_port(), reply_port=port))
        holder.communicate("")
    assert f"process {holder.pid}" in str(caught.value)
    assert f"UDP port {port}" in str(caught.value)
    assert "quit" in str(caught.value)


async def test_two_bridges_take_turns(served: Served) -> None:
    async with await served.connected(idle_seconds=0.2) as first:
        assert first.holds_port
        with pytest.raises(UnreachableError, match=f"process {os.getpid()}"):
            await served.connected()
        await asyncio.sleep(0.5)
        assert not first.holds_port
        async with await served.connected() as second:
            before = await second.snapshot()
        assert await first.snapshot() == before


async def test_nobody_there_is_unreachable_at_once() -> None:
    with pytest.raises(UnreachableError, match="AbletonOSC"):
        await open_bridge(port=free_udp_port(), reply_port=free_udp_port())


async def test_a_sleeping_live_times_out_with_what_was_confirmed(served: Served) -> None:
    confirmed: list[int] = []

    def sleep(place: int, _result: Result) -> None:
        confirmed.append(place)
        served.live.faults.freeze()

    rows = [{"action": "create_scene", "name": name} for name in ("One", "Two")]
    async with await served.connected(timeout=1.5) as bridge:
        await bridge.snapshot()
        with pytest.raises(TimedOutError, match="did not answer") as caught:
            await bridge.perform(actions(*rows), on_result=sleep)
        served.live.faults.thaw()
        assert [result.status for result in caught.value.results] == [Status.VERIFIED]
        assert confirmed == [0]
        assert (await bridge.snapshot()).scenes[-1] in ("One", "Two", "")


async def test_a_live_that_quits_is_unreachable(served: Served) -> None:
    def quit_live(_place: int, _result: Result) -> None:
        served.live.stop()

    rows = [{"action": "create_scene", "name": name} for name in ("One", "Two")]
    async with await served.connected(timeout=1.5) as bridge:
        await bridge.snapshot()
        with pytest.raises(UnreachableError) as caught:
            await bridge.perform(actions(*rows), on_result=quit_live)
        assert [result.status for result in caught.value.results] == [Status.VERIFIED]
        with pytest.raises(UnreachableError):
            await bridge.snapshot()


async def test_a_live_that_comes_back_with_another_set_is_read_anew(served: Served) -> None:
    async with (
        rough_wire(served.port, served.reply_port) as wire,
        await Served(served.live, wire.port, wire.reply_port).connected(timeout=1.5) as bridge,
    ):
        assert (await bridge.snapshot()).tracks[4].devices
        served.live.stop()
        close_log(served.live)
        with pytest.raises((TimedOutError, UnreachableError)):
            await bridge.snapshot()
        served.live.open_set(practice_set())
        wire.host_port = getattr(served.live.script, "port", served.port)
        assert (await bridge.snapshot()).tracks[4].devices == ()


@pytest.mark.parametrize(
    "nonsense",
    [
        b"",
        b"\x00" * 64,
        b"\xff\xfe garbage",
        b"#bundle\x00\x00\x00\x00\x00\x00\x00\x00\x01\x7f\xff\xff\xff",
        b"/live/song/get/tempo\x00\x00\x00\x00,f\x00\x00",
        b"/live/error\x00,\x00\x00\x00",
        b"/live/error\x00,s\x00\x00nobody asked\x00\x00\x00\x00",
        b"/live/track/get/volume\x00\x00,if\x00\x00\x00\x00\x04\x3f\x80\x00\x00",
    ],
    ids=range(8),
)
async def test_nonsense_at_the_reply_port_changes_nothing(served: Served, nonsense: bytes) -> None:
    async with rough_wire(served.port, served.reply_port) as wire:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as stranger:

            def babble(_data: bytes) -> None:
                stranger.sendto(nonsense, ("127.0.0.1", served.reply_port))  # the wire passes it on

            wire.before = babble
            async with await Served(served.live, wire.port, wire.reply_port).connected() as bridge:
                rough = await bridge.snapshot()
                rows = [{"action": "set_volume", "track": "Bass", "db": -9}]
                assert told(await bridge.perform(actions(*rows))) == [("verified", None)]
    async with await served.connected() as bridge:
        good = await bridge.snapshot()
    assert rough.track_names == good.track_names
    assert good.tracks[4].volume_db == -9.0


async def test_answers_that_go_elsewhere_are_explained(start_osc: StartOsc) -> None:
    served = start_osc()
    with pytest.raises(TimedOutError, match="Is a dialog open"):
        await open_bridge(port=served.port, reply_port=free_udp_port(), timeout=0.5)


async def test_a_batch_that_is_given_up_leaves_nothing_behind(served: Served) -> None:
    async with (
        rough_wire(served.port, served.reply_port) as wire,
        await Served(served.live, wire.port, wire.reply_port).connected() as bridge,
    ):

        def go_deaf(data: bytes) -> None:
            if b"set/volume" in data:
                wire.back = Weather(lost=1.0)

        def volumes() -> list[float]:
            return [track.mixer_device.volume.value for track in served.live.song.tracks]

        before, wire.before = await bridge.snapshot(), go_deaf
        rows = [{"action": "set_volume", "track": track.name, "db": -9} for track in before.ordinary_tracks]
        work = asyncio.ensure_future(bridge.perform(actions(*rows)))
        async with asyncio.timeout(20):
            # Another thread's Live is looked at, which sets no event of ours.
            while min(served.live.call(volumes)) > 0.8:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        wire.back, wire.before = FAIR, lambda _: None
        work.cancel()
        await asyncio.wait({work})
        assert work.cancelled()
        assert await bridge.snapshot() == before
