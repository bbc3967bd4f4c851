"""A plan before it is carried out, and what became of each step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from daw_bridges.bridge import Result, Status

if TYPE_CHECKING:
    from orbit.workflows import Plan

__all__ = ["plan_view", "result_line", "results_view"]

_MARKS = {
    Status.VERIFIED: ("✓", "green"),
    Status.UNVERIFIED: ("?", "yellow"),
    Status.SKIPPED: ("–", "dim"),
    Status.FAILED: ("✗", "red"),
}


def plan_view(plan: Plan) -> RenderableType:
    """Show what will be done, step by step, with what each step changes."""
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("Step", justify="right", style="dim")
    table.add_column("What", overflow="fold")
    table.add_column("Before → after", overflow="fold")
    for step in plan.steps:
        table.add_row(str(step.step_number), escape(step.action.describe()), escape(step.change))
    return Group(_heading(plan), Text(), table)


def _heading(plan: Plan) -> Text:
    heading = Text(plan.title, style="bold")
    filled = ", ".join(f"{name}: {value}" for name, value in plan.slots.items())
    if filled:
        heading.append(f"  {filled}", style="not bold dim")
    if plan.risk.value == "destructive":
        heading.append("  cannot be rebuilt if lost", style="not bold red")
    return heading


def result_line(number: int, result: Result, width: int) -> Text:
    """Show what became of one step: its status, and what the host reads now."""
    mark, style = _MARKS[result.status]
    line = Text.assemble((f"{mark} ", style), (f"{number:>{width}}  ", "dim"), result.action.describe())
    line.append(f"  {result.status.value}", style=style)
    told = _observed(result) if result.status is Status.VERIFIED else (result.reason or "")
    if told:
        line.append(f"  {told}", style="dim")
    return line


def _observed(result: Result) -> str:
    observed: Any = result.observed
    if isinstance(observed, dict):
        fields: dict[str, Any] = observed  # pyright: ignore[reportUnknownVariableType]
        observed = fields.get("text") or ", ".join(f"{name} {value}" for name, value in fields.items())
    return "" if observed in (None, "") else f"reads {observed}"


def results_view(results: Sequence[Result]) -> RenderableType:
    """Show what became of every step."""
    width = len(str(len(results)))
    return Group(*(result_line(number, result, width) for number, result in enumerate(results, start=1)))
