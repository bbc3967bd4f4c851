"""What is kept of a conversation for the next request: what was said and done, not all that was read.

A session read in full is most of a conversation's length, and is read anew for each request. What is kept is
in the words of every model: a workflow carried out by its own tool stands as its plan and its run, a call
that came back unanswered or wrong is left out, and whatever is there makes a conversation that any provider
takes, and the offline model too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelResponse,
    RetryFeedbackPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from orbit.agent.hosted.spelling import spelled_out
from orbit.agent.hosted.spending import tokens, with_spent

__all__ = ["kept"]

_EXCHANGES = 12
"""So many requests of a conversation are kept,"""
_LONGEST = 60_000
"""and so many characters of JSON, which is about a quarter as many tokens."""
_LONGEST_RESULT = 6_000
_STEPS = 20
_READ_AGAIN = frozenset({"session", "lately"})
_LEFT_OUT = {"left_out": "This was longer than what is kept. Call the tool again where it is needed."}


def kept(messages: Sequence[ModelMessage]) -> list[ModelMessage]:
    """What to keep of a conversation that has come to an answer."""
    told = list(_exchanges(_small(spelled_out(messages))))
    while len(told) > 1 and (len(told) > _EXCHANGES or _length(told) > _LONGEST):
        told.pop(0)
    left = [message for exchange in told for message in exchange]
    return with_spent(left, tokens(messages) - tokens(left))


def _length(exchanges: Sequence[Sequence[ModelMessage]]) -> int:
    return sum(len(ModelMessagesTypeAdapter.dump_json(list(exchange))) for exchange in exchanges)


def _exchanges(messages: Sequence[ModelMessage]) -> Iterator[list[ModelMessage]]:
    """The conversation from one request of the user's to the next."""
    exchange: list[ModelMessage] = []
    for message in messages:
        if exchange and any(isinstance(part, UserPromptPart) for part in message.parts):
            yield exchange
            exchange = []
        exchange.append(message)
    if exchange:
        yield exchange


def _small(messages: Sequence[ModelMessage]) -> list[ModelMessage]:
    returned = {part.tool_call_id for part in _returns(messages)}
    wrong = {
        part.tool_call_id
        for message in messages
        for part in message.parts
        if isinstance(part, ToolCallPart) and (part.tool_call_id not in returned or _is_no_object(part))
    }
    told: list[ModelMessage] = []
    for message in messages:
        small = _response(message, wrong) if isinstance(message, ModelResponse) else _request(message, wrong)
        if small.parts:
            told.append(small)
    return told


def _returns(messages: Sequence[ModelMessage]) -> Iterator[ToolReturnPart]:
    for message in messages:
        for part in message.parts:
            if isinstance(part, ToolReturnPart) and part.outcome != "retried":
                yield part


def _is_no_object(call: ToolCallPart) -> bool:
    try:
        call.args_as_dict(raise_if_invalid=True)
    except (AssertionError, ValueError):
        return True
    return False


def _response(message: ModelResponse, wrong: set[str]) -> ModelResponse:
    parts = [
        part for part in message.parts if not (isinstance(part, ToolCallPart) and part.tool_call_id in wrong)
    ]
    return replace(message, parts=parts)


def _request(message: ModelRequest, wrong: set[str]) -> ModelRequest:
    parts = [
        _result(part) if isinstance(part, ToolReturnPart) else part
        for part in message.parts
        if not isinstance(part, RetryFeedbackPart)
        and not (isinstance(part, ToolReturnPart) and part.tool_call_id in wrong)
    ]
    # Each request carries the instructions anew; only the last one's are sent.
    return replace(message, parts=parts, instructions=None)


def _result(part: ToolReturnPart) -> ToolReturnPart:
    content: Any = part.content
    if not isinstance(content, dict) or "error" in content:
        return part
    document = cast("dict[str, Any]", content)
    if part.tool_name in _READ_AGAIN:
        return replace(part, content=_LEFT_OUT)
    if part.tool_name == "search_workflows":
        return replace(part, content=_hits(document))
    return part if len(str(document)) <= _LONGEST_RESULT else replace(part, content=_cut(document))


def _hits(found: dict[str, Any]) -> dict[str, Any]:
    hits = [{"id": hit["id"], "title": hit["title"]} for hit in found.get("workflows", ())]
    return {"decision": found.get("decision"), "workflows": hits}


def _cut(document: dict[str, Any]) -> dict[str, Any]:
    """A plan or a run with its first steps; anything else that long is left out."""
    cut = {
        key: cast("list[Any]", value)[:_STEPS] if isinstance(value, list) else value
        for key, value in document.items()
    }
    return cut if len(str(cut)) <= _LONGEST_RESULT else _LEFT_OUT
