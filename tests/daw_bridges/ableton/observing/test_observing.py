"""What an observation tells and what it does not, and what it withstands."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import Any

import pytest

from daw_bridges.ableton import AbletonBridge, observing
from daw_bridges.ableton.observing import LiveObservation
from daw_bridges.actions import SetMute, SetTempo, SetVolume
from daw_bridges.algebra import equivalent, retrace
from daw_bridges.simulated.live import LiveHost, practice_set
from tests.daw_bridges.ableton.conftest import StartLive, connected
from tests.daw_bridges.ableton.observing.watching import (
    LONGEST_SECONDS,
    Person,
    until,
    watching,
)

pytestmark = pytest.mark.anyio


async def test_what_is_no_edit_is_not_told(live: LiveHost, bridge: AbletonBridge) -> None:
    async with watching(bridge) as watch:
        person = Person(live, watch)
        await person.sets(live.song.view, selected_track=live.song.tracks[4])
        await person.sets(live.song.view, selected_scene=live.song.scenes[2])
        await person.seeks(32.0)
        await person.sets(live.song.tracks[0].view, is_collapsed=True)
        # Two sweeps of the track that is worked on, and of others.
        swept = live.script._observing._swept
        await until(lambda: live.script._observing._swept > swept + 4)
        await person.sets(live.song, tempo=90.0)
        await watch.saw("set_tempo")
    assert watch.actions == [SetTempo(bpm=90.0)]


async def test_a_drag_is_one_setting_and_typing_one_name(live: LiveHost, bridge: AbletonBridge) -> None:
    async with watching(bridge) as watch:
        person = Person(live, watch)
        await person.drags(
            live.song.tracks[0].mixer_device.volume, (0.85 - step / 400 for step in range(160))
        )
        await watch.caught_up()
        await person.types(live.song.tracks[0], "Kick, the one with the long tail")
        await watch.caught_up()
    assert watch.names.count("set_volume") < 16
    assert watch.names.count("rename_track") < 8
    assert set(watch.names) == {"set_volume", "rename_track"}


async def test_the_colour_live_gives_a_new_track_is_not_the_users(
    live: LiveHost, bridge: AbletonBridge
) -> None:
    async with watching(bridge) as watch:
        person = Person(live, watch)
        track = await person.does(lambda: live.song.create_midi_track(-1))
        await person.thinks()
        assert watch.names == ["create_track"]
        await person.sets(track, color=0x3C3C3C)
        await watch.saw("set_color")
    assert watch.names == ["create_track", "set_color"]


async def test_undo_and_redo_are_seen_as_what_they_are(live: LiveHost, bridge: AbletonBridge) -> None:
    song = live.song
    async with watching(bridge) as watch:
        person = Person(live, watch)
        await person.sets(song.tracks[0].mixer_device.volume, value=0.5)
        await person.thinks()
        await person.sets(song.tracks[0].mixer_device.panning, value=0.5)
        await person.thinks()
        for step in (song.undo, song.undo, song.redo, song.undo):
            await person.does(step)
            await person.thinks()
    assert watch.names == ["set_volume", "set_pan", "undo", "undo", "set_volume", "undo"]
    assert {each.origin for each in watch.seen} == {"user"}


async def test_several_undos_at_once_are_as_many(live: LiveHost, bridge: AbletonBridge) -> None:
    song = live.song
    async with watching(bridge) as watch:
        person = Person(live, watch)
        for place in range(3):
            await person.sets(song.tracks[place].mixer_device.panning, value=0.5)
            await person.thinks()
        await asyncio.to_thread(live.call, lambda: [song.undo() for _ in range(3)])
        await person.thinks()
        assert watch.names == ["set_pan"] * 3 + ["undo"] * 3
        assert equivalent(retrace(watch.sessions[0], watch.actions), watch.sessions[0])


async def test_what_was_done_before_is_undone_as_what_that_changes(
    live: LiveHost, bridge: AbletonBridge
) -> None:
    await bridge.perform([SetVolume(track="Kick", db=-6.0)])
    async with watching(bridge) as watch:
        await Person(live, watch).does(live.song.undo)
        await watch.caught_up()
    assert [(each.origin, each.action) for each in watch.seen] == [("user", SetVolume(track="Kick", db=0.0))]


async def test_what_automation_moves_is_nobodys_doing(live: LiveHost, bridge: AbletonBridge) -> None:
    volume = live.song.tracks[0].mixer_device.volume
    live.call(lambda: volume.assign_("automation_state", 1))
    async with watching(bridge) as watch:
        person = Person(live, watch)
        for step in range(20):
            await person.does(lambda step=step: volume.write_(0.5 + step / 100))
        await person.sets(live.song, tempo=90.0)
        await watch.saw("set_tempo")
        assert watch.actions == [SetTempo(bpm=90.0)]
        # A hand on the fader overrides the automation, and that is an edit.
        await person.sets(volume, value=0.5)
        await watch.saw("set_volume")


async def test_a_recording_is_told_when_it_is_done(live: LiveHost, bridge: AbletonBridge) -> None:
    keys = live.song.tracks[5]
    async with watching(bridge) as watch:
        person = Person(live, watch)
        await person.sets(keys, arm=True)
        await person.does(keys.clip_slots[2].fire)
        await until(lambda: live.call(lambda: keys.clip_slots[2].is_recording))
        await person.sets(live.song, tempo=90.0)
        await watch.saw("set_tempo")
        assert "create_clip" not in watch.names
        await person.does(lambda: keys.stop_all_clips(False), live.song.stop_playing)
        await watch.caught_up()
        assert "create_clip" in watch.names


async def test_another_set_is_begun_anew_and_a_live_that_comes_back_is_gone_on_with(
    start_live: StartLive,
) -> None:
    host = start_live()
    async with await connected(host) as bridge, watching(bridge) as watch:
        await Person(host, watch).sets(host.song, tempo=90.0)
        await watch.saw("set_tempo")
        port = host.script.port
        await asyncio.to_thread(host.stop)
        other = practice_set()
        other.tempo = 140.0
        again = start_live(other, port=port)
        await until(lambda: len(watch.sessions) == 2)
        assert (watch.sessions[1].tempo, watch.seen) == (140.0, [])
        await Person(again, watch).sets(other, tempo=150.0)
        await watch.saw("set_tempo")
    assert watch.actions == [SetTempo(bpm=150.0)]


async def test_garbage_on_the_wire_costs_the_connection_and_nothing_else(
    live: LiveHost, bridge: AbletonBridge
) -> None:
    async with watching(bridge) as watch:
        assert bridge._link is not None
        bridge._link.data_received(b"\x00\x00\x00\x08garbage!")
        live.call(lambda: setattr(live.song, "tempo", 90.0))
        await watch.saw("set_tempo")
        assert len(watch.sessions) == 1
        assert (await bridge.snapshot()).tempo == 90.0
    assert watch.actions == [SetTempo(bpm=90.0)]


async def test_a_slow_consumer_is_told_the_outcome_instead_of_each_step(
    live: LiveHost, bridge: AbletonBridge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(observing, "_MOST_WAITING", 2)
    sessions: list[Any] = []
    observation = LiveObservation(bridge._linked, timeout=5.0, retry=0.05, on_session=sessions.append)
    async with aclosing(observation.observed()) as stream:
        waiting = asyncio.create_task(anext(stream))
        await until(lambda: sessions)
        live.call(lambda: setattr(live.song.tracks[0], "mute", True))
        told = [await waiting]
        for track, waiting_then in zip(live.song.tracks[1:4], (1, 2, 2), strict=True):
            live.call(lambda track=track: setattr(track, "mute", True))
            await until(lambda count=waiting_then: len(observation._events) == count)
        await until(lambda: observation._overrun)
        while len(told) < 4:
            told.append(await anext(stream))
    assert {each.action for each in told} == {
        SetMute(track=name, on=True) for name in ("Kick", "Snare", "Hats", "Percussion")
    }


async def test_it_ends_with_the_bridge(live: LiveHost) -> None:
    bridge = await connected(live)
    began = asyncio.Event()

    async def observed() -> list[str]:
        return [each.action.action async for each in bridge.observe(on_session=lambda _: began.set())]

    observing = asyncio.create_task(observed())
    await began.wait()
    await bridge.close()
    assert await asyncio.wait_for(observing, LONGEST_SECONDS) == []
    await until(lambda: live.call(live.leaked_listeners) == [])


async def test_no_listener_stays_when_nobody_observes(live: LiveHost, bridge: AbletonBridge) -> None:
    async with watching(bridge) as watch:
        assert len(live.call(live.leaked_listeners)) > 200
        await Person(live, watch).does(lambda: live.song.delete_track(0), live.song.undo)
        await watch.caught_up()
    await until(lambda: live.call(live.leaked_listeners) == [])
    async with watching(bridge) as watch:
        await Person(live, watch).sets(live.song, tempo=90.0)
        await watch.saw("set_tempo")
