"""Workflows for people: the list, what a search found, and one in full."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from orbit.workflows import sentence
from orbit.workflows.templates import slots_shown

if TYPE_CHECKING:
    from orbit.memory import Hit
    from orbit.memory.trust.operations import Reliance
    from orbit.workflows import Step, Workflow

__all__ = ["hits_view", "workflow_view", "workflows_view"]


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def workflows_view(workflows: Sequence[Workflow], reliances: Mapping[str, Reliance]) -> RenderableType:
    """List workflows by id, with what each is for, where it comes from and how it went."""
    table = _table("Workflow", "What it is for", "From", "Runs")
    for workflow in workflows:
        name = workflow.workflow_name
        source = reliances[name].source_told() if name in reliances else ""
        table.add_row(f"[bold]{name}[/]", escape(workflow.task.strip()), escape(source), _runs(workflow))
    return table


def _runs(workflow: Workflow) -> str:
    ran = workflow.provenance
    return f"{ran.verified} of {ran.runs} verified" if ran.runs else "[dim]–[/]"


def hits_view(hits: Sequence[Hit], reliances: Mapping[str, Reliance]) -> RenderableType:
    """List what a search found, best first, with where it comes from and what spoke for it."""
    table = _table("Score", "Workflow", "Title", "From", "Why")
    for hit in hits:
        title, source = escape(hit.title), escape(reliances[hit.id].source_told())
        why = f"[dim]{escape(hit.why)}[/]"
        table.add_row(f"{hit.score:.2f}", f"[bold]{escape(hit.id)}[/]", title, source, why)
    return table


def workflow_view(workflow: Workflow, reliance: Reliance) -> RenderableType:
    """Show one workflow in full: what it asks for, what must hold, its steps, and what one then has."""
    heading = Text(workflow.title, style="bold")
    heading.append(f"  {workflow.workflow_name}", style="not bold dim")
    told = Text(reliance.told(), style="dim")
    parts: list[RenderableType] = [heading, told, Text(workflow.task.strip())]
    if workflow.slots:
        parts += [Text("\nIt needs", style="dim"), _slots(workflow)]
    if workflow.preconditions:
        parts += [Text("\nBefore", style="dim"), *_conditions(workflow.preconditions)]
    parts += [Text("\nSteps", style="dim"), *(_step(step) for step in workflow.steps)]
    if workflow.postconditions:
        parts += [Text("\nAfter", style="dim"), *_conditions(workflow.postconditions)]
    return Group(*parts, Text(f"\n{slots_shown(workflow.outcome.strip())}"))


def _slots(workflow: Workflow) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for name, slot in workflow.slots.items():
        kind = slot.type.value.removesuffix("_db")
        table.add_row(f"  {name}", f"[dim]{kind}[/]", escape(slot.ask), f"[dim]{escape(slot.otherwise())}[/]")
    return table


def _conditions(conditions: Sequence[dict[str, Any]]) -> list[Text]:
    return [Text(f"  {slots_shown(sentence(condition))}") for condition in conditions]


def _step(step: Step) -> Text:
    return Text.assemble((f"  {step.step_number:>2}  ", "dim"), slots_shown(step.describe()))
