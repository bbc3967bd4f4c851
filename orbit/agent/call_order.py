"""The calls of one message, in their order: what follows a call that waits for consent waits with it."""

from __future__ import annotations

from typing import Any, cast

from pydantic_ai import ApprovalRequired, RunContext
from pydantic_ai.messages import ModelResponse, ToolCallPart
from pydantic_ai.toolsets import WrapperToolset
from pydantic_ai.toolsets.abstract import ToolsetTool

from orbit.agent.hosted.spelling import WORKFLOW_TOOL
from orbit.agent.turn import ConsentNeededError, Turn

__all__ = ["AFTER", "NOT_DONE", "InOrder"]

_CARRYING = frozenset({"run_plan", "undo"})
AFTER = "after"
"""What says of a call that it waits for no consent of its own, only for those before it."""

NOT_DONE = (
    "What was called for before this in the same message was not done, so this was not done either. Tell the "
    "user, or call for it again if it is wanted all the same."
)


class InOrder(WrapperToolset[Turn]):
    """Has each call begin when those before it in its message have come to their end."""

    async def call_tool(
        self, name: str, tool_args: dict[str, Any], ctx: RunContext[Turn], tool: ToolsetTool[Turn]
    ) -> Any:
        """Call a tool. Raises ApprovalRequired where it, or one before it, waits for the user."""
        turn, own = ctx.deps, ctx.tool_call_id or ""
        earlier = _earlier(ctx, own)
        turn.done_calls.discard(own)  # a model may use an id again
        if any(call.tool_call_id in turn.waiting for call in earlier):
            turn.waiting.add(own)
            raise ApprovalRequired(metadata={AFTER: True})
        # Also one whose arguments were wrong: it never came this far.
        done = all(call.tool_call_id in turn.done_calls for call in earlier if _carries(call.tool_name))
        if _carries(name) and not done:
            return {"error": "not_done", "message": NOT_DONE}
        try:
            result: Any = await super().call_tool(name, tool_args, ctx, tool)
        except ConsentNeededError as needed:
            turn.waiting.add(own)
            raise ApprovalRequired(metadata=needed.about) from None
        if _was_done(result):
            turn.done_calls.add(own)
        return result


def _carries(tool: str) -> bool:
    """Whether a tool changes the session."""
    return tool in _CARRYING or tool.startswith(WORKFLOW_TOOL)


def _earlier(ctx: RunContext[Turn], own: str) -> list[ToolCallPart]:
    """The calls before one in its message."""
    for message in reversed(ctx.messages):
        if isinstance(message, ModelResponse):
            calls = [part for part in message.parts if isinstance(part, ToolCallPart)]
            ids = [call.tool_call_id for call in calls]
            if own in ids:
                return calls[: ids.index(own)]
    return []


def _was_done(result: Any) -> bool:
    told = cast("dict[str, Any]", result) if isinstance(result, dict) else {}
    return not {"error", "missing"} & set(told) and told.get("run", told).get("ok", True)
