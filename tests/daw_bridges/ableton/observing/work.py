"""Stretches of work as people do them in Live, each straight on the object model and none through Orbit."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from daw_bridges.simulated.live import Song, practice_set
from daw_bridges.simulated.live.by_hand import group_tracks
from daw_bridges.simulated.live.midi_note import MidiNoteSpecification
from tests.daw_bridges.ableton.observing.watching import Person

Work = Callable[[Person], Awaitable[None]]


def _routing(types: Any, name: str) -> Any:
    return next(each for each in types if each.display_name == name or each.display_name.endswith(f"-{name}"))


def _parameter(device: Any, name: str) -> Any:
    return next(each for each in device.parameters if each.name == name)


def _down(start: float, stop: float, steps: int = 30) -> Iterator[float]:
    return (start + (stop - start) * step / steps for step in range(1, steps + 1))


def _notes(*rows: tuple[int, float, float, float]) -> list[MidiNoteSpecification]:
    return [MidiNoteSpecification(*row) for row in rows]


async def drum_bus(person: Person) -> None:
    song = person.song
    bus = await person.does(lambda: song.create_audio_track(3))
    await person.types(bus, "Drum Bus")
    await person.thinks()
    for name in ("Kick", "Snare", "Hats"):
        track = person.track(name)
        to = await person.does(lambda t=track: _routing(t.available_output_routing_types, "Drum Bus"))
        await person.sets(track, output_routing_type=to, color=0xFF3636)
        await person.drags(track.mixer_device.sends[0], _down(0.0, 0.4, 10))
    await person.thinks()
    await person.sets(bus, color=0xFF3636)
    await person.does(lambda: bus.insert_device("Glue Compressor"), lambda: bus.insert_device("Drum Buss"))
    await person.drags(_parameter(bus.devices[0], "Threshold"), _down(0.0, -12.0))
    await person.drags(bus.mixer_device.volume, _down(0.85, 0.7))
    await person.drags(song.return_tracks[0].mixer_device.volume, _down(0.85, 0.6))


async def vocal_chain(person: Person) -> None:
    vox = person.track("Lead Vox")
    for name in ("EQ Eight", "Compressor", "Saturator", "Reverb"):
        await person.does(lambda name=name: vox.insert_device(name))
    await person.thinks()
    comp = vox.devices[1]
    await person.drags(_parameter(comp, "Threshold"), _down(0.85, 0.4, 120))
    await person.drags(_parameter(comp, "Ratio"), _down(0.75, 0.6))
    await person.drags(_parameter(vox.devices[3], "Dry/Wet"), _down(0.5, 0.15))
    await person.thinks()
    await person.sets(_parameter(vox.devices[2], "Device On"), value=0.0)
    await person.does(lambda: person.song.move_device(vox.devices[3], vox, 2))
    await person.thinks()
    await person.does(lambda: vox.insert_device("Compressor", 4))
    await person.drags(_parameter(vox.devices[4], "Threshold"), _down(0.85, 0.6))
    await person.thinks()
    await person.does(lambda: vox.delete_device(3))
    await person.types(vox, "Lead Vocal")


async def side_chain(person: Person) -> None:
    bass, song = person.track("Bass"), person.song
    comp = await person.does(lambda: bass.insert_device("Compressor"))
    await person.thinks()
    source = await person.does(lambda: _routing(comp.available_input_routing_types, "Kick"))
    await person.sets(comp, input_routing_type=source)
    await person.sets(_parameter(comp, "S/C On"), value=1.0)
    await person.drags(_parameter(comp, "Threshold"), _down(0.85, 0.3, 60))
    await person.thinks()
    await person.types(person.track("Kick"), "Kick Drum")
    await person.thinks()
    await person.does(song.undo)
    await person.thinks()
    await person.drags(_parameter(comp, "Release"), _down(0.4, 0.2))


async def clips_and_notes(person: Person) -> None:
    keys, bass = person.track("Keys"), person.track("Bass")
    clip = await person.does(lambda: keys.clip_slots[2].create_clip(8.0))
    for beat in range(8):
        await person.does(lambda beat=beat: clip.add_new_notes(_notes((60 + beat, beat, 0.5, 90))))
    await person.types(clip, "Riff")
    await person.thinks()
    await person.does(lambda: keys.duplicate_clip_slot(2))
    await person.types(keys.clip_slots[3].clip, "Riff B")
    await person.thinks()
    await person.does(lambda: keys.clip_slots[3].clip.add_new_notes(_notes((72, 0.25, 0.25, 110))))
    await person.does(lambda: bass.clip_slots[0].duplicate_clip_to(bass.clip_slots[4]))
    await person.thinks()
    await person.does(lambda: clip.remove_notes_extended(60, 4, 0.0, 8.0))
    await person.does(bass.clip_slots[0].clip.duplicate_loop)
    await person.thinks()
    await person.does(bass.clip_slots[4].delete_clip)
    await person.sets(bass.clip_slots[0].clip, loop_end=16.0)


async def arrangement(person: Person) -> None:
    song, bass, keys = person.song, person.track("Bass"), person.track("Keys")
    line, chords = bass.clip_slots[0].clip, keys.clip_slots[0].clip
    for bar in (0, 4, 8):
        await person.does(lambda bar=bar: bass.duplicate_clip_to_arrangement(line, bar * 4.0))
    await person.thinks()
    await person.does(lambda: keys.duplicate_clip_to_arrangement(chords, 16.0))
    await person.sets(song, loop=True, loop_start=16.0, loop_length=32.0)
    await person.thinks()
    await person.types(bass.arrangement_clips[1], "Second time")
    await person.does(lambda: bass.arrangement_clips[1].add_new_notes(_notes((40, 0.5, 0.5, 100))))
    await person.does(lambda: bass.delete_clip(bass.arrangement_clips[2]))
    await person.thinks()
    await person.drags(song, _down(120.0, 96.0), "tempo")
    await person.sets(song, signature_numerator=3)


async def scenes(person: Person) -> None:
    song, bass, keys = person.song, person.track("Bass"), person.track("Keys")
    for number, name in enumerate(("Intro", "Verse", "Drop")):
        await person.types(song.scenes[number], name)
    await person.thinks()
    scene = await person.does(lambda: song.create_scene(-1))
    await person.types(scene, "Outro")
    await person.does(lambda: bass.clip_slots[0].duplicate_clip_to(bass.clip_slots[8]))
    await person.thinks()
    await person.does(song.scenes[0].fire)
    await person.thinks()
    await person.does(lambda: keys.stop_all_clips(False))
    await person.thinks()
    await person.does(lambda: song.stop_all_clips(False), song.stop_playing)
    await person.thinks()
    await person.does(lambda: song.delete_scene(4))


async def locators(person: Person) -> None:
    song = person.song
    for beat, name in ((0.0, "Intro"), (32.0, "Build"), (64.0, "Drop"), (96.0, "")):
        await person.seeks(beat)
        await person.does(song.set_or_delete_cue)
        if name:
            await person.types(song.cue_points[-1], name)
        await person.thinks()
    await person.seeks(32.0)
    await person.does(song.set_or_delete_cue)
    await person.thinks()
    await person.types(song.cue_points[1], "The Drop")


async def tracks(person: Person) -> None:
    song = person.song

    def place(name: str) -> int:
        return [track.name for track in song.tracks].index(name)

    await person.does(lambda: song.duplicate_track(place("Pad")))
    await person.types(song.tracks[place("Pad") + 1], "Pad High")
    await person.thinks()
    await person.does(lambda: song.delete_track(place("FX")))
    await person.thinks()
    double = await person.does(lambda: song.create_midi_track(-1))
    await person.thinks()
    await person.types(double, "Pad")
    await person.sets(double.mixer_device.panning, value=-0.5)
    await person.thinks()
    inside = await person.does(lambda: song.create_midi_track(1 + place("Snare")))
    await person.types(inside, "Clap")
    await person.thinks()
    await person.types(song.tracks[place("Drums")], "Beat")
    await person.does(lambda: song.delete_track(place("Hats")))
    await person.thinks()
    await person.sets(double.mixer_device.volume, value=0.5)
    await person.does(lambda: song.delete_track(place("Pad")))


async def second_thoughts(person: Person) -> None:
    song, pad = person.song, person.track("Pad")
    for level in (0.7, 0.6, 0.5):
        await person.sets(pad.mixer_device.volume, value=level)
        await person.thinks()
        await person.sets(pad, mute=not pad.mute)
        await person.thinks()
    await person.does(song.undo)
    await person.thinks()
    await person.does(song.undo)
    await person.thinks()
    await person.does(song.redo)
    await person.thinks()
    await person.sets(song, metronome=True)
    await person.thinks()
    await person.does(lambda: song.delete_track(0))
    await person.thinks()
    await person.does(song.undo)
    await person.thinks()
    await person.sets(person.track("Kick"), name="Boom")


async def automation(person: Person) -> None:
    bass = person.track("Bass")
    clip = bass.clip_slots[0].clip
    await person.does(lambda: bass.insert_device("Auto Filter"))
    await person.sets(person.song.view, selected_track=bass)
    await person.thinks()
    cutoff = _parameter(bass.devices[0], "Frequency")
    envelope = await person.does(lambda: clip.create_automation_envelope(cutoff))
    for step in range(16):
        await person.does(lambda step=step: envelope.insert_step(step * 1.0, 1.0, 0.2 + 0.05 * step))
    await person.thinks()
    await person.does(lambda: envelope.insert_step(4.0, 4.0, 0.9))
    await person.thinks()
    await person.does(lambda: clip.clear_envelope(cutoff))


async def presets(person: Person) -> None:
    song, browser = person.song, person.host.application.browser
    vox, keys = person.track("Lead Vox"), person.track("Keys")
    comp = await person.does(lambda: vox.insert_device("Compressor"))
    await person.thinks()
    await person.does(lambda: song.view.select_device(comp))
    await person.sets(browser, hotswap_target=comp)
    await person.does(lambda: browser.load_item(_item(browser.audio_effects, "Vocal Leveller.adv")))
    await person.thinks()
    await person.sets(browser, hotswap_target=None)
    await person.sets(song.view, selected_track=keys)
    await person.does(lambda: browser.load_item(_item(browser.instruments, "Operator")))
    await person.thinks()
    await person.drags(keys.devices[0].parameters[5], _down(0.0, 1.0, 5))


async def routing_and_recording(person: Person) -> None:
    song, guitar, fx = person.song, person.track("Guitar"), person.track("FX")
    await person.sets(guitar, arm=True, current_monitoring_state=0)
    source = await person.does(lambda: _routing(fx.available_input_routing_types, "Guitar"))
    await person.sets(fx, input_routing_type=source, current_monitoring_state=0)
    await person.thinks()
    await person.sets(song, record_mode=True, metronome=True)
    await person.does(song.start_playing)
    await person.thinks()
    await person.does(song.stop_playing)
    await person.sets(song, record_mode=False)
    await person.sets(guitar, arm=False, solo=True)
    await person.thinks()
    added = await person.does(song.create_return_track)
    await person.types(added, "C-Slap")
    await person.drags(guitar.mixer_device.sends[2], _down(0.0, 0.7))
    await person.thinks()
    await person.types(song.return_tracks[0], "A-Hall")
    await person.does(lambda: song.delete_return_track(1))
    await person.thinks()
    await person.does(song.undo)


async def inside_racks(person: Person) -> None:
    rack = person.track("Bass").devices[0]
    wet, deep = rack.chains[1], rack.chains[0].devices[0].chains[0]
    await person.drags(_parameter(wet.devices[0], "Threshold"), _down(0.85, 0.3))
    await person.sets(_parameter(wet.devices[1], "Device On"), value=0.0)
    await person.thinks()
    await person.does(lambda: wet.insert_device("Reverb"))
    await person.drags(_parameter(deep.devices[0], "Drive"), _down(0.5, 0.8))
    await person.thinks()
    await person.does(lambda: wet.delete_device(2), lambda: deep.insert_device("Utility"))
    await person.drags(_parameter(wet.devices[2], "Dry/Wet"), _down(0.5, 0.2))
    await person.thinks()
    await person.drags(_parameter(deep.devices[1], "Gain"), _down(0.5, 0.4))


def _item(root: Any, name: str) -> Any:
    if root.name == name:
        return root
    return next((found for child in root.iter_children if (found := _item(child, name))), None)


def grouped_set() -> Song:
    """The practice session of somebody who has grouped the drums."""
    song = practice_set()
    with song.unrecorded():
        group_tracks(song, ["Kick", "Snare", "Hats"], "Drums")
    return song
