from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.simulated.live.by_hand import group_tracks


def is_gone(thing: Any) -> bool:
    """Ask as Live's scripts do: what is deleted equals None without being it."""
    return thing == None  # noqa: E711


def names(tracks: Any) -> list[str]:
    return [track.name for track in tracks]


def test_tracks_are_created_where_asked_and_selected(song: Any) -> None:
    track = song.create_audio_track(2)
    assert names(song.tracks)[1:4] == ["Snare", "3-Audio", "Hats"]
    assert (song.view.selected_track, track.has_audio_input, track.has_midi_input) == (track, True, False)
    assert len(track.clip_slots) == len(song.scenes)
    assert [send.name for send in track.mixer_device.sends] == ["A-Reverb", "B-Delay"]
    with pytest.raises(IndexError):
        song.create_midi_track(99)


def test_a_return_adds_a_send_to_every_track_and_takes_it_away_again(song: Any, bass: Any) -> None:
    song.create_return_track()
    assert [send.name for send in bass.mixer_device.sends] == ["A-Reverb", "B-Delay", "C-Return"]
    assert len(song.return_tracks[0].mixer_device.sends) == 3
    song.delete_return_track(0)
    assert [send.name for send in bass.mixer_device.sends] == ["B-Delay", "C-Return"]
    assert song.master_track.mixer_device.sends == ()


def test_a_thirteenth_return_is_refused(song: Any) -> None:
    for _ in range(10):
        song.create_return_track()
    with pytest.raises(RuntimeError):
        song.create_return_track()


def test_a_copy_has_everything_and_shares_nothing(song: Any, bass: Any) -> None:
    device = bass.insert_device("Compressor")
    device.input_routing_type = device.available_input_routing_types[1]
    bass.mixer_device.sends[0].value = 0.5
    song.duplicate_track(4)
    copy = song.tracks[5]
    assert (copy.name, copy.color, copy.mixer_device.sends[0].value) == ("Bass", bass.color, 0.5)
    assert copy.devices[0].input_routing_type.display_name == "Kick"
    assert copy.clip_slots[0].clip.name == "Bassline"
    copy.devices[0].parameters[1].value = 0.1
    copy.clip_slots[0].clip.remove_notes_extended(0, 128, 0.0, 16.0)
    assert device.parameters[1].value != 0.1
    assert len(bass.clip_slots[0].clip.get_all_notes_extended()) == 24


def test_the_last_track_stays(song: Any) -> None:
    while len(song.tracks) > 1:
        song.delete_track(0)
    with pytest.raises(RuntimeError):
        song.delete_track(0)


def test_a_neighbour_is_selected_when_the_selected_track_goes(song: Any) -> None:
    song.view.selected_track = song.tracks[11]
    song.delete_track(11)
    assert song.view.selected_track.name == "Backing Vox"


def test_groups_hide_delete_and_copy_with_their_members(song: Any) -> None:
    group = group_tracks(song, ["Kick", "Snare", "Hats"], "Drums")
    assert names(song.tracks)[:4] == ["Drums", "Kick", "Snare", "Hats"]
    assert (group.is_foldable, song.tracks[1].group_track, song.tracks[1].is_grouped) == (True, group, True)
    assert song.tracks[1].output_routing_type.display_name == "Group"
    group.fold_state = True
    assert names(song.visible_tracks)[:2] == ["Drums", "Percussion"]
    song.duplicate_track(0)
    assert names(song.tracks)[:8] == ["Drums", "Kick", "Snare", "Hats"] * 2
    assert song.tracks[5].group_track is song.tracks[4]
    song.delete_track(0)
    assert names(song.tracks)[:5] == ["Drums", "Kick", "Snare", "Hats", "Percussion"]


@pytest.mark.parametrize("name", ["mute", "solo", "arm", "current_monitoring_state", "fold_state"])
def test_what_the_master_does_not_have_raises(song: Any, name: str) -> None:
    with pytest.raises(RuntimeError):
        getattr(song.master_track, name)
    with pytest.raises(RuntimeError):
        setattr(song.master_track, name, True)


def test_solo_and_arm_leave_the_others_alone(song: Any, bass: Any) -> None:
    song.tracks[0].solo = song.tracks[0].arm = True
    bass.solo = bass.arm = True
    assert song.tracks[0].solo
    assert song.tracks[0].arm
    assert song.tracks[1].muted_via_solo
    assert not bass.muted_via_solo


def test_colours_are_those_of_the_palette(bass: Any) -> None:
    bass.color = 0xFF3030
    assert (bass.color, bass.color_index) == (0xFF3636, 14)
    with pytest.raises(RuntimeError):
        bass.color_index = 70


def test_scenes_come_and_go_with_their_slots(song: Any, bass: Any) -> None:
    scene = song.create_scene(0)
    assert (song.scenes[0], bass.clip_slots[0].has_clip, bass.clip_slots[1].clip.name) == (
        scene,
        False,
        "Bassline",
    )
    song.duplicate_scene(1)
    assert bass.clip_slots[2].clip.name == "Bassline"
    song.delete_scene(1)
    assert [slot.has_clip for slot in bass.clip_slots[:3]] == [False, True, False]
    assert len(bass.clip_slots) == len(song.scenes) == 9


def test_a_clip_that_plays_ends_with_its_scene(song: Any, bass: Any) -> None:
    bass.clip_slots[0].fire()
    song.advance_()
    assert bass.playing_slot_index == 0
    song.delete_scene(0)
    song.advance_()
    assert (bass.playing_slot_index, bass.playing_) == (-2, None)


def test_data_is_kept_in_the_set(song: Any, bass: Any) -> None:
    bass.set_data("orbit", {"role": "bass"})
    assert bass.get_data("orbit", None) == {"role": "bass"}
    assert song.get_data("orbit", "nothing") == "nothing"
    with pytest.raises(RuntimeError):
        song.set_data("big", "x" * 100_001)


@pytest.mark.parametrize(
    "touch",
    [
        lambda track: track.name,
        lambda track: track.mixer_device,
        lambda track: setattr(track, "name", "x"),
        lambda track: track.add_name_listener(print),
    ],
)
def test_a_deleted_track_answers_to_nothing_but_equals_none(song: Any, bass: Any, touch: Any) -> None:
    volume, clip = bass.mixer_device.volume, bass.clip_slots[0].clip
    song.delete_track(4)
    assert is_gone(bass)
    assert is_gone(volume)
    assert is_gone(clip)
    assert not is_gone(song.tracks[0])
    assert isinstance(bass, type(song.tracks[0]))
    with pytest.raises(TypeError, match="C\\+\\+ signature"):
        touch(bass)


def test_every_object_has_a_pointer_of_its_own(song: Any) -> None:
    things = [song, *song.tracks, *song.scenes, *(track.mixer_device.volume for track in song.tracks)]
    assert len({thing._live_ptr for thing in things}) == len(things)
    assert song.tracks[3] is song.tracks[3]
