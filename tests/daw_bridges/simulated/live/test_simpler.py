"""Simpler and its sample; plug-ins' presets and names; Live's enumerations."""

from __future__ import annotations

import wave
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.simulated.live.browser_loading import load
from daw_bridges.simulated.live.browser_tree import build_tree
from daw_bridges.simulated.live.enums import ENUMS
from daw_bridges.simulated.live.live_api import live_modules


@pytest.fixture
def simpler(bass: Any) -> Any:
    return bass.insert_device("Simpler")


@pytest.fixture
def loaded(simpler: Any, tmp_path: Path) -> Any:
    """A Simpler with two seconds in it."""
    path = tmp_path / "Break.wav"
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, 44_100, 0, "NONE", ""))
        file.writeframes(bytes(2 * 2 * 44_100))
    simpler.load_sample_(str(path))
    return simpler


def test_an_empty_simpler_has_no_sample(simpler: Any) -> None:
    assert (simpler.sample, simpler.view.sample_start, simpler.can_warp_as) == (None, -1, False)
    for wrong in (
        simpler.crop,
        simpler.reverse,
        simpler.guess_playback_length,
        lambda: simpler.view.selected_slice,
    ):
        with pytest.raises(RuntimeError):
            wrong()


def test_a_sample_gives_its_name_and_its_length(loaded: Any) -> None:
    sample = loaded.sample
    assert (loaded.name, sample.length, sample.end_marker, sample.sample_rate) == (
        "Break",
        88_200,
        88_200,
        44_100,
    )
    assert (loaded.guess_playback_length(), loaded.view.sample_end) == (4.0, 88_200)


def test_markers_stay_in_order_and_cropping_keeps_what_is_between(loaded: Any) -> None:
    sample = loaded.sample
    sample.start_marker, sample.end_marker = 10_000, 54_100
    for name, wrong in (("start_marker", 60_000), ("end_marker", 9_000), ("gain", 2.0), ("slicing_style", 9)):
        with pytest.raises(RuntimeError):
            setattr(sample, name, wrong)
    loaded.crop()
    assert (sample.length, sample.start_marker, sample.end_marker) == (44_100, 0, 44_100)


def test_slices_are_put_moved_and_taken_away(loaded: Any) -> None:
    sample = loaded.sample
    for frame in (40_000, 20_000):
        sample.insert_slice(frame)
    assert sample.slices == (0, 20_000, 40_000)
    assert sample.move_slice(20_000, 50_000) == 39_999
    sample.remove_slice(123)
    sample.remove_slice(40_000)
    assert sample.slices == (0, 39_999)
    with pytest.raises(RuntimeError):
        sample.move_slice(7, 8)
    sample.clear_slices()
    assert sample.slices == (0,)
    sample.slicing_style, sample.slicing_region_count = 2, 4
    assert sample.slices == (0, 22_050, 44_100, 66_150)
    sample.slicing_style = 1
    assert sample.slices == (0, 22_050, 44_100, 66_150)


def test_a_warped_sample_is_stretched(loaded: Any) -> None:
    with pytest.raises(RuntimeError):
        loaded.warp_double()
    loaded.sample.warping = True
    loaded.warp_as(8.0)
    assert loaded.sample.beat_to_sample_time(4.0) == 44_100
    loaded.warp_half()
    assert loaded.sample.warp_markers[1].beat_time == 16.0
    loaded.warp_double()
    assert loaded.sample.sample_to_beat_time(44_100) == 4.0


def test_a_copied_simpler_has_a_sample_of_its_own(song: Any, bass: Any, loaded: Any) -> None:
    loaded.sample.gain = 0.2
    song.duplicate_track(4)
    copy = song.tracks[5].devices[0]
    copy.sample.gain = 0.3
    assert (copy.sample.file_path, loaded.sample.gain) == (loaded.sample.file_path, 0.2)


def test_another_sample_takes_the_first_one_s_place(loaded: Any, tmp_path: Path) -> None:
    before, path = loaded.sample, tmp_path / "Other.aif"
    path.write_bytes(b"FORM")
    loaded.load_sample_(str(path))
    assert (loaded.name, before == None) == ("Other", True)  # noqa: E711 - what is gone equals None


@pytest.mark.parametrize(
    ("name", "wrong"), [("voices", 9), ("playback_mode", 3), ("slicing_playback_mode", -1)]
)
def test_modes_have_their_numbers(simpler: Any, name: str, wrong: int) -> None:
    with pytest.raises(RuntimeError):
        setattr(simpler, name, wrong)


def test_a_plug_in_tells_its_names(song: Any, bass: Any) -> None:
    song.view.selected_track = bass
    leaf: Any = build_tree()["plugins"].children[0].children[0]
    plugin: Any = load(song, leaf)
    names = plugin.get_parameter_names()
    assert (names, plugin.get_parameter_names(1, 3)) == (
        tuple(each.name for each in plugin.parameters[1:]),
        names[1:3],
    )
    assert (plugin.presets, plugin.can_compare_ab) == (("Default",), False)
    plugin.is_editor_open = True
    with pytest.raises(RuntimeError):
        plugin.selected_preset_index = 1


def test_enumerations_are_numbers_with_names() -> None:
    modules: Any = live_modules()
    quantization = modules["Live.Song"].Quantization
    assert (quantization.q_bar, quantization.names["q_bar"].name, quantization.values[4]) == (4, "q_bar", 4)
    assert modules["Live.Clip"].ClipLaunchQuantization.q_none == 1
    assert modules["Live.Browser"].FilterType.disabled == -1
    for module, enums in ENUMS.items():
        for enum in enums:
            assert getattr(modules[f"Live.{module}"], enum.__name__) is enum
