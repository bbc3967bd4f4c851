"""How far a request, and a conversation, may go with a hosted model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from pydantic_ai import UsageLimits
from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.exceptions import UsageLimitExceeded

if TYPE_CHECKING:
    from pydantic_ai import RunContext
    from pydantic_ai.models import ModelRequestContext

    from orbit.settings import Settings

__all__ = ["Budget", "Limits"]


@dataclass(frozen=True)
class Limits:
    """How far one request may go with a hosted model."""

    request_seconds: float = 60.0
    """How long one answer of the model may take."""
    requests: int = 20
    """How many answers of the model one request may take."""
    tool_calls: int = 30
    total_tokens: int = 400_000
    """What one request may take, in and out together."""
    conversation_tokens: int = 2_000_000
    """What a conversation may take; once it has, the offline model goes on."""
    retries: int = 2
    """How often a provider that is too busy is asked again."""
    wait_seconds: float = 8.0
    """The longest wait before that: whoever asks for more is left for the offline model."""

    rest_seconds: float = 30.0
    """How long a provider that did not answer in time is left alone; 0 is not at all."""

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """The limits that the user has set."""
        return cls(
            request_seconds=settings.model_seconds,
            total_tokens=settings.request_tokens,
            conversation_tokens=settings.conversation_tokens,
        )

    @property
    def usage(self) -> UsageLimits:
        """What can be counted of any model, in pydantic-ai's form; tokens are for ``Budget``."""
        return UsageLimits(request_limit=self.requests, tool_calls_limit=self.tool_calls)

    def tokens_left(self, spent: int) -> int:
        """What one more request may take of a conversation that has taken ``spent`` tokens."""
        return min(self.total_tokens, self.conversation_tokens - spent)


@dataclass
class Budget(AbstractCapability[Any]):
    """Asks a model nothing more once a request has taken its tokens.

    pydantic-ai's own limit would warn of every local server that does not count them.
    """

    tokens: int

    async def before_model_request(
        self, ctx: RunContext[Any], request_context: ModelRequestContext
    ) -> ModelRequestContext:
        """Let the next one pass, or end the request. Raises UsageLimitExceeded."""
        if ctx.usage.total_tokens >= self.tokens:
            raise UsageLimitExceeded(f"{ctx.usage.total_tokens:,} tokens; {self.tokens:,} are allowed")
        return request_context
