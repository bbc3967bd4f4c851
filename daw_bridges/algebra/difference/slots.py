"""The part of ``diff`` that fills a track's slots.

A clip whose content is there already is copied, a MIDI clip can also be made from nothing. Nothing that a
later copy needs is deleted before: where two clips stand in each other's way, one steps aside.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from daw_bridges.algebra.difference.lane import AnyClip, Lane, fits, source_of
from daw_bridges.algebra.difference.likeness import clip_content, creatable_clip
from daw_bridges.session import Clip

__all__ = ["fill_slots", "is_needed"]


def fill_slots(lane: Lane, wanted: Mapping[int, Clip]) -> None:
    """Put a clip of the right content into each wanted slot, as far as any can be had."""
    pending = {slot: clip for slot, clip in sorted(wanted.items()) if not fits(lane.in_slot(slot), clip)}
    while pending:
        done = [slot for slot in pending if _fill(lane, slot, pending)]
        # Clips that all go one way make room for each other from one end: the next round starts there.
        pending = {slot: pending[slot] for slot in reversed(pending) if slot not in done}
        if not done and not _step_aside(lane, pending, wanted):
            return


def _fill(lane: Lane, slot: int, pending: Mapping[int, Clip]) -> bool:
    """Put the wanted clip into a slot; False if what is there is needed first, or nothing can make it."""
    goal, blocker = pending[slot], lane.in_slot(slot)
    others = [clip for clip in lane.track.clips if clip is not blocker]
    source = source_of(goal, others)
    if source is None and not creatable_clip(lane.track, goal):
        return False
    if blocker is not None:
        if is_needed(blocker, others, (clip for place, clip in pending.items() if place != slot)):
            return False
        lane.delete(blocker)
    return lane.create(slot, goal) if source is None else lane.copy(source, to_slot=slot)


def is_needed(clip: AnyClip, others: Iterable[AnyClip], goals: Iterable[AnyClip]) -> bool:
    """Whether one of the goals can only be copied from this clip."""
    content = clip_content(clip)
    alike = [goal for goal in goals if clip_content(goal) == content]
    if not alike:
        return False
    others = list(others)
    return any(source_of(goal, [clip]) and source_of(goal, others) is None for goal in alike)


def _step_aside(lane: Lane, pending: Mapping[int, Clip], wanted: Mapping[int, Clip]) -> bool:
    """Copy a clip that is in the way and still needed to a free slot; False if that is not what is wrong."""
    for slot in pending:
        blocker = lane.in_slot(slot)
        others = [clip for clip in lane.track.clips if clip is not blocker]
        if blocker is not None and is_needed(blocker, others, pending.values()):
            return lane.copy(blocker, to_slot=lane.free_slot(besides=wanted))
    return False
