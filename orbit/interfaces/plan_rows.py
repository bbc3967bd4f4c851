"""Rows of a plan in a producer's words, for every face that shows one and what became of its steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from daw_bridges.actions import Risk
from daw_bridges.bridge import MANUAL_STEP, Result, Status
from daw_bridges.readback import read_back

if TYPE_CHECKING:
    from orbit.workflows import Plan, PlanStep

__all__ = ["MARKS", "PlanRow", "outcome_text", "plan_rows", "slot_names"]

MARKS = {Status.VERIFIED: "✓", Status.UNVERIFIED: "?", Status.SKIPPED: "–", Status.FAILED: "✗"}


@dataclass(frozen=True)
class PlanRow:
    """One row: a step of the session, or (without a number) an operation on the memory."""

    what: str
    change: str
    """From what to what; of a memory operation, what it finds."""
    reason: str = ""
    """What it is for, where the words above do not say so."""
    number: int | None = None
    destroys: bool = False
    result: Result | None = None


def plan_rows(plan: Plan, results: Sequence[Result] | Mapping[int, Result] = ()) -> Iterator[PlanRow]:
    """Give the rows in the order in which they are done; ``results`` by place, or by the step's number."""
    known = results if isinstance(results, Mapping) else dict(enumerate(results, start=1))
    yield from _memory_rows(plan, 0)
    for step in plan.steps:
        yield PlanRow(
            step.describe(),
            _change(step.change),
            _reason(step),
            step.step_number,
            step.risk is Risk.DESTRUCTIVE,
            known.get(step.step_number),
        )
        yield from _memory_rows(plan, step.step_number)


def outcome_text(result: Result) -> str:
    """Say what is read now, or why the step is not done."""
    if result.code == MANUAL_STEP:
        return "left for you"  # what is to be done by hand is told in full elsewhere
    reads = read_back(result.observed)
    return reads if result.status is Status.VERIFIED else result.reason or reads


def slot_names(plan: Plan) -> dict[str, str]:
    """Give what the plan is filled with, by the slot's name for people."""
    slots = plan.slots.items()
    return {name.replace("_", " "): value for name, value in slots if isinstance(value, str)}


def _change(change: str) -> str:
    """Give what a step changes; of a chain that something is put behind, only that."""
    before, arrow, after = change.partition(" → ")
    return f"+ {after.removeprefix(f'{before}, ')}" if arrow and after.startswith(f"{before}, ") else change


def _reason(step: PlanStep) -> str:
    return "" if step.expected_output.rstrip(".") == step.describe() else step.expected_output


def _memory_rows(plan: Plan, after_step: int) -> Iterator[PlanRow]:
    for each in plan.memory:
        if each.after_step == after_step:
            found = f"fails: {each.error}" if each.error is not None else _found(each.output)
            yield PlanRow(each.describe(), found, each.expected_output, None, each.risk is Risk.DESTRUCTIVE)


def _found(output: Mapping[str, Any]) -> str:
    """Say what an operation on the memory comes to, in a few words."""
    for name, words in _FOUND.items():
        if (count := output.get(name)) is not None:
            return words.format(count, "" if count == 1 else "s")
    return ""


_FOUND = {
    "appended": "{} message{} more",
    "messages_cleared": "{} message{} go",
    "messages_deleted": "{} message{} go",
    "messages_flushed": "{} message{} go",
    "count": "{} message{}",
    "message_count": "{} message{}",
}
