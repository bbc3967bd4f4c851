"""What became of actions: read back and equal, sent and not to be seen, left to the user, or not done."""

from __future__ import annotations

from typing import Any

from daw_bridges.actions import Action
from daw_bridges.bridge import MANUAL_STEP, Result, Status
from daw_bridges.errors import OrbitError
from daw_bridges.logic.mixer import NotAppliedError

__all__ = ["UNVERIFIABLE", "failed", "manual", "skipped", "unverified", "verified"]

UNVERIFIABLE = "unverifiable"
"""The code of a result that nothing in Logic's control surface shows."""


def verified(action: Action, observed: dict[str, Any]) -> Result:
    """Done, and Logic reads it."""
    return Result(action=action, status=Status.VERIFIED, observed=observed)


def unverified(action: Action, reason: str, observed: dict[str, Any] | None = None) -> Result:
    """Done as far as anybody can tell; ``reason`` says why it cannot be seen."""
    return Result(
        action=action, status=Status.UNVERIFIED, reason=reason, code=UNVERIFIABLE, observed=observed
    )


def manual(action: Action, words: str) -> Result:
    """Left to the user, in exact words."""
    return Result(action=action, status=Status.UNVERIFIED, reason=words, code=MANUAL_STEP)


def failed(action: Action, error: OrbitError) -> Result:
    """Not done, or Logic reads something else."""
    if isinstance(error, NotAppliedError):
        return Result(
            action=action,
            status=Status.FAILED,
            observed=error.observed,
            reason=str(error),
            code="not_applied",
        )
    return Result(action=action, status=Status.FAILED, reason=str(error), code=error.code)


def skipped(action: Action) -> Result:
    """Behind a failed one."""
    return Result(action=action, status=Status.SKIPPED, reason="An action before it failed.")
