"""A provider that is too busy is asked again, after the wait it asks for; other failures end it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Never

from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.exceptions import (
    ModelAPIError,
    ModelConnectionError,
    ModelRateLimitError,
    ModelServerError,
    ModelTimeoutError,
    ModelUnavailableError,
    RetryModelRequest,
)

if TYPE_CHECKING:
    from pydantic_ai import RunContext
    from pydantic_ai.models import Model, ModelRequestContext

    from orbit.agent.hosted.limits import Limits

__all__ = ["Patience", "alone_with_patience"]

_FIRST_WAIT_SECONDS = 0.5


@dataclass
class Patience(AbstractCapability[Any]):
    """Asks again where that may help, twice as long after each time."""

    limits: Limits

    async def on_model_request_error(
        self,
        ctx: RunContext[Any],  # noqa: ARG002 - what pydantic-ai calls it with
        *,
        request_context: ModelRequestContext,
        error: Exception,
    ) -> Never:
        """Wait and ask again, or let the error pass."""
        tries = request_context.attempt
        wait = _wait(error, tries, self.limits) if tries <= self.limits.retries else None
        if wait is None:
            raise error
        await asyncio.sleep(wait)
        raise RetryModelRequest


def _wait(error: Exception, tries: int, limits: Limits) -> float | None:
    """How many seconds to wait before the next try; None when there is no use in one."""
    if not isinstance(error, ModelAPIError) or not _may_pass(error):
        return None
    own = min(_FIRST_WAIT_SECONDS * 2 ** (tries - 1), limits.wait_seconds)
    asked = error.retry_after or 0.0
    return max(own, asked) if asked <= limits.wait_seconds else None


def _may_pass(error: ModelAPIError) -> bool:
    if isinstance(error, ModelConnectionError):
        # Nobody listens, or time is up: asking again would take as long again.
        return error.phase != "connect" and not isinstance(error, ModelTimeoutError)
    return isinstance(error, ModelRateLimitError | ModelUnavailableError | ModelServerError)


def alone_with_patience(model: Model) -> Model:
    """The model, whose client library does not ask again by itself: each would do so within the other."""
    client: Any = getattr(model, "client", None)
    if isinstance(getattr(client, "max_retries", None), int):
        client.max_retries = 0
    return model
