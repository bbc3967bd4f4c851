"""Trust for people: where a workflow comes from, how it stands, its versions, and what comes in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from orbit.interfaces.dates import moment

if TYPE_CHECKING:
    from orbit.memory.trust.auditing import Audit
    from orbit.memory.trust.differences import Difference
    from orbit.memory.trust.operations import Reliance, Version
    from orbit.memory.trust.packs import Incoming

__all__ = [
    "audit_view",
    "differences_view",
    "incoming_view",
    "reliances_view",
    "versions_view",
]


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def reliances_view(found: Mapping[str, Reliance]) -> RenderableType:
    """List how far workflows are to be relied on, by id."""
    table = _table("Workflow", "Version", "From", "Runs", "Sure of", "Last verified")
    for name, each in found.items():
        sure = each.confidence
        table.add_row(
            f"[bold]{escape(name)}[/]",
            str(each.version),
            escape(each.source_told()),
            str(sure.runs or "[dim]–[/]"),
            f"{sure.lower:.0%}" if sure.runs else "[dim]–[/]",
            moment(each.usage.last_verified),
        )
    return table


def versions_view(versions: Sequence[Version]) -> RenderableType:
    """List a workflow's versions, oldest first."""
    table = _table("Version", "Saved", "From", "Steps", "Note")
    for each in versions:
        number = f"[bold]{each.version}[/] current" if each.current else str(each.version)
        table.add_row(number, moment(each.created), _source(each), str(each.steps), escape(each.note or ""))
    return table


def _source(version: Version) -> str:
    origin = version.origin
    return escape(f"{origin.source} {origin.file}" if origin.file else origin.source)


def differences_view(found: Sequence[Difference]) -> RenderableType:
    """List what is different, a field a line."""
    marks = {"added": ("+", "green"), "removed": ("-", "red"), "changed": ("~", "yellow")}
    lines = [Text.assemble(marks[each.kind], f" {each.told()}") for each in found]
    return Group(*lines) if lines else Text("There is no difference.")


def incoming_view(workflows: Sequence[Incoming]) -> RenderableType:
    """List what is in a pack, what becomes of each, and what it may destroy."""
    table = _table("Workflow", "Title", "Steps", "Becomes", "Takes away")
    for each in workflows:
        table.add_row(
            f"[bold]{escape(each.as_id)}[/]",
            escape(each.title),
            str(each.steps),
            f"[yellow]{each.becomes}[/]" if each.status == "clash" else each.becomes,
            f"[red]{escape(', '.join(each.destroys))}[/]" if each.destroys else "",
        )
    return table


def audit_view(audit: Audit) -> RenderableType:
    """List what is doubtful in the library, with what to do about it."""
    looked = f"{audit.workflows} workflows looked through"
    aside = f", {audit.superseded} superseded" if audit.superseded else ""
    if not audit.findings:
        return Text(f"{looked}{aside}: nothing to do.")
    table = _table("What", "Workflows", "Why", "What to do")
    for each in audit.findings:
        names = escape(", ".join(each.workflows))
        table.add_row(
            each.kind.value, f"[bold]{names}[/]", escape(each.why), f"[dim]{escape(each.advice)}[/]"
        )
    return Group(Text(f"{looked}{aside}.\n", style="dim"), table)
