from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.simulated.live.envelope import EnvelopeEvent
from daw_bridges.simulated.live.midi_note import MidiNoteSpecification as Note


@pytest.fixture
def clip(song: Any) -> Any:
    slot = song.tracks[0].clip_slots[2]
    slot.create_clip(8.0)
    return slot.clip


def notes(clip: Any) -> list[tuple[int, float, float]]:
    return [(note.pitch, note.start_time, note.duration) for note in clip.get_all_notes_extended()]


def test_a_new_clip_has_the_asked_length_and_its_track_s_colour(song: Any, clip: Any) -> None:
    assert (clip.length, clip.loop_end, clip.color, clip.is_midi_clip) == (
        8.0,
        8.0,
        song.tracks[0].color,
        True,
    )


def test_clips_are_created_only_in_empty_slots_of_midi_tracks(song: Any, clip: Any) -> None:
    for slot in (song.tracks[0].clip_slots[2], song.tracks[3].clip_slots[0]):
        with pytest.raises(RuntimeError):
            slot.create_clip(4.0)
    with pytest.raises(RuntimeError):
        song.tracks[0].clip_slots[0].create_clip(0.0)


def test_notes_come_back_with_their_ids(clip: Any) -> None:
    ids = clip.add_new_notes((Note(36, 0.0, 0.5, velocity=90), Note(38, 1.0, 0.25)))
    found = clip.get_notes_extended(from_pitch=36, pitch_span=1, from_time=0.0, time_span=8.0)
    assert [(note.note_id, note.velocity) for note in found] == [(ids[0], 90.0)]
    clip.remove_notes_by_id(ids[:1])
    assert notes(clip) == [(38, 1.0, 0.25)]
    clip.remove_notes_extended(0, 128, 0.0, 8.0)
    assert notes(clip) == []


def test_overlaps_on_one_pitch_are_trimmed_and_the_same_start_replaces(clip: Any) -> None:
    clip.add_new_notes([Note(36, 0.0, 4.0), Note(36, 1.0, 1.0), Note(40, 0.0, 4.0)])
    clip.add_new_notes([Note(36, 1.0, 0.5)])
    assert notes(clip) == [(36, 0.0, 1.0), (36, 1.0, 0.5), (40, 0.0, 4.0)]


def test_notes_are_copies_until_they_are_applied(clip: Any) -> None:
    clip.add_new_notes([Note(36, 0.0, 1.0)])
    found = clip.get_all_notes_extended()
    found[0].pitch = 48
    assert notes(clip) == [(36, 0.0, 1.0)]
    clip.apply_note_modifications(found)
    assert notes(clip) == [(48, 0.0, 1.0)]
    with pytest.raises(TypeError):
        clip.apply_note_modifications(list(found))


@pytest.mark.parametrize("arguments", [(128, 0.0, 1.0), (-1, 0.0, 1.0), (60, 0.0, 0.0)])
def test_notes_that_cannot_be_are_refused(arguments: tuple[int, float, float]) -> None:
    with pytest.raises(RuntimeError):
        Note(*arguments)


def test_a_loop_has_its_start_before_its_end(clip: Any) -> None:
    with pytest.raises(RuntimeError):
        clip.loop_start = 8.0
    clip.loop_start = 4.0
    assert clip.length == 4.0
    clip.looping = False
    assert clip.length == 8.0


def test_duplicating_the_loop_repeats_its_notes(clip: Any) -> None:
    clip.add_new_notes([Note(36, 2.0, 1.0)])
    clip.duplicate_loop()
    assert (clip.length, notes(clip)) == (16.0, [(36, 2.0, 1.0), (36, 10.0, 1.0)])


