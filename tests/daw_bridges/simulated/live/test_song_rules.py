"""What Live allows of a song, its scenes, grooves and take lanes."""

from __future__ import annotations

from typing import Any

import pytest

from daw_bridges.simulated.live.scales import SCALES


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("root_note", 12),
        ("scale_name", "Nowhere"),
        ("groove_amount", -0.1),
        ("clip_trigger_quantization", 14),
        ("signature_denominator", 3),
    ],
)
def test_values_have_limits(song: Any, name: str, wrong: Any) -> None:
    before = getattr(song, name)
    with pytest.raises(RuntimeError):
        setattr(song, name, wrong)
    assert getattr(song, name) == before


def test_the_groove_ends_at_its_most(song: Any) -> None:
    song.groove_amount = 2.0
    assert song.groove_amount == 1.3125


def test_a_scale_has_its_semitones(song: Any) -> None:
    heard: list[tuple[int, ...]] = []
    song.add_scale_intervals_listener(lambda: heard.append(song.scale_intervals))
    song.scale_name = "Minor Pentatonic"
    assert heard == [(0, 3, 5, 7, 10)]
    assert all(
        scale == tuple(sorted(scale)) and scale[0] == 0 and scale[-1] < 12 for scale in SCALES.values()
    )


def test_a_scene_sets_nothing_until_it_is_told_to(song: Any) -> None:
    scene = song.scenes[0]
    assert (scene.tempo, scene.time_signature_numerator, scene.time_signature_denominator) == (-1, -1, -1)
    scene.tempo_enabled = True
    assert scene.tempo == 120.0
    scene.tempo = 90.0
    scene.time_signature_numerator = 3
    assert (scene.time_signature_enabled, scene.time_signature_denominator) == (True, 4)
    scene.fire()
    assert (song.tempo, song.signature_numerator) == (90.0, 3)
    scene.tempo_enabled = False
    scene.time_signature_enabled = False
    assert (scene.tempo, scene.time_signature_numerator) == (-1, -1)


@pytest.mark.parametrize(
    ("name", "wrong"), [("tempo", 5.0), ("time_signature_numerator", 100), ("time_signature_denominator", 5)]
)
def test_a_scene_sets_only_what_a_song_can_have(song: Any, name: str, wrong: Any) -> None:
    with pytest.raises(RuntimeError):
        setattr(song.scenes[0], name, wrong)


def test_what_a_scene_sets_is_heard(song: Any) -> None:
    scene, heard = song.scenes[0], list[str]()
    for name in ("tempo", "tempo_enabled", "time_signature_numerator", "time_signature_enabled"):
        getattr(scene, f"add_{name}_listener")(lambda name=name: heard.append(name))
    scene.tempo = 99.0
    scene.time_signature_numerator = 7
    assert sorted(heard) == ["tempo", "tempo_enabled", "time_signature_enabled", "time_signature_numerator"]


def test_a_new_scene_takes_the_timing_of_the_one_above_and_is_selected(song: Any) -> None:
    song.scenes[0].tempo = 90.0
    scene = song.create_scene(1)
    assert (scene.tempo, song.view.selected_scene) == (90.0, scene)
    song.duplicate_scene(0)
    assert song.scenes[1].tempo == 90.0


def test_a_clip_keeps_its_groove(song: Any, bass: Any) -> None:
    clip, groove = bass.clip_slots[0].clip, song.groove_pool.add_groove_("Swing 16")
    assert (clip.has_groove, clip.groove) == (False, None)
    clip.groove = groove
    assert (clip.has_groove, clip.groove, song.groove_pool.grooves) == (True, groove, (groove,))
    with pytest.raises(TypeError):
        clip.groove = None
    with pytest.raises(RuntimeError):
        groove.timing_amount = 150.0


def test_take_lanes_hold_clips_of_their_own(song: Any, bass: Any) -> None:
    lane = bass.create_take_lane()
    clip = lane.create_midi_clip(4.0, 8.0)
    assert (bass.take_lanes, lane.arrangement_clips, clip.is_take_lane_clip) == ((lane,), (clip,), True)
    assert (clip.start_time, clip.end_time, bass.arrangement_clips) == (4.0, 12.0, ())
    for wrong in (lambda: lane.create_audio_clip("none.wav", 0.0), song.return_tracks[0].create_take_lane):
        with pytest.raises(RuntimeError):
            wrong()


def test_a_view_scrolls_the_selection(song: Any, application: Any) -> None:
    view = application.view
    view.scroll_view(1, "Session", False)
    view.scroll_view(3, "Session", False)
    assert (song.view.selected_scene, song.view.selected_track) == (song.scenes[1], song.tracks[1])
    view.scroll_view(0, "Session", False)
    view.scroll_view(0, "Session", False)
    assert song.view.selected_scene == song.scenes[0]
    for wrong in ((4, "Session"), (1, "Nowhere")):
        with pytest.raises(RuntimeError):
            view.scroll_view(*wrong, False)
    with pytest.raises(RuntimeError):
        view.zoom_view(1, "Browser", False)


def test_browsing_swaps_the_selected_device(song: Any, bass: Any, application: Any) -> None:
    device = bass.insert_device("Compressor")
    song.view.select_device(device)
    application.view.toggle_browse()
    assert (application.view.browse_mode, application.browser.hotswap_target) == (True, device)
    application.view.toggle_browse()
    assert application.browser.hotswap_target is None
