from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.simulated.live import practice_set


@pytest.mark.parametrize("bpm", [19.9, 999.1, -1.0])
def test_the_tempo_has_limits(song: Any, bpm: float) -> None:
    with pytest.raises(RuntimeError, match="tempo"):
        song.tempo = bpm
    assert song.tempo == 120.0


def test_time_goes_on_while_playing(song: Any, clock: Any) -> None:
    song.start_playing()
    clock.pass_seconds(2.0)
    assert song.current_song_time == pytest.approx(4.0)
    song.tempo = 60.0
    clock.pass_seconds(2.0)
    assert song.current_song_time == pytest.approx(6.0)
    song.stop_playing()
    clock.pass_seconds(2.0)
    assert (song.is_playing, song.current_song_time) == (False, pytest.approx(6.0))


def test_the_song_goes_on_where_it_stopped_and_starts_at_its_marker(song: Any, clock: Any) -> None:
    song.start_playing()
    clock.pass_seconds(3.0)
    song.stop_playing()
    song.current_song_time = 32.0
    clock.pass_seconds(0.02)
    song.continue_playing()
    assert song.current_song_time == pytest.approx(6.0)
    song.stop_playing()
    song.start_playing()
    assert song.current_song_time == 32.0
    song.stop_playing()
    song.stop_playing()
    assert (song.current_song_time, song.start_time) == (0.0, 0.0)


def test_the_loop_takes_the_song_back(song: Any, clock: Any) -> None:
    song.loop_length, song.loop = 4.0, True
    song.start_playing()
    clock.pass_seconds(3.0)
    assert song.current_song_time == pytest.approx(2.0)


def test_a_written_position_shows_a_moment_later(song: Any, clock: Any) -> None:
    song.current_song_time = 32.0
    assert song.current_song_time == 0.0
    clock.pass_seconds(0.02)
    assert song.current_song_time == 32.0


def test_a_locator_is_set_where_the_song_is_and_not_where_it_is_going(song: Any, clock: Any) -> None:
    song.loop_length = 32.0
    song.current_song_time = 64.0
    song.set_or_delete_cue()
    assert [cue.time for cue in song.cue_points] == [0.0]
    song.set_or_delete_cue()
    assert song.cue_points == ()
    clock.pass_seconds(0.02)
    song.set_or_delete_cue()
    song.cue_points[0].name = "Drop"
    assert [(cue.time, cue.name) for cue in song.cue_points] == [(64.0, "Drop")]


def test_a_song_has_an_end_that_the_loop_moves_on(song: Any, clock: Any) -> None:
    assert song.song_length == 48.0
    for name, value in (
        ("current_song_time", 49.0),
        ("start_time", 49.0),
        ("loop_start", 33.0),
        ("loop_length", 49.0),
    ):
        with pytest.raises(RuntimeError, match="ength"):
            setattr(song, name, value)
    song.loop_length = 48.0
    assert song.song_length == 80.0
    song.current_song_time = 80.0
    clock.pass_seconds(0.02)
    song.loop_length = 4.0
    assert (song.song_length, song.current_song_time) == (112.0, 80.0)
    song.loop_length = 0.25
    assert song.loop_length == 1.0


def test_locators_come_in_the_order_they_were_made_and_are_jumped_to_in_time(song: Any, clock: Any) -> None:
    for beat in (16.0, 4.0, 8.0, 32.0):
        song.current_song_time = beat
        clock.pass_seconds(0.02)
        song.set_or_delete_cue()
    assert [cue.time for cue in song.cue_points] == [16.0, 4.0, 8.0, 32.0]
    assert (song.can_jump_to_next_cue, song.can_jump_to_prev_cue) == (False, True)
    for expected in (16.0, 8.0, 4.0):
        song.jump_to_prev_cue()
        clock.pass_seconds(0.02)
        assert song.current_song_time == expected
    song.jump_to_next_cue()
    clock.pass_seconds(0.02)
    assert song.current_song_time == 8.0


def test_before_live_12_locators_could_not_be_named() -> None:
    song: Any = practice_set((11, 3, 0))
    song.set_or_delete_cue()
    with pytest.raises(AttributeError):
        song.cue_points[0].name = "Intro"
    assert song.cue_points[0].name == "1"


def test_firing_a_clip_starts_the_song(song: Any, bass: Any) -> None:
    bass.clip_slots[0].fire()
    assert (song.is_playing, bass.playing_slot_index, bass.clip_slots[0].clip.is_playing) == (True, 0, True)


def test_while_playing_clips_wait_for_the_next_bar(song: Any, bass: Any, clock: Any) -> None:
    song.start_playing()
    clock.pass_seconds(0.5)
    bass.clip_slots[0].clip.fire()
    song.advance_()
    assert (bass.playing_slot_index, bass.fired_slot_index) == (-1, 0)
    assert bass.clip_slots[0].clip.is_triggered
    clock.pass_seconds(1.6)
    song.advance_()
    assert (bass.playing_slot_index, bass.fired_slot_index) == (0, -1)


