"""The part of ``diff`` that brings a track's timeline into line.

A clip can only come there as a copy, from a slot or another bar; one that is nowhere yet is made in a slot
first.
"""

from __future__ import annotations

import math

from daw_bridges.algebra.clips import overlaps
from daw_bridges.algebra.difference.lane import AnyClip, Lane, fits, source_of
from daw_bridges.algebra.difference.likeness import creatable_clip
from daw_bridges.algebra.difference.slots import is_needed
from daw_bridges.algebra.transport import SAME_BAR
from daw_bridges.quantities import beats_to_bars
from daw_bridges.session import ArrangementClip, Track

__all__ = ["clear_timeline", "fill_timeline"]


def fill_timeline(lane: Lane, goal: Track, *, copies_only: bool) -> None:
    """Put a clip of the right content at each wanted bar, as far as any can be had."""
    pending = [clip for clip in goal.arrangement_clips if not fits(lane.at(clip.start_bar), clip)]
    while pending:
        done = [clip for clip in pending if _place(lane, clip, pending, goal, copies_only=copies_only)]
        pending = [clip for clip in pending if not any(clip is each for each in done)]
        if not done and not _set_apart(lane, pending, goal):
            return


def _place(
    lane: Lane, goal: ArrangementClip, pending: list[ArrangementClip], track: Track, *, copies_only: bool
) -> bool:
    """Put the wanted clip at its bar; False if what is there is needed, or nothing can make the clip."""
    blockers = overlaps(lane.draft.session, lane.track, goal.start_bar, goal.length_beats)
    others = _besides(lane, blockers)
    source = source_of(goal, others)
    if source is None and (copies_only or not creatable_clip(lane.track, goal)):
        return False
    later = [clip for clip in pending if clip is not goal]
    if any(is_needed(blocker, others, later) or _stays(blocker, track) for blocker in blockers):
        return False
    for blocker in blockers:
        lane.delete(blocker)
    return _compose(lane, goal) if source is None else lane.copy(source, to_bar=goal.start_bar)


def _besides(lane: Lane, without: list[ArrangementClip]) -> list[AnyClip]:
    placed = [clip for clip in lane.track.arrangement_clips if not any(clip is each for each in without)]
    return [*lane.track.clips, *placed]


def _stays(clip: ArrangementClip, goal: Track) -> bool:
    return any(
        abs(each.start_bar - clip.start_bar) < SAME_BAR and fits(clip, each)
        for each in goal.arrangement_clips
    )


def _compose(lane: Lane, goal: ArrangementClip) -> bool:
    """Make a clip in a free slot, copy it to its bar, and delete it from the slot."""
    slot = lane.free_slot()
    made = lane.create(slot, goal)
    there = lane.in_slot(slot)
    if there is None:
        return False
    placed = made and lane.copy(there, to_bar=goal.start_bar)
    lane.delete(there)
    return placed


def _set_apart(lane: Lane, pending: list[ArrangementClip], goal: Track) -> bool:
    """Copy a clip that stands in the way of its own copies behind the end; False if none does."""
    for clip in lane.track.arrangement_clips:
        if is_needed(clip, _besides(lane, [clip]), pending):
            return lane.copy(clip, to_bar=_behind_all(lane, goal))
    return False


def _behind_all(lane: Lane, goal: Track) -> float:
    signature = lane.draft.session.time_signature
    placed = (*lane.track.arrangement_clips, *goal.arrangement_clips)
    return math.ceil(max(c.start_bar + beats_to_bars(c.length_beats, signature) for c in placed)) + 1.0


def clear_timeline(lane: Lane, goal: Track) -> None:
    """Delete the clips at bars where none is wanted."""
    bars = [clip.start_bar for clip in goal.arrangement_clips]
    for clip in lane.track.arrangement_clips:
        if not any(abs(clip.start_bar - bar) < SAME_BAR for bar in bars):
            lane.delete(clip)
