"""Workflows as tools: what the library has for a request can be called by its own name, its slots typed.

One such call plans the workflow, asks the user where that is due, carries it out and reads it back. The plan
comes from the library, so a model has to find out nothing but what the slots are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic_ai import RunContext
from pydantic_ai.tools import Tool
from pydantic_ai.toolsets import AbstractToolset, DynamicToolset, FunctionToolset

from orbit.agent.desk import Missing
from orbit.agent.hosted.spelling import WORKFLOW_TOOL
from orbit.agent.overview import quoted
from orbit.agent.planned import DONE_ALREADY, asked_as, carried_out, missing, planned
from orbit.agent.turn import Called, Turn, reported
from orbit.workflows import Plan, Slot, SlotType, Source, Workflow

__all__ = ["offer", "offered", "workflow_tools"]

_MOST, _OFFERED = 6, 3
"""So many workflows are tools at a time, so many of what one search finds."""
_LONGEST_NAME = 64
_LONGEST_TASK = 240
_NAME = re.compile(r"^[A-Za-z0-9_-]+$")
"""What every provider takes as a tool's name."""
_SAID_BY_TOOL = frozenset({"phrases", "slots", "task"})
_NUMBERS = {
    SlotType.GAIN_DB: "in dB",
    SlotType.FREQUENCY: "in Hz",
    SlotType.TIME: "in ms",
    SlotType.BARS: "in bars",
    SlotType.NUMBER: "",
}


def offer(turn: Turn, workflow_ids: Iterable[str]) -> None:
    """Have these workflows as tools from the next step on; the latest asked for push out the earliest.

    What came from outside and has not proven itself is none: its words would stand among the instructions.
    """
    unusual = turn.desk.library.store.workflows.standing.unusual()
    for workflow_id in workflow_ids:
        name = f"{WORKFLOW_TOOL}{workflow_id}"
        trusted = workflow_id not in unusual or unusual[workflow_id].trusted
        if trusted and len(name) <= _LONGEST_NAME and _NAME.match(name):
            turn.offered.pop(name, None)
            turn.offered[name] = turn.desk.workflow(workflow_id)
    while len(turn.offered) > _MOST:
        del turn.offered[next(iter(turn.offered))]


def offered(turn: Turn, found: dict[str, Any]) -> dict[str, Any]:
    """What a search found, for a hosted model: the first few can be called by name from then on."""
    hits = found["workflows"]
    offer(turn, [hit["id"] for hit in reversed(hits[:_OFFERED])])
    return found | {"workflows": [_hit(turn, hit) for hit in hits]}


def _hit(turn: Turn, hit: Mapping[str, Any]) -> dict[str, Any]:
    """A hit without what its tool says already, and without the wordings that it is found by."""
    name = f"{WORKFLOW_TOOL}{hit['id']}"
    is_tool = name in turn.offered
    said = _SAID_BY_TOOL if is_tool else frozenset({"phrases"})
    return {key: value for key, value in hit.items() if key not in said} | ({"tool": name} if is_tool else {})


def workflow_tools() -> AbstractToolset[Turn]:
    """The tools for what was offered so far in a request."""
    return DynamicToolset(_tools)


def _tools(ctx: RunContext[Turn]) -> AbstractToolset[Turn] | None:
    offered = ctx.deps.offered
    if not offered:
        return None
    return FunctionToolset([_tool(name, workflow) for name, workflow in offered.items()], max_retries=3)


def _tool(name: str, workflow: Workflow) -> Tool[Turn]:
    async def play(ctx: RunContext[Turn], **slots: Any) -> dict[str, Any]:
        return await _play(ctx, workflow.workflow_name, slots)

    told = (
        f"{quoted(workflow.title)}: {_words(workflow, workflow.task)} One call plans it, asks the user where "
        "that is due, carries it out and reads it back. Give only the slots that the user spoke of."
    )
    return Tool.from_schema(play, name, told, _schema(workflow), takes_ctx=True, sequential=True)


def _words(workflow: Workflow, text: str) -> str:
    """A workflow's words among the instructions; only those that were shipped may be many.

    Others were made of what somebody did or wrote, and names in a session are written by anybody.
    """
    if workflow.provenance.source is not Source.SEED:
        return quoted(text)
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST_TASK else f"{line[: _LONGEST_TASK - 1]}…"


def _schema(workflow: Workflow) -> dict[str, Any]:
    slots = workflow.slots.items()
    return {
        "type": "object",
        "properties": {name: _property(workflow, slot) for name, slot in slots},
        "required": [name for name, slot in slots if _must_be_said(slot)],
        "additionalProperties": False,
    }


def _must_be_said(slot: Slot) -> bool:
    return not slot.optional and slot.default is None and slot.find is None


def _property(workflow: Workflow, slot: Slot) -> dict[str, Any]:
    told = [_words(workflow, slot.ask)]
    if slot.default is not None and not _is_template(slot.default):
        told.append(f"{quoted(str(slot.default))} when left out.")
    elif slot.find is not None or slot.default is not None:
        told.append("Found when left out.")
    if slot.minimum is not None or slot.maximum is not None:
        told.append(f"From {slot.minimum} to {slot.maximum}.")
    return _kind(slot, told)


def _is_template(value: Any) -> bool:
    return "{{" in str(value)


def _kind(slot: Slot, told: list[str]) -> dict[str, Any]:
    if slot.type in _NUMBERS:
        kind: dict[str, Any] = {"type": "number"}
        told.append(_NUMBERS[slot.type])
    elif slot.type is SlotType.TRACKS:
        kind = {"type": "array", "items": {"type": "string"}}
        told.append("Names of tracks.")
    else:
        kind = {"type": "string"} | ({"enum": list(slot.choices)} if slot.choices else {})
        told.append("A track's name." if slot.type is SlotType.TRACK else "")
    return kind | {"description": " ".join(filter(None, told))}


async def _play(ctx: Called, workflow_id: str, slots: Mapping[str, Any]) -> dict[str, Any]:
    turn = ctx.deps
    asked = asked_as(workflow_id, slots)

    async def work() -> dict[str, Any]:
        if asked in turn.carried:
            return {"note": DONE_ALREADY}
        plan = turn.awaited.get(ctx.tool_call_id or "") if ctx.tool_call_approved else None
        made = plan or await _made(turn, workflow_id, slots)
        if isinstance(made, Missing):
            return missing(made)
        told = planned(turn, made, *asked)
        if turn.dry_run:
            return {"plan": told, "note": "This is a dry run: nothing is changed. Describe the plan."}
        return {"plan": told, "run": await carried_out(ctx, made)}

    return await reported(turn, work)


async def _made(turn: Turn, workflow_id: str, slots: Mapping[str, Any]) -> Plan | Missing:
    turn.workflow = workflow_id
    return await turn.desk.plan_workflow(
        workflow_id, slots, request=turn.request, session=turn.known(), on_event=turn.on_event
    )
