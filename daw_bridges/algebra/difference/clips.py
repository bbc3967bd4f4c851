"""The part of ``diff`` that brings the clips of a track into line, in its slots and on its timeline.

A clip whose content is there already is copied; what is MIDI can also be made from nothing. Nothing that a
later copy needs is deleted before: where two clips stand in each other's way, one steps aside.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import TypeVar

from daw_bridges.actions import (
    AddNotes,
    AutomateParameter,
    CreateClip,
    CreateScene,
    DeleteClip,
    DuplicateClip,
    RenameClip,
)
from daw_bridges.algebra.clips import overlaps, with_notes
from daw_bridges.algebra.difference.draft import Draft
from daw_bridges.algebra.difference.likeness import clip_content, creatable_clip
from daw_bridges.algebra.transport import SAME_BAR
from daw_bridges.quantities import beats_to_bars
from daw_bridges.references import arrangement_reference, clip_reference
from daw_bridges.session import ArrangementClip, Clip, Note, Track

__all__ = ["bring_clips"]

_Clip = TypeVar("_Clip", bound=Clip | ArrangementClip)

_ASIDE = "Orbit, for a moment"
"""The scene a clip steps aside to; it is deleted before the diff ends."""


def bring_clips(draft: Draft, index: int, goal: Track, rows: Mapping[int, int], doomed: set[int]) -> None:
    """Bring the clips of a track into line.

    ``rows`` gives the draft's slot for each of the goal's; clips in ``doomed`` slots go with their scene
    later. Slots that clips stepped aside to are added to ``doomed``.
    """
    here = draft.track(index)
    wanted = {rows[clip.slot]: clip for clip in goal.clips if clip.slot in rows}
    if here.arrangement_clips is not goal.arrangement_clips:
        _bring_timeline(draft, index, goal, copies_only=True, doomed=doomed)
    if not _same_slots(here, wanted, doomed):
        _fill_slots(draft, index, wanted, doomed)
    if draft.track(index).arrangement_clips is not goal.arrangement_clips:
        _bring_timeline(draft, index, goal, copies_only=False, doomed=doomed)
        _clear_timeline(draft, index, goal)
    for clip in draft.track(index).clips:
        if clip.slot not in wanted and clip.slot not in doomed:
            _delete(draft, index, clip)
    for slot, clip in wanted.items():
        _bring_slot(draft, index, slot, clip)
    for clip in goal.arrangement_clips:
        _bring_placed(draft, index, clip)


def _same_slots(track: Track, wanted: Mapping[int, Clip], doomed: set[int]) -> bool:
    there = {clip.slot: clip for clip in track.clips if clip.slot not in doomed}
    return there.keys() == wanted.keys() and all(there[slot] is clip for slot, clip in wanted.items())


def _missing(have: Clip | ArrangementClip, goal: Clip | ArrangementClip) -> tuple[Note, ...] | None:
    """The notes that make one clip the other; None if adding notes cannot."""
    if clip_content(have) == clip_content(goal):
        return ()
    known = have.notes == len(have.note_list) and goal.notes == len(goal.note_list)
    if have.length_beats != goal.length_beats or not known:
        return None
    there = set(have.note_list)
    missing = tuple(note for note in goal.note_list if note not in there)
    return missing if with_notes(have.note_list, missing) == goal.note_list else None


def _fits(have: Clip | ArrangementClip | None, goal: Clip | ArrangementClip) -> bool:
    """Whether a clip can become the wanted one where it is. A name can be changed, but not to none."""
    return have is not None and (goal.name != "" or have.name == "") and _missing(have, goal) is not None


def _source(clips: Iterable[_Clip], goal: Clip | ArrangementClip) -> _Clip | None:
    """The clip to copy for the wanted one: the same content, the same name too if there is one."""
    content = clip_content(goal)
    same = [clip for clip in clips if clip_content(clip) == content and (goal.name != "" or clip.name == "")]
    envelopes = getattr(goal, "envelopes", ())
    return min(
        same,
        key=lambda clip: (clip.name != goal.name) + (getattr(clip, "envelopes", ()) != envelopes),
        default=None,
    )


def _fill_slots(draft: Draft, index: int, wanted: Mapping[int, Clip], doomed: set[int]) -> None:
    there = {clip.slot: clip for clip in draft.track(index).clips}
    pending = {slot: clip for slot, clip in sorted(wanted.items()) if not _fits(there.get(slot), clip)}
    while pending:
        done = [slot for slot in pending if _fill_slot(draft, index, slot, pending)]
        for slot in done:
            del pending[slot]
        if not done and not _step_aside(draft, index, pending, wanted, doomed):
            return


def _fill_slot(draft: Draft, index: int, slot: int, pending: Mapping[int, Clip]) -> bool:
    """Put the wanted clip into a slot; False if what is there is needed first, or nothing can make it."""
    track, goal = draft.track(index), pending[slot]
    blocker = next((clip for clip in track.clips if clip.slot == slot), None)
    others = [clip for clip in track.clips if clip is not blocker]
    source = _source(others, goal)
    if source is None and not creatable_clip(track, goal):
        return False
    if blocker is not None:
        if any(
            _source(others, each) is None and _source([blocker], each)
            for s, each in pending.items()
            if s != slot
        ):
            return False
        _delete(draft, index, blocker)
    if source is None:
        return _create(draft, index, slot, goal)
    return draft.do(DuplicateClip(track=draft.name(index), clip=_name(draft, index, source), to_slot=slot))


def _create(draft: Draft, index: int, slot: int, goal: Clip | ArrangementClip) -> bool:
    created = CreateClip(
        track=draft.name(index), slot=slot, length_beats=goal.length_beats, name=goal.name or None
    )
    return draft.do(created) and _add_notes(draft, index, _in_slot(draft, index, slot), goal.note_list)


def _add_notes(draft: Draft, index: int, clip: Clip | ArrangementClip, notes: tuple[Note, ...]) -> bool:
    reference = _name(draft, index, clip)
    return not notes or draft.do(AddNotes(track=draft.name(index), clip=reference, notes=notes))


def _step_aside(
    draft: Draft, index: int, pending: Mapping[int, Clip], wanted: Mapping[int, Clip], doomed: set[int]
) -> bool:
    """Copy a clip that is in the way and still needed to a free slot; False if that is not what is wrong."""
    track = draft.track(index)
    for slot in pending:
        blocker = next((clip for clip in track.clips if clip.slot == slot), None)
        alone = blocker is not None and _source([c for c in track.clips if c is not blocker], blocker) is None
        if blocker is not None and alone and any(_source([blocker], each) for each in pending.values()):
            aside = _free_slot(draft, index, wanted, doomed)
            return draft.do(
                DuplicateClip(track=draft.name(index), clip=_name(draft, index, blocker), to_slot=aside)
            )
    return False


def _free_slot(draft: Draft, index: int, wanted: Mapping[int, Clip], doomed: set[int]) -> int:
    taken = {clip.slot for clip in draft.track(index).clips} | set(wanted)
    free = [slot for slot in range(1, len(draft.session.scenes) + 1) if slot not in taken]
    if free:
        return free[0]
    draft.do(CreateScene(name=_ASIDE))
    doomed.add(len(draft.session.scenes))
    return len(draft.session.scenes)


def _bring_timeline(draft: Draft, index: int, goal: Track, *, copies_only: bool, doomed: set[int]) -> None:
    pending = [clip for clip in goal.arrangement_clips if not _fits(_at(draft, index, clip.start_bar), clip)]
    while pending:
        done = [clip for clip in pending if _place(draft, index, clip, pending, goal, copies_only, doomed)]
        pending = [clip for clip in pending if not any(clip is each for each in done)]
        if not done and not _set_apart(draft, index, pending, goal):
            return


def _at(draft: Draft, index: int, bar: float) -> ArrangementClip | None:
    clips = draft.track(index).arrangement_clips
    return next((clip for clip in clips if abs(clip.start_bar - bar) < SAME_BAR), None)


def _place(
    draft: Draft,
    index: int,
    clip: ArrangementClip,
    pending: list[ArrangementClip],
    goal: Track,
    copies_only: bool,
    doomed: set[int],
) -> bool:
    track = draft.track(index)
    blockers = overlaps(draft.session, track, clip.start_bar, clip.length_beats)
    others: list[Clip | ArrangementClip] = [*track.clips]
    others += [each for each in track.arrangement_clips if not any(each is blocker for blocker in blockers)]
    source = _source(others, clip)
    if source is None and (copies_only or not creatable_clip(track, clip)):
        return False
    for blocker in blockers:
        if any(
            _source([blocker], each) and _source(others, each) is None for each in pending if each is not clip
        ):
            return False
        if any(
            abs(each.start_bar - blocker.start_bar) < SAME_BAR and _fits(blocker, each)
            for each in goal.arrangement_clips
        ):
            return False
    for blocker in blockers:
        _delete(draft, index, blocker)
    if source is not None:
        return _copy_to_bar(draft, index, source, clip.start_bar)
    return _compose(draft, index, clip, doomed)


def _copy_to_bar(draft: Draft, index: int, source: Clip | ArrangementClip, bar: float) -> bool:
    return draft.do(DuplicateClip(track=draft.name(index), clip=_name(draft, index, source), to_bar=bar))


def _compose(draft: Draft, index: int, clip: ArrangementClip, doomed: set[int]) -> bool:
    """Make a clip in a free slot, copy it to its bar, and delete it from the slot."""
    slot = _free_slot(draft, index, {}, doomed)
    made = _create(draft, index, slot, clip)
    made = made and _copy_to_bar(draft, index, _in_slot(draft, index, slot), clip.start_bar)
    _delete(draft, index, _in_slot(draft, index, slot))
    return made


def _set_apart(draft: Draft, index: int, pending: list[ArrangementClip], goal: Track) -> bool:
    """Copy an arrangement clip that is in the way of its own copies behind the end, once."""
    track = draft.track(index)
    for clip in track.arrangement_clips:
        others = [each for each in (*track.clips, *track.arrangement_clips) if each is not clip]
        needed = any(_source([clip], each) and _source(others, each) is None for each in pending)
        if needed and _source(others, clip) is None:
            return _copy_to_bar(draft, index, clip, _behind_all(draft, index, goal))
    return False


def _behind_all(draft: Draft, index: int, goal: Track) -> float:
    signature = draft.session.time_signature
    placed = (*draft.track(index).arrangement_clips, *goal.arrangement_clips)
    return float(math.ceil(max(c.start_bar + beats_to_bars(c.length_beats, signature) for c in placed)) + 1)


def _clear_timeline(draft: Draft, index: int, goal: Track) -> None:
    bars = [clip.start_bar for clip in goal.arrangement_clips]
    for clip in draft.track(index).arrangement_clips:
        if not any(abs(clip.start_bar - bar) < SAME_BAR for bar in bars):
            _delete(draft, index, clip)


def _bring_slot(draft: Draft, index: int, slot: int, goal: Clip) -> None:
    here = next((clip for clip in draft.track(index).clips if clip.slot == slot), None)
    if here is None or here is goal:
        return
    _bring_content(draft, index, here, goal)
    here = _in_slot(draft, index, slot)
    if here.envelopes != goal.envelopes:
        _bring_envelopes(draft, index, here, goal)


def _bring_envelopes(draft: Draft, index: int, here: Clip, goal: Clip) -> None:
    ours, theirs = ({(e.device, e.parameter): e.points for e in clip.envelopes} for clip in (here, goal))
    for key in sorted({*ours, *theirs}):
        if ours.get(key) != theirs.get(key):
            draft.do(
                AutomateParameter(
                    track=draft.name(index),
                    device=key[0],
                    parameter=key[1],
                    points=theirs.get(key, ()),
                    clip=_name(draft, index, _in_slot(draft, index, here.slot)),
                )
            )


def _bring_placed(draft: Draft, index: int, goal: ArrangementClip) -> None:
    here = _at(draft, index, goal.start_bar)
    if here is not None and here is not goal:
        _bring_content(draft, index, here, goal)


def _bring_content(
    draft: Draft, index: int, here: Clip | ArrangementClip, goal: Clip | ArrangementClip
) -> None:
    missing = _missing(here, goal)
    if missing:
        _add_notes(draft, index, here, missing)
    if here.name != goal.name and goal.name:
        reference = _name(draft, index, here)
        draft.do(RenameClip(track=draft.name(index), clip=reference, name=goal.name))


def _in_slot(draft: Draft, index: int, slot: int) -> Clip:
    return next(clip for clip in draft.track(index).clips if clip.slot == slot)


def _name(draft: Draft, index: int, clip: Clip | ArrangementClip) -> str:
    """The reference that means a clip, by where it is now."""
    if isinstance(clip, ArrangementClip):
        return arrangement_reference(clip)
    track = draft.track(index)
    return clip_reference(track, next(i for i, each in enumerate(track.clips) if each.slot == clip.slot))


def _delete(draft: Draft, index: int, clip: Clip | ArrangementClip) -> None:
    draft.do(DeleteClip(track=draft.name(index), clip=_name(draft, index, clip)))
