"""How sure it is that a workflow will end verified: a Beta distribution over its runs, taken from below.

With ``v`` runs that ended verified and stood, and ``f`` that failed or were undone, the chance of success is
Beta(1 + v, 1 + f): all chances alike before the first run. What counts is its lower bound, the chance that is
exceeded with 95 %: three good runs say less than thirty, and one good run says little.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import exp, lgamma, log, log1p

from orbit.memory.records import Outcomes

__all__ = ["Confidence", "confidence_of", "lower_bound"]

_DOUBT = 0.05
_HALVINGS = 17  # of the range 0 to 1: a hundred-thousandth is left
_RUNS_COUNTED = 500  # above so many the shares say the same, and the sum below stays short


@dataclass(frozen=True)
class Confidence:
    """What a workflow's runs say: the ``expected`` chance of success and its ``lower`` bound, 0 to 1."""

    expected: float
    lower: float
    runs: int


def confidence_of(outcomes: Outcomes) -> Confidence:
    """Say how sure a workflow is by how it went; a run that was undone counts as one that failed."""
    good, bad = outcomes.verified, outcomes.failed + outcomes.undone
    expected = (1 + good) / (2 + good + bad)
    return Confidence(expected, lower_bound(good, bad), outcomes.runs)


def lower_bound(good: int, bad: int) -> float:
    """Give the 5 % quantile of Beta(1 + good, 1 + bad), to four places."""
    total = good + bad
    if total > _RUNS_COUNTED:
        good = round(good * _RUNS_COUNTED / total)
        bad = _RUNS_COUNTED - good
    return _quantile(good, bad)


@lru_cache(maxsize=4096)
def _quantile(good: int, bad: int) -> float:
    # For whole numbers, P(X ≤ x) of Beta(1 + good, 1 + bad) is a binomial tail: the chance that of n tries,
    # each with the chance x, more than ``good`` succeed.
    n = good + bad + 1
    choices = [(k, lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)) for k in range(good + 1, n + 1)]
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        yes, no = log(middle), log1p(-middle)
        below = sum(exp(ways + k * yes + (n - k) * no) for k, ways in choices)
        low, high = (middle, high) if below < _DOUBT else (low, middle)
    return round((low + high) / 2, 4)
