"""References to clips of the session view and on the timeline."""

from __future__ import annotations

import re

from daw_bridges.errors import AmbiguousError, NotFoundError
from daw_bridges.references.naming import LONGEST, NUMBERED
from daw_bridges.session import ArrangementClip, Clip, Track

__all__ = [
    "arrangement_reference",
    "clip_index",
    "clip_reference",
    "find_clip",
    "is_arrangement_reference",
]

_AT_BAR = re.compile(r"^@(\d+(?:\.\d+)?)$")

# A third of a bar has no end of decimals; what a reference leaves out is below this.
_SAME_BAR = 1e-4


def is_arrangement_reference(reference: str) -> bool:
    """Whether a clip reference means a clip on the timeline (``@17``)."""
    return _AT_BAR.match(reference) is not None


def clip_index(track: Track, reference: str) -> int:
    """The place (from 0) in ``track.clips``, or in ``track.arrangement_clips`` for an ``@bar`` reference."""
    if match := _AT_BAR.match(reference):
        return _clip_at(track, float(match[1]))
    if match := NUMBERED.match(reference):
        slots = [clip.slot for clip in track.clips]
        if int(match[1]) not in slots:
            raise NotFoundError("clip", reference, [f"#{c.slot} {c.name}" for c in track.clips], track.name)
        return slots.index(int(match[1]))
    return _clip_by_name(track, reference)


def _clip_at(track: Track, bar: float) -> int:
    near = [i for i, clip in enumerate(track.arrangement_clips) if abs(clip.start_bar - bar) < _SAME_BAR]
    if not near:
        known = map(arrangement_reference, track.arrangement_clips)
        raise NotFoundError("arrangement clip", f"@{bar:g}", known, track.name)
    return near[0]


def _clip_by_name(track: Track, reference: str) -> int:
    exact = [i for i, clip in enumerate(track.clips) if clip.name == reference]
    found = exact or [i for i, clip in enumerate(track.clips) if clip.name.casefold() == reference.casefold()]
    if not found:
        raise NotFoundError("clip", reference, [clip.name for clip in track.clips], track.name)
    if len(found) > 1:
        raise AmbiguousError(
            "clip", reference, [f"#{track.clips[i].slot} {track.clips[i].name}" for i in found]
        )
    return found[0]


def find_clip(track: Track, reference: str) -> Clip | ArrangementClip:
    """The clip a reference means, in the session view or (``@bar``) on the timeline."""
    index = clip_index(track, reference)
    return track.arrangement_clips[index] if is_arrangement_reference(reference) else track.clips[index]


def clip_reference(track: Track, index: int) -> str:
    """The reference that means the session clip at ``index``: its name where unique, else ``#slot``."""
    clip = track.clips[index]
    alike = [other for other in track.clips if other.name.casefold() == clip.name.casefold()]
    special = NUMBERED.match(clip.name) or _AT_BAR.match(clip.name)
    return clip.name if len(alike) == 1 and LONGEST >= len(clip.name) > 0 and not special else f"#{clip.slot}"


def arrangement_reference(clip: ArrangementClip) -> str:
    """The reference that means an arrangement clip: ``@`` and the bar it starts at."""
    bar = f"{clip.start_bar:.6f}".rstrip("0").rstrip(".")
    return f"@{bar}"
