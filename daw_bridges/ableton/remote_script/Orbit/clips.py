"""Edits of clips and scenes: create, delete, rename, notes, copies, launching."""

from __future__ import annotations

import importlib
from typing import Any, Dict, Iterator, List, Tuple

from .confirm import confirm, confirm_in_pieces, write
from .errors import NOT_APPLIED, NOT_POSSIBLE, OUT_OF_RANGE, EditError
from .live import LiveSet, identity, place_of, required

_SAME_TIME = 1e-4
_SAME_VELOCITY = 0.51
_PITCHES = 128
_FAR = 1e6
_AT_ONCE = 256
_STRETCH_BEATS, _MOST_STRETCHES = 64.0, 64


def read_notes(clip: Any) -> Iterator[Any]:
    """Read a MIDI clip's notes; returns them as [pitch, start_beat, duration_beats, velocity], by time.

    Notes that are switched off are left out: they are not heard.
    """
    if not clip.is_midi_clip:
        return []
    notes: List[List[float]] = []
    for start, beats in _stretches(clip):
        for note in clip.get_notes_extended(0, _PITCHES, start, beats):
            if not note.mute:
                notes.append([note.pitch, note.start_time, note.duration, note.velocity])
            if len(notes) % _AT_ONCE == 0:
                yield
        yield
    return sorted(notes, key=lambda note: note[1::-1])


def timeline_length(clip: Any) -> float:
    """How long a clip on the timeline is, in beats; its own length would be that of its loop."""
    return float(clip.end_time - clip.start_time)


def _stretches(clip: Any) -> Iterator[Tuple[float, float]]:
    """A clip's time in stretches, as starts and lengths in beats, with all around what it plays."""
    low = min(clip.loop_start, clip.start_marker, 0.0)
    high = max(clip.loop_end, clip.end_marker, low)
    step = max(_STRETCH_BEATS, (high - low) / _MOST_STRETCHES)
    if high - low <= step:
        # Notes may lie before and behind what the clip plays.
        yield -_FAR, 2.0 * _FAR
        return
    yield -_FAR, low + _FAR
    start = low
    while start < high:
        yield start, step
        start += step
    yield start, _FAR


