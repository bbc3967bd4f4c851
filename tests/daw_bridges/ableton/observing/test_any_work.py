"""Whatever somebody does in Live by hand: what was seen leads to what is there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from daw_bridges.ableton import REMOTE_SCRIPT
from daw_bridges.simulated.live import LiveHost, practice_set
from daw_bridges.simulated.live.midi_note import MidiNoteSpecification
from tests.daw_bridges.ableton.conftest import SCRIPT_OPTIONS, connected
from tests.daw_bridges.ableton.observing.watching import Person, hasten, watching

Edit = Callable[[Any, int, float], object]


def _track(song: Any, number: int) -> Any:
    return song.tracks[number % len(song.tracks)]


def _set(name: str, value: Callable[[Any, float], Any]) -> Edit:
    def edit(song: Any, number: int, share: float) -> None:
        track = _track(song, number)
        setattr(track, name, value(track, share))

    return edit


def _level(song: Any, number: int, share: float) -> None:
    mixer = _track(song, number).mixer_device
    mixer.sends[number % len(mixer.sends)].value = share
    mixer.volume.value = share


def _pan(song: Any, number: int, share: float) -> None:
    _track(song, number).mixer_device.panning.value = 2.0 * share - 1.0


def _parameter(song: Any, number: int, share: float) -> None:
    devices = _track(song, number).devices or song.return_tracks[number % len(song.return_tracks)].devices
    for device in devices[:1]:
        parameter = device.parameters[number % len(device.parameters)]
        value = parameter.min + share * (parameter.max - parameter.min)
        parameter.value = float(round(value)) if parameter.is_quantized else value


def _insert(song: Any, number: int, share: float) -> None:
    names = ("Compressor", "EQ Eight", "Reverb", "Saturator", "Utility", "Auto Filter")
    _track(song, number).insert_device(names[int(share * 5)])


def _remove(song: Any, number: int, _share: float) -> None:
    track = _track(song, number)
    if track.devices:
        track.delete_device(number % len(track.devices))


def _clip(song: Any, number: int, share: float) -> None:
    slot = _track(song, number).clip_slots[int(share * 7)]
    if slot.has_clip and number % 3 == 0:
        slot.delete_clip()
    elif slot.has_clip and slot.clip.is_midi_clip:
        slot.clip.add_new_notes([MidiNoteSpecification(36 + number, 0.25 * number, 0.25, 100)])
        slot.clip.name = f"Clip {number}"
    elif _track(song, number).has_midi_input:
        slot.create_clip(4.0)


def _place(song: Any, number: int, share: float) -> None:
    track = _track(song, number)
    clip = next((slot.clip for slot in track.clip_slots if slot.has_clip), None)
    if clip is not None:
        track.duplicate_clip_to_arrangement(clip, 4.0 * int(share * 16))


def _delete_track(song: Any, number: int, _share: float) -> None:
    if len(song.tracks) > 4:
        song.delete_track(number % len(song.tracks))


def _loop(song: Any, number: int, share: float) -> None:
    song.loop = share > 0.5
    song.loop_start = float(number)


def _scene(song: Any, number: int, _share: float) -> None:
    song.scenes[number % len(song.scenes)].name = f"Part {number}"


def _return(song: Any, number: int, share: float) -> None:
    if share < 0.3 and len(song.return_tracks) < 5:
        song.create_return_track()
    elif share < 0.5 and len(song.return_tracks) > 1:
        song.delete_return_track(number % len(song.return_tracks))
    else:
        place = number % len(song.return_tracks)
        song.return_tracks[place].name = f"Return {place} {int(share * 20)}"


def _output(song: Any, number: int, share: float) -> None:
    track = _track(song, number)
    types = track.available_output_routing_types
    track.output_routing_type = types[int(share * (len(types) - 1))]


def _move(song: Any, number: int, share: float) -> None:
    track = _track(song, number)
    if len(track.devices) > 1:
        device = track.devices[number % len(track.devices)]
        song.move_device(device, track, int(share * len(track.devices)))


def _draw(song: Any, number: int, share: float) -> None:
    track = _track(song, number)
    clip = next((slot.clip for slot in track.clip_slots if slot.has_clip), None)
    parameters = [each for device in track.devices for each in device.parameters[1:] if not each.is_quantized]
    if clip is None or not parameters:
        return
    parameter = parameters[number % len(parameters)]
    envelope = clip.automation_envelope(parameter) or clip.create_automation_envelope(parameter)
    envelope.insert_step(int(share * 3), 1.0, parameter.min + share * (parameter.max - parameter.min))


def _launch(song: Any, number: int, _share: float) -> None:
    # An armed track would begin to record, and what is being recorded is not told before it is done.
    for track in song.tracks:
        if track.can_be_armed:
            track.arm = False
    song.scenes[number % len(song.scenes)].fire()


EDITS: dict[str, Edit] = {
    "tempo": lambda song, _, share: setattr(song, "tempo", round(60.0 + 100.0 * share, 1)),
    "metronome": lambda song, _, share: setattr(song, "metronome", share > 0.5),
    "loop": _loop,
    "mute": _set("mute", lambda track, _: not track.mute),
    "solo": _set("solo", lambda track, _: not track.solo),
    "arm": _set("arm", lambda track, _: not track.arm),
    "name": _set("name", lambda _, share: f"Track {int(share * 5)}"),
    "colour": _set("color_index", lambda _, share: int(share * 69)),
    "level": _level,
    "pan": _pan,
    "parameter": _parameter,
    "insert": _insert,
    "remove": _remove,
    "clip": _clip,
    "place": _place,
    "return": _return,
    "output": _output,
    "move": _move,
    "draw": _draw,
    "new track": lambda song, number, _: song.create_midi_track(number % (len(song.tracks) + 1)),
    "copy of a track": lambda song, number, _: song.duplicate_track(number % len(song.tracks)),
    "less tracks": _delete_track,
    "scene": _scene,
    "new scene": lambda song, _, __: song.create_scene(-1),
    "launch": _launch,
    "stop": lambda song, _, __: (song.stop_all_clips(False), song.stop_playing()),
    "undo": lambda song, _, __: song.undo(),
    "redo": lambda song, _, __: song.redo(),
}  # fmt: skip

works = st.lists(
    st.tuples(st.sampled_from(sorted(EDITS)), st.integers(0, 20), st.floats(0.0, 1.0), st.booleans()),
    min_size=1,
    max_size=12,
)


async def _watched(host: LiveHost, work: list[tuple[str, int, float, bool]]) -> None:
    async with await connected(host) as bridge, watching(bridge) as watch:
        person = Person(host, watch)
        for name, number, share, thinks in work:
            await person.does(lambda name=name, n=number, s=share: EDITS[name](host.song, n, s))
            if thinks:
                await person.thinks()
        await person.thinks()
        assert watch.by("agent") == []


@settings(max_examples=25)
@given(work=works)
def test_what_was_seen_leads_to_what_is_there(work: list[tuple[str, int, float, bool]]) -> None:
    host = LiveHost(practice_set(), REMOTE_SCRIPT, script_options=SCRIPT_OPTIONS, tick_seconds=0.01)
    with host:
        hasten(host, quiet=0.01, sweep=0.02)
        asyncio.run(_watched(host, work))
    assert host.leaked_listeners() == []