def test_a_step_holds_its_value_and_leaves_what_is_around_it(clip: Any, song: Any) -> None:
    volume = song.tracks[0].mixer_device.volume
    envelope = clip.create_automation_envelope(volume)
    assert envelope.value_at_time(3.0) == 0.85
    envelope.insert_step(2.0, 2.0, 0.25)
    assert [envelope.value_at_time(beat) for beat in (0.0, 1.99, 2.0, 3.9)] == [0.85, 0.85, 0.25, 0.25]
    assert envelope.value_at_time(4.0) == 0.85
    assert clip.automation_envelope(volume) is envelope
    clip.clear_envelope(volume)
    assert clip.automation_envelope(volume) is None


def test_breakpoints_are_joined_by_lines(clip: Any, song: Any) -> None:
    envelope = clip.create_automation_envelope(song.tracks[0].mixer_device.panning)
    for time, value in ((0.0, -1.0), (4.0, 1.0)):
        envelope.create_event(EnvelopeEvent(time, value))
    assert envelope.value_at_time(1.0) == -0.5
    assert [event.time for event in envelope.events_in_range(0.0, 8.0)] == [0.0, 4.0]
    envelope.delete_events_in_range(0.0, 1.0)
    assert [event.value for event in envelope.events_in_range(0.0, 8.0)] == [1.0]


def test_envelopes_are_for_session_clips_and_the_track_s_own_parameters(song: Any, clip: Any) -> None:
    kick, snare = song.tracks[:2]
    placed = kick.duplicate_clip_to_arrangement(clip, 16.0)
    with pytest.raises(RuntimeError):
        placed.create_automation_envelope(kick.mixer_device.volume)
    with pytest.raises(RuntimeError):
        clip.create_automation_envelope(snare.mixer_device.volume)


def test_with_a_device_its_envelopes_go(song: Any, clip: Any) -> None:
    kick = song.tracks[0]
    device = kick.insert_device("Auto Filter", 0) or kick.devices[0]
    clip.create_automation_envelope(device.parameters[1])
    kick.delete_device(0)
    assert not clip.has_envelopes
    assert kick.duplicate_clip_to_arrangement(clip, 16.0).length == clip.length


def test_in_the_arrangement_envelopes_become_the_track_s_automation(song: Any, bass: Any) -> None:
    source, volume = bass.clip_slots[0].clip, bass.mixer_device.volume
    source.create_automation_envelope(volume).insert_step(0.0, 1.0, 0.5)
    placed = bass.duplicate_clip_to_arrangement(source, 64.0)
    assert (placed.name, placed.start_time, placed.end_time, placed.is_arrangement_clip) == (
        "Bassline",
        64.0,
        80.0,
        True,
    )
    assert notes(placed) == notes(source)
    assert (placed.automation_envelope(volume), volume.automation_state) == (None, 1)
    volume.value = 0.3
    assert (volume.automation_state, song.re_enable_automation_enabled) == (2, True)
    song.re_enable_automation()
    assert volume.automation_state == 1


def test_an_arrangement_clip_takes_the_place_of_what_was_there(bass: Any) -> None:
    source = bass.clip_slots[0].clip
    for time in (0.0, 16.0, 8.0):
        bass.duplicate_clip_to_arrangement(source, time)
    assert [(clip.start_time, clip.end_time) for clip in bass.arrangement_clips] == [(0.0, 8.0), (8.0, 24.0)]


def test_a_clip_can_only_be_placed_on_a_track_of_its_kind(song: Any, bass: Any) -> None:
    with pytest.raises(RuntimeError):
        song.tracks[3].duplicate_clip_to_arrangement(bass.clip_slots[0].clip, 0.0)
    with pytest.raises(RuntimeError):
        song.tracks[0].delete_clip(bass.clip_slots[0].clip)


def test_a_clip_is_copied_to_another_slot_with_new_note_ids(song: Any, bass: Any) -> None:
    source, target = bass.clip_slots[0], song.tracks[5].clip_slots[3]
    source.duplicate_clip_to(target)
    assert (target.clip.name, notes(target.clip)) == ("Bassline", notes(source.clip))
    ids = {note.note_id for note in target.clip.get_all_notes_extended()}
    assert ids.isdisjoint(note.note_id for note in source.clip.get_all_notes_extended())


