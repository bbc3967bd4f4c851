"""``/live/clips/…``: hearing only the clips whose names, as ``riff_C-Eb-G``, say that they fit some notes."""

from __future__ import annotations

import re
from typing import Any, Dict, Iterator, List, Optional, Set

from ..errors import WireError
from .area import Address, Answer
from .arguments import span, text
from .desk import Desk

__all__ = ["FILTERING"]

_NOTES_AT_END = re.compile(r"[_-]([A-G][A-G#b0-9-]*)$")
_PITCH_CLASSES = {
    "C": 0, "C#": 1, "Db": 1, "D": 2, "D#": 3, "Eb": 3, "E": 4, "F": 5, "F#": 6, "Gb": 6, "G": 7, "G#": 8,
    "Ab": 8, "A": 9, "A#": 10, "Bb": 10, "B": 11,
}  # fmt: skip


def _classes(names: List[Any]) -> Set[Optional[int]]:
    return {_PITCH_CLASSES.get(re.sub("[0-9]", "", str(name))) for name in names}


def _clips(tracks: Any) -> Iterator[Any]:
    for track in tracks:
        for slot in track.clip_slots:
            if slot.has_clip:
                yield slot.clip


def _filter(desk: Desk, arguments: List[Any]) -> Answer:
    """Mute the clips whose names hold a note that was not said, and let the others be heard."""
    wanted = _classes([text(name, "a note") for name in arguments])
    if None in wanted:
        raise WireError("notes are said as C, F# or Bb")
    for clip in _clips(desk.song.tracks):
        notes = _NOTES_AT_END.search(clip.name)
        if notes is not None:
            clip.muted = not _classes(notes.group(1).split("-")) <= wanted
    return None


def _unfilter(desk: Desk, arguments: List[Any]) -> Answer:
    """Let every clip be heard, of all tracks or of those from one place on, to before another."""
    ends = [*arguments, -1] if len(arguments) == 1 else arguments
    for clip in _clips(span(desk.song.tracks, ends, "track")):
        clip.muted = False
    return None


FILTERING: Dict[str, Address] = {
    "/live/clips/filter": Address((), _filter),
    "/live/clips/unfilter": Address((), _unfilter),
}
