"""The part of ``diff`` that brings a track's timeline into line.

A clip can only come there as a copy, from a slot or another bar; one that is nowhere yet is made in a slot
first.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable

from daw_bridges.algebra.clips import overlaps
from daw_bridges.algebra.difference.lane import AnyClip, Lane, fits, source_of
from daw_bridges.algebra.difference.likeness import clip_content, creatable_clip
from daw_bridges.algebra.difference.slots import is_needed
from daw_bridges.algebra.transport import SAME_BAR
from daw_bridges.quantities import bars_to_beats, beats_to_bars
from daw_bridges.session import ArrangementClip, Track

__all__ = ["clear_timeline", "fill_timeline"]


def fill_timeline(lane: Lane, goal: Track, *, copies_only: bool) -> None:
    """Put a clip of the right content at each wanted bar, as far as any can be had."""
    _Filling(lane, goal, copies_only=copies_only).run()


class _Filling:
    """The wanted clips that are still to come, and the rounds in which they are placed.

    Where one is placed, what it was copied from may go, and so may whatever waited for that place: it is
    tried next, so that clips that all go one way, or change places, take one round and not one each.
    """

    def __init__(self, lane: Lane, goal: Track, *, copies_only: bool) -> None:
        self._lane, self._goal, self._copies_only = lane, goal, copies_only
        wanted = (clip for clip in goal.arrangement_clips if not fits(lane.at(clip.start_bar), clip))
        self._pending = {clip.start_bar: clip for clip in wanted}
        self._bar_beats = bars_to_beats(2.0, lane.draft.session.time_signature)
        self._spans = {bar: self._span(clip) for bar, clip in self._pending.items()}

    def run(self) -> None:
        """Place all that can be; where clips are in each other's way in a circle, one steps aside."""
        going = True
        while going and self._pending:
            while self._settle(self._pending):
                pass
            going = False
            while (aside := self._set_apart()) is not None:
                going = self._settle(self._waiting_for([aside])) or going

    def _settle(self, bars: Iterable[float]) -> bool:
        """Try the wanted clips at the given bars, and those that wait for them; whether any was placed."""
        trying, placed = deque(bars), False
        while trying:
            clip = self._pending.get(trying.popleft())
            if clip is not None and (freed := self._place(clip)) is not None:
                placed = True
                del self._pending[clip.start_bar]
                trying.extendleft(self._waiting_for(freed))
        return placed

    def _waiting_for(self, clips: Iterable[ArrangementClip]) -> list[float]:
        """The bars of wanted clips that would lie over one of the given clips."""
        spans = list(map(self._span, clips))
        return [bar for bar in self._pending if any(_meet(self._spans[bar], span) for span in spans)]

    def _span(self, clip: ArrangementClip) -> tuple[float, float]:
        """Where a clip begins and ends, in beats."""
        start = (clip.start_bar - 1.0) * self._bar_beats
        return start, start + clip.length_beats

    def _place(self, goal: ArrangementClip) -> list[ArrangementClip] | None:
        """Put the wanted clip at its bar; gives the clips that may have been freed by that.

        None if what is there is needed, or nothing can make the clip.
        """
        lane = self._lane
        blockers = overlaps(lane.draft.session, lane.track, goal.start_bar, goal.length_beats)
        others = _besides(lane, blockers)
        source = source_of(goal, others)
        if source is None and (self._copies_only or not creatable_clip(lane.track, goal)):
            return None
        later = [clip for clip in self._pending.values() if clip is not goal]
        if any(is_needed(blocker, others, later) or _stays(blocker, self._goal) for blocker in blockers):
            return None
        for blocker in blockers:
            lane.delete(blocker)
        done = _compose(lane, goal) if source is None else lane.copy(source, to_bar=goal.start_bar)
        return [*blockers, *_alike(goal, others)] if done else None

    def _set_apart(self) -> ArrangementClip | None:
        """Copy a clip that stands in the way of its own copies behind the end; None if none does."""
        lane = self._lane
        for goal in self._pending.values():
            for clip in overlaps(lane.draft.session, lane.track, goal.start_bar, goal.length_beats):
                if is_needed(clip, _besides(lane, [clip]), self._pending.values()):
                    behind = _behind_all(lane, self._goal)
                    return clip if lane.copy(clip, to_bar=behind) else None
        return None


def _meet(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _alike(goal: ArrangementClip, clips: Iterable[AnyClip]) -> list[ArrangementClip]:
    content = clip_content(goal)
    return [clip for clip in clips if isinstance(clip, ArrangementClip) and clip_content(clip) == content]


def _besides(lane: Lane, without: list[ArrangementClip]) -> list[AnyClip]:
    left_out = set(map(id, without))
    return [
        *lane.track.clips,
        *(clip for clip in lane.track.arrangement_clips if id(clip) not in left_out),
    ]


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
