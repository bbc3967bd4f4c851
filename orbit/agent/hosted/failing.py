"""What went wrong with a hosted model, in a sentence for people."""

from __future__ import annotations

from pydantic_ai.exceptions import (
    AgentRunError,
    ModelAuthenticationError,
    ModelConnectionError,
    ModelContextWindowExceededError,
    ModelNotFoundError,
    ModelQuotaExceededError,
    ModelRateLimitError,
    ModelRequestTimeout,
    ModelTimeoutError,
    UnexpectedModelBehavior,
    UsageLimitExceeded,
    UserError,
)

from orbit.agent.hosted.words import in_short
from orbit.secrets import known_secrets, without_secrets

__all__ = ["FAILURES", "reason", "too_much"]

FAILURES = (AgentRunError, UserError, OSError)
"""What a run with a model may end in that is the model's doing, or its provider's."""

_WHY: tuple[tuple[type[Exception] | tuple[type[Exception], ...], str], ...] = (
    ((ModelTimeoutError, ModelRequestTimeout), "it took too long to answer"),
    (ModelConnectionError, "it cannot be reached"),
    (ModelRateLimitError, "it is asked too often just now"),
    (ModelQuotaExceededError, "its account has no credit left"),
    (ModelContextWindowExceededError, "the conversation has grown too long for it"),
    (ModelAuthenticationError, "it does not take the key it is given"),
    (ModelNotFoundError, "its provider does not know it"),
    (UsageLimitExceeded, "it took all that one request may take"),
    (UnexpectedModelBehavior, "its answers cannot be made sense of"),
)


def reason(error: Exception) -> str:
    """Why it failed: ``it cannot be reached (Connection error)``."""
    why = next((told for kind, told in _WHY if isinstance(error, kind)), "it failed")
    said = without_secrets(str(error), known_secrets())  # a provider may name the key that it refuses
    return f"{why} ({in_short(said).rstrip('.')})"


def too_much(spent: int, limit: int) -> str:
    """Why a conversation that took all it may is not carried on with a hosted model."""
    return (
        f"this conversation has taken {spent:,} tokens, and the setting conversation_tokens allows {limit:,}"
    )
