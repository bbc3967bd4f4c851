"""Projects to practise and to measure on: the practice session as Logic has it, and one of any size."""

from __future__ import annotations

from daw_bridges.simulated.logic.plugins import plug_in
from daw_bridges.simulated.logic.project import Project
from daw_bridges.simulated.logic.short_names import Shorten, by_letters
from daw_bridges.simulated.logic.strips import Region, Send, Strip, StripKind

__all__ = ["PRACTICE_TRACKS", "big_project", "practice_project"]

PRACTICE_TRACKS: tuple[tuple[str, StripKind, int], ...] = (
    ("Kick", StripKind.INSTRUMENT, 1),
    ("Snare", StripKind.INSTRUMENT, 3),
    ("Hats", StripKind.INSTRUMENT, 3),
    ("Percussion", StripKind.AUDIO, 3),
    ("Bass", StripKind.INSTRUMENT, 4),
    ("Keys", StripKind.INSTRUMENT, 6),
    ("Pad", StripKind.INSTRUMENT, 6),
    ("Lead Synth", StripKind.INSTRUMENT, 5),
    ("Guitar", StripKind.AUDIO, 2),
    ("Lead Vox", StripKind.AUDIO, 5),
    ("Backing Vox", StripKind.AUDIO, 5),
    ("FX", StripKind.AUDIO, 7),
)
"""Name, kind and colour (of the surface's eight) of each track."""
_RETURNS = (("A-Reverb", "Bus 1", "ChromaVerb"), ("B-Delay", "Bus 2", "Stereo Delay"))
_BASS_BAR = ((0.0, 0.75, 0), (0.75, 0.25, 0), (1.5, 0.5, 12), (2.0, 0.75, 0), (2.75, 0.25, 0), (3.5, 0.5, 7))
_ROOTS = (33, 29, 36, 31)
_CHORDS = ((57, 60, 64), (53, 57, 60), (55, 60, 64), (55, 59, 62))


def practice_project(shorten: Shorten = by_letters) -> Project:
    """The practice session: twelve tracks that send (−∞) to two auxes, two regions, 120 BPM."""
    tracks = [_track(name, kind, colour) for name, kind, colour in PRACTICE_TRACKS]
    tracks[4].regions.append(Region("Bassline", 0.0, 16.0, _bassline()))
    tracks[5].regions.append(Region("Chords", 0.0, 16.0, _chords()))
    project = Project([*tracks, *_tail()], name="Practice", shorten=shorten)
    project.click = False
    return project


def big_project(strips: int, shorten: Shorten = by_letters) -> Project:
    """A project of that many strips (at least four): tracks, the two auxes, Stereo Out and Master."""
    kinds = (StripKind.AUDIO, StripKind.INSTRUMENT)
    tail = _tail()
    tracks = [_track(f"Track {n + 1}", kinds[n % 2], n % 8) for n in range(strips - len(tail))]
    return Project([*tracks, *tail], name="Big", shorten=shorten)


def _track(name: str, kind: StripKind, colour: int) -> Strip:
    strip = Strip(name, kind, colour=colour)
    for slot, (_, bus, _) in enumerate(_RETURNS):
        strip.sends[slot] = Send(bus)
    if kind is StripKind.INSTRUMENT:
        strip.input = ""
    return strip


def _tail() -> list[Strip]:
    """What stands behind the tracks of any project here."""
    auxes = [Strip(name, StripKind.AUX, input=bus, colour=7) for name, bus, _ in _RETURNS]
    for aux, (_, _, effect) in zip(auxes, _RETURNS, strict=True):
        aux.inserts[0] = plug_in(effect)
    return [
        *auxes,
        Strip("Stereo Out", StripKind.OUTPUT, input="", output="Output 1-2"),
        Strip("Master", StripKind.MASTER, input="", output=""),
    ]


def _bassline() -> list[tuple[int, float, float, int]]:
    return [
        (root + step, 4.0 * bar + start, length, 100)
        for bar, root in enumerate(_ROOTS)
        for start, length, step in _BASS_BAR
    ]


def _chords() -> list[tuple[int, float, float, int]]:
    return [
        (pitch, 4.0 * bar + start, length, 80)
        for bar, chord in enumerate(_CHORDS)
        for start, length in ((0.0, 1.5), (2.5, 1.0))
        for pitch in chord
    ]
