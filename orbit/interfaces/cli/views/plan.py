"""A plan before it is carried out, and what became of each step."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from daw_bridges.actions import Risk
from daw_bridges.bridge import Result, Status
from daw_bridges.quantities import Quantity, Unit, format_pan, format_quantity

if TYPE_CHECKING:
    from orbit.workflows import Plan

__all__ = ["plan_view", "result_line", "results_view"]

_MARKS = {
    Status.VERIFIED: ("✓", "green"),
    Status.UNVERIFIED: ("?", "yellow"),
    Status.SKIPPED: ("–", "dim"),
    Status.FAILED: ("✗", "red"),
}
_WIDEST_ACTION = 56


def plan_view(plan: Plan) -> RenderableType:
    """Show what will be done, step by step, with what each step changes."""
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("Step", justify="right", style="dim")
    table.add_column("What", overflow="fold")
    table.add_column("Before → after", overflow="fold")
    _add_memory(table, plan, 0)
    for step in plan.steps:
        table.add_row(str(step.step_number), escape(step.describe()), escape(step.change))
        _add_memory(table, plan, step.step_number)
    return Group(_heading(plan), Text(), table)


def _add_memory(table: Table, plan: Plan, after_step: int) -> None:
    for each in plan.memory:
        if each.after_step == after_step:
            found = f"fails: {each.error}" if each.error is not None else _found(each.output)
            table.add_row("·", escape(each.describe()), escape(found))


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
    names = [f"{name} {value}" for name, value in plan.slots.items() if isinstance(value, str)]
    if names:
        heading.append(f" · {', '.join(names)}", style="not bold dim")
    if plan.risk is Risk.DESTRUCTIVE:
        heading.append("  deletes or overwrites", style="not bold red")
    return heading


def result_line(number: int, result: Result, actions: Sequence[str]) -> Text:
    """Show what became of one step, lined up with those of the other ``actions`` (as described)."""
    mark, style = _MARKS[result.status]
    width = min(max(map(len, actions)), _WIDEST_ACTION)
    line = Text.assemble(
        (f"{number:>4}", "dim"),
        f"  {result.action.describe():<{width}}  ",
        (f"{mark} {result.status}", style),
    )
    told = _observed(result.observed) if result.status is Status.VERIFIED else (result.reason or "")
    if told:
        line.append(f"  {told}", style="dim")
    return line


def results_view(results: Sequence[Result]) -> RenderableType:
    """Show what became of every step."""
    actions = [result.action.describe() for result in results]
    return Group(*(result_line(number, result, actions) for number, result in enumerate(results, start=1)))


def _observed(observed: Any) -> str:
    """Say what the host reads now, as shortly as a mixer would."""
    match observed:
        case None | "":
            return ""
        case {"exists": False}:
            return "it is gone"
        case {"text": str(said)} | {"name": str(said)}:
            return f"reads {said}"
        case {"source": str(said)}:
            return f"reads {said}"
        case {"db": level}:
            return f"reads {format_quantity(Quantity(-math.inf if level is None else level, Unit.DB))}"
        case {"pan": float(side) | int(side)}:
            return f"reads {format_pan(side)}"
        case dict():
            fields: dict[str, Any] = observed  # pyright: ignore[reportUnknownVariableType]
            alone = len(fields) == 1
            said = (_word(value) if alone else f"{name} {_word(value)}" for name, value in fields.items())
            return f"reads {', '.join(said)}"
        case _:
            return f"reads {_word(observed)}"


def _word(value: Any) -> str:
    match value:
        case bool():
            return "on" if value else "off"
        case float():
            return f"{value:g}"
        case None:
            return "none"
        case _:
            return str(value)
