"""A plan before it is carried out, and what became of each step in its own row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from daw_bridges.actions import Risk
from daw_bridges.bridge import MANUAL_STEP, Result, Status
from daw_bridges.readback import read_back

if TYPE_CHECKING:
    from orbit.workflows import Plan, PlanStep

__all__ = ["exceptions_view", "plan_view", "row_count"]

_MARKS = {
    Status.VERIFIED: ("✓", "green"),
    Status.UNVERIFIED: ("?", "yellow"),
    Status.SKIPPED: ("–", "dim"),
    Status.FAILED: ("✗", "red"),
}


def plan_view(plan: Plan, results: Sequence[Result] = (), *, reasons: bool = False) -> RenderableType:
    """Show the steps of a plan with what each changes; behind the steps that have a result, what is read now.

    ``reasons``: each step says under it what it is for.
    """
    table = _table()
    _add_memory(table, plan, 0, reasons=reasons)
    for place, step in enumerate(plan.steps):
        what = Text(step.describe())
        if reasons and (reason := _reason(step)):
            what.append(f"\n{reason}", style="dim")
        outcome = _outcome(results[place]) if place < len(results) else Text(_change(step.change))
        if plan.title == step.describe() and not results:
            outcome.append_text(_warning(plan))
        table.add_row(str(step.step_number), what, outcome)
        _add_memory(table, plan, step.step_number, reasons=reasons)
    # The title of edits says what their only row says, or what is said of them in the end.
    said = [step.describe() for step in plan.steps] == [plan.title]
    return table if said or (results and plan.workflow is None) else Group(_heading(plan), table)


def exceptions_view(results: Sequence[Result]) -> RenderableType | None:
    """Show the steps that were not verified, each by its number; None where all were."""
    table = _table()
    for number, result in enumerate(results, start=1):
        if result.status is not Status.VERIFIED:
            table.add_row(str(number), Text(result.action.describe()), _outcome(result))
    return table if table.row_count else None


def row_count(plan: Plan) -> int:
    """How many rows a plan has."""
    return len(plan.steps) + len(plan.memory)


def _table() -> Table:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(justify="right", style="dim", min_width=4, no_wrap=True)
    table.add_column(overflow="fold")
    table.add_column(overflow="fold")
    return table


def _change(change: str) -> str:
    """What a step changes; of a chain that something is put behind, only that."""
    before, arrow, after = change.partition(" → ")
    return f"+ {after.removeprefix(f'{before}, ')}" if arrow and after.startswith(f"{before}, ") else change


def _reason(step: PlanStep) -> str:
    return "" if step.expected_output.rstrip(".") == step.describe() else step.expected_output


def _outcome(result: Result) -> Text:
    mark, style = _MARKS[result.status]
    reads = read_back(result.observed)
    told = reads if result.status is Status.VERIFIED else result.reason or reads
    if result.code == MANUAL_STEP:
        told = "left for you"  # what is to be done by hand is told in full below
    return Text.assemble((mark, style), f" {told}" if told else "")


def _add_memory(table: Table, plan: Plan, after_step: int, *, reasons: bool) -> None:
    for each in plan.memory:
        if each.after_step == after_step:
            found = f"fails: {each.error}" if each.error is not None else _found(each.output)
            what = Text(each.describe())
            if reasons and each.expected_output:
                what.append(f"\n{each.expected_output}", style="dim")
            table.add_row("·", what, Text(found))


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


def _heading(plan: Plan) -> Text:
    heading = Text(plan.title, style="bold")
    if plan.workflow:
        heading.append(f"  workflow {plan.workflow}", style="not bold dim")
    names = [
        f"{name.replace('_', ' ')} {value}" for name, value in plan.slots.items() if isinstance(value, str)
    ]
    if names:
        heading.append(f" · {', '.join(names)}", style="not bold dim")
    return heading.append_text(_warning(plan))


def _warning(plan: Plan) -> Text:
    return Text("  deletes or overwrites" if plan.risk is Risk.DESTRUCTIVE else "", style="not bold red")
