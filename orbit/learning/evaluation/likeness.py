"""How alike two orders of edits are: by the longest that both contain, gaps allowed."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["aligned", "alike"]


def alike(one: Sequence[str], other: Sequence[str]) -> float:
    """The Dice coefficient of the longest common subsequence: 1 for the same, 0 for nothing in common."""
    both = len(one) + len(other)
    return 2 * len(aligned(one, other)) / both if both else 1.0


def aligned(one: Sequence[str], other: Sequence[str]) -> list[tuple[int, int]]:
    """The places, in both, of a longest common subsequence, in order."""
    lengths = _lengths(one, other)
    pairs: list[tuple[int, int]] = []
    here, there = 0, 0
    while here < len(one) and there < len(other):
        if one[here] == other[there]:
            pairs.append((here, there))
            here, there = here + 1, there + 1
        elif lengths[here + 1][there] >= lengths[here][there + 1]:
            here += 1
        else:
            there += 1
    return pairs


def _lengths(one: Sequence[str], other: Sequence[str]) -> list[list[int]]:
    """The length of what the rest of both have in common, from each pair of places on."""
    lengths = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for here in range(len(one) - 1, -1, -1):
        for there in range(len(other) - 1, -1, -1):
            lengths[here][there] = (
                lengths[here + 1][there + 1] + 1
                if one[here] == other[there]
                else max(lengths[here + 1][there], lengths[here][there + 1])
            )
    return lengths
