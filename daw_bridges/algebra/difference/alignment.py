"""Finding which of two ordered lists' items are the same things, at the least cost in actions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

__all__ = ["Costs", "Source", "align", "align_appending", "assign"]


class Source(NamedTuple):
    """Where an item of the later list comes from: an item of the earlier one, or a copy of it."""

    place: int
    copy: bool = False


@dataclass(frozen=True)
class Costs:
    """What each way to an item costs; ``copy`` is None where items cannot be copied."""

    keep: Callable[[int, int], float]
    create: Callable[[int], float]
    delete: Callable[[int], float]
    copy: Callable[[int, int], float] | None = None


class _Step(NamedTuple):
    cost: float
    source: Source | None
    following: tuple[int, int, bool]


def align(before: int, after: int, costs: Costs) -> list[Source | None]:
    """The source of each of ``after`` items among ``before`` items, in order; None is one to create.

    A copy stands behind the item it was made from, so sources never go back.
    """
    best: dict[tuple[int, int, bool], _Step | None] = {}
    total: dict[tuple[int, int, bool], float] = {}
    for i in range(before, -1, -1):
        for j in range(after, -1, -1):
            for used in (True, False):
                step = _best_step((i, j, used), (before, after), costs, total)
                best[i, j, used] = step
                total[i, j, used] = 0.0 if step is None else step.cost
    return _followed(best)


def _best_step(
    state: tuple[int, int, bool],
    ends: tuple[int, int],
    costs: Costs,
    total: dict[tuple[int, int, bool], float],
) -> _Step | None:
    i, j, used = state
    steps: list[_Step] = []
    if i < ends[0] and j < ends[1]:
        if not used:
            steps.append(_Step(costs.keep(i, j) + total[i, j + 1, True], Source(i), (i, j + 1, True)))
        elif costs.copy is not None:
            steps.append(
                _Step(costs.copy(i, j) + total[i, j + 1, True], Source(i, copy=True), (i, j + 1, True))
            )
    if i < ends[0]:
        leave = 0.0 if used else costs.delete(i)
        steps.append(_Step(leave + total[i + 1, j, False], None, (i + 1, j, False)))
    if j < ends[1]:
        steps.append(_Step(costs.create(j) + total[i, j + 1, used], None, (i, j + 1, used)))
    return min(steps, key=lambda step: step.cost, default=None)


def _followed(best: dict[tuple[int, int, bool], _Step | None]) -> list[Source | None]:
    sources: list[Source | None] = []
    state = (0, 0, False)
    while (step := best[state]) is not None:
        if step.following[1] > state[1]:
            sources.append(step.source)
        state = step.following
    return sources


def align_appending(before: int, after: int, costs: Costs) -> list[Source | None]:
    """As ``align``, for lists that new items can only be appended to; deleting any item costs the same."""
    # As it costs the same whichever item goes, keeping what is the same from the start on is never dearer.
    start = next((i for i in range(min(before, after)) if costs.keep(i, i) > 0), min(before, after))
    found = [*range(start), *_kept(range(start, before), range(start, after), costs)]
    return [*map(Source, found), *[None] * (after - len(found))]


def _kept(ours: range, theirs: range, costs: Costs) -> list[int]:
    """Which of ``ours`` become the first of ``theirs``, in order; the others go, and the rest is made."""
    most = min(len(ours), len(theirs))
    tail = list(accumulate((costs.create(j) for j in reversed(theirs)), initial=0.0))[::-1]
    # least[j]: the least cost with j items kept so far; keeps[i] says for which j item i is the last of them.
    least = [0.0] + [math.inf] * most
    keeps: list[list[bool]] = []
    for i in ours:
        going = costs.delete(i)
        left = [cost + going for cost in least]
        kept = [math.inf, *(least[j] + costs.keep(i, theirs[j]) for j in range(most))]
        keeps.append([keep < leave for keep, leave in zip(kept, left, strict=True)])
        least = [min(pair) for pair in zip(kept, left, strict=True)]
    count = min(range(most + 1), key=lambda j: (least[j] + tail[j], -j))
    found: list[int] = []
    for i, keep in zip(reversed(ours), reversed(keeps), strict=True):
        if keep[count]:
            found.append(i)
            count -= 1
    return found[::-1]


def assign(costs: Sequence[Sequence[float]]) -> dict[int, int]:
    """Which column goes with each row, each at most once, at the least cost in all: as many as there can be.

    The Hungarian method, a row at a time: a new row takes the cheapest way of letting the others move on.
    """
    if costs and len(costs) > len(costs[0]):
        return {row: column for column, row in assign(list(zip(*costs, strict=True))).items()}
    columns = len(costs[0]) if costs else 0
    row_price, column_price = [0.0] * len(costs), [0.0] * columns
    taker: list[int | None] = [None] * columns
    for row in range(len(costs)):
        came_from, end = _cheapest_way(costs, row, (row_price, column_price), taker)
        while end is not None:
            before = came_from[end]
            taker[end] = row if before is None else taker[before]
            end = before
    return {row: column for column, row in enumerate(taker) if row is not None}


def _cheapest_way(
    costs: Sequence[Sequence[float]],
    start: int,
    prices: tuple[list[float], list[float]],
    taker: Sequence[int | None],
) -> tuple[list[int | None], int | None]:
    """From a row to the nearest free column: for each column the one before it, and the last."""
    row_price, column_price = prices
    columns = range(len(column_price))
    distance, done = [math.inf] * len(columns), list[int]()
    links: list[int | None] = [None] * len(columns)
    row, so_far = start, 0.0
    here: int | None = None
    while True:
        for column in columns:
            way = so_far + costs[row][column] - row_price[row] - column_price[column]
            if column not in done and way < distance[column]:
                distance[column], links[column] = way, here
        here = min((column for column in columns if column not in done), key=distance.__getitem__)
        so_far = distance[here]
        done.append(here)
        holder = taker[here]
        if holder is None:
            break
        row = holder
    row_price[start] += so_far
    for column in done[:-1]:
        holder = taker[column]
        assert holder is not None
        row_price[holder] += so_far - distance[column]
        column_price[column] -= so_far - distance[column]
    return links, here
