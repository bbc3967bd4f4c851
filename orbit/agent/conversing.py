"""One request with one model: the agent's loop, through as many consents as it takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from pydantic_ai import (
    Agent,
    DeferredToolRequests,
    DeferredToolResults,
    RunContext,
    ToolDenied,
    ToolOutput,
    capture_run_messages,
)
from pydantic_ai.agent import AgentRunResult
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models import Model
from pydantic_ai.toolsets import AbstractToolset, FunctionToolset, WrapperToolset
from pydantic_ai.toolsets.abstract import ToolsetTool
from pydantic_ai.usage import RunUsage

from orbit.agent.answers import Decline, Output, Question
from orbit.agent.approval import Approve
from orbit.agent.call_order import AFTER, NOT_DONE, InOrder
from orbit.agent.hosted.limits import Budget, Limits
from orbit.agent.hosted.offering import workflow_tools
from orbit.agent.hosted.patience import Patience
from orbit.agent.hosted.saying import listener
from orbit.agent.instructions import INSTRUCTIONS
from orbit.agent.tools import TOOLS, is_there, note_kept
from orbit.agent.turn import Turn, denial

__all__ = ["Conversation", "build_agent"]


@cache
def build_agent() -> Agent[Turn, Output | DeferredToolRequests]:
    """The agent, its tools and the ways it can end a request; the model is chosen for each run."""
    return Agent(
        deps_type=Turn,
        output_type=[
            str,
            ToolOutput(Question, name="ask_back"),
            ToolOutput(Decline, name="decline"),
            DeferredToolRequests,
        ],
        instructions=INSTRUCTIONS,
        toolsets=[InOrder(_desk_tools()), InOrder(workflow_tools())],
        retries={"tools": 3, "output": 3},
        name="orbit",
    )


def _desk_tools() -> AbstractToolset[Turn]:
    tools: FunctionToolset[Turn] = FunctionToolset(max_retries=3)
    for tool in TOOLS.values():
        tool.__annotations__["ctx"] = RunContext[Turn]  # a `Called`, but pydantic-ai takes no other name
        # One after the other: a plan must not be made beside the run that changes its ground.
        tools.add_function(tool, sequential=True)
    return _Noting(tools.filtered(lambda ctx, tool: is_there(tool.name, dry_run=ctx.deps.dry_run)))


@dataclass
class _Noting(WrapperToolset[Turn]):
    """Notes what was kept in the memory."""

    _known: dict[bool, dict[str, ToolsetTool[Turn]]] = field(
        default_factory=dict[bool, dict[str, ToolsetTool[Turn]]], init=False, repr=False
    )
    """The tools of a dry run and of any other: they are the same at each step of each request."""

    async def get_tools(self, ctx: RunContext[Turn]) -> dict[str, ToolsetTool[Turn]]:
        if ctx.deps.dry_run not in self._known:
            self._known[ctx.deps.dry_run] = await super().get_tools(ctx)
        return dict(self._known[ctx.deps.dry_run])

    async def call_tool(
        self, name: str, tool_args: dict[str, Any], ctx: RunContext[Turn], tool: ToolsetTool[Turn]
    ) -> Any:
        result: Any = await super().call_tool(name, tool_args, ctx, tool)
        note_kept(ctx.deps, name, result)
        return result


@dataclass
class Conversation:
    """Holds one request with one model; ``spent`` is what the conversation has taken before, in tokens."""

    turn: Turn
    model: Model
    approve: Approve | None
    limits: Limits
    spent: int = 0
    used: RunUsage = field(default_factory=RunUsage)
    """What was taken of the model so far, also where it failed."""
    messages: list[ModelMessage] = field(default_factory=list[ModelMessage])
    """The conversation so far, also where it broke off."""

    async def hold(self, history: Sequence[ModelMessage]) -> Output:
        """Carry the request to its end. Raises what pydantic-ai raises where the model does not."""
        prompt: str | None = self.turn.request
        self.messages, results = list(history), None
        while True:
            result = await self._step(prompt, results)
            if not isinstance(result.output, DeferredToolRequests):
                return result.output
            prompt, results = None, await self._consents(result.output)

    async def _step(
        self, prompt: str | None, results: DeferredToolResults | None
    ) -> AgentRunResult[Output | DeferredToolRequests]:
        with capture_run_messages() as captured:
            try:
                result = await build_agent().run(
                    prompt,
                    deps=self.turn,
                    model=self.model,
                    message_history=self.messages,
                    deferred_tool_results=results,
                    usage=self.used,
                    **self._options,
                )
            except BaseException:
                self.messages = list(captured)
                raise
        self.messages = result.all_messages()
        return result

    @cached_property
    def _options(self) -> dict[str, Any]:
        """What pydantic-ai is told of the model's limits."""
        return {
            "usage_limits": self.limits.usage,
            "model_settings": {
                "timeout": self.limits.request_seconds,
                "request_timeout": self.limits.request_seconds,
            },
            "capabilities": [Patience(self.limits), Budget(self.limits.tokens_left(self.spent))],
            "event_stream_handler": listener(self.turn.on_event, self.model),
        }

    async def _consents(self, requests: DeferredToolRequests) -> DeferredToolResults:
        """Ask the user about each plan that needs it; what waited for a plan that is refused is not done."""
        answers: dict[str, bool | ToolDenied] = {}
        refused = False
        for call in requests.approvals:
            about = requests.metadata[call.tool_call_id]
            if AFTER in about:
                answers[call.tool_call_id] = ToolDenied(NOT_DONE) if refused else True
                continue
            denied = await denial(self.turn, self.approve, call.tool_call_id, about)
            refused = refused or denied is not None
            answers[call.tool_call_id] = True if denied is None else ToolDenied(denied)
        self.turn.waiting.clear()
        return requests.build_results(approvals=answers)
