"""What went wrong with a hosted model, in a sentence for people."""

from __future__ import annotations

from typing import cast

from pydantic_ai.exceptions import (
    AgentRunError,
    ModelAuthenticationError,
    ModelConnectionError,
    ModelContextWindowExceededError,
    ModelHTTPError,
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
    (
        (ModelTimeoutError, ModelRequestTimeout),
        "it took too long to answer. Try again later, or raise the setting model_seconds",
    ),
    (ModelConnectionError, "it cannot be reached. Check your network, and that its server is running"),
    (ModelRateLimitError, "it has had too many requests. Try again in a minute"),
    (ModelQuotaExceededError, "its account has no credit left. Add credit with its provider"),
    (ModelContextWindowExceededError, "the conversation is too long for it. Start a new one"),
    (ModelAuthenticationError, "its provider refused the API key. Check the key"),
    (ModelNotFoundError, "its provider has no model of that name. Check the name"),
    (
        UsageLimitExceeded,
        "it reached the limit for one request. Ask for less at once",
    ),
    (UnexpectedModelBehavior, "its answer made no sense. Try again, or choose another model"),
)
_OWN_FAULT = 500


def reason(error: Exception) -> str:
    """Say why it failed and what to do, without the last full stop."""
    known = next((told for kind, told in _WHY if isinstance(error, kind)), None)
    if known is not None:
        return known
    said = without_secrets(_provider_words(error), known_secrets())  # it may name the key that it refuses
    where = "its provider reports" if isinstance(error, ModelHTTPError) else "it reports"
    then = (
        ". Try again later" if isinstance(error, ModelHTTPError) and error.status_code >= _OWN_FAULT else ""
    )
    return f"{where} “{in_short(said).rstrip('.')}”{then}"


def _provider_words(error: Exception) -> str:
    """The sentence in a provider's answer, which wraps it in one object or two."""
    if not isinstance(error, ModelHTTPError):
        return str(error)
    body: object = error.body
    for field in ("error", "message"):
        if isinstance(body, dict):
            answer = cast("dict[str, object]", body)
            body = answer.get(field, answer)
    return body if isinstance(body, str) and body.strip() else f"HTTP {error.status_code}"


def too_much(spent: int, limit: int) -> str:
    """Say why a conversation that took all it may is not carried on with a hosted model."""
    return (
        f"this conversation has used {spent:,} tokens, and the setting conversation_tokens allows {limit:,}. "
        "Start a new one, or raise the setting"
    )
