"""A host in trouble: it ignores writes, refuses them, freezes, goes away, comes back, changes meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from daw_bridges.ableton import AbletonBridge, open_bridge
from daw_bridges.ableton.wire import encode
from daw_bridges.actions import Action, parse_action
from daw_bridges.bridge import Result, Status
from daw_bridges.errors import ProtocolError, RefusedError, TimedOutError, UnreachableError
from daw_bridges.simulated.live import LiveHost, practice_set
from tests.daw_bridges.ableton.conftest import TOKEN, StartLive, connected

LONGEST_SECONDS = 5.0


def actions(*rows: dict[str, Any]) -> list[Action]:
    return [parse_action(row) for row in rows]


def statuses(results: list[Result]) -> list[str]:
    return [result.status.value for result in results]


REVERB = {"track": "A-Reverb", "device": "reverb"}
CLIP = {"track": "Bass", "clip": "Bassline"}

IGNORED = [
    ("DeviceParameter.value", {"action": "set_volume", "track": "Kick", "db": -9}),
    ("DeviceParameter.value", {"action": "set_pan", "track": "Kick", "pan": 0.5}),
    ("DeviceParameter.value", {"action": "set_send", "track": "Kick", "to": "A-Reverb", "db": -9}),
    ("DeviceParameter.value", {"action": "set_parameter", **REVERB, "parameter": "predelay", "value": 9}),
    ("DeviceParameter.value", {"action": "enable_device", **REVERB, "on": False}),
    ("Song.tempo", {"action": "set_tempo", "bpm": 99}),
    ("Song.signature_numerator", {"action": "set_time_signature", "numerator": 3, "denominator": 4}),
    ("Song.metronome", {"action": "set_metronome", "on": True}),
    ("Song.loop", {"action": "set_loop", "on": True}),
    ("Song.loop_start", {"action": "set_loop", "on": False, "start_bar": 3, "end_bar": 9}),
    ("Song.is_playing", {"action": "play"}),
    ("Song.current_song_time", {"action": "add_locator", "bar": 9, "name": "Here"}),
    ("Song.record_mode", {"action": "record", "on": True}),
    ("Track.mute", {"action": "set_mute", "track": "Kick", "on": True}),
    ("Track.solo", {"action": "set_solo", "track": "Kick", "on": True}),
    ("Track.arm", {"action": "set_arm", "track": "Kick", "on": True}),
    ("Track.current_monitoring_state", {"action": "set_monitor", "track": "Kick", "mode": "off"}),
    ("Track.name", {"action": "rename_track", "track": "Kick", "name": "Boom"}),
    ("Track.color", {"action": "set_color", "track": "Kick", "color": "#10a4ee"}),
    ("Track.output_routing_type", {"action": "set_output", "track": "Kick", "to": "FX"}),
    ("Track.devices", {"action": "insert_device", "track": "Kick", "device": "eq"}),
    ("Track.devices", {"action": "remove_device", **REVERB}),
    ("ClipSlot.clip", {"action": "create_clip", "track": "Bass", "slot": 2, "length_beats": 4}),
    ("ClipSlot.clip", {"action": "delete_clip", **CLIP}),
    ("Clip.name", {"action": "rename_clip", **CLIP, "name": "x"}),
    ("Clip.notes", {"action": "add_notes", **CLIP, "notes": [[90, 0, 1, 99]]}),
    ("Track.arrangement_clips", {"action": "duplicate_clip", **CLIP, "to_bar": 9}),
    ("Track.fired_slot_index", {"action": "fire_clip", **CLIP}),
    ("Scene.name", {"action": "create_scene", "name": "End"}),
    ("Song.scenes", {"action": "create_scene", "name": "End"}),
    ("Song.scenes", {"action": "delete_scene", "scene": "#2"}),
    ("Song.tracks", {"action": "create_track", "kind": "midi", "name": "New"}),
    ("Song.tracks", {"action": "delete_track", "track": "Kick"}),
]  # fmt: skip


@pytest.mark.parametrize(("path", "row"), IGNORED, ids=[f"{path} {row['action']}" for path, row in IGNORED])
async def test_an_ignored_write_is_a_failure_and_stops_the_batch(
    live: LiveHost, path: str, row: dict[str, Any]
) -> None:
    live.faults.ignore(path)
    async with await connected(live) as bridge:
        results = await bridge.perform(actions(row, {"action": "set_mute", "track": "Snare", "on": True}))
    assert statuses(results) == ["failed", "skipped"]
    assert results[0].reason
    assert results[0].code == "not_applied"
    assert not live.call(lambda: live.song.tracks[1].mute)


async def test_an_ignored_side_chain_is_a_failure(live: LiveHost) -> None:
    live.faults.ignore("CompressorDevice.input_routing_type")
    async with await connected(live) as bridge:
        results = await bridge.perform(actions(
            {"action": "insert_device", "track": "Bass", "device": "compressor"},
            {"action": "set_sidechain", "track": "Bass", "device": "compressor", "source": "Kick"},
        ))  # fmt: skip
    assert statuses(results) == ["verified", "failed"]


async def test_a_refused_write_gives_lives_own_reason(live: LiveHost) -> None:
    live.faults.fail("Track.mute", RuntimeError("the track is being frozen"))
    async with await connected(live) as bridge:
        [result] = await bridge.perform(actions({"action": "set_mute", "track": "Kick", "on": True}))
    assert (result.status, result.code) == (Status.FAILED, "host_error")
    assert "the track is being frozen" in (result.reason or "")


BATCH = [
    {"action": "set_mute", "track": name, "on": True} for name in ("Kick", "Snare", "Hats", "Bass", "Keys")
]


async def test_a_track_that_vanishes_is_not_found_and_its_neighbour_is_left_alone(live: LiveHost) -> None:
    live.faults.delete_track_at(2, "Bass")
    async with await connected(live) as bridge:
        results = await bridge.perform(actions(*BATCH))
    assert statuses(results) == ["verified"] * 3 + ["failed", "skipped"]
    assert results[3].code == "not_found"
    muted = live.call(lambda: [track.name for track in live.song.tracks if track.mute])
    assert muted == ["Kick", "Snare", "Hats"]


async def test_a_track_that_moved_is_followed(live: LiveHost) -> None:
    async with await connected(live) as bridge:
        await bridge.snapshot()
        live.call(lambda: live.song.create_midi_track(0))
        [result] = await bridge.perform(actions({"action": "set_mute", "track": "#1", "on": True}))
    assert result.status is Status.VERIFIED
    assert live.call(lambda: [track.name for track in live.song.tracks if track.mute]) == ["Kick"]


async def test_a_track_that_was_renamed_by_hand_is_not_mistaken(live: LiveHost) -> None:
    async with await connected(live) as bridge:
        await bridge.snapshot()
        live.call(setattr, live.song.tracks[0], "name", "Vox")
        [result] = await bridge.perform(actions({"action": "delete_track", "track": "Kick"}))
        assert (result.status, result.code) == (Status.FAILED, "not_found")
        assert "is called “Vox” now" in (result.reason or "")
        assert len((await bridge.snapshot()).tracks) == 15


async def test_a_device_that_vanishes_is_not_found(live: LiveHost) -> None:
    async with await connected(live) as bridge:
        await bridge.snapshot()
        live.call(lambda: live.song.return_tracks[0].delete_device(0))
        [result] = await bridge.perform(actions({"action": "enable_device", **REVERB, "on": False}))
    assert (result.status, result.code) == (Status.FAILED, "not_found")


async def test_what_the_session_forbids_fails_before_anything_behind_it(live: LiveHost) -> None:
    async with await connected(live) as bridge:
        seen: list[tuple[int, str]] = []
        results = await bridge.perform(
            actions(BATCH[0], {"action": "set_tempo", "bpm": 5000}, BATCH[1]),
            on_result=lambda place, result: seen.append((place, result.status.value)),
        )
    assert statuses(results) == ["verified", "failed", "skipped"]
    assert seen == [(0, "verified"), (1, "failed"), (2, "skipped")]
    assert results[1].code == "out_of_range"
    assert "20 to 999" in (results[1].reason or "")


async def test_nobody_there_says_what_to_check_in_live() -> None:
    with pytest.raises(UnreachableError, match=r"Control Surface “Orbit” .* Link, Tempo & MIDI"):
        await open_bridge(port=1, token=TOKEN)


@asynccontextmanager
async def other_program(says: bytes) -> AsyncGenerator[int]:
    """Another program that listens on a port, says something to whoever comes, and waits."""
    writers: list[asyncio.StreamWriter] = []

    def welcome(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(says)
        writers.append(writer)

    async with await asyncio.start_server(welcome, "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1]
        for writer in writers:
            writer.close()


async def test_somebody_who_says_nothing_is_given_up() -> None:
    async with other_program(b"") as port:
        with pytest.raises(TimedOutError, match="said nothing"):
            await open_bridge(port=port, token=TOKEN, timeout=0.2)


async def test_somebody_else_on_the_port_is_recognised() -> None:
    async with other_program(b"HTTP/1.1 400 Bad Request\r\n\r\n") as port:
        with pytest.raises(ProtocolError, match="Is another program on that port"):
            await open_bridge(port=port, token=TOKEN)


async def test_a_script_of_another_version_is_refused() -> None:
    async with other_program(encode("/orbit/welcome", {"protocol": 99, "live": "13.0.0"})) as port:
        with pytest.raises(RefusedError, match="another version"):
            await open_bridge(port=port, token=TOKEN)


async def test_a_listener_that_raises_ends_the_batch_in_the_host_too(live: LiveHost) -> None:
    def on_result(place: int, _: Result) -> None:
        raise ZeroDivisionError(place)

    async with await connected(live) as bridge:
        rows = [{"action": "add_locator", "bar": n + 1, "name": str(n)} for n in range(50)]
        with pytest.raises(ZeroDivisionError):
            await bridge.perform(actions(*rows), on_result=on_result)
        locators = (await bridge.snapshot()).locators
        assert 0 < len(locators) < 50
        assert (await bridge.snapshot()).locators == locators


@pytest.fixture
async def patient(live: LiveHost) -> AsyncIterator[AbletonBridge]:
    """A bridge that gives up after a short silence, so that tests need not wait for the real one."""
    async with await connected(live, timeout=1.5) as bridge:
        yield bridge


async def test_a_frozen_host_times_out_with_what_was_done(live: LiveHost, patient: AbletonBridge) -> None:
    before = await patient.snapshot()
    live.faults.at_operation(3, lambda _: live.faults.freeze())
    # The write itself goes through; the main loop stops behind it, so the results of that tick are the last.
    with pytest.raises(TimedOutError, match="dialog") as caught:
        await patient.perform(
            actions(*[{"action": "add_locator", "bar": n + 1, "name": str(n)} for n in range(20)])
        )
    assert {result.status for result in caught.value.results} <= {Status.VERIFIED}
    assert len(caught.value.results) < 20
    live.faults.thaw()
    after = await patient.snapshot()
    assert len(after.locators) < 20
    assert after.tracks == before.tracks


async def test_what_timed_out_is_not_done_later(live: LiveHost, patient: AbletonBridge) -> None:
    await patient.snapshot()
    live.faults.freeze()
    with pytest.raises(TimedOutError):
        await patient.perform(actions(*BATCH))
    live.faults.thaw()
    assert not any(track.mute for track in (await patient.snapshot()).tracks)


@pytest.mark.parametrize("change", range(1, 30, 7))
async def test_a_host_that_goes_away_in_the_middle_is_unreachable(live: LiveHost, change: int) -> None:
    seen: list[Result] = []
    async with await connected(live) as bridge:
        await bridge.snapshot()
        rows = [{"action": "add_locator", "bar": n + 1, "name": str(n)} for n in range(5)]
        # A locator waits for the playhead, so the last one is never reached in the pass that Live ends in.
        rows.append({"action": "add_locator", "bar": 20, "name": "End"})
        live.faults.at_operation(change, lambda _: live.stop())
        with pytest.raises(UnreachableError) as caught:
            async with asyncio.timeout(LONGEST_SECONDS):
                await bridge.perform(
                    actions(*rows[:5], *BATCH * 40, rows[5]), on_result=lambda _, result: seen.append(result)
                )
        assert caught.value.results == tuple(seen)
        assert {result.status for result in seen} <= {Status.VERIFIED}
        with pytest.raises(UnreachableError, match="Control Surface"):
            await bridge.snapshot()


async def test_a_host_that_comes_back_is_found_again_and_read_anew(start_live: StartLive) -> None:
    first = start_live()
    port = first.script.port
    async with await connected(first) as bridge:
        assert (await bridge.snapshot()).tempo == 120.0
        instance = (await bridge.ping())["instance"]
        first.stop()
        other = practice_set()
        with other.unrecorded():
            other.tempo = 100.0
            other.delete_track(0)
        second = start_live(other, port=port)
        # Without asking for a snapshot: the identities of the old set must not be used on the new one.
        [result] = await bridge.perform(actions({"action": "set_mute", "track": "#1", "on": True}))
        assert result.status is Status.VERIFIED
        session = await bridge.snapshot()
        assert (session.tempo, session.tracks[0].name, session.tracks[0].mute) == (100.0, "Snare", True)
        assert (await bridge.ping())["instance"] != instance
        assert second.script.port == port


async def test_a_port_in_use_is_tried_again(start_live: StartLive) -> None:
    first = start_live()
    second = start_live(port=first.script.port)
    assert second.script.port == 0
    assert any("cannot listen" in line for line in second.log)
    port = first.script.port
    first.stop()
    for _ in range(200):
        if second.script.port == port:
            break
        await asyncio.sleep(0.05)
    async with await open_bridge(port=port, token=TOKEN) as bridge:
        assert (await bridge.snapshot()).name == "Practice"


async def test_nothing_of_the_script_is_left_behind(start_live: StartLive) -> None:
    live = start_live()
    port = live.script.port
    async with await connected(live) as bridge:
        await bridge.perform(actions({"action": "fire_clip", "track": "Bass", "clip": "#1"}))
        live.stop()
    assert live.leaked_listeners() == []
    with pytest.raises(UnreachableError):
        await open_bridge(port=port, token=TOKEN)
