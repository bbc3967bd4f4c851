from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.simulated.live import Song
from daw_bridges.simulated.live.midi_note import MidiNoteSpecification


def is_gone(thing: Any) -> bool:
    """Ask as Live's scripts do: what is deleted equals None without being it."""
    return thing == None  # noqa: E711


def picture(song: Any) -> Any:
    """All of a set that undo has to bring back."""
    tracks = (*song.tracks, *song.return_tracks, song.master_track)
    return (
        song.tempo,
        song.loop_start,
        [scene.name for scene in song.scenes],
        [(cue.time, cue.name) for cue in song.cue_points],
        [(track._live_ptr, *_track_picture(track)) for track in tracks],
    )


def _track_picture(track: Any) -> Any:
    mixer = track.mixer_device
    return (
        track.name,
        track.color_index,
        track.kind_ != "master" and track.mute,
        mixer.volume.value,
        [(send.name, send.value) for send in mixer.sends],
        track.output_routing_type.display_name,
        [(d._live_ptr, d.name, [p.value for p in d.parameters]) for d in track.devices],
        [_clip_picture(slot.clip) if slot.has_clip else None for slot in track.clip_slots],
        [_clip_picture(clip) for clip in track.arrangement_clips],
    )


def _clip_picture(clip: Any) -> Any:
    notes = [(n.note_id, n.pitch, n.start_time, n.duration) for n in clip.get_all_notes_extended()]
    return (clip._live_ptr, clip.name, clip.start_time, clip.length, notes)


def test_an_explicit_step_is_one_entry(song: Any) -> None:
    before = picture(song)
    song.begin_undo_step()
    song.create_midi_track(-1)
    song.create_scene(-1)
    song.tempo = 128.0
    song.end_undo_step()
    song.undo()
    assert picture(song) == before
    assert not song.can_undo


def test_parameter_writes_and_track_renames_are_entries_of_their_own_even_in_a_step(
    song: Any, bass: Any
) -> None:
    song.begin_undo_step()
    song.create_midi_track(-1)
    bass.mixer_device.volume.value = 0.5
    bass.mixer_device.panning.value = -0.5
    bass.name = "Sub"
    song.tempo = 90.0
    song.end_undo_step()
    entries = 0
    while song.can_undo:
        song.undo()
        entries += 1
    assert entries == 4
    assert (bass.name, bass.mixer_device.volume.value, song.tempo, len(song.tracks)) == (
        "Bass",
        0.85,
        120.0,
        12,
    )


def test_without_steps_edits_merge_until_there_is_a_pause(song: Any, clock: Any) -> None:
    song.create_midi_track(-1)
    song.tempo = 100.0
    clock.pass_seconds(5)
    song.tempo = 110.0
    song.undo()
    assert (song.tempo, len(song.tracks)) == (100.0, 13)
    song.undo()
    assert (song.tempo, len(song.tracks)) == (120.0, 12)


def test_a_knob_drag_is_one_entry(song: Any, bass: Any, clock: Any) -> None:
    for step in range(10):
        bass.mixer_device.volume.value = 0.5 + step / 100
        clock.pass_seconds(0.05)
    song.undo()
    assert bass.mixer_device.volume.value == 0.85
    assert not song.can_undo


def test_begin_does_not_count(song: Any) -> None:
    song.begin_undo_step()
    song.begin_undo_step()
    song.tempo = 99.0
    song.end_undo_step()
    song.tempo = 98.0
    song.undo()
    assert song.tempo == 99.0


def test_two_steps_are_two_entries(song: Any) -> None:
    for tempo in (101.0, 102.0):
        song.begin_undo_step()
        song.tempo = tempo
        song.end_undo_step()
    song.undo()
    assert song.tempo == 101.0


def test_an_empty_step_leaves_nothing(song: Any) -> None:
    song.begin_undo_step()
    song.end_undo_step()
    assert not song.can_undo


def test_a_deleted_track_comes_back_as_the_same_object(song: Any, bass: Any) -> None:
    clip, volume = bass.clip_slots[0].clip, bass.mixer_device.volume
    pointer = bass._live_ptr
    song.delete_track(4)
    assert is_gone(bass)
    song.undo()
    assert song.tracks[4] is bass
    assert (bass._live_ptr, bass.clip_slots[0].clip.name, clip.name, volume.value) == (
        pointer,
        "Bassline",
        "Bassline",
        0.85,
    )


