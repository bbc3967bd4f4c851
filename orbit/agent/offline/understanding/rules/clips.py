"""Clips of the session view, and scenes."""

from __future__ import annotations

from dataclasses import replace

from daw_bridges.actions import (
    CreateClip,
    CreateScene,
    DeleteClip,
    DeleteScene,
    DuplicateClip,
    FireClip,
    FireScene,
    RenameClip,
    RenameScene,
    StopClip,
)
from daw_bridges.quantities import beats_per_bar
from daw_bridges.session import Track
from orbit.agent.offline.understanding.clips import ClipPlace, clip_on, which_clip
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import GAP, Problem
from orbit.agent.offline.understanding.rule import Built, Rule
from orbit.agent.offline.understanding.rules.writing import RULES as WRITING
from orbit.agent.offline.understanding.tracks import Tracks

__all__ = ["RULES", "_delete_scene", "_rename_scene", "_stop_named"]


def _place(ground: Ground, clip: ClipPlace | None, track: Tracks, slot: str) -> ClipPlace | Problem:
    """The clip that was said: by its name, or by its slot or as the only one of a track."""
    if clip is not None and (not track or clip.track == track[0]):
        return clip
    if not track:
        return which_clip(ground)
    found = clip_on(ground, track[0], slot)
    return found if isinstance(found, Problem) else ClipPlace(track[0], found)


def _fire(ground: Ground, clip: ClipPlace | None = None, track: Tracks = (), slot: str = "clip") -> Built:
    place = _place(ground, clip, track, slot)
    return place if isinstance(place, Problem) else [FireClip(track=place.track, clip=place.clip)]


def _delete(ground: Ground, clip: ClipPlace | None = None, track: Tracks = (), slot: str = "clip") -> Built:
    # What was spoken of before is too little to delete something by: with several clips, which one is asked.
    place = _place(replace(ground, tracks=()), clip, track, slot)
    return place if isinstance(place, Problem) else [DeleteClip(track=place.track, clip=place.clip)]


def _rename(
    ground: Ground, name: str, clip: ClipPlace | None = None, track: Tracks = (), slot: str = "clip"
) -> Built:
    place = _place(ground, clip, track, slot)
    return (
        place if isinstance(place, Problem) else [RenameClip(track=place.track, clip=place.clip, name=name)]
    )


def _copy(
    ground: Ground, count: int, clip: ClipPlace | None = None, track: Tracks = (), slot: str = "clip"
) -> Built:
    place = _place(ground, clip, track, slot)
    if isinstance(place, Problem):
        return place
    to_slot = count or _free_slot(ground.track(place.track))
    return [DuplicateClip(track=place.track, clip=place.clip, to_slot=to_slot)]


def _copy_to_bar(
    ground: Ground,
    bars: tuple[float, ...],
    clip: ClipPlace | None = None,
    track: Tracks = (),
    slot: str = "clip",
) -> Built:
    place = _place(ground, clip, track, slot)
    if isinstance(place, Problem):
        return place
    return [DuplicateClip(track=place.track, clip=place.clip, to_bar=each) for each in bars]


def _free_slot(track: Track) -> int:
    taken = {clip.slot for clip in track.clips}
    return next(number for number in range(1, len(taken) + 2) if number not in taken)


def _stop(_: Ground, tracks: Tracks) -> Built:
    return [StopClip(track=track) for track in tracks]


def _stop_named(_: Ground, clip: ClipPlace) -> Built:
    return [StopClip(track=clip.track)]


def _create(
    ground: Ground,
    track: Tracks,
    bars: float = 4.0,
    beats: float | None = None,
    name: str | None = None,
    count: int | None = None,
) -> Built:
    """An empty clip, of four bars (the shortest phrase) and in the first free slot unless said otherwise."""
    held = ground.track(track[0])
    slot = count or _free_slot(held)
    if slot in {clip.slot for clip in held.clips}:
        return Problem(f"Slot {slot} of {held.name} already holds a clip.")
    length = beats or bars * beats_per_bar(ground.session.time_signature)
    return [CreateClip(track=track[0], slot=slot, length_beats=length, name=name)]


