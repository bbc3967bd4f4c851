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
    ToolDenied,
    ToolOutput,
    capture_run_messages,
)
from pydantic_ai.agent import AgentRunResult
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models import Model
from pydantic_ai.usage import RunUsage

from orbit.agent.answers import Decline, Question
from orbit.agent.approval import Approve, agreed
from orbit.agent.bounds import MOST_DENIALS, edits_of
from orbit.agent.call_order import AFTER, NOT_DONE, InOrder
from orbit.agent.hosted.limits import Budget, Limits
from orbit.agent.hosted.offering import workflow_tools
from orbit.agent.hosted.patience import Patience
from orbit.agent.hosted.saying import listener
from orbit.agent.instructions import INSTRUCTIONS
from orbit.agent.tools import Turn, desk_tools
from orbit.workflows import Plan

__all__ = ["Conversation", "Output", "build_agent"]

Output = str | Question | Decline
"""What a request ends in: words, a question back, or a refusal."""


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
        toolsets=[InOrder(desk_tools()), InOrder(workflow_tools())],
        retries={"tools": 3, "output": 3},
        name="orbit",
    )


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
        """What pydantic-ai is told of a hosted model's limits; the offline model has none."""
        if not self.turn.hosted:
            return {"usage_limits": self.limits.usage}
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
            plan_id, desk = about.get("plan_id"), self.turn.desk
            plan = desk.plan(plan_id) if plan_id else await desk.plan_undo(about.get("request"))
            consented = await self._consent(plan)
            refused = refused or not consented
            if consented and not plan_id:
                self.turn.agreed.add(call.tool_call_id)
            answers[call.tool_call_id] = (
                True
                if consented
                else ToolDenied(f"The user did not agree to “{plan.title}”. Nothing was changed.")
            )
        self.turn.waiting.clear()
        return requests.build_results(approvals=answers)

    async def _consent(self, plan: Plan) -> bool:
        """Ask the user about a plan; what they refused in this request is refused, however often it comes."""
        turn, edits = self.turn, edits_of(plan)
        is_over = len(turn.refused) >= MOST_DENIALS
        consented = not is_over and edits not in turn.refused and await agreed(self.approve, plan)
        if consented:
            turn.agreed.add(plan.id)
        else:
            turn.refused.append(edits)
            turn.denied = True
        return consented
