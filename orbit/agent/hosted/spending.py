"""What a request, and a conversation, took of a hosted model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pydantic_ai.messages import ModelMessage, ModelResponse
from pydantic_ai.usage import RequestUsage, RunUsage

from orbit.agent.answers import Usage

if TYPE_CHECKING:
    from pydantic_ai.models import Model

__all__ = ["spent", "usage_of", "with_spent"]


def usage_of(model: Model, used: RunUsage) -> Usage:
    """What a request took; its cost where the prices of the model are known to genai-prices."""
    return Usage(
        model=f"{model.system}:{model.model_name}",
        requests=used.requests,
        input_tokens=used.input_tokens,
        output_tokens=used.output_tokens,
        cost_usd=float(used.cost) if used.cost is not None else None,
    )


def spent(messages: Sequence[ModelMessage]) -> int:
    """How many tokens a conversation has taken so far, in and out."""
    return sum(each.usage.total_tokens for each in messages if isinstance(each, ModelResponse))


def with_spent(messages: Sequence[ModelMessage], tokens: RequestUsage | RunUsage) -> list[ModelMessage]:
    """The messages, whose first answer bears what was spent on such as are not there any more."""
    told = list(messages)
    for place, each in enumerate(told):
        if isinstance(each, ModelResponse):
            more = RequestUsage(input_tokens=tokens.input_tokens, output_tokens=tokens.output_tokens)
            told[place] = replace(each, usage=each.usage + more)
            break
    return told
