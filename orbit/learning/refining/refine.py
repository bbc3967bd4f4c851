"""Asking the model, one workflow at a time, until the budget is spent or the provider fails.

Whatever happens, every workflow comes back: with better words, or just as it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

from orbit.learning.refining.applying import with_words
from orbit.learning.refining.budget import Budget
from orbit.learning.refining.proposal import Likenesses, Words
from orbit.learning.refining.showing import INSTRUCTIONS, shown, shown_list
from orbit.workflows.load import dump_workflow
from orbit.workflows.workflow import Workflow

if TYPE_CHECKING:
    from pydantic_ai.models import Model
    from pydantic_ai.usage import RunUsage

__all__ = ["Merge", "Refined", "Report", "refine"]

_Output = TypeVar("_Output", Words, Likenesses)


@dataclass(frozen=True)
class Refined:
    """One workflow after refinement; ``changed`` says whether its words are other ones now.

    ``left_out`` says what of the proposal was not used, or why there was none.
    """

    workflow: Workflow
    changed: bool = False
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True)
class Merge:
    """Two workflows that the model takes for one, by name: for a person to decide."""

    one: str
    other: str
    why: str


@dataclass(frozen=True)
class Report:
    """What came of a refinement, workflows in the order they were given in, and what it cost."""

    workflows: tuple[Refined, ...]
    merges: tuple[Merge, ...] = ()
    requests: int = 0
    tokens: int = 0
    stopped: str | None = None
    """Why not all of them were asked about: the budget, or the provider's failure."""


async def refine(
    workflows: Sequence[Workflow],
    model: Model,
    *,
    budget: Budget | None = None,
    goals: Mapping[str, Sequence[str]] | None = None,
) -> Report:
    """Ask a model for better words, and for workflows that may be one.

    ``goals`` are what people said they were after, by workflow name. What the workflows do never changes. No
    failure of the model or its provider is raised; it is told in the report.
    """
    asking = _Asking(model, budget or Budget())
    refined: list[Refined] = []
    for workflow in workflows:
        said = (goals or {}).get(workflow.workflow_name, ())
        words = await asking.ask(shown(dump_workflow(workflow), said), Words)
        if words is None:
            refined.append(Refined(workflow, left_out=(asking.why,)))
            continue
        made, left_out = with_words(workflow, words)
        refined.append(Refined(made, made != workflow, left_out))
    merges = await _merges(asking, [each.workflow for each in refined])
    return Report(tuple(refined), merges, asking.requests, asking.tokens, asking.stopped)


async def _merges(asking: _Asking, workflows: Sequence[Workflow]) -> tuple[Merge, ...]:
    names = {workflow.workflow_name for workflow in workflows}
    if len(names) < len(("one", "other")):
        return ()
    found = await asking.ask(shown_list([dump_workflow(workflow) for workflow in workflows]), Likenesses)
    pairs = found.pairs if found is not None else ()
    return tuple(
        Merge(pair.one, pair.other, " ".join(pair.why.split()))
        for pair in pairs
        if {pair.one, pair.other} <= names and pair.one != pair.other
    )


@dataclass
class _Asking:
    """Calls of one model within one budget."""

    model: Model
    budget: Budget
    stopped: str | None = None
    why: str = ""
    requests: int = field(default=0, init=False)
    tokens: int = field(default=0, init=False)

    async def ask(self, message: str, wanted: type[_Output]) -> _Output | None:
        """The model's answer; None where there is none, and ``why`` says why."""
        if self.stopped is None and self._spent():
            self.stopped = "The budget is spent."
        if self.stopped is not None:
            self.why = self.stopped
            return None
        from pydantic_ai.usage import RunUsage

        usage = RunUsage()
        try:
            return await self._call(message, wanted, usage)
        finally:
            self.requests += usage.requests
            self.tokens += usage.total_tokens

    def _spent(self) -> bool:
        return self.requests >= self.budget.requests or self.tokens >= self.budget.tokens

    async def _call(self, message: str, wanted: type[_Output], usage: RunUsage) -> _Output | None:
        from pydantic_ai import Agent, UsageLimits
        from pydantic_ai.exceptions import (
            AgentRunError,
            UnexpectedModelBehavior,
            UsageLimitExceeded,
            UserError,
        )
        from pydantic_ai.settings import ModelSettings

        left = self.budget
        limits = UsageLimits(
            request_limit=min(left.call_requests, left.requests - self.requests),
            total_tokens_limit=min(left.call_tokens, left.tokens - self.tokens),
        )
        agent = Agent(self.model, output_type=wanted, instructions=INSTRUCTIONS, retries=1)
        settings = ModelSettings(timeout=left.call_seconds, max_tokens=left.call_tokens)
        try:
            answer = await agent.run(message, usage_limits=limits, usage=usage, model_settings=settings)
        except (UsageLimitExceeded, UnexpectedModelBehavior) as error:
            self.why = f"The model gave no usable answer: {_sentence(error)}"
        except (AgentRunError, UserError, OSError) as error:
            # A provider that is down is down for the next one too.
            self.why = self.stopped = f"The model cannot be reached: {_sentence(error)}"
        else:
            return answer.output
        return None


def _sentence(error: Exception) -> str:
    return " ".join(str(error).split())[:300]
