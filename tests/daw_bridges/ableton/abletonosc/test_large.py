"""Large sets and slow hosts: two hundred tracks, a tick of 400 ms, more than a datagram can hold."""

from __future__ import annotations

from typing import Any

from daw_bridges.actions import Action, parse_action
from daw_bridges.algebra import apply_all, differences
from daw_bridges.simulated.live import big_set, practice_set
from daw_bridges.simulated.live.midi_note import MidiNoteSpecification
from tests.daw_bridges.ableton.abletonosc.conftest import StartOsc, with_devices


def actions(*rows: dict[str, Any]) -> list[Action]:
    return [parse_action(row) for row in rows]


async def test_two_hundred_tracks_arrive_whole_and_are_mixed(start_osc: StartOsc) -> None:
    served = start_osc(big_set(200, devices=2))
    async with await served.connected() as bridge:
        before = await bridge.snapshot()
        assert len(before.tracks) == 203
        assert all(len(track.devices) == 2 for track in before.ordinary_tracks)
        wanted = actions(*({"action": "set_volume", "track": f"#{n + 1}", "db": -n / 10} for n in range(200)))
        results = await bridge.perform(wanted)
        assert {(result.status.value, result.reason) for result in results} == {("verified", None)}
        assert differences(await bridge.snapshot(), apply_all(before, wanted)) == []


async def test_a_slow_tick_is_waited_for(start_osc: StartOsc) -> None:
    served = start_osc(with_devices(), tick_seconds=0.4, timers=False)
    rows = [
        {"action": "create_track", "kind": "midi", "name": "New"},
        {"action": "set_volume", "track": "New", "db": -6},
        {"action": "set_parameter", "track": "Bass", "device": "compressor", "parameter": "knee", "value": 3},
        {"action": "duplicate_clip", "track": "Bass", "clip": "Bassline", "to_slot": 2},
    ]
    async with await served.connected() as bridge:
        before, wanted = await bridge.snapshot(), actions(*rows)
        results = await bridge.perform(wanted)
        assert [(result.status.value, result.reason) for result in results] == [("verified", None)] * 4
        assert differences(await bridge.snapshot(), apply_all(before, wanted)) == []


async def test_names_that_fill_more_than_a_datagram_are_read_in_parts(start_osc: StartOsc) -> None:
    song = practice_set()
    long = "a name that nobody would give to anything " * 60
    with song.unrecorded():
        for number, track in enumerate(song.tracks):
            track.name = f"{number} {long}"
        for number, scene in enumerate(song.scenes):
            scene.name = f"{number} {long * 4}"
        for slot in song.tracks[4].clip_slots:
            if not slot.has_clip:
                slot.create_clip(4.0)
            slot.clip.name = f"{long * 5}"  # pyright: ignore[reportOptionalMemberAccess]
    served = start_osc(song)
    async with await served.connected() as bridge:
        session = await bridge.snapshot()
    assert [track.name for track in session.tracks[:12]] == [f"{number} {long}" for number in range(12)]
    assert [len(clip.name) for clip in session.tracks[4].clips] == [len(long) * 5] * 8
    assert session.scenes == tuple(f"{number} {long * 4}" for number in range(8))


async def test_more_notes_than_a_datagram_holds_are_written_and_read(start_osc: StartOsc) -> None:
    song = practice_set()
    notes = [[36 + n % 24, n / 32, 1 / 32, 1 + n % 127] for n in range(3000)]
    with song.unrecorded():
        clip = song.tracks[0].clip_slots[0].put_(96.0, midi=True)
        clip.add_new_notes(MidiNoteSpecification(int(p), s, d, v) for p, s, d, v in notes)
    served = start_osc(song)
    rows = [
        {"action": "create_clip", "track": "Snare", "slot": 1, "length_beats": 16, "name": "Roll"},
        {"action": "add_notes", "track": "Snare", "clip": "Roll", "notes": notes[:250]},
    ]
    async with await served.connected() as bridge:
        before, wanted = await bridge.snapshot(), actions(*rows)
        assert [list(note) for note in before.tracks[0].clips[0].note_list] == notes
        results = await bridge.perform(wanted)
        assert [(result.status.value, result.reason) for result in results] == [("verified", None)] * 2
        assert differences(await bridge.snapshot(), apply_all(before, wanted)) == []
