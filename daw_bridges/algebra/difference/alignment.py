"""Finding which of two ordered lists' items are the same things, at the least cost in actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

__all__ = ["Costs", "Source", "align", "align_appending"]


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
    """As ``align``, for lists that new items can only be appended to."""
    tail = [0.0]
    for j in range(after - 1, -1, -1):
        tail.append(tail[-1] + costs.create(j))
    tail.reverse()
    # kept[i, j]: the least cost with items before i dealt with and j items kept so far, and how it came
    # about.
    kept: dict[tuple[int, int], tuple[float, tuple[int, ...]]] = {(0, 0): (0.0, ())}
    for i in range(before):
        for j in range(min(i, after) + 1):
            cost, so_far = kept[i, j]
            _offer(kept, (i + 1, j), cost + costs.delete(i), so_far)
            if j < after:
                _offer(kept, (i + 1, j + 1), cost + costs.keep(i, j), (*so_far, i))
    count = min(range(min(before, after) + 1), key=lambda j: (kept[before, j][0] + tail[j], -j))
    found = kept[before, count][1]
    return [*map(Source, found), *[None] * (after - len(found))]


def _offer(
    kept: dict[tuple[int, int], tuple[float, tuple[int, ...]]],
    state: tuple[int, int],
    cost: float,
    so_far: tuple[int, ...],
) -> None:
    if state not in kept or cost < kept[state][0]:
        kept[state] = (cost, so_far)