def test_what_was_created_is_gone_after_undo_and_back_after_redo(song: Any, bass: Any) -> None:
    device = bass.insert_device("Compressor")
    song.undo()
    assert is_gone(device)
    song.redo()
    assert bass.devices == (device,)
    assert device.name == "Compressor"


def test_a_new_edit_forgets_what_was_undone(song: Any) -> None:
    song.tempo = 90.0
    song.undo()
    song.metronome = True
    assert song.can_redo
    song.loop = True
    assert not song.can_redo


def test_selections_and_playing_are_not_undone(song: Any) -> None:
    song.view.selected_track = song.tracks[3]
    song.start_playing()
    song.metronome = True
    assert not song.can_undo


def small_set() -> Any:
    """Three tracks, a return, three scenes and a clip: enough for every edit to have something to meet."""
    song: Any = Song("Small", scenes=3)
    with song.unrecorded():
        for create in (song.create_midi_track, song.create_audio_track, song.create_midi_track):
            create(-1)
        song.create_return_track()
        song.tracks[0].clip_slots[0].create_clip(4.0)
        song.tracks[0].clip_slots[0].clip.add_new_notes([MidiNoteSpecification(36, 0.0, 1.0)])
    return song


def _add_note(song: Any, at: int) -> None:
    clips = [slot.clip for track in song.tracks for slot in track.clip_slots if slot.has_clip]
    if clips:
        clips[at % len(clips)].add_new_notes([MidiNoteSpecification(40 + at, at / 3, 0.5)])


def _to_arrangement(song: Any, at: int) -> None:
    for track in song.tracks:
        for slot in track.clip_slots:
            if slot.has_clip:
                track.duplicate_clip_to_arrangement(slot.clip, float(at))


def _write_parameter(song: Any, at: int) -> None:
    devices = [device for track in song.tracks for device in track.devices]
    for device in devices[at % 3 :: 3]:
        parameter = device.parameters[at % len(device.parameters)]
        parameter.value = parameter.min + (parameter.max - parameter.min) * (at % 5) / 4


def _delete_track(song: Any, at: int) -> None:
    if len(song.tracks) > 1:
        song.delete_track(at % len(song.tracks))


def _duplicate_track(song: Any, at: int) -> None:
    if len(song.tracks) < 20:
        song.duplicate_track(at % len(song.tracks))


def _delete_scene(song: Any, at: int) -> None:
    if len(song.scenes) > 1:
        song.delete_scene(at % len(song.scenes))


def _track(song: Any, at: int) -> Any:
    return song.tracks[at % len(song.tracks)]


EDITS: dict[str, Callable[[Any, int], object]] = {
    "tempo": lambda song, at: setattr(song, "tempo", 100.0 + at),
    "midi track": lambda song, at: song.create_midi_track(at % len(song.tracks)),
    "return": lambda song, _: song.create_return_track() if len(song.return_tracks) < 5 else None,
    "delete return": lambda song, _: song.delete_return_track(0) if song.return_tracks else None,
    "delete": _delete_track,
    "duplicate": _duplicate_track,
    "insert": lambda song, at: _track(song, at).insert_device("Compressor"),
    "rename": lambda song, at: setattr(_track(song, at), "name", f"Track {at}"),
    "color": lambda song, at: setattr(_track(song, at), "color_index", at),
    "mute": lambda song, at: setattr(_track(song, at), "mute", bool(at % 2)),
    "scene": lambda song, at: song.create_scene(at % len(song.scenes)),
    "delete scene": _delete_scene,
    "cue": lambda song, _: song.set_or_delete_cue(),
    "note": _add_note,
    "arrange": _to_arrangement,
    "parameter": _write_parameter,
}

WAYS = st.sampled_from(["step", "burst", "pause"])


@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(EDITS)), st.integers(0, 30), WAYS),
        max_size=12,
    )
)
def test_undoing_all_and_redoing_all_gives_exactly_what_was_there(edits: list[tuple[str, int, str]]) -> None:
    song, now = small_set(), [0.0]
    song.document.clock = lambda: now[0]
    before = picture(song)
    for name, at, way in edits:
        if way == "step":
            song.begin_undo_step()
        now[0] += 2.0 if way == "pause" else 0.0
        EDITS[name](song, at)
        song.end_undo_step()
    after = picture(song)
    while song.can_undo:
        song.undo()
    assert picture(song) == before
    while song.can_redo:
        song.redo()
    assert picture(song) == after
