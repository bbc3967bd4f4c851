"""How far a request, and a conversation, may go with a hosted model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from pydantic_ai import UsageLimits

if TYPE_CHECKING:
    from orbit.settings import Settings

__all__ = ["Limits"]


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

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """The limits that the user has set."""
        return cls(
            request_seconds=settings.model_seconds,
            total_tokens=settings.request_tokens,
            conversation_tokens=settings.conversation_tokens,
        )

    def usage(self, spent: int = 0) -> UsageLimits:
        """The limits in pydantic-ai's form, where the conversation has taken ``spent`` tokens before."""
        return UsageLimits(
            request_limit=self.requests,
            tool_calls_limit=self.tool_calls,
            total_tokens_limit=min(self.total_tokens, self.conversation_tokens - spent),
        )
