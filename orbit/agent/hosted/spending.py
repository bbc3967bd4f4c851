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

__all__ = ["spent", "tokens", "usage_of", "with_spent"]


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
    return tokens(messages).total_tokens


def tokens(messages: Sequence[ModelMessage]) -> RunUsage:
    """The tokens that these messages bear."""
    total = RunUsage()
    for each in messages:
        if isinstance(each, ModelResponse):
            total.input_tokens += each.usage.input_tokens
            total.output_tokens += each.usage.output_tokens
    return total


def with_spent(messages: Sequence[ModelMessage], used: RunUsage) -> list[ModelMessage]:
    """The messages, whose first answer bears what was spent on such as are not there any more."""
    told = list(messages)
    first = next((place for place, each in enumerate(told) if isinstance(each, ModelResponse)), None)
    if first is not None and used.total_tokens:
        response = told[first]
        assert isinstance(response, ModelResponse)
        more = RequestUsage(input_tokens=used.input_tokens, output_tokens=used.output_tokens)
        told[first] = replace(response, usage=response.usage + more)
    return told
