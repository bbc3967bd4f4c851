"""The messages of an agent's run, as far as the offline model has to know them: it keeps nothing itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from pydantic_ai.messages import (
    ModelMessage,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from orbit.agent.answers import Question
from orbit.agent.context import Done, Lately
from orbit.agent.offline.dialogue.past import Past

__all__ = ["Exchange", "ToolResult", "exchanges", "past_of"]


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

    def result(self, *tools: str) -> ToolResult | None:
        """The latest result of any of these tools."""
        return next((result for result in reversed(self.results) if result.tool in tools), None)


def exchanges(messages: Sequence[ModelMessage]) -> list[Exchange]:
    """The conversation, exchange by exchange."""
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
    return found or [Exchange("")]


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
