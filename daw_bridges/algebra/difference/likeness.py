"""How far apart two tracks or clips are, in actions: what decides which of them are the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from daw_bridges.algebra.difference.device_likeness import IMPOSSIBLE, Along, Values, unequal
from daw_bridges.session import ArrangementClip, Clip, Track, TrackKind

__all__ = [
    "Numbers",
    "Profile",
    "clip_content",
    "creatable_clip",
    "track_distance",
]

_SETTINGS = ("volume_db", "pan", "mute", "solo", "monitor", "color", "input", "output")

# No action moves a track into a group or out of it: only its copy can be there, or one made between members.
_REGROUPED = 6.0
# One group by another name is most often the same group, renamed; else the wrong neighbour would be copied.
_GROUP_RENAMED = 0.5

Numbers = dict[Hashable, int]
"""Contents of clips by number: thousands of notes are compared once, not with every other track."""


@dataclass(frozen=True)
class Profile:
    """What of a track decides how like another it is, taken out once: every track is compared with many."""

    track: Track
    settings: Values
    chain: Along
    clips: Counter[int]
    placed: Counter[int]
    lasting: frozenset[int]
    """The contents that no action can make from nothing."""
    automation: Mapping[tuple[str, str], Hashable]
    """The points drawn on the timeline, by device and parameter."""
    nameless: frozenset[int]
    """The contents of clips without a name: no action takes a name away again."""

    @classmethod
    def of(cls, track: Track, numbers: Numbers) -> Profile:
        """The profile of a track; those that are compared share their ``numbers``."""

        def number(clip: Clip | ArrangementClip) -> int:
            return numbers.setdefault(clip_content(clip), len(numbers))

        clips = [(number(clip), clip) for clip in (*track.clips, *track.arrangement_clips)]
        return cls(
            track=track,
            settings={field: getattr(track, field) for field in _SETTINGS},
            chain=Along.of(track.devices),
            clips=Counter(content for content, _ in clips[: len(track.clips)]),
            placed=Counter(content for content, _ in clips[len(track.clips) :]),
            lasting=frozenset(content for content, clip in clips if not creatable_clip(track, clip)),
            automation={(each.device, each.parameter): each.points for each in track.automation},
            nameless=frozenset(content for content, clip in clips if not clip.name),
        )


def track_distance(before: Profile, after: Profile) -> float:
    """About how many actions lead from one track to another, its name and record arm aside."""
    if before.track is after.track:
        return 0.0
    if before.track.kind is not after.track.kind:
        return 10 * IMPOSSIBLE
    cost = float(unequal(before.settings, after.settings))
    if before.track.group != after.track.group:
        inside = before.track.group is not None and after.track.group is not None
        cost += _GROUP_RENAMED if inside else _REGROUPED
    cost += sum(before.track.sends.get(to) != level for to, level in after.track.sends.items())
    cost += before.chain.distance(after.chain)
    cost += unequal(before.automation, after.automation)
    cost += IMPOSSIBLE * len((after.lasting & after.nameless) - before.nameless)
    there = before.clips.keys() | before.placed.keys()
    for ours, theirs in ((before.clips, after.clips), (before.placed, after.placed)):
        if ours == theirs:
            continue
        new = theirs - ours
        cost += 2.0 * new.total() + (ours - theirs).total()
        cost += IMPOSSIBLE * sum(content in after.lasting and content not in there for content in new)
    return cost


def clip_content(clip: Clip | ArrangementClip) -> Hashable:
    """What a copy of a clip has in common with it, its name aside."""
    return clip.length_beats, clip.notes, clip.note_list, clip.sample


def creatable_clip(track: Track, clip: Clip | ArrangementClip) -> bool:
    """Whether a clip can be made from nothing: MIDI, and its notes are known."""
    return track.kind is TrackKind.MIDI and clip.notes == len(clip.note_list)
