"""The part of ``diff`` that brings the rows of the session view into line, and what plays in them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from daw_bridges.actions import (
    CreateScene,
    DeleteScene,
    FireClip,
    FireScene,
    Play,
    Record,
    RenameScene,
    Stop,
    StopClip,
)
from daw_bridges.algebra.application import apply
from daw_bridges.algebra.difference.alignment import Costs, align_appending
from daw_bridges.algebra.difference.draft import Draft
from daw_bridges.algebra.difference.likeness import clip_content
from daw_bridges.errors import ActionError
from daw_bridges.references import clip_reference
from daw_bridges.session import Session

__all__ = ["append_scenes", "bring_playing", "delete_rows"]

_UNNAMED = "Scene"
"""What a scene without a name is called while it is made."""

_Pairs = Sequence[tuple[int, int]]


def append_scenes(draft: Draft, goal: Session, pairs: _Pairs) -> tuple[dict[int, int], set[int]]:
    """Create the missing scenes; gives the draft's slot for each of the goal's, and the slots to delete.

    The rows to delete stay until the clips are done: what lies in them may have to be copied first.
    """
    before, after = draft.session.scenes, goal.scenes
    if before == after:
        # Files can hold clips in slots that have no scene.
        slots = {clip.slot for track in goal.tracks for clip in track.clips}
        return {slot: slot for slot in slots}, set()
    sources = align_appending(len(before), len(after), _row_costs(draft.session, goal, pairs))
    rows: dict[int, int] = {}
    for j, source in enumerate(sources):
        if source is None and not draft.do(CreateScene, name=after[j] or _UNNAMED):
            # A file may hold a name that no action takes; the scene is wanted all the same.
            draft.do(CreateScene, name=_UNNAMED)
        rows[j + 1] = len(draft.session.scenes) if source is None else source.place + 1
        if rows[j + 1] and draft.session.scenes[rows[j + 1] - 1] != after[j]:
            draft.do(RenameScene, scene=f"#{rows[j + 1]}", name=after[j])
    return rows, set(range(1, len(before) + 1)) - set(rows.values())


def _row_costs(session: Session, goal: Session, pairs: _Pairs) -> Costs:
    ours = _rows(session, [one for one, _ in pairs])
    theirs = _rows(goal, [other for _, other in pairs])

    def keep(i: int, j: int) -> float:
        renamed = 1.1 * (session.scenes[i] != goal.scenes[j])
        one, other = ours.get(i + 1, {}), theirs.get(j + 1, {})
        return renamed + sum(one.get(track) != other.get(track) for track in {*one, *other})

    return Costs(
        keep=keep,
        create=lambda j: 1.0 + (not goal.scenes[j]) + len(theirs.get(j + 1, ())),
        delete=lambda _: 1.0,
    )


def _rows(session: Session, tracks: Sequence[int]) -> dict[int, dict[int, Hashable]]:
    """What lies in each slot's row: the clips' contents, by the track's place among ``tracks``."""
    rows: dict[int, dict[int, Hashable]] = {}
    for place, index in enumerate(tracks):
        for clip in session.tracks[index].clips:
            rows.setdefault(clip.slot, {})[place] = clip_content(clip)
    return rows


def delete_rows(draft: Draft, doomed: set[int]) -> None:
    """Delete the scenes that are not wanted, with what is still in them."""
    for slot in sorted(doomed, reverse=True):
        draft.do(DeleteScene, scene=f"#{slot}")


def bring_playing(draft: Draft, goal: Session, pairs: _Pairs) -> None:
    """Bring what plays into line: launched clips, the transport, recording."""
    changed = [(one, other) for one, other in pairs if _plays(draft.session, one) != _plays(goal, other)]
    if len(changed) < 2 or not _launch_scene(draft, goal, pairs):
        for one, other in changed:
            _bring_clip(draft, one, _plays(goal, other))
    if draft.session.playing != goal.playing:
        draft.do(Play) if goal.playing else draft.do(Stop)
    if draft.session.recording != goal.recording:
        draft.do(Record, on=goal.recording)


def _plays(session: Session, index: int) -> int | None:
    return session.tracks[index].playing_slot


def _launch_scene(draft: Draft, goal: Session, pairs: _Pairs) -> bool:
    """Launch one scene where that brings every track into line at once."""
    slots = {_plays(goal, other) for _, other in pairs} - {None}
    if len(slots) != 1:
        return False
    launch = FireScene(scene=f"#{slots.pop()}")
    try:
        launched = apply(draft.session, launch)
    except ActionError:
        return False
    right = all(_plays(launched, one) == _plays(goal, other) for one, other in pairs)
    return right and draft.do(FireScene, scene=launch.scene)


def _bring_clip(draft: Draft, index: int, slot: int | None) -> None:
    track = draft.track(index)
    if slot is None:
        draft.do(StopClip, track=draft.name(index))
        return
    place = next((i for i, clip in enumerate(track.clips) if clip.slot == slot), None)
    if place is not None:
        draft.do(FireClip, track=draft.name(index), clip=clip_reference(track, place))
