"""A plan before it is carried out, and what became of each step in its own row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from daw_bridges.actions import Risk
from daw_bridges.bridge import Result, Status
from orbit.interfaces.plan_rows import MARKS, PlanRow, outcome_text, plan_rows, slot_names

if TYPE_CHECKING:
    from orbit.workflows import Plan

__all__ = ["exceptions_view", "plan_view"]

_STYLES = {
    Status.VERIFIED: "green",
    Status.UNVERIFIED: "yellow",
    Status.SKIPPED: "dim",
    Status.FAILED: "red",
}


def plan_view(plan: Plan, results: Sequence[Result] = (), *, reasons: bool = False) -> RenderableType:
    """Show the steps of a plan with what each changes; behind the steps that have a result, what is read now.

    ``reasons``: each step says under it what it is for.
    """
    table = _table()
    for row in plan_rows(plan, results):
        what = Text(row.what)
        if reasons and row.reason:
            what.append(f"\n{row.reason}", style="dim")
        outcome = Text(row.change) if row.result is None else _outcome(row.result)
        if plan.title == row.what and not results:
            outcome.append_text(_warning(plan))
        table.add_row(_number(row), what, outcome)
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


def _table() -> Table:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(justify="right", style="dim", min_width=4, no_wrap=True)
    table.add_column(overflow="fold")
    table.add_column(overflow="fold")
    return table


def _number(row: PlanRow) -> str:
    return "·" if row.number is None else str(row.number)


def _outcome(result: Result) -> Text:
    told = outcome_text(result)
    return Text.assemble((MARKS[result.status], _STYLES[result.status]), f" {told}" if told else "")


def _heading(plan: Plan) -> Text:
    heading = Text(plan.title, style="bold")
    if plan.workflow:
        heading.append(f"  workflow {plan.workflow}", style="not bold dim")
    names = [f"{name} {value}" for name, value in slot_names(plan).items()]
    if names:
        heading.append(f" · {', '.join(names)}", style="not bold dim")
    return heading.append_text(_warning(plan))


def _warning(plan: Plan) -> Text:
    return Text("  deletes or overwrites" if plan.risk is Risk.DESTRUCTIVE else "", style="not bold red")
