"""Tools that plan and do: in words, by a workflow's name, by single edits, and back again."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, WithJsonSchema

from daw_bridges.errors import UsageError
from orbit.agent.vocabulary import Slots
from orbit.agent.wanted import Wanted
from orbit.interfaces.mcp.results import DoneResult, done_result
from orbit.interfaces.mcp.service import Call
from orbit.interfaces.mcp.tools.announcing import Announced, destroys, reads
from orbit.interfaces.mcp.tools.vocabulary import edit_schema

__all__ = ["TOOLS"]

Text = Annotated[
    str, Field(min_length=1, max_length=4000, description="What is wanted, in a producer's words.")
]
Workflow = Annotated[str, Field(max_length=200, description="A workflow's id, from `search_workflows`.")]
Given = Annotated[
    Slots,
    Field(
        description='Its slots as text: {"target": "Bass", "threshold": "-24 dB"}. Others take their default.'
    ),
]
Edits = Annotated[list[dict[str, Any]], WithJsonSchema(edit_schema())]
AsEdit = Annotated[list[dict[str, Any]], Field(max_length=500, description="Edits, as `edit` takes them.")]
Conversation = Annotated[
    str | None, Field(max_length=64, description="From an earlier answer, to go on from there.")
]


async def do(ctx: Call, text: Text, conversation: Conversation = None) -> DoneResult:
    """Have a request carried out in the DAW: Orbit finds the way, plans it, does it and reads it back.

    One sentence as a producer would say it: “make the bass duck under the kick”, “mute the drums”, “undo”.
    All of it is put back when a step fails. Orbit itself asks the user where consent is due.
    """
    service = ctx.request_context.lifespan_context
    return done_result(await service.carry_out(ctx, text, conversation=conversation))


async def plan(
    ctx: Call,
    text: Text = "",
    workflow: Workflow = "",
    slots: Given = {},  # noqa: B006 - pydantic copies it
    edits: AsEdit = [],  # noqa: B006
    conversation: Conversation = None,
) -> DoneResult:
    """Say what would be done, step by step with each value before and after; nothing is changed.

    Give one of text, workflow (with its slots) and edits.
    """
    service = ctx.request_context.lifespan_context
    if sum(map(bool, (text, workflow, edits))) != 1:
        raise UsageError("Give one of text, workflow and edits.")
    wanted = None if text else _wanted(workflow, slots, edits)
    carried = await service.carry_out(ctx, text, wanted=wanted, dry_run=True, conversation=conversation)
    return done_result(carried, planned_only=True)


async def run_workflow(ctx: Call, workflow: Workflow, slots: Given = {}) -> DoneResult:  # noqa: B006
    """Carry out a workflow of the library; every step is read back, and all is put back when one fails."""
    service = ctx.request_context.lifespan_context
    return done_result(await service.carry_out(ctx, "", wanted=_wanted(workflow, slots, [])))


async def edit(
    ctx: Call,
    edits: Edits,
    title: Annotated[str, Field(max_length=200, description="A few words for what they do together.")] = "",
) -> DoneResult:
    """Do single edits as one: all are done and read back, or none is kept; one `undo` takes them back."""
    service = ctx.request_context.lifespan_context
    if not edits:
        raise UsageError("Give at least one edit.")
    return done_result(await service.carry_out(ctx, title, wanted=_wanted("", {}, edits, title)))


async def undo(ctx: Call) -> DoneResult:
    """Take back the last thing that Orbit did in this DAW, as a whole.

    The user is asked first where something was changed there since.
    """
    service = ctx.request_context.lifespan_context
    return done_result(await service.carry_out(ctx, "undo", wanted=Wanted(undo=True)))


def _wanted(workflow: str, slots: Slots, edits: list[dict[str, Any]], title: str = "") -> Wanted:
    if workflow:
        return Wanted(workflow=workflow, slots=slots)
    return Wanted(actions=tuple(edits), title=title)


TOOLS: list[Announced] = [
    destroys(do, "Do it"),
    reads(plan, "Plan it"),
    destroys(run_workflow, "Run a workflow"),
    destroys(edit, "Edit"),
    destroys(undo, "Undo"),
]
