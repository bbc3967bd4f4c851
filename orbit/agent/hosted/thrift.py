"""What is kept of a conversation for the next request: what was said and done, not all that was read.

What was looked up is most of a conversation's length, and is looked up anew for each request: it is left out.
So is a call that came back unanswered or wrong. A workflow carried out by its own tool stands as its plan and
its run. What is there then makes a conversation that any provider takes, and the offline model too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, cast

from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    RetryFeedbackPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from orbit.agent.answers import Output, Question
from orbit.agent.hosted.spelling import spelled_out
from orbit.agent.hosted.spending import tokens, with_spent

__all__ = ["asking", "kept"]

_EXCHANGES = 12
"""So many requests of a conversation are kept,"""
_LONGEST = 40_000
"""and so many characters of what is said in them, which is about a quarter as many tokens."""
_LONGEST_RESULT = 6_000
_STEPS = 20
_LOOKED_UP = frozenset({"session", "lately", "search_workflows"})
_LEFT_OUT = {"left_out": "This was longer than what is kept. Call the tool again where it is needed."}


def kept(messages: Sequence[ModelMessage]) -> list[ModelMessage]:
    """What to keep of a conversation that has come to an answer."""
    told = list(_exchanges(_small(spelled_out(messages))))
    while len(told) > 1 and (len(told) > _EXCHANGES or _length(told) > _LONGEST):
        told.pop(0)
    left = [message for exchange in told for message in exchange]
    return with_spent(left, tokens(messages) - tokens(left))


def _length(exchanges: Sequence[Sequence[ModelMessage]]) -> int:
    return sum(
        len(str(getattr(part, "content", getattr(part, "args", ""))))
        for exchange in exchanges
        for message in exchange
        for part in message.parts
    )


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
    gone = {
        part.tool_call_id
        for message in messages
        for part in message.parts
        if isinstance(part, ToolCallPart) and (part.tool_call_id not in returned or _is_of_no_use(part))
    }
    told: list[ModelMessage] = []
    for message in messages:
        small = _response(message, gone) if isinstance(message, ModelResponse) else _request(message, gone)
        if small.parts:
            told.append(small)
    return told


def _returns(messages: Sequence[ModelMessage]) -> Iterator[ToolReturnPart]:
    for message in messages:
        for part in message.parts:
            if isinstance(part, ToolReturnPart) and part.outcome != "retried":
                yield part


def _is_of_no_use(call: ToolCallPart) -> bool:
    """Whether it looked something up, or its arguments are no object."""
    if call.tool_name in _LOOKED_UP:
        return True
    try:
        call.args_as_dict(raise_if_invalid=True)
    except (AssertionError, ValueError):
        return True
    return False


def _response(message: ModelResponse, gone: set[str]) -> ModelResponse:
    parts = [
        part for part in message.parts if not (isinstance(part, ToolCallPart) and part.tool_call_id in gone)
    ]
    return replace(message, parts=parts)


def _request(message: ModelRequest, gone: set[str]) -> ModelRequest:
    parts = [
        _result(part) if isinstance(part, ToolReturnPart) else part
        for part in message.parts
        if not isinstance(part, RetryFeedbackPart)
        and not (isinstance(part, ToolReturnPart) and part.tool_call_id in gone)
    ]
    # Each request carries the instructions anew; only the last one's are sent.
    return replace(message, parts=parts, instructions=None)


def _result(part: ToolReturnPart) -> ToolReturnPart:
    content: Any = part.content
    if not isinstance(content, dict) or "error" in content:
        return part
    document = cast("dict[str, Any]", content)
    return part if len(str(document)) <= _LONGEST_RESULT else replace(part, content=_cut(document))


def _cut(document: dict[str, Any]) -> dict[str, Any]:
    """A plan or a run with its first steps; anything else that long is left out."""
    cut = {
        key: cast("list[Any]", value)[:_STEPS] if isinstance(value, list) else value
        for key, value in document.items()
    }
    return cut if len(str(cut)) <= _LONGEST_RESULT else _LEFT_OUT


def asking(messages: Sequence[ModelMessage], output: Output) -> list[ModelMessage]:
    """The messages, whose question says which request it is about."""
    told = list(messages)
    if not isinstance(output, Question):
        return told
    for place in range(len(told) - 1, -1, -1):
        message = told[place]
        if isinstance(message, ModelResponse) and any(map(_asks, message.parts)):
            arguments = output.model_dump(mode="json", exclude_defaults=True)
            parts = [
                replace(part, args=arguments) if isinstance(part, ToolCallPart) and _asks(part) else part
                for part in message.parts
            ]
            told[place] = replace(message, parts=parts)
            break
    return told


def _asks(part: object) -> bool:
    return isinstance(part, ToolCallPart) and part.tool_name == "ask_back"