def test_envelopes_are_copied_with_a_clip_and_with_its_track(song: Any, bass: Any) -> None:
    source, volume = bass.clip_slots[0].clip, bass.mixer_device.volume
    source.create_automation_envelope(volume).insert_step(0.0, 1.0, 0.5)
    bass.clip_slots[0].duplicate_clip_to(bass.clip_slots[1])
    assert bass.clip_slots[1].clip.automation_envelope(volume).value_at_time(0.5) == 0.5
    song.duplicate_track(4)
    copy = song.tracks[5]
    assert copy.clip_slots[0].clip.automation_envelope(volume) is None
    assert copy.clip_slots[0].clip.automation_envelope(copy.mixer_device.volume).value_at_time(0.5) == 0.5


def test_selected_notes_are_replaced_together(clip: Any) -> None:
    ids = clip.add_new_notes([Note(36, 0.0, 1.0), Note(38, 2.0, 1.0)])
    clip.select_notes_by_id(ids[:1])
    assert [note[0] for note in clip.get_selected_notes()] == [36]
    clip.replace_selected_notes(((40, 1.0, 0.5, 100, False),))
    assert notes(clip) == [(38, 2.0, 1.0), (40, 1.0, 0.5)]
    clip.select_all_notes()
    assert len(clip.get_selected_notes_extended()) == 2
    clip.deselect_all_notes()
    assert clip.get_selected_notes() == ()


def test_notes_and_regions_are_repeated(clip: Any) -> None:
    ids = clip.add_new_notes([Note(36, 0.0, 1.0), Note(38, 1.0, 1.0)])
    clip.duplicate_notes_by_id(ids[:1], transposition_amount=12)
    clip.duplicate_region(0.0, 2.0, 4.0, pitch=38)
    assert notes(clip) == [(36, 0.0, 1.0), (38, 1.0, 1.0), (38, 5.0, 1.0), (48, 1.0, 1.0)]


def test_quantizing_moves_notes_part_of_the_way(clip: Any) -> None:
    clip.add_new_notes([Note(36, 0.5625, 0.25), Note(38, 0.5625, 0.25)])
    clip.quantize_pitch(36, 2, 1.0)
    clip.quantize_pitch(38, 2, 0.5)
    assert notes(clip) == [(36, 0.5, 0.25), (38, 0.53125, 0.25)]
    clip.quantize(1, 1.0)
    assert {start for _, start, _ in notes(clip)} <= {0.0, 1.0}
    assert clip.note_number_to_name(60) == "C3"


def test_while_its_clip_plays_a_parameter_is_automated_until_it_is_touched(song: Any, bass: Any) -> None:
    volume = bass.mixer_device.volume
    bass.clip_slots[0].clip.create_automation_envelope(volume).insert_step(0.0, 1.0, 0.5)
    bass.clip_slots[0].fire()
    assert volume.automation_state == 1
    volume.value = 0.7
    assert volume.automation_state == 2
    song.stop_all_clips(False)
    assert volume.automation_state == 0


def test_cropping_leaves_the_loop(clip: Any) -> None:
    clip.add_new_notes([Note(36, 1.0, 0.5), Note(38, 5.0, 0.5)])
    clip.loop_start = 4.0
    clip.crop()
    assert (clip.start_marker, clip.end_marker, notes(clip)) == (4.0, 8.0, [(38, 5.0, 0.5)])


def test_a_playing_clip_knows_where_it_is(song: Any, bass: Any, clock: Any) -> None:
    clip = bass.clip_slots[0].clip
    clip.fire()
    clock.pass_seconds(10.0)
    assert clip.playing_position == pytest.approx(4.0)
    clip.move_playing_pos(2.0)
    assert clip.playing_position == pytest.approx(6.0)
