"""A template: a pattern while it is being found, its steps with the tracks they share, and what they cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import ceil, log2
from typing import TypeAlias

from orbit.learning.mining.log import EditLog

__all__ = [
    "ABSENT",
    "BITS_BETWEEN",
    "BITS_ELSEWHERE",
    "BITS_NEXT",
    "Sighting",
    "Step",
    "Template",
    "linked",
    "needed",
    "paid",
]

Step: TypeAlias = tuple[int, tuple[int, ...]]
"""A kind of edit, and of which of the template's tracks it is, numbered by first use."""

ABSENT = -1
"""Stands for the edit where a step was left out, and for a track that is not known."""

BITS_BETWEEN = 0.8
"""What each edit between two steps costs."""
BITS_NEXT = 1.1
"""What saying where the next step is costs at least, since there could be some between."""

BITS_ELSEWHERE = 2.5
"""What it costs more where the next step is of a track that nothing before leads to."""

_SHARE, _AGAIN = 0.62, 0.75
_BITS_ROLES, _BITS_TEMPLATE = 1.5, 6.0
_SURE, _UNSURE = 0.97, 0.05


def needed(length: int) -> int:
    """Of so many steps, how many must be there for it to be seen."""
    return 2 if length <= 3 else ceil(_SHARE * length)


@dataclass(frozen=True, slots=True)
class Sighting:
    """One time a template was seen: the edit of each step, and the tracks; ``bits`` is what it saves."""

    edits: tuple[int, ...]
    tracks: tuple[int, ...]
    bits: float = 0.0

    @property
    def present(self) -> list[int]:
        """The edits that were done."""
        return [edit for edit in self.edits if edit != ABSENT]


@dataclass(frozen=True, eq=False)
class Template:
    """Steps in order, and where they were seen. ``shares`` say how often each step was there (0 to 1)."""

    steps: tuple[Step, ...]
    sightings: Sequence[Sighting] = ()
    shares: tuple[float, ...] = field(default=())

    @cached_property
    def count(self) -> int:
        """How often it was seen."""
        return len(self.sightings)

    @cached_property
    def roles(self) -> int:
        """How many tracks it is about."""
        return 1 + max((role for _, roles in self.steps for role in roles), default=-1)

    @cached_property
    def kinds(self) -> tuple[int, ...]:
        """The kinds of edit alone."""
        return tuple(kind for kind, _ in self.steps)

    @cached_property
    def apart(self) -> frozenset[int]:
        """The steps that nothing links to those before: the first of each further group of tracks."""
        groups: list[set[int]] = []
        for _, roles in self.steps:
            linked = [group for group in groups if not group.isdisjoint(roles)]
            groups = [group for group in groups if group.isdisjoint(roles)]
            groups.append(set(roles).union(*linked))
        firsts = {
            next(place for place, (_, roles) in enumerate(self.steps) if not group.isdisjoint(roles))
            for group in groups
        }
        return frozenset(firsts - {0})

    def gain(self, log: EditLog) -> float:
        """What writing the log down with its help saves, in bits."""
        return sum(seen.bits for seen in self.sightings) - _cost(log, len(self.steps))

    def seen(self, sightings: Sequence[Sighting]) -> Template:
        """The same steps, seen there and there only."""
        there = [0] * len(self.steps)
        for one in sightings:
            for place, edit in enumerate(one.edits):
                there[place] += edit != ABSENT
        every = len(sightings) + 1
        shares = tuple(min(max((count + 0.7) / every, _UNSURE), _SURE) for count in there)
        return Template(self.steps, sightings, shares)

    def only(self, places: Sequence[int]) -> Template:
        """The template with some of its steps alone; it is to be matched anew."""
        steps = _renumbered(self.steps[place] for place in places)
        return Template(steps, self.sightings, tuple(self.shares[place] for place in places))

    def without(self, place: int) -> Template:
        """The template less one step; it is to be matched anew."""
        return self.only([other for other in range(len(self.steps)) if other != place])

    @property
    def first_time(self) -> list[int]:
        """The places of its steps, less those that only do most of it a second time."""
        firsts = [place for place, kind in enumerate(self.kinds) if kind not in self.kinds[:place]]
        again = sum(self.kinds.count(self.kinds[place]) > 1 for place in firsts)
        return firsts if again > 1 and again >= _AGAIN * len(firsts) else list(range(len(self.steps)))


def _cost(log: EditLog, length: int) -> float:
    return length * (log.bits_kind + _BITS_ROLES) + _BITS_TEMPLATE


def paid(
    log: EditLog, template: Template, count: int | None = None
) -> tuple[list[float], list[float], float]:
    """What a step saves when it is there, what it costs when it is not, and what each sighting costs."""
    there = [
        log.bits[kind] + log2(share) for (kind, _), share in zip(template.steps, template.shares, strict=True)
    ]
    missing = [log2(1 - share) for share in template.shares]
    start = log2(len(log) / max(count or template.count, 1)) + log.bits_track
    return there, missing, start


def linked(log: EditLog, template: Template) -> list[float]:
    """What it saves for each step that it follows others: its track is known, unless nothing leads there."""
    return [
        -BITS_ELSEWHERE if place in template.apart else log.bits_track for place in range(len(template.steps))
    ]


def _renumbered(steps: Iterable[Step]) -> tuple[Step, ...]:
    numbers: dict[int, int] = {}
    return tuple(
        (kind, tuple(numbers.setdefault(role, len(numbers)) for role in roles)) for kind, roles in steps
    )