def _scene(_: Ground, name: str = "", tempo: float | None = None) -> Built:
    if tempo is not None:
        told = "A scene cannot get a tempo of its own here. What should it be called without one?"
        return Problem(told, asks=f"create a scene called {GAP}")
    return (
        [CreateScene(name=name)] if name else Problem("What should the scene be called?", "scene", firm=False)
    )


def _fire_scene(_: Ground, scene: str) -> Built:
    return [FireScene(scene=scene)]


def _rename_scene(_: Ground, scene: str, name: str) -> Built:
    return [RenameScene(scene=scene, name=name)]


def _delete_scene(_: Ground, scene: str) -> Built:
    return [DeleteScene(scene=scene)]


_FIRE = "(fire|launch|play|trigger|start|kick off|run|hit|set off)"
_DELETE = "(delete|remove|erase|get rid of|trash|clear|bin|scrap|wipe)"
_NEW = "(create|add|make|insert|put|new|i need|give me|i want|need|want|get|drop)"
_CALLED = "(called|named|titled|labelled|labeled|and call it|and name it|call it|name it)"
_LENGTH = "({bars}|{beats})"
_CLIP = (
    f"({_NEW} [empty|new|blank|fresh]|empty|new|blank|fresh) [{_LENGTH} [long]] [empty|new|midi|blank] clip"
)
_LASTING = f"[of|with|for|that lasts] [length of] {_LENGTH} [long]"
_SLOT = "(in|at|into|to) {count:next_slot}"
_ON = "(on|in|for|of|to|into|onto)"
_COPY = "(copy|duplicate|clone|paste)"
_RENAME = "(rename|retitle|relabel)"
_TO = "(to|as|into)"

RULES = (
    Rule(
        _fire,
        (
            f"{_FIRE} {{clip}} [clip|loop] [(on|of|in) {{track}}]",
            f"{_FIRE} clip [(on|of|in) {{track}}]",
        ),
    ),
    Rule(
        _stop,
        ("stop [playing] {tracks} [clip|clips]",),
        firm=False,
    ),
    Rule(_stop_named, ("stop {clip} [loop|clip]",)),
    Rule(
        _rename,
        (
            f"{_RENAME} clip [(on|of|in) {{track}}] {_TO} {{name}}",
            "(call|name) {clip} [clip] {name}",
            "(change|set) name of {clip} [clip] to {name}",
            f"{_RENAME} {{clip}} [clip] on {{track}} {_TO} {{name}}",
        ),
    ),
    Rule(
        _delete,
        (
            f"{_DELETE} {{clip}} [clip|loop] [(on|of|in|from) {{track}}]",
            f"{_DELETE} {{slot}} (on|of|in|from) {{track}}",
            f"{_DELETE} clip [(on|of|in|from) {{track}}]",
        ),
    ),
    Rule(
        _copy,
        ("double {clip} [clip] [on {track}] (to|into|in) [clip] {count:next_slot}",),
    ),
    Rule(
        _copy_to_bar,
        (
            f"{_COPY} {{clip}} [clip] [on {{track}}] (to|at|into) {{bars:spots}}",
            f"{_COPY} (clip|it) [over] (to|at|into) {{bars:spots}}",
        ),
        firm=False,
    ),
    Rule(
        _create,
        (
            f"{_CLIP} {_CALLED} {{name}} {_SLOT} (of|on) {{track}}",
            f"{_CLIP} {_SLOT} {_ON} {{track}} [{_LASTING}] [{_CALLED} {{name}}]",
            f"{_CLIP} {_LASTING} {_ON} {{track}} {{count:next_slot}}",
            f"{_CLIP} {_ON} {{track}} {{count:next_slot}}",
        ),
    ),
    Rule(
        _scene,
        (
            f"{_NEW} [new|another|empty|one more] scene [{_CALLED} {{name}}]",
            f"{_NEW} [new|another|empty|one more] scene [{_CALLED} {{name}}] (at|with|in) {{tempo}}",
        ),
    ),
    Rule(
        _fire_scene,
        (
            f"{_FIRE} {{scene}} [scene]",
            f"{_FIRE} scene {{scene}}",
            "(go to|jump to|switch to) {scene:that_scene}",
            "{scene:that_scene} (go|now)",
        ),
    ),
    *WRITING,
)
"""The wordings of clips and scenes."""
