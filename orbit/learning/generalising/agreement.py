"""What a number of sightings agree on: the commonest value, the same thing from one to the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

__all__ = ["Cluster", "agreed", "commonest", "enough", "grouped", "no_chance", "same_throughout"]

_A_SLIP = 6
"""From so many sightings on, one that differs is a slip, whatever share it is."""

_MANY, _MOSTLY_SAME = 4, 0.7
"""So many different numbers that are the same in two places, in so many sightings, are one number."""

T = TypeVar("T", bound=Hashable)


def commonest(values: Sequence[T | None]) -> tuple[T, float] | None:
    """The value that is seen most, the later one of equals, and its share; None where there is none."""
    there = [value for value in values if value is not None]
    if not there:
        return None
    counts, latest = Counter(there), {value: place for place, value in enumerate(there)}
    value = max(counts, key=lambda each: (counts[each], latest[each]))
    return value, counts[value] / len(there)


def enough(agree: int, all_: int, agreement: float) -> bool:
    """Whether so many of all are the share that has to agree; one slip among a few is forgiven."""
    return agree >= agreement * all_ or (agree == all_ - 1 and all_ >= _A_SLIP)


def agreed(values: Sequence[T | None], agreement: float) -> T | None:
    """The value that at least that share of the sightings have; None where they differ."""
    found = commonest(values)
    if found is None:
        return None
    there = sum(value is not None for value in values)
    return found[0] if enough(round(found[1] * there), there, agreement) else None


def same_throughout(one: Sequence[T | None], other: Sequence[T | None], agreement: float) -> bool:
    """Whether two columns have the same value in at least that share of the sightings that have both."""
    both = [left == right for left, right in zip(one, other, strict=True) if None not in (left, right)]
    return bool(both) and enough(sum(both), len(both), agreement)


def no_chance(one: Sequence[object], other: Sequence[object]) -> bool:
    """Whether two columns of many different numbers are equal so often that it can be no coincidence."""
    pairs = zip(one, other, strict=True)
    both = [(left, right) for left, right in pairs if isinstance(left, float) and isinstance(right, float)]
    same = [left for left, right in both if left == right]
    return len(set(same)) >= _MANY and len(same) >= _MOSTLY_SAME * len(both)


@dataclass(slots=True)
class Cluster:
    """Places in steps that are about the same thing, and which thing that is each time."""

    nodes: list[tuple[int, int]]
    seen: list[int | None]


def grouped(columns: Mapping[tuple[int, int], list[int | None]], agreement: float) -> list[Cluster]:
    """Put the places together that are about the same thing from one sighting to the next."""
    clusters: list[Cluster] = []
    for node, column in columns.items():
        home = next((each for each in clusters if same_throughout(each.seen, column, agreement)), None)
        if home is None:
            clusters.append(Cluster([node], list(column)))
        else:
            home.nodes.append(node)
            home.seen = [_majority([columns[each][row] for each in home.nodes]) for row in range(len(column))]
    return clusters


def _majority(values: Sequence[int | None]) -> int | None:
    counts = Counter(value for value in values if value is not None)
    return max(counts, key=lambda value: counts[value], default=None)
