"""Trust for people: where a workflow comes from, how it stands, its versions, and what comes in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from orbit.interfaces.cli.views.dates import moment

if TYPE_CHECKING:
    from orbit.memory.trust.auditing import Audit
    from orbit.memory.trust.differences import Difference
    from orbit.memory.trust.operations import Reliance, Version
    from orbit.memory.trust.packs import Incoming

__all__ = [
    "audit_view",
    "differences_view",
    "incoming_view",
    "reliance_line",
    "reliances_view",
    "source_told",
    "versions_view",
]


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def source_told(reliance: Reliance | None) -> str:
    """Say in a few words where a workflow comes from, and what is to be known of it."""
    if reliance is None:
        return ""
    standing = reliance.standing
    told = [reliance.origin.source]
    told += ["not proven"] if not standing.trusted else []
    told += ["pinned"] if standing.pinned else []
    told += [f"now {standing.superseded_by}"] if standing.superseded_by else []
    told += ["may no longer work"] if standing.invalid_since else []
    return ", ".join(told)


def reliance_line(reliance: Reliance) -> Text:
    """Say in one line where a workflow comes from, how it went and how sure it is."""
    origin, sure = reliance.origin, reliance.confidence
    file = f" from {origin.file}" if origin.source == "imported" and origin.file else ""
    parts = [f"{source_told(reliance)}{file}", f"version {reliance.version}"]
    if sure.runs:
        parts.append(f"succeeds in at least {sure.lower:.0%} of runs, by {sure.runs} so far")
    return Text(" · ".join(parts), style="dim")


def reliances_view(found: Mapping[str, Reliance]) -> RenderableType:
    """List how far workflows are to be relied on, by id."""
    table = _table("Workflow", "Version", "From", "Runs", "Sure of", "Last verified")
    for name, each in found.items():
        sure = each.confidence
        table.add_row(
            f"[bold]{escape(name)}[/]",
            str(each.version),
            escape(source_told(each)),
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
            _BECOMES[each.status],
            f"[red]{escape(', '.join(each.destroys))}[/]" if each.destroys else "",
        )
    return table


_BECOMES = {
    "new": "new",
    "renamed": "new, under a free name",
    "version": "a new version",
    "same": "is already here",
    "clash": "[yellow]left out: its name is taken[/]",
}


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
