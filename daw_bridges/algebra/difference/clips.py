"""The part of ``diff`` that brings the clips of a track into line: where they are, then what they are."""

from __future__ import annotations

from collections.abc import Mapping

from daw_bridges.actions import RenameClip
from daw_bridges.algebra.difference.automation import bring_automation
from daw_bridges.algebra.difference.draft import Draft
from daw_bridges.algebra.difference.lane import AnyClip, Lane, missing_notes
from daw_bridges.algebra.difference.placing import clear_timeline, fill_timeline
from daw_bridges.algebra.difference.slots import fill_slots
from daw_bridges.session import Clip, Track

__all__ = ["bring_clips"]


def bring_clips(draft: Draft, index: int, goal: Track, rows: Mapping[int, int], doomed: set[int]) -> None:
    """Bring the clips of a track into line.

    ``rows`` gives the draft's slot for each of the goal's; clips in ``doomed`` slots go with their scene
    later. Slots that clips stepped aside to are added to ``doomed``.
    """
    lane = Lane(draft, index, doomed)
    wanted = {rows[clip.slot]: clip for clip in goal.clips if clip.slot in rows}
    _bring_places(lane, goal, wanted)
    for slot, clip in wanted.items():
        here = lane.in_slot(slot)
        if here is not None and here is not clip:
            _bring_content(lane, here, clip)
            _bring_envelopes(lane, slot, clip)
    if lane.track.arrangement_clips == goal.arrangement_clips:
        return
    for clip in goal.arrangement_clips:
        here = lane.at(clip.start_bar)
        if here is not None and here is not clip:
            _bring_content(lane, here, clip)


def _bring_places(lane: Lane, goal: Track, wanted: Mapping[int, Clip]) -> None:
    # What the timeline can copy it copies first, before slots are cleared; what is only made in slots, after.
    if lane.track.arrangement_clips != goal.arrangement_clips:
        fill_timeline(lane, goal, copies_only=True)
    fill_slots(lane, wanted)
    if lane.track.arrangement_clips != goal.arrangement_clips:
        fill_timeline(lane, goal, copies_only=False)
        clear_timeline(lane, goal)
    for clip in lane.track.clips:
        if clip.slot not in wanted and clip.slot not in lane.doomed:
            lane.delete(clip)


def _bring_content(lane: Lane, here: AnyClip, goal: AnyClip) -> None:
    lane.add_notes(here, missing_notes(here, goal) or ())
    if here.name != goal.name and goal.name:
        lane.draft.do(RenameClip, track=lane.name, clip=lane.reference(here), name=goal.name)


def _bring_envelopes(lane: Lane, slot: int, goal: Clip) -> None:
    here = lane.in_slot(slot)
    if here is not None:
        bring_automation(lane.draft, lane.index, here.envelopes, goal.envelopes, lane.reference(here))