def test_stopping_waits_for_the_next_bar_too(song: Any, bass: Any, clock: Any) -> None:
    bass.clip_slots[0].fire()
    clock.pass_seconds(0.5)
    bass.stop_all_clips()
    song.advance_()
    assert (bass.playing_slot_index, bass.fired_slot_index) == (0, -2)
    clock.pass_seconds(1.6)
    song.advance_()
    assert (bass.playing_slot_index, song.back_to_arranger) == (-2, True)


def test_what_waits_for_a_bar_waits_no_longer_once_the_song_stands(song: Any, bass: Any, clock: Any) -> None:
    bass.clip_slots[0].fire()
    clock.pass_seconds(0.5)
    bass.stop_all_clips()
    song.stop_playing()
    assert (bass.playing_slot_index, bass.fired_slot_index) == (-2, -1)


def test_tracks_are_given_back_to_the_arrangement(song: Any, bass: Any) -> None:
    heard: list[bool] = []
    song.add_back_to_arranger_listener(lambda: heard.append(song.back_to_arranger))
    bass.clip_slots[0].fire()
    song.tracks[5].clip_slots[0].fire(launch_quantization=0)
    bass.back_to_arranger = False
    assert (bass.playing_slot_index, song.tracks[5].playing_slot_index, heard) == (-1, 0, [True])
    song.back_to_arranger = False
    assert (song.tracks[5].playing_slot_index, heard) == (-1, [True, False])
    song.back_to_arranger = True
    assert song.back_to_arranger is False


def test_an_armed_track_records_into_an_empty_slot(song: Any, clock: Any) -> None:
    vox = song.tracks[9]
    slot = vox.clip_slots[2]
    vox.arm = True
    assert (slot.will_record_on_start, vox.clip_slots[0].is_recording) == (True, False)
    slot.fire()
    assert (slot.is_recording, slot.playing_status, slot.clip.is_audio_clip) == (True, 2, True)
    assert (song.session_record, song.session_record_status) == (True, 1)
    clock.pass_seconds(2.5)
    song.advance_()
    assert slot.clip.length == pytest.approx(5.0)
    song.stop_playing()
    assert (slot.clip.is_recording, slot.clip.length, song.session_record) == (False, 8.0, False)


def test_a_recording_of_a_given_length_ends_by_itself_and_plays(song: Any, clock: Any) -> None:
    bass = song.tracks[4]
    bass.arm = True
    bass.clip_slots[3].fire(4.0)
    for _ in range(5):
        clock.pass_seconds(0.5)
        song.advance_()
    clip = bass.clip_slots[3].clip
    assert (clip.is_recording, clip.length, clip.is_playing, clip.is_midi_clip) == (False, 4.0, True, True)
    with pytest.raises(RuntimeError):
        bass.clip_slots[3].fire(4.0)


def test_session_record_takes_the_selected_scene(song: Any, clock: Any) -> None:
    for track in (song.tracks[4], song.tracks[9]):
        track.arm = True
    song.view.selected_scene = song.scenes[5]
    song.trigger_session_record()
    clock.pass_seconds(4.5)
    song.advance_()
    assert next(track.name for track in song.tracks if track.clip_slots[5].is_recording) == "Bass"
    song.trigger_session_record()
    clock.pass_seconds(4.0)
    song.advance_()
    assert song.tracks[4].clip_slots[5].clip.is_playing
    assert not song.session_record


def test_a_playing_clip_tells_where_it_is(song: Any, bass: Any, clock: Any) -> None:
    clip, heard = bass.clip_slots[0].clip, list[float]()
    clip.add_playing_position_listener(lambda: heard.append(clip.playing_position))
    clip.fire()
    for _ in range(3):
        clock.pass_seconds(0.25)
        song.advance_()
    assert heard == pytest.approx([0.5, 1.0, 1.5])


def test_a_scene_launches_its_row(song: Any) -> None:
    song.scenes[0].fire()
    assert [track.name for track in song.tracks if track.playing_slot_index == 0] == ["Bass", "Keys"]


def test_playing_is_heard(song: Any, bass: Any) -> None:
    heard: list[str] = []
    song.add_is_playing_listener(lambda: heard.append("song"))
    bass.add_playing_slot_index_listener(lambda: heard.append("track"))
    bass.clip_slots[0].add_playing_status_listener(lambda: heard.append("slot"))
    bass.clip_slots[0].fire()
    assert sorted(set(heard)) == ["slot", "song", "track"]


def test_positions_read_in_bars_and_in_minutes(song: Any, clock: Any) -> None:
    song.current_song_time = 33.75
    clock.pass_seconds(0.02)
    assert str(song.get_current_beats_song_time()) == "009.02.04.000"
    assert str(song.get_beats_loop_length()) == "004.00.00.000"
    assert str(song.get_current_smpte_song_time(2)) == "00:00:16:21"
    with pytest.raises(RuntimeError):
        song.get_current_smpte_song_time(9)


def test_undo_says_what_it_took_back(song: Any, bass: Any) -> None:
    bass.name = "Sub"
    assert (song.undo(), song.redo(), song.undo()) == ("Track name", "Track name", "Track name")
    assert song.undo() == ""
