"""What trust says in the ranking of what was found: plain numbers by id, and what is not offered at all.

It only ranks: how far a request and a workflow go together is for retrieval to say, and no past makes a
workflow fit that does not.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from orbit.memory.records import Outcomes
from orbit.memory.store.standing import Standing, Usage
from orbit.memory.trust.confidence import lower_bound
from orbit.memory.trust.decay import freshness

__all__ = ["nudges", "passed_over"]

_PINNED, _UNTRUSTED, _INVALID = 0.5, -0.25, -0.5


def nudges(
    outcomes: Mapping[str, Outcomes],
    standings: Mapping[str, Standing],
    usage: Mapping[str, Usage],
    now: datetime | None = None,
) -> dict[str, float]:
    """Give, by id, from −1 to 1, what speaks for or against workflows; where nothing does, it is left out.

    How it went counts by how sure that is, and fades with time; a pin stops the fading and adds to it; what
    is imported and unproven, or may no longer hold, stands back.
    """
    found: dict[str, float] = {}
    for name in {*outcomes, *standings}:
        standing = standings.get(name, Standing())
        value = _past(outcomes.get(name), usage.get(name), standing, now) + _stands(standing)
        if value:
            found[name] = min(max(value, -1.0), 1.0)
    return found


def passed_over(standings: Mapping[str, Standing]) -> frozenset[str]:
    """Give the ids that are not offered: another workflow has taken their place."""
    return frozenset(name for name, standing in standings.items() if standing.superseded_by is not None)


def _past(outcomes: Outcomes | None, usage: Usage | None, standing: Standing, now: datetime | None) -> float:
    if outcomes is None or not outcomes.runs:
        return 0.0
    good, bad = outcomes.verified, outcomes.failed + outcomes.undone - outcomes.mended
    sure = lower_bound(good, bad) - lower_bound(
        bad, good
    )  # of its success less of its failure: 0 without a past
    return sure * freshness(usage.last_run if usage else None, now, pinned=standing.pinned)


def _stands(standing: Standing) -> float:
    return (
        _PINNED * standing.pinned
        + _UNTRUSTED * (not standing.trusted)
        + _INVALID * (standing.invalid_since is not None)
    )
