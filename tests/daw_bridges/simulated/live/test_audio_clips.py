"""Audio clips: the files behind them, pitch, warping."""

from __future__ import annotations

import wave
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.simulated.live.warping import WarpMarker


@pytest.fixture
def clip(song: Any) -> Any:
    return song.tracks[0].clip_slots[2].create_clip(8.0)


@pytest.fixture
def tone(tmp_path: Path) -> Path:
    """Two seconds at 48 kHz."""
    path = tmp_path / "take one.wav"
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, 48_000, 0, "NONE", ""))
        file.writeframes(bytes(2 * 2 * 48_000))
    return path


def test_audio_clips_have_no_notes(song: Any, tone: Path) -> None:
    slot = song.tracks[9].clip_slots[0]
    slot.create_audio_clip(str(tone))
    assert (slot.clip.name, slot.clip.is_audio_clip, slot.clip.file_path) == ("take one", True, str(tone))
    assert (slot.clip.sample_length, slot.clip.sample_rate, slot.clip.length) == (96_000, 48_000.0, 4.0)
    with pytest.raises(RuntimeError):
        slot.clip.get_all_notes_extended()


def test_audio_properties_are_for_audio_clips(song: Any, clip: Any, tone: Path) -> None:
    song.tracks[9].clip_slots[0].create_audio_clip(str(tone))
    audio = song.tracks[9].clip_slots[0].clip
    assert (audio.warping, audio.gain_display_string, audio.warp_markers[0].beat_time) == (
        True,
        "0.0 dB",
        0.0,
    )
    with pytest.raises(RuntimeError):
        audio.warp_mode = 5
    for name in ("warping", "gain", "file_path", "warp_markers"):
        with pytest.raises(RuntimeError):
            getattr(clip, name)


def test_only_audio_files_become_clips(song: Any, tone: Path, tmp_path: Path) -> None:
    (tmp_path / "text.wav").write_text("no audio")
    (tmp_path / "page.txt").write_text("no audio")
    (tmp_path / "loop.aif").write_bytes(b"FORM")
    slot = song.tracks[9].clip_slots[0]
    for wrong in ("text.wav", "page.txt", "none.wav"):
        with pytest.raises(RuntimeError, match=wrong):
            slot.create_audio_clip(str(tmp_path / wrong))
    slot.create_audio_clip(str(tmp_path / "loop.aif"))
    assert slot.clip.name == "loop"
    assert song.tracks[9].create_audio_clip(str(tone), 8.0).end_time == 12.0


def test_cents_are_carried_over_into_semitones(song: Any, tone: Path) -> None:
    clip = song.tracks[9].clip_slots[0].create_audio_clip(str(tone))
    for cents, coarse, fine in ((60.0, 1, -40.0), (50.0, 2, -50.0), (-150.0, 0, 50.0), (20.0, 0, 20.0)):
        clip.pitch_fine = cents
        assert (clip.pitch_coarse, clip.pitch_fine) == (coarse, fine)
    for name, value in (("pitch_coarse", 49), ("gain", 1.5), ("pitch_fine", 501.0)):
        with pytest.raises(RuntimeError):
            setattr(clip, name, value)


def test_warp_markers_tie_the_sample_to_beats(song: Any, tone: Path) -> None:
    clip = song.tracks[9].clip_slots[0].create_audio_clip(str(tone))
    assert [(m.sample_time, m.beat_time) for m in clip.warp_markers] == [(0.0, 0.0), (2.0, 4.0)]
    clip.add_warp_marker(WarpMarker(1.0, 3.0))
    assert (clip.beat_to_sample_time(1.5), clip.sample_to_beat_time(72_000)) == (24_000.0, 3.5)
    clip.move_warp_marker(3.0, -1.0)
    assert clip.warp_markers[1] == WarpMarker(1.0, 2.0)
    with pytest.raises(RuntimeError):
        clip.add_warp_marker(WarpMarker(0.5, 3.5))
    clip.remove_warp_marker(2.0)
    with pytest.raises(RuntimeError):
        clip.remove_warp_marker(2.0)
    clip.warping = False
    assert clip.seconds_to_sample_time(0.5) == 24_000.0
    with pytest.raises(RuntimeError):
        clip.beat_to_sample_time(1.0)
