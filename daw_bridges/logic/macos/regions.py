"""The regions that Orbit wrote into Logic, which a control surface shows nothing of."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

from daw_bridges.actions import CreateClip
from daw_bridges.session import Note, Session

__all__ = ["Region", "Regions"]


@dataclass(eq=False)
class Region:
    """A region as it was written, or will be once it has notes."""

    slot: int | None
    """The clip's slot, from 1, which Logic does not know; regions go one behind the other by it.

    None for a copy, which has a bar of its own.
    """
    name: str
    bar: int
    """Where it begins, from 1."""
    length_beats: float
    notes: tuple[Note, ...] = ()


@dataclass(eq=False)
class Regions:
    """The regions by track, as long as the bridge lives."""

    _written: dict[str, list[Region]] = field(default_factory=dict[str, list[Region]])

    def add(self, session: Session, track: str, action: CreateClip) -> Region:
        """Remember a region: it goes behind those of lower slots that Orbit knows of, the first to bar 1."""
        there = self._written.setdefault(track, [])
        before = [each for each in there if each.slot is not None and each.slot < action.slot]
        bar = max((each.bar + _bars(session, each.length_beats) for each in before), default=1)
        region = Region(action.slot, action.name or track, bar, action.length_beats)
        there[:] = [each for each in there if each.slot != action.slot] + [region]
        return region

    def copy(self, track: str, region: Region, bar: int) -> Region:
        """Remember a copy of a region at a bar, with the notes that the region has by now."""
        there = self._written.setdefault(track, [])
        copy = replace(region, slot=None, bar=bar)
        there[:] = [each for each in there if each.slot is not None or each.bar != bar] + [copy]
        return copy

    def find(self, track: str, clip: str) -> Region | None:
        """Give the last region of a name, that of a slot (``#2``), the copy at a bar (``@17``), or None."""
        wanted = clip.strip().casefold()
        for region in reversed(self._written.get(track, [])):
            by_slot = (region.name.casefold(), f"#{region.slot}", str(region.slot))
            if wanted in ((f"@{region.bar}",) if region.slot is None else by_slot):
                return region
        return None


def _bars(session: Session, beats: float) -> int:
    """How many bars some quarter notes take, the last one counted whole."""
    numerator, denominator = session.time_signature
    return max(math.ceil(beats * denominator / (numerator * 4)), 1)
