"""The clips of one track of a draft: what is there by now, and the few things done to it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TypeVar

from daw_bridges.actions import AddNotes, CreateClip, CreateScene, DeleteClip, DuplicateClip
from daw_bridges.algebra.clips import with_notes
from daw_bridges.algebra.difference.draft import Draft
from daw_bridges.algebra.difference.likeness import clip_content
from daw_bridges.algebra.transport import SAME_BAR
from daw_bridges.references import arrangement_reference, clip_reference
from daw_bridges.session import ArrangementClip, Clip, Note, Track

__all__ = ["AnyClip", "Lane", "fits", "missing_notes", "source_of"]

AnyClip = Clip | ArrangementClip
_Clip = TypeVar("_Clip", bound=AnyClip)

_ASIDE = "Orbit, for a moment"
"""The scene a clip steps aside to; it is deleted before the diff ends."""


class Lane:
    """A track of a draft, seen for its clips.

    What lies in ``doomed`` slots goes with its scene in the end; slots made to step aside to are added there.
    """

    def __init__(self, draft: Draft, index: int, doomed: set[int]) -> None:
        self.draft, self.index, self.doomed = draft, index, doomed

    @property
    def track(self) -> Track:
        """The track as it is by now."""
        return self.draft.track(self.index)

    @property
    def name(self) -> str:
        """The reference that means the track."""
        return self.draft.name(self.index)

    def in_slot(self, slot: int) -> Clip | None:
        """The clip in a slot."""
        return next((clip for clip in self.track.clips if clip.slot == slot), None)

    def at(self, bar: float) -> ArrangementClip | None:
        """The clip that starts at a bar."""
        return next((c for c in self.track.arrangement_clips if abs(c.start_bar - bar) < SAME_BAR), None)

    def reference(self, clip: AnyClip) -> str:
        """The reference that means a clip, by where it is."""
        if isinstance(clip, ArrangementClip):
            return arrangement_reference(clip)
        slots = [each.slot for each in self.track.clips]
        return clip_reference(self.track, slots.index(clip.slot))

    def create(self, slot: int, goal: AnyClip) -> bool:
        """Make a MIDI clip from nothing."""
        name = goal.name or None
        made = self.draft.do(
            CreateClip, track=self.name, slot=slot, length_beats=goal.length_beats, name=name
        )
        there = self.in_slot(slot) if made else None
        return there is not None and self.add_notes(there, goal.note_list)

    def add_notes(self, clip: AnyClip, notes: tuple[Note, ...]) -> bool:
        """Add notes, if there are any."""
        reference = self.reference(clip)
        return not notes or self.draft.do(AddNotes, track=self.name, clip=reference, notes=notes)

    def copy(self, clip: AnyClip, *, to_slot: int | None = None, to_bar: float | None = None) -> bool:
        """Copy a clip to a slot or a bar."""
        reference = self.reference(clip)
        return self.draft.do(DuplicateClip, track=self.name, clip=reference, to_slot=to_slot, to_bar=to_bar)

    def delete(self, clip: AnyClip) -> None:
        """Delete a clip."""
        self.draft.do(DeleteClip, track=self.name, clip=self.reference(clip))

    def free_slot(self, besides: Collection[int] = ()) -> int:
        """A slot with nothing in it and not among those given; a new scene's, if there is none."""
        taken = {clip.slot for clip in self.track.clips}.union(besides)
        free = [slot for slot in range(1, len(self.draft.session.scenes) + 1) if slot not in taken]
        if free:
            return free[0]
        self.draft.do(CreateScene, name=_ASIDE)
        self.doomed.add(len(self.draft.session.scenes))
        return len(self.draft.session.scenes)


def missing_notes(have: AnyClip, goal: AnyClip) -> tuple[Note, ...] | None:
    """The notes that make one clip the other; None if adding notes cannot."""
    if clip_content(have) == clip_content(goal):
        return ()
    known = have.notes == len(have.note_list) and goal.notes == len(goal.note_list)
    if (have.length_beats, have.sample) != (goal.length_beats, goal.sample) or not known:
        return None
    there = set(have.note_list)
    missing = tuple(note for note in goal.note_list if note not in there)
    return missing if with_notes(have.note_list, missing) == goal.note_list else None


def fits(have: AnyClip | None, goal: AnyClip) -> bool:
    """Whether a clip can become the wanted one where it is. A name can be changed, but not to none."""
    return have is not None and (goal.name != "" or have.name == "") and missing_notes(have, goal) is not None


def source_of(goal: AnyClip, clips: Iterable[_Clip]) -> _Clip | None:
    """The clip to copy for the wanted one: of the same content, if possible the same name and automation."""
    content = clip_content(goal)
    same = [clip for clip in clips if clip_content(clip) == content and (goal.name != "" or clip.name == "")]
    if len(same) < 2:
        return same[0] if same else None
    envelopes = getattr(goal, "envelopes", ())

    def unlike(clip: AnyClip) -> int:
        return (clip.name != goal.name) + (getattr(clip, "envelopes", ()) != envelopes)

    return min(same, key=unlike)
