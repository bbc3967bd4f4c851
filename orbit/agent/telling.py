"""What a person is told of a run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from daw_bridges.bridge import Status
from orbit.workflows import Plan, Run

__all__ = ["told_results", "told_run"]


def told_run(plan: Plan | None, run: Run) -> str:
    """Say how a run went."""
    if run.ok:
        statuses = [result.status.value for result in run.results]
        return told_results(plan.result if plan else "Done.", statuses)
    return told_failure(run.reason, rolled_back=run.rolled_back)


def told_failure(reason: str | None, *, rolled_back: bool) -> str:
    """Say why it failed, and how the session was left."""
    why = reason or "The DAW did not do it."
    return f"{why} The session is as it was before." if rolled_back and "as it was" not in why else why


def told_results(result: str, statuses: Sequence[Any]) -> str:
    """Say what was done, and how much of it was read back."""
    unread = sum(1 for status in statuses if status == Status.UNVERIFIED.value)
    if unread:
        return f"{result} {unread} of {len(statuses)} steps could not be read back: check them in the DAW."
    return result
