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

__all__ = ["Exchange", "ToolResult", "exchanges"]


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


def _parts(messages: Sequence[ModelMessage]) -> Iterator[Any]:
    for message in messages:
        yield from message.parts


def _text(part: UserPromptPart) -> str:
    if isinstance(part.content, str):
        return part.content
    return " ".join(item for item in part.content if isinstance(item, str))
