"""A conversation as the offline model knows it, and as the messages that any other model takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from orbit.agent.answers import Decline, Output, Question
from orbit.agent.context import Done, Lately
from orbit.agent.lazy_messages import LazyMessages
from orbit.agent.offline.dialogue.past import Past

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage, UserPromptPart

__all__ = ["Conversed", "Exchange", "ToolResult", "exchanges", "past_of"]

_KEPT = 12
"""So many exchanges of one's own are kept."""
_LOOKED_UP = frozenset({"session", "lately", "search_workflows"})


@dataclass(frozen=True)
class ToolResult:
    """What a tool gave, for which arguments."""

    tool: str
    arguments: dict[str, Any]
    content: Any
    outcome: str

    @property
    def error(self) -> str | None:
        """Why the tool could not do it, in words for people."""
        if self.outcome != "success":
            return str(self.content)
        given: object = self.content
        document = cast("dict[str, Any]", given) if isinstance(given, dict) else {}
        return str(document["message"]) if "error" in document else None


@dataclass
class Exchange:
    """What the user said, what the tools gave since, and the question it ended in, if it did."""

    text: str
    results: list[ToolResult] = field(default_factory=list[ToolResult])
    question: Question | None = None
    said: str = ""
    """What Orbit said at its end."""

    def end(self, output: Output) -> None:
        """Note how it ended; what was looked up on the way is looked up anew for each request."""
        self.results = [result for result in self.results if result.tool not in _LOOKED_UP]
        if isinstance(output, Question):
            self.question = output
        else:
            self.said = output.reason if isinstance(output, Decline) else output

    def result(self, *tools: str) -> ToolResult | None:
        """The latest result of any of these tools."""
        return next((result for result in reversed(self.results) if result.tool in tools), None)


class Conversed(LazyMessages):
    """A conversation with one more exchange: messages only once somebody looks at them.

    Making them takes pydantic-ai, and most conversations go on offline or not at all.
    """

    def __init__(self, history: Sequence[ModelMessage], now: Exchange) -> None:
        own = history.own if isinstance(history, Conversed) else ()
        self.before = history.before if isinstance(history, Conversed) else history
        """What was said before, in another model's messages."""
        self.own = (*own, now)[-_KEPT:]

    def latest(self) -> list[ModelMessage]:
        """The messages of the last exchange."""
        return list(_messages_of(self.own[-1]))

    def _made(self) -> list[ModelMessage]:
        from orbit.agent.hosted.thrift import kept

        return kept([*self.before, *(each for exchange in self.own for each in _messages_of(exchange))])

    def __bool__(self) -> bool:
        return True


def _messages_of(exchange: Exchange) -> Iterator[ModelMessage]:
    from pydantic_ai.messages import (
        ModelRequest,
        ModelResponse,
        TextPart,
        ToolCallPart,
        ToolReturnPart,
        UserPromptPart,
    )

    yield ModelRequest(parts=[UserPromptPart(exchange.text)])
    results = exchange.results
    if exchange.question is not None:
        asked = exchange.question.model_dump(mode="json", exclude_defaults=True)
        results = [*results, ToolResult("ask_back", asked, "The user was asked.", "success")]
    for result in results:
        call = ToolCallPart(result.tool, result.arguments)
        outcome = "denied" if result.outcome == "denied" else "success"
        yield ModelResponse(parts=[call], model_name="offline")
        back = ToolReturnPart(result.tool, result.content, call.tool_call_id, outcome=outcome)
        yield ModelRequest(parts=[back])
    if exchange.question is None:
        yield ModelResponse(parts=[TextPart(exchange.said)], model_name="offline")


def exchanges(messages: Sequence[ModelMessage]) -> list[Exchange]:
    """The conversation, exchange by exchange."""
    if isinstance(messages, Conversed):
        return [*exchanges(messages.before), *messages.own]
    if not messages:
        return []
    from pydantic_ai.messages import ToolCallPart, ToolReturnPart, UserPromptPart

    found: list[Exchange] = []
    calls: dict[str, ToolCallPart] = {}
    for part in _parts(messages):
        match part:
            case UserPromptPart():
                found.append(Exchange(_text(part)))
            case ToolCallPart():
                calls[part.tool_call_id] = part
                if part.tool_name == "ask_back" and found:
                    found[-1].question = Question.model_validate(part.args_as_dict())
            case ToolReturnPart() if found:
                call = calls.get(part.tool_call_id)
                arguments = call.args_as_dict() if call else {}
                found[-1].results.append(ToolResult(part.tool_name, arguments, part.content, part.outcome))
            case _:
                continue
    return found


def past_of(conversation: Sequence[Exchange], lately: ToolResult | None) -> Past:
    """What was done before the last exchange, and the question that it ended in.

    What the desk remembers goes before what the messages tell: those may be another desk's, or cut short.
    """
    before = conversation[:-1]
    told = Past.of(Lately.model_validate(lately.content)) if lately and lately.error is None else Past()
    question = before[-1].question if before else told.question
    done = told.done or tuple(_done(exchange) for exchange in reversed(before))
    return Past(done, question)


def _done(exchange: Exchange) -> Done:
    planned, ran = exchange.result("plan_workflow", "plan_actions"), exchange.result("run_plan")
    arguments = planned.arguments if planned is not None else {}
    did = ran is not None and ran.error is None and bool(ran.content["ok"])
    return Done(
        request=exchange.text,
        outcome="done" if did else "asked" if exchange.question else "planned" if planned else "told",
        title=str(planned.content.get("title", "")) if planned is not None and planned.error is None else "",
        workflow=arguments.get("id"),
        slots=arguments.get("slots") or {},
        actions=tuple(arguments.get("actions") or ()),
    )


def _parts(messages: Sequence[ModelMessage]) -> Iterator[Any]:
    for message in messages:
        yield from message.parts


def _text(part: UserPromptPart) -> str:
    if isinstance(part.content, str):
        return part.content
    return " ".join(item for item in part.content if isinstance(item, str))
