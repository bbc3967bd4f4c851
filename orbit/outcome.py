"""What became of a request, as other programs read it: the document that ``orbit do --json`` prints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from daw_bridges.actions import action_json

if TYPE_CHECKING:
    from daw_bridges.bridge import Result
    from daw_bridges.session import Session
    from orbit.agent import Answer
    from orbit.memory import Trajectory
    from orbit.workflows import Plan, PlanStep, Run

__all__ = ["Outcome"]

_UNREACHABLE = ("unreachable", "timed_out")
_WRONG_USAGE = "usage"


@dataclass(frozen=True)
class Outcome:
    """An answer with the session before and after it, and the trajectory it left."""

    answer: Answer
    before: Session | None
    after: Session | None
    """None when the DAW was lost on the way and cannot be read any more."""
    trajectory: Trajectory | None = None
    cut_short: str = ""
    """What a person is told first, where an earlier run was cut short."""

    @property
    def ok(self) -> bool:
        """Whether it was done and every step read back (dry run: planned)."""
        return self.answer.ok

    @property
    def reply(self) -> str:
        """What a person is told."""
        return f"{self.cut_short} {self.answer.reply}" if self.cut_short else self.answer.reply

    @property
    def plan(self) -> Plan | None:
        """The plan, if there was one."""
        return self.answer.plan

    @property
    def run(self) -> Run | None:
        """How the plan was carried out, if it was."""
        return self.answer.run

    @property
    def steps(self) -> tuple[PlanStep, ...]:
        """The steps of every plan that was carried out, or of the one that was made, counted on."""
        plans = (*(plan for plan, _ in self.answer.earlier), *([self.plan] if self.plan else []))
        steps = (step for plan in plans for step in plan.steps)
        return tuple(step.model_copy(update={"step_number": at}) for at, step in enumerate(steps, 1))

    @property
    def runs(self) -> tuple[Run, ...]:
        """How every plan of the request was carried out, in order."""
        return (*(run for _, run in self.answer.earlier), *([self.run] if self.run else []))

    @property
    def results(self) -> tuple[Result, ...]:
        """What became of each step."""
        return tuple(result for run in self.runs for result in run.results)

    @property
    def exit_code(self) -> int:
        """The program's exit status: 0 done, 1 refused or failed, 2 wrong usage, 3 no DAW reachable."""
        if self.ok:
            return 0
        code = self.answer.code
        return 3 if code in _UNREACHABLE else 2 if code == _WRONG_USAGE else 1

    def to_json(self) -> dict[str, Any]:
        """The document: one object, JSON types only."""
        return {
            "ok": self.ok,
            "workflow": self.answer.workflow,
            "slots": self.answer.slots,
            "plan": [_step(step) for step in self.steps],
            "results": [_result(place, result) for place, result in enumerate(self.results, start=1)],
            "memory": [_memory(place, self) for place in range(len(self.plan.memory))] if self.plan else [],
            "reply": self.reply,
            "code": self.answer.code,
            "question": self.answer.question.model_dump(mode="json") if self.answer.question else None,
            "usage": self.answer.usage.model_dump(mode="json") if self.answer.usage else None,
            "trajectory": self.trajectory.model_dump(mode="json") if self.trajectory else None,
            "rolled_back": any(run.rolled_back for run in self.runs),
            "before": self.before.model_dump(mode="json") if self.before else None,
            "after": self.after.model_dump(mode="json") if self.after else None,
        }


def _step(step: PlanStep) -> dict[str, Any]:
    words = {"expected_output": step.expected_output, "risk": step.risk.value, "change": step.change}
    return {"step_number": step.step_number} | action_json(step.action) | words


def _memory(place: int, outcome: Outcome) -> dict[str, Any]:
    """One operation on the memory, with what it answered: when it was done, else when it was tried."""
    assert outcome.plan is not None, "asked before"
    planned = outcome.plan.memory[place]
    done = outcome.run.memory if outcome.run is not None else ()
    document = planned.model_dump(mode="json", exclude={"output", "relied_on", "request"})
    return document | {
        "operation": planned.request.operation.value,
        "memory_ref": planned.request.memory_ref,
        "key": planned.request.key,
        "done": bool(done) and planned.error is None,
        "output": done[place] if done else planned.output,
    }


def _result(step_number: int, result: Result) -> dict[str, Any]:
    document = result.model_dump(mode="json")
    return {"step_number": step_number} | document.pop("action") | document
