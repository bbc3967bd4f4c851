"""Drawing edits of clips and scenes."""

from __future__ import annotations

from typing import Any

from daw_bridges.actions import (
    Action,
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
from daw_bridges.references import arrangement_reference, clip_reference, find_clip
from daw_bridges.session import Note, Session, Track, TrackKind
from tests.strategies.picking import CLIPS, RECORDABLE, SCENES, Maker, Pick, a_track, named

__all__ = ["MAKERS"]


def _clip(pick: Pick, session: Session, *kinds: TrackKind, placed: bool = False) -> Any:
    """A track's place and a reference to a clip on it; None if there is none."""
    wanted = kinds or RECORDABLE
    places = [
        (i, j)
        for i, track in enumerate(session.tracks)
        if track.kind in wanted
        for j in range(len(track.arrangement_clips if placed else track.clips))
    ]
    if not places:
        return None
    i, j = pick.of(places)
    track = session.tracks[i]
    return i, arrangement_reference(track.arrangement_clips[j]) if placed else clip_reference(track, j)


def _free_slots(session: Session, track: Track) -> list[int]:
    taken = {clip.slot for clip in track.clips}
    return [slot for slot in range(1, len(session.scenes) + 1) if slot not in taken]


def _create_clip(pick: Pick, session: Session) -> Action | None:
    index = a_track(pick, session, TrackKind.MIDI)
    slots = _free_slots(session, session.tracks[index]) if index >= 0 else []
    if not slots:
        return None
    name = pick.of(CLIPS) if pick.flag() else None
    length = float(pick.of((1, 4, 16)))
    return CreateClip(track=named(session, index), slot=pick.of(slots), length_beats=length, name=name)


def _delete_clip(pick: Pick, session: Session) -> Action | None:
    found = _clip(pick, session, placed=pick.flag())
    return None if found is None else DeleteClip(track=named(session, found[0]), clip=found[1])


def _rename_clip(pick: Pick, session: Session) -> Action | None:
    found = _clip(pick, session, placed=pick.flag())
    if found is None:
        return None
    return RenameClip(track=named(session, found[0]), clip=found[1], name=pick.of(CLIPS))


def _note(pick: Pick) -> Note:
    packed = pick.number(0, 3 * 8 * 4 * 2 - 1)
    pitch, start, length, loud = packed % 3, packed // 3 % 8, packed // 24 % 4, packed // 96
    return Note(60 + pitch, start / 2, (length + 1) / 2, (64.0, 100.0)[loud])


def _add_notes(pick: Pick, session: Session) -> Action | None:
    found = _clip(pick, session, TrackKind.MIDI, placed=pick.rarely())
    if found is None:
        return None
    notes = tuple(_note(pick) for _ in range(pick.number(1, 3)))
    clip = find_clip(session.tracks[found[0]], found[1])
    if clip.notes != len(clip.note_list):
        return None  # where the host does not tell the notes, nobody can say afterwards which ones were added
    return AddNotes(track=named(session, found[0]), clip=found[1], notes=notes)


def _duplicate_clip(pick: Pick, session: Session) -> Action | None:
    placed = pick.rarely()
    found = _clip(pick, session, placed=placed)
    if found is None:
        return None
    index, clip = found
    slots = _free_slots(session, session.tracks[index])
    if slots and not placed and pick.flag():
        return DuplicateClip(track=named(session, index), clip=clip, to_slot=pick.of(slots))
    return DuplicateClip(track=named(session, index), clip=clip, to_bar=pick.bar())


def _fire_clip(pick: Pick, session: Session) -> Action | None:
    found = _clip(pick, session)
    return None if found is None else FireClip(track=named(session, found[0]), clip=found[1])


def _stop_clip(pick: Pick, session: Session) -> Action:
    return StopClip(track=named(session, a_track(pick, session, *RECORDABLE)))


def _scene(pick: Pick, session: Session) -> str:
    return f"#{pick.number(1, len(session.scenes))}"


def _delete_scene(pick: Pick, session: Session) -> Action | None:
    return DeleteScene(scene=_scene(pick, session)) if len(session.scenes) > 1 else None


def _rename_scene(pick: Pick, session: Session) -> Action:
    return RenameScene(scene=_scene(pick, session), name=pick.of(("", *SCENES)))


def _create_scene(pick: Pick, session: Session) -> Action | None:
    return CreateScene(name=pick.of(SCENES)) if len(session.scenes) < 6 else None


MAKERS: dict[str, Maker] = {
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
    "fire_scene": lambda pick, session: FireScene(scene=_scene(pick, session)),
}
