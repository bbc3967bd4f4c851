"""Edits of clips and scenes, in the session view and on the timeline."""

from __future__ import annotations

import math
from collections.abc import Iterable

from daw_bridges.actions import (
    AddNotes,
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
from daw_bridges.algebra.checks import check_bar, check_length, check_slot, number_text, require_recordable
from daw_bridges.algebra.editing import Edits, edited, locate_track, removed, replaced, with_track
from daw_bridges.errors import NotPossibleError, OutOfRangeError
from daw_bridges.quantities import bars_to_beats
from daw_bridges.references import clip_index, is_arrangement_reference, scene_index
from daw_bridges.session import ArrangementClip, Clip, Note, Session, Track, TrackKind

__all__ = ["EDITS", "overlaps", "with_notes"]


def _create_clip(session: Session, action: CreateClip) -> Session:
    index, track = locate_track(session, action)
    if track.kind is not TrackKind.MIDI:
        raise NotPossibleError(f"“{track.name}” is not a MIDI track, so it cannot hold MIDI clips.")
    check_length("A clip", action.length_beats)
    _check_free(session, track, action.slot)
    clip = Clip(slot=action.slot, name=action.name or "", length_beats=action.length_beats)
    return with_track(session, index, clips=_in_slots(track, clip))


def _check_free(session: Session, track: Track, slot: int) -> None:
    check_slot(session, slot)
    there = next((clip for clip in track.clips if clip.slot == slot), None)
    if there is not None:
        name = f", “{there.name}”" if there.name else ""
        raise NotPossibleError(
            f"There is already a clip in slot {slot} of “{track.name}”{name}. Choose a free slot."
        )


def _in_slots(track: Track, clip: Clip) -> tuple[Clip, ...]:
    return tuple(sorted((*track.clips, clip), key=lambda each: each.slot))


def _delete_clip(session: Session, action: DeleteClip) -> Session:
    index, track = locate_track(session, action)
    place = clip_index(track, action.clip)
    if is_arrangement_reference(action.clip):
        return with_track(session, index, arrangement_clips=removed(track.arrangement_clips, place))
    stopped = track.playing_slot == track.clips[place].slot
    playing = None if stopped else track.playing_slot
    return with_track(session, index, clips=removed(track.clips, place), playing_slot=playing)


def _rename_clip(session: Session, action: RenameClip) -> Session:
    return _with_clip(session, action, name=action.name)


def _with_clip(session: Session, action: RenameClip | AddNotes, **changes: object) -> Session:
    index, track = locate_track(session, action)
    place = clip_index(track, action.clip)
    if is_arrangement_reference(action.clip):
        placed = edited(track.arrangement_clips[place], **changes)
        return with_track(session, index, arrangement_clips=replaced(track.arrangement_clips, place, placed))
    clip = edited(track.clips[place], **changes)
    return with_track(session, index, clips=replaced(track.clips, place, clip))


def _add_notes(session: Session, action: AddNotes) -> Session:
    _, track = locate_track(session, action)
    if track.kind is not TrackKind.MIDI:
        raise NotPossibleError(f"“{track.name}” is not a MIDI track, so its clips hold no notes.")
    for note in action.notes:
        _check_note(note)
    place = clip_index(track, action.clip)
    clip = (track.arrangement_clips if is_arrangement_reference(action.clip) else track.clips)[place]
    if clip.notes != len(clip.note_list):
        # The host did not say which notes there are, so only their number can be known.
        return _with_clip(session, action, notes=clip.notes + len(action.notes))
    notes = with_notes(clip.note_list, action.notes)
    return _with_clip(session, action, note_list=notes, notes=len(notes))


def _check_note(note: Note) -> None:
    if not 0 <= note.pitch <= 127:
        raise OutOfRangeError(f"Pitches go from 0 to 127 (60 is middle C); {note.pitch} is out of range.")
    if not 1 <= note.velocity <= 127:
        raise OutOfRangeError(f"Velocities go from 1 to 127; {number_text(note.velocity)} is out of range.")
    if not 0 <= note.start_beat < math.inf:
        raise OutOfRangeError(
            f"Beats count from 0 at the clip's start; {number_text(note.start_beat)} is out of range."
        )
    if not 0 < note.duration_beats < math.inf:
        raise OutOfRangeError(
            f"A note lasts longer than 0 beats; {number_text(note.duration_beats)} is out of range."
        )


def with_notes(notes: Iterable[Note], more: Iterable[Note]) -> tuple[Note, ...]:
    """The notes with more added, in order of time.

    One pitch sounds once at a time, as in every piano roll: a new note takes the place of one with the same
    start, and an earlier one ends where the next begins.
    """
    latest = {(note.pitch, note.start_beat): note for note in (*notes, *more)}
    begins: dict[int, float] = {}
    kept: list[Note] = []
    for note in sorted(latest.values(), key=lambda note: (note.start_beat, note.pitch), reverse=True):
        room = begins.get(note.pitch, math.inf) - note.start_beat
        kept.append(note._replace(duration_beats=room) if room < note.duration_beats else note)
        begins[note.pitch] = note.start_beat
    return tuple(reversed(kept))


def _duplicate_clip(session: Session, action: DuplicateClip) -> Session:
    index, track = locate_track(session, action)
    place = clip_index(track, action.clip)
    placed = is_arrangement_reference(action.clip)
    source = (track.arrangement_clips if placed else track.clips)[place]
    if action.to_bar is not None:
        return _copy_to_bar(session, index, source, action.to_bar)
    if action.to_slot is None or not isinstance(source, Clip):
        raise NotPossibleError("A clip on the timeline can be copied to another bar, not into a slot.")
    _check_free(session, track, action.to_slot)
    return with_track(session, index, clips=_in_slots(track, edited(source, slot=action.to_slot)))


def _copy_to_bar(session: Session, index: int, source: Clip | ArrangementClip, bar: float) -> Session:
    check_bar(bar)
    track = session.tracks[index]
    in_the_way = overlaps(session, track, bar, source.length_beats)
    if in_the_way:
        there = in_the_way[0]
        name = f"“{there.name}”" if there.name else "a clip"
        raise NotPossibleError(
            f"From bar {number_text(bar)} on there is {name} of “{track.name}” in the way (it starts at bar "
            f"{number_text(there.start_bar)}). Delete it first or choose another bar."
        )
    copy = ArrangementClip(
        name=source.name,
        start_bar=bar,
        length_beats=source.length_beats,
        notes=source.notes,
        note_list=source.note_list,
        sample=source.sample,
    )
    placed = tuple(sorted((*track.arrangement_clips, copy), key=lambda clip: clip.start_bar))
    return with_track(session, index, arrangement_clips=placed)


def overlaps(session: Session, track: Track, bar: float, length_beats: float) -> list[ArrangementClip]:
    """The arrangement clips of a track that a clip of that length at that bar would lie over."""
    bar_beats = bars_to_beats(2.0, session.time_signature)
    start = (bar - 1.0) * bar_beats
    found: list[ArrangementClip] = []
    for clip in track.arrangement_clips:
        other = (clip.start_bar - 1.0) * bar_beats
        # Ends that touch do not overlap; floats may say they do by a hair.
        if start < other + clip.length_beats - _HAIR and other < start + length_beats - _HAIR:
            found.append(clip)
    return found


_HAIR = 1e-6


def _fire_clip(session: Session, action: FireClip) -> Session:
    index, track = locate_track(session, action)
    place = clip_index(track, action.clip)
    if is_arrangement_reference(action.clip):
        raise NotPossibleError("A clip on the timeline is not launched: play from its bar instead.")
    return edited(with_track(session, index, playing_slot=track.clips[place].slot), playing=True)


def _stop_clip(session: Session, action: StopClip) -> Session:
    index, track = locate_track(session, action)
    require_recordable(track, "clips")
    return with_track(session, index, playing_slot=None)


def _create_scene(session: Session, action: CreateScene) -> Session:
    return edited(session, scenes=(*session.scenes, action.name))


def _rename_scene(session: Session, action: RenameScene) -> Session:
    row = scene_index(session, action.scene)
    return edited(session, scenes=replaced(session.scenes, row, action.name))


def _delete_scene(session: Session, action: DeleteScene) -> Session:
    row = scene_index(session, action.scene)
    if len(session.scenes) == 1:
        raise NotPossibleError("This is the last scene, and there has to be one. Create another first.")
    tracks = tuple(_without_row(track, row + 1) for track in session.tracks)
    return edited(session, scenes=removed(session.scenes, row), tracks=tracks)


def _without_row(track: Track, slot: int) -> Track:
    playing = track.playing_slot
    if not track.clips and playing is None:
        return track
    clips = tuple(
        edited(clip, slot=clip.slot - 1) if clip.slot > slot else clip
        for clip in track.clips
        if clip.slot != slot
    )
    if playing is not None:
        playing = None if playing == slot else playing - (playing > slot)
    return edited(track, clips=clips, playing_slot=playing)


def _fire_scene(session: Session, action: FireScene) -> Session:
    slot = scene_index(session, action.scene) + 1
    tracks = tuple(_launched(track, slot) for track in session.tracks)
    launched = any(track.playing_slot == slot for track in tracks)
    return edited(session, tracks=tracks, playing=session.playing or launched)


def _launched(track: Track, slot: int) -> Track:
    """The track playing its clip of that row, or nothing where the slot is empty."""
    playing = slot if any(clip.slot == slot for clip in track.clips) else None
    return track if playing == track.playing_slot else edited(track, playing_slot=playing)


EDITS: Edits = {
    CreateClip: _create_clip,
    DeleteClip: _delete_clip,
    RenameClip: _rename_clip,
    AddNotes: _add_notes,
    DuplicateClip: _duplicate_clip,
    FireClip: _fire_clip,
    StopClip: _stop_clip,
    CreateScene: _create_scene,
    RenameScene: _rename_scene,
    DeleteScene: _delete_scene,
    FireScene: _fire_scene,
}
