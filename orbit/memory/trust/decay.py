"""How what was long not used loses its place in ranking, and nothing else: age alone deletes nothing."""

from __future__ import annotations

from datetime import UTC, datetime

__all__ = ["HALF_LIFE_DAYS", "freshness"]

HALF_LIFE_DAYS = 180.0
"""After so many days without a run, half of what the past speaks for a workflow is left."""

_SECONDS_A_DAY = 86_400.0


def freshness(last: str | None, now: datetime | None = None, *, pinned: bool = False) -> float:
    """Say how much of a workflow's past still counts, above 0 to 1, by when it last ran (ISO 8601).

    What is pinned stays as it was; what never ran has no past to fade; a time in the future, as after a clock
    was put right, counts as now.
    """
    if pinned or last is None:
        return 1.0
    ago = (now or datetime.now(UTC)) - datetime.fromisoformat(last)
    return 0.5 ** (max(ago.total_seconds(), 0.0) / _SECONDS_A_DAY / HALF_LIFE_DAYS)
