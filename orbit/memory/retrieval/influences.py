"""What moves a score besides the evidence, a little: how a workflow went, when it last ran, how it stands.

It moves the order of what fits. Whether something is meant at all it only ever makes more likely.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from orbit.memory.records import Outcomes
from orbit.memory.retrieval.answers import Hit

if TYPE_CHECKING:
    from orbit.memory.store import Store
    from orbit.memory.store.standing import Standing

__all__ = ["SWING", "Influence", "Influences", "history"]

SWING = 0.03
"""The most that any one influence adds to a score, or takes from it."""

Influence = Callable[[Sequence[str]], Mapping[str, float]]
"""Gives, for some ids, numbers from −1 (against) to 1 (for); 0 where it is silent."""


class Influences:
    """The influences of one store's records, and ``others`` by name."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.others: dict[str, Influence] = {}

    def sways(self, ids: Sequence[str]) -> dict[str, dict[str, float]]:
        """Give for each influence the points it adds to these workflows' scores."""
        stands = self._store.workflows.standing.unusual(ids)
        given = {
            "outcomes": self._past(ids, stands),
            "standing": {name: _standing(how) for name, how in stands.items()},
            **{name: influence(ids) for name, influence in self.others.items()},
        }
        return {name: _points(numbers) for name, numbers in given.items()}

    def _past(self, ids: Sequence[str], stands: Mapping[str, Standing]) -> dict[str, float]:
        """Give what the past says of workflows, fading with time unless they are pinned."""
        from orbit.memory.trust.decay import freshness

        past = {name: _success(outcomes) for name, outcomes in self._store.runs.outcomes(ids).items()}
        pinned = {name for name, how in stands.items() if how.pinned}
        usage = self._store.workflows.standing.usage(past)
        fresh = {name: freshness(used.last_run, pinned=name in pinned) for name, used in usage.items()}
        return {name: value * fresh.get(name, 1.0) for name, value in past.items()}

    def superseded(self, ids: Sequence[str]) -> dict[str, str]:
        """Give, of these workflows, those whose place another one took, and which one."""
        stands = self._store.workflows.standing.unusual(ids)
        return {name: how.superseded_by for name, how in stands.items() if how.superseded_by is not None}

    def unproven(self, ids: Sequence[str]) -> frozenset[str]:
        """Give, of these workflows, those that somebody else wrote and that have not proven themselves."""
        return frozenset(
            name for name, how in self._store.workflows.standing.unusual(ids).items() if not how.trusted
        )

    def warned(self, hits: Sequence[Hit]) -> list[Hit]:
        """Give hits with what went wrong before and stands unmended."""
        from orbit.memory.experience import Experience

        warnings = Experience(self._store).warnings([hit.id for hit in hits]) if hits else {}
        return [replace(hit, warnings=tuple(warnings.get(hit.id, ()))) for hit in hits]


def _points(numbers: Mapping[str, float]) -> dict[str, float]:
    return {name: SWING * min(max(number, -1.0), 1.0) for name, number in numbers.items()}


def _standing(how: Standing) -> float:
    """Say how a workflow's standing speaks for or against it: pinned, unproven, no longer holding."""
    if how.invalid_since is not None:
        return -1.0
    return (0.5 if how.pinned else 0.0) - (0.0 if how.trusted else 0.5)


def history(outcomes: Mapping[str, Outcomes]) -> dict[str, float]:
    """Give what the past of workflows adds to their scores: nothing without a past, little with any."""
    return _points({name: _success(past) for name, past in outcomes.items()})


def _success(outcomes: Outcomes) -> float:
    """Say how far a workflow's runs speak for it, −1 to 1; a failure that was mended since counts half."""
    if not outcomes.runs:
        return 0.0
    good = 1.0 + outcomes.verified
    bad = 1.0 + outcomes.standing_failures + outcomes.undone + 0.5 * min(outcomes.mended, outcomes.failed)
    total = good + bad
    mean = good / total
    return 2 * (mean - (mean * (1 - mean) / (total + 1)) ** 0.5) - 1  # one deviation below the Beta mean
