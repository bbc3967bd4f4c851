"""A workflow's own tool in the words of the others: a plan, and its run.

Such a tool is there for the request it fits. What it did is kept as what any model, at any time, could have
called for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, ToolCallPart, ToolReturnPart

__all__ = ["WORKFLOW_TOOL", "spelled_out"]

WORKFLOW_TOOL = "wf_"
"""What the name of a workflow's own tool begins with; its id follows."""


def spelled_out(messages: Sequence[ModelMessage]) -> list[ModelMessage]:
    """The messages with each call of a workflow's own tool as ``plan_workflow`` and ``run_plan``."""
    told: list[ModelMessage] = []
    for message in messages:
        if isinstance(message, ModelResponse):
            told.append(replace(message, parts=[_planning(part) for part in message.parts]))
        else:
            told.extend(_answered(message))
    return told


def _planning(part: Any) -> Any:
    if not _is_workflow(part) or not isinstance(part, ToolCallPart):
        return part
    arguments = {"id": part.tool_name.removeprefix(WORKFLOW_TOOL), "slots": part.args_as_dict()}
    return ToolCallPart("plan_workflow", arguments, part.tool_call_id)


def _is_workflow(part: Any) -> bool:
    name: object = getattr(part, "tool_name", None)
    return isinstance(name, str) and name.startswith(WORKFLOW_TOOL)


def _answered(message: ModelRequest) -> list[ModelMessage]:
    plans: list[Any] = []
    calls: list[ToolCallPart] = []
    results: list[ToolReturnPart] = []
    for part in message.parts:
        if not _is_workflow(part) or not isinstance(part, ToolReturnPart):
            plans.append(part)
            continue
        whole: Any = part.content
        content: dict[str, Any] = cast("dict[str, Any]", whole) if isinstance(whole, dict) else {}
        plan = content.get("plan", whole)
        plans.append(ToolReturnPart("plan_workflow", plan, part.tool_call_id, outcome=part.outcome))
        if "run" in content:
            call_id = f"{part.tool_call_id}_run"
            calls.append(ToolCallPart("run_plan", {"plan_id": content["plan"]["plan_id"]}, call_id))
            results.append(ToolReturnPart("run_plan", content["run"], call_id))
    first = replace(message, parts=plans)
    return [first, ModelResponse(calls), ModelRequest(results)] if calls else [first]
