"""A provider that makes people wait is left alone for a while: one request waits for it, not each."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from pydantic_ai.exceptions import ModelRateLimitError, ModelRequestTimeout, ModelTimeoutError

if TYPE_CHECKING:
    from orbit.agent.desk import Desk
    from orbit.agent.hosted.limits import Limits

__all__ = ["let_rest", "resting"]

_LONGEST_SECONDS = 600.0

_until: WeakKeyDictionary[Desk, dict[str, float]] = WeakKeyDictionary()
"""When each desk asks a model again, in seconds of ``monotonic``."""


def let_rest(desk: Desk, model: str, error: Exception, limits: Limits) -> None:
    """Leave a model alone for as long as its failure asks for; for most failures that is not at all."""
    seconds = 0.0
    if isinstance(error, ModelTimeoutError | ModelRequestTimeout):
        seconds = limits.rest_seconds
    elif isinstance(error, ModelRateLimitError):
        seconds = min(error.retry_after or limits.rest_seconds, _LONGEST_SECONDS)
    if seconds > 0 and limits.rest_seconds > 0:
        _until.setdefault(desk, {})[model] = monotonic() + seconds


def resting(desk: Desk, model: str) -> str | None:
    """Say why a model is not asked just now; None where it is."""
    left = _until.get(desk, {}).get(model, 0.0) - monotonic()
    return f"it kept you waiting a moment ago. Orbit asks it again in {left:.0f} s" if left > 0 else None
