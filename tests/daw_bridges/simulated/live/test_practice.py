from __future__ import annotations

from typing import Any

from daw_bridges.simulated.live import big_set, practice_set


def test_the_practice_session_is_the_one_that_was_promised() -> None:
    song: Any = practice_set()
    assert [(track.name, "midi" if track.has_midi_input else "audio") for track in song.tracks] == [
        ("Kick", "midi"), ("Snare", "midi"), ("Hats", "midi"), ("Percussion", "audio"), ("Bass", "midi"),
        ("Keys", "midi"), ("Pad", "midi"), ("Lead Synth", "midi"), ("Guitar", "audio"), ("Lead Vox", "audio"),
        ("Backing Vox", "audio"), ("FX", "audio"),
    ]  # fmt: skip
    assert [(track.name, [d.name for d in track.devices]) for track in song.return_tracks] == [
        ("A-Reverb", ["Reverb"]),
        ("B-Delay", ["Delay"]),
    ]
    assert (song.tempo, song.signature_numerator, song.signature_denominator, len(song.scenes)) == (
        120.0,
        4,
        4,
        8,
    )
    assert (song.loop, song.loop_start, song.loop_length, song.is_playing, song.metronome) == (
        False,
        0.0,
        16.0,
        False,
        False,
    )


def test_its_mixer_is_neutral_and_its_chains_are_empty() -> None:
    song: Any = practice_set()
    for track in (*song.tracks, *song.return_tracks, song.master_track):
        mixer = track.mixer_device
        assert (str(mixer.volume), str(mixer.panning)) == ("0.0 dB", "C")
        assert {str(send) for send in mixer.sends} <= {"-inf dB"}
    assert not any(track.devices for track in (*song.tracks, song.master_track))


def test_its_two_clips_hold_music() -> None:
    song: Any = practice_set()
    clips = {slot.clip.name: slot.clip for track in song.tracks for slot in track.clip_slots if slot.has_clip}
    assert {name: clip.length for name, clip in clips.items()} == {"Bassline": 16.0, "Chords": 16.0}
    assert song.tracks[4].clip_slots[0].clip is clips["Bassline"]
    assert song.tracks[5].clip_slots[0].clip is clips["Chords"]
    for clip in clips.values():
        notes = clip.get_all_notes_extended()
        assert len(notes) >= 24
        assert all(note.start_time + note.duration <= 16.0 for note in notes)


def test_it_starts_with_an_empty_history() -> None:
    song = practice_set()
    assert not song.can_undo
    assert not song.can_redo


def test_the_big_set_is_as_big_as_asked() -> None:
    song: Any = big_set(tracks=20, devices=4)
    assert [len(track.devices) for track in song.tracks] == [4] * 20


def test_live_11_calls_the_main_track_master() -> None:
    assert (practice_set((11, 3, 0)).master_track.name, practice_set().master_track.name) == (
        "Master",
        "Main",
    )