def _create_clip(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    track, length = live.track(required(edit, "track")), float(required(edit, "length_beats"))
    slot = live.slot(track, int(required(edit, "slot")))
    if not track.has_midi_input or track.is_foldable:
        raise EditError(
            NOT_POSSIBLE, "%s is not a MIDI track: an empty clip can only be made on one." % track.name
        )
    if length <= 0:
        raise EditError(OUT_OF_RANGE, "A clip is longer than 0 beats.")
    _must_be_empty(track, slot, edit["slot"])
    slot.create_clip(length)
    clip = yield from _clip_in(slot, "Live made no clip in slot %d of %s." % (edit["slot"], track.name))
    live.made[edit["place"]] = identity(clip)
    if edit.get("name") is not None:
        yield from write(clip, "name", edit["name"], "the clip's name")
    return {"slot": edit["slot"], "length_beats": clip.length, "name": clip.name}


def _must_be_empty(track: Any, slot: Any, number: int) -> None:
    if slot.has_clip:
        raise EditError(
            NOT_POSSIBLE, "Slot %d of %s already holds “%s”." % (number, track.name, slot.clip.name)
        )


def _clip_in(slot: Any, complaint: str) -> Iterator[Any]:
    yield from confirm(lambda: bool(slot.has_clip), bool, lambda _: complaint)
    return slot.clip


def _delete_clip(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    track, ref = live.track(required(edit, "track")), required(edit, "clip")
    clip = live.clip(track, ref)
    name, pointer = clip.name, identity(clip)
    if "slot" in ref:
        live.slot(track, ref["slot"]).delete_clip()
    else:
        track.delete_clip(clip)
    yield from confirm(
        lambda: pointer in [identity(other) for other in all_clips(track)],
        lambda there: not there,
        lambda _: "Live did not delete the clip %s on %s." % (name, track.name),
    )
    return {"name": name, "exists": False}


def all_clips(track: Any) -> List[Any]:
    """The clips of a track in both views."""
    session = [slot.clip for slot in track.clip_slots if slot.has_clip]
    return session + list(track.arrangement_clips)


def _rename_clip(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    clip = live.clip(live.track(required(edit, "track")), required(edit, "clip"))
    yield from write(clip, "name", required(edit, "name"), "the clip's name")
    return {"name": clip.name}


def _add_notes(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    clip = live.clip(live.track(required(edit, "track")), required(edit, "clip"))
    notes = [[float(part) for part in note] for note in required(edit, "notes")]
    if not clip.is_midi_clip:
        raise EditError(NOT_POSSIBLE, "%s is an audio clip: it has no notes." % clip.name)
    _must_be_playable(notes)
    make = importlib.import_module("Live").Clip.MidiNoteSpecification
    for first in range(0, len(notes), _AT_ONCE):
        clip.add_new_notes(
            tuple(
                make(pitch=int(pitch), start_time=start, duration=length, velocity=velocity)
                for pitch, start, length, velocity in notes[first : first + _AT_ONCE]
            )
        )
        yield
    missing, count = yield from confirm_in_pieces(
        lambda: _missing(notes, clip),
        lambda observed: observed[0] == 0,
        lambda observed: "Live did not take %d of %d notes." % (observed[0], len(notes)),
    )
    return {"added": len(notes) - missing, "notes": count}


def _must_be_playable(notes: List[List[float]]) -> None:
    for pitch, start, length, velocity in notes:
        if not (0 <= pitch < _PITCHES and start >= 0 and length > 0 and 0 < velocity < _PITCHES):
            raise EditError(
                OUT_OF_RANGE,
                "No note: pitch %g, beat %g, length %g, velocity %g." % (pitch, start, length, velocity),
            )


def _missing(wanted: List[List[float]], clip: Any) -> Iterator[Any]:
    """Count the notes that a clip does not have, and all it has."""
    there = yield from read_notes(clip)
    known = {_place(note[0], note[1]): note for note in there}
    latest = {_place(note[0], note[1]): note for note in wanted}
    yield
    return sum(not _alike(note, known) for note in latest.values()), len(there)


def _place(pitch: float, beat: float) -> Tuple[int, int]:
    return round(pitch), round(beat / _SAME_TIME)


def _alike(note: List[float], known: Dict[Tuple[int, int], List[float]]) -> bool:
    there = known.get(_place(note[0], note[1]))
    if there is None or abs(there[3] - note[3]) > _SAME_VELOCITY:
        return False
    # One key sounds once at a time: a note ends where the next of its pitch begins.
    cut_short = there[2] < note[2] and _place(note[0], there[1] + there[2]) in known
    return cut_short or abs(there[2] - note[2]) <= _SAME_TIME


def _duplicate_clip(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    track, ref = live.track(required(edit, "track")), required(edit, "clip")
    clip = live.clip(track, ref)
    if edit.get("to_slot") is not None:
        return (yield from _copy_to_slot(live, edit, track, clip))
    return (yield from _copy_to_timeline(live, edit, track, clip))


def _copy_to_slot(live: LiveSet, edit: Dict[str, Any], track: Any, clip: Any) -> Iterator[Any]:
    if clip.is_arrangement_clip:
        raise EditError(NOT_POSSIBLE, "Live copies no clip from the timeline into a slot.")
    source = next(
        slot for slot in track.clip_slots if slot.has_clip and identity(slot.clip) == identity(clip)
    )
    target = live.slot(track, int(edit["to_slot"]))
    _must_be_empty(track, target, edit["to_slot"])
    source.duplicate_clip_to(target)
    copy = yield from _clip_in(target, "Live made no copy in slot %d of %s." % (edit["to_slot"], track.name))
    live.made[edit["place"]] = identity(copy)
    return {"slot": edit["to_slot"], "name": copy.name, "length_beats": copy.length}


def _copy_to_timeline(live: LiveSet, edit: Dict[str, Any], track: Any, clip: Any) -> Iterator[Any]:
    start, before = float(required(edit, "to")), [identity(other) for other in track.arrangement_clips]
    if start < 0:
        raise EditError(OUT_OF_RANGE, "The timeline begins at bar 1.")
    track.duplicate_clip_to_arrangement(clip, start)
    fresh = yield from confirm(
        lambda: [
            other
            for other in track.arrangement_clips
            if identity(other) not in before and abs(other.start_time - start) <= _SAME_TIME
        ],
        bool,
        lambda _: "Live made no copy of %s at beat %g." % (clip.name, start),
    )
    live.made[edit["place"]] = identity(fresh[0])
    return {"start": fresh[0].start_time, "name": fresh[0].name, "length_beats": timeline_length(fresh[0])}


def _fire_clip(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    track = live.track(required(edit, "track"))
    clip = live.clip(track, required(edit, "clip"))
    if clip.is_arrangement_clip:
        raise EditError(NOT_POSSIBLE, "A clip on the timeline is played by the transport, not launched.")
    clip.fire()
    # A launch starts the song, a tick later.
    yield from confirm(
        lambda: bool((clip.is_playing or clip.is_triggered) and live.song.is_playing),
        bool,
        lambda _: "Live did not launch %s." % clip.name,
    )
    return {"name": clip.name, "playing": bool(clip.is_playing), "launched": True}


def _stop_clip(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    track = live.track(required(edit, "track"))
    track.stop_all_clips()
    # A stop waits for the launch quantisation: until then the track says that it is about to (-2).
    yield from confirm(
        lambda: track.playing_slot_index < 0 or track.fired_slot_index == -2,
        bool,
        lambda _: "Live did not stop the clip on %s." % track.name,
    )
    return {"stopped": True, "playing": track.playing_slot_index >= 0}


def _create_scene(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    before = [identity(scene) for scene in live.song.scenes]
    live.song.create_scene(-1)
    fresh = [scene for scene in live.song.scenes if identity(scene) not in before]
    if not fresh:
        raise EditError(NOT_APPLIED, "Live made no scene.")
    live.made[edit["place"]] = identity(fresh[0])
    yield from write(fresh[0], "name", required(edit, "name"), "the scene's name")
    return {"name": fresh[0].name, "place": place_of(fresh[0], live.song.scenes) + 1}


def _rename_scene(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    scene = live.scene(required(edit, "scene"))
    yield from write(scene, "name", required(edit, "name"), "the scene's name")
    return {"name": scene.name}


def _delete_scene(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    scene, song = live.scene(required(edit, "scene")), live.song
    name, pointer = scene.name, identity(scene)
    if len(song.scenes) == 1:
        raise EditError(NOT_POSSIBLE, "Live keeps at least one scene: “%s” is the last." % name)
    song.delete_scene(place_of(scene, song.scenes))
    yield from confirm(
        lambda: pointer in [identity(other) for other in song.scenes],
        lambda there: not there,
        lambda _: "Live did not delete the scene %s." % name,
    )
    return {"name": name, "exists": False}


def _fire_scene(live: LiveSet, edit: Dict[str, Any]) -> Iterator[Any]:
    scene = live.scene(required(edit, "scene"))
    row = [slot for slot in scene.clip_slots if slot.has_clip]
    scene.fire()
    yield from confirm(
        lambda: (
            all(slot.is_playing or slot.is_triggered for slot in row) and (live.song.is_playing or not row)
        ),
        bool,
        lambda _: "Live did not launch every clip of the scene %s." % scene.name,
    )
    return {"name": scene.name, "launched": len(row)}


EDITS = {
    "create_clip": _create_clip,
    "delete_clip": _delete_clip,
    "rename_clip": _rename_clip,
    "add_notes": _add_notes,
    "duplicate_clip": _duplicate_clip,
    "fire_clip": _fire_clip,
    "stop_clip": _stop_clip,
    "create_scene": _create_scene,
    "rename_scene": _rename_scene,
    "delete_scene": _delete_scene,
    "fire_scene": _fire_scene,
}
