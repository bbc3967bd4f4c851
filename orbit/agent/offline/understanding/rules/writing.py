"""Notes written into clips."""

from __future__ import annotations

from daw_bridges.actions import AddNotes
from daw_bridges.quantities import beats_per_bar
from daw_bridges.references import find_clip, track_reference
from daw_bridges.session import Note
from orbit.agent.offline.understanding.clips import ClipPlace, clip_on
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.pitches import pad_of
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.rhythms import When
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = ["RULES", "_hit"]

_VELOCITY = 100
_SHORT, _BEAT = 0.25, 1.0
"""How long notes are when nothing says it, in beats: those of a rhythm, and one alone."""


def _hit(
    ground: Ground, when: When, clip: ClipPlace | None = None, track: Tracks = (), count: int = _VELOCITY
) -> Built:
    """Hits of which only the track says what they are."""
    place = clip or _the_clip(ground, track)
    if isinstance(place, Problem):
        return place
    pad = pad_of(place.track)
    if pad is None:
        return Problem("Which note? Say for instance “a C3 on every beat”.", "notes", firm=False)
    return _write(ground, (pad,), when, place, count=count)


def _write(
    ground: Ground,
    pitches: tuple[int, ...],
    when: When | None = None,
    clip: ClipPlace | None = None,
    track: Tracks = (),
    beats: float | None = None,
    count: int = _VELOCITY,
) -> Built:
    place = clip or _the_clip(ground, track)
    if isinstance(place, Problem):
        return place
    if not 1 <= count <= 127:
        return Problem(f"A velocity goes from 1 to 127, so it cannot be {count}.", "velocity")
    held = find_clip(ground.track(place.track), place.clip)
    when, bar = when or When(), beats_per_bar(ground.session.time_signature)
    starts = when.starts(held.length_beats, bar)
    if not starts or max(starts) >= held.length_beats:
        return Problem(f"{held.name} is {held.length_beats:g} beats long, and that is past its end.")
    length = beats or _length(when, pitches, bar)
    notes = tuple(Note(pitch, start, length, count) for start in starts for pitch in pitches)
    return [AddNotes(track=place.track, clip=place.clip, notes=notes)]


def _length(when: When, pitches: tuple[int, ...], bar: float) -> float:
    if when.every is not None:
        return _SHORT
    return bar if len(pitches) > 1 else _BEAT


def _the_clip(ground: Ground, tracks: Tracks) -> ClipPlace | Problem:
    """The clip of a track that was named, of what was spoken of before, or the only one there is."""
    session = ground.session
    everywhere = tuple(track_reference(session, at) for at, track in enumerate(session.tracks) if track.clips)
    among = tracks or tuple(name for name in ground.tracks if name in everywhere) or everywhere
    if len(among) != 1:
        labels = tuple(f"clip on {name}" for name in among)
        return Problem(
            f"Which clip? Say for instance {' or '.join(labels[:3]) or 'create a clip first'}.", "clip"
        )
    found = clip_on(ground, among[0], "clip")
    return found if isinstance(found, Problem) else ClipPlace(among[0], found)


_PUT = (
    "(put|add|write|place|draw|insert|program|sequence|drop|pencil in|play|i want|i need|give "
    "me|want|need|have| lay|throw in|stick|punch in|set|make)"
)
_NOTES = "[note|notes|{beats}] {pitches} [note|notes|chord|hit|hits|{beats}]"
_AT = "(on|at|in|for|to) {when}"
_LONG = "[(lasting|for|of) {beats} [long]]"
_HARD = "[(at|with) velocity [of] {count}]"
_CLIP = "({clip} [clip]|clip (on|of|in) {track}|{track:known_track} clip|clip)"
_IN = "(in|to|into|of|on|inside|at)"

RULES = (
    Rule(
        _write,
        (
            f"{_PUT} {_NOTES} {_AT} {_LONG} {_HARD} {_IN} {_CLIP} {_LONG} {_HARD}",
            f"{_PUT} {_NOTES} {_LONG} {_HARD} {_IN} {_CLIP} [{_AT}] {_LONG} {_HARD}",
        ),
        firm=False,
    ),
)
"""The wordings of notes."""
