"""Sets to practise and to measure on: the practice session, and one as large as they come."""

from __future__ import annotations

from collections.abc import Iterable

from daw_bridges.simulated.live.devices.stock import stock_device, stock_devices
from daw_bridges.simulated.live.midi_note import MidiNoteSpecification
from daw_bridges.simulated.live.palette import PALETTE
from daw_bridges.simulated.live.song import Song
from daw_bridges.simulated.live.track import Track
from daw_bridges.simulated.live.track_part import Kind

__all__ = ["PRACTICE_TRACKS", "big_set", "default_set", "practice_set"]

Note = tuple[int, float, float, int]

PRACTICE_TRACKS: tuple[tuple[str, Kind, int], ...] = (
    ("Kick", "midi", 0xFF3636),
    ("Snare", "midi", 0xF66C03),
    ("Hats", "midi", 0xFFF034),
    ("Percussion", "audio", 0xFFA529),
    ("Bass", "midi", 0x5480E4),
    ("Keys", "midi", 0x00BFAF),
    ("Pad", "midi", 0x8BC5FF),
    ("Lead Synth", "midi", 0xB677C6),
    ("Guitar", "audio", 0x3DC300),
    ("Lead Vox", "audio", 0xFF39D4),
    ("Backing Vox", "audio", 0xFF94A6),
    ("FX", "audio", 0xD0D0D0),
)

_DEFAULT_TRACKS: tuple[tuple[Kind, str], ...] = (
    ("midi", "1-MIDI"),
    ("midi", "2-MIDI"),
    ("audio", "3-Audio"),
    ("audio", "4-Audio"),
)

# Four bars of A minor, F, C and G: the root an octave apart, with a push into the next bar.
_ROOTS = (33, 29, 36, 31)
_CHORDS = ((57, 60, 64), (53, 57, 60), (55, 60, 64), (55, 59, 62))
_BASS_BAR = (
    (0.0, 0.75, 0, 104),
    (0.75, 0.25, 0, 82),
    (1.5, 0.5, 12, 94),
    (2.0, 0.75, 0, 100),
    (2.75, 0.25, 0, 80),
    (3.5, 0.5, 7, 92),
)
_CHORD_BAR = ((0.0, 1.5, 84), (2.5, 1.0, 76))


def practice_set(version: tuple[int, int, int] = (12, 3, 0)) -> Song:
    """The practice session: twelve tracks, two returns, two clips, eight scenes, 120 BPM."""
    song = Song("Practice", scenes=8, version=version)
    with song.unrecorded():
        for name, kind, color in PRACTICE_TRACKS:
            song.add_track_(kind, name, len(song.tracks), PALETTE.index(color))
        _add_returns(song)
        _add_clip(song.tracks[4], "Bassline", _bassline())
        _add_clip(song.tracks[5], "Chords", _chords())
        song.view.selected_track = song.tracks[0]
    return song


def default_set(version: tuple[int, int, int] = (12, 3, 0)) -> Song:
    """The set Live opens when nothing else is asked of it: two MIDI and two audio tracks, two returns."""
    song = Song("", scenes=8, version=version)
    with song.unrecorded():
        for place, (kind, name) in enumerate(_DEFAULT_TRACKS):
            song.add_track_(kind, name, place)
        _add_returns(song)
        song.view.selected_track = song.tracks[0]
    return song


def _add_returns(song: Song) -> None:
    for name, device in (("A-Reverb", "Reverb"), ("B-Delay", "Delay")):
        track = song.create_return_track()
        track.name = name
        track.insert_(stock_device(device), 0)


def big_set(tracks: int = 100, devices: int = 8, version: tuple[int, int, int] = (12, 3, 0)) -> Song:
    """A set of ``tracks`` ordinary tracks with ``devices`` audio effects each."""
    song = Song("Big", scenes=8, version=version)
    effects = [spec for spec in stock_devices() if spec.type == 2]
    with song.unrecorded():
        for number in range(tracks):
            kind: Kind = "midi" if number % 2 else "audio"
            track = song.add_track_(kind, f"Track {number + 1}", number, number % len(PALETTE))
            for place in range(devices):
                track.insert_(effects[(number + place) % len(effects)], place)
        song.create_return_track()
        song.create_return_track()
    return song


def _add_clip(track: Track, name: str, notes: Iterable[Note]) -> None:
    clip = track.clip_slots[0].put_(16.0, midi=True)
    clip.name = name
    clip.add_new_notes(MidiNoteSpecification(*note) for note in notes)


def _bassline() -> list[Note]:
    return [
        (root + interval, bar * 4.0 + start, duration, velocity)
        for bar, root in enumerate(_ROOTS)
        for start, duration, interval, velocity in _BASS_BAR
    ]


def _chords() -> list[Note]:
    return [
        (pitch, bar * 4.0 + start, duration, velocity)
        for bar, chord in enumerate(_CHORDS)
        for start, duration, velocity in _CHORD_BAR
        for pitch in chord
    ]
