"""Keyed memory for people: messages, figures, health and backups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from orbit.interfaces.dates import moment

if TYPE_CHECKING:
    from orbit.memory.keyed.responses import HealthResponse, ReadResponse, StatsResponse
    from orbit.memory.store.keyed_rows import Backup

__all__ = ["backups_view", "health_view", "messages_view", "stats_view"]


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def messages_view(response: ReadResponse) -> RenderableType:
    """List messages by key, and say how many there are besides."""
    if not response.messages:
        return Text(f"Nothing is kept under “{response.key}” in {response.memory_ref}.")
    table = _table("Key", "From", "Message", "When")
    for message in response.messages:
        when = moment(str(message["created"]))
        table.add_row(escape(message["key"]), message["role"], escape(message["content"]), f"[dim]{when}[/]")
    more = response.total_count - response.offset - response.count
    return Group(table, Text(f"and {more} more", style="dim")) if more > 0 else table


def stats_view(found: Sequence[StatsResponse]) -> RenderableType:
    """List what each memory, and each group in it, holds."""
    if not found:
        return Text("Nothing is kept yet.")
    table = _table("Memory", "", "Keys", "Messages", "Tokens", "Characters")
    for each in found:
        figures = (each.key_count, each.message_count, each.token_count, each.size)
        table.add_row(f"[bold]{escape(each.memory_ref)}[/]", "", *map(str, figures))
        for name, group in (each.groups or {}).items():
            counts = (group[figure] for figure in ("keys", "messages", "tokens", "size"))
            table.add_row("", escape(name), *map(str, counts))
    return table


def health_view(found: Sequence[HealthResponse]) -> RenderableType:
    """Say of each check how it went, and how full each memory is."""
    lines: list[Text] = []
    for each in found:
        full = f"  {each.fill:.0%} full at the most" if each.fullest_key is not None else ""
        lines.append(Text.assemble((each.memory_ref, "bold"), (full, "dim")))
        for check in each.checks:
            mark, style = ("✓", "green") if check.ok else ("✗", "red")
            lines.append(Text.assemble(("  ", ""), (mark, style), f" {check.name}"))
            if check.detail:
                lines.append(Text(f"    {check.detail}", style="dim"))
        lines += [Text(f"  ! {warning}", style="yellow") for warning in each.warnings]
    return Group(*lines)


def backups_view(backups: Sequence[Backup]) -> RenderableType:
    """List backups, newest first."""
    if not backups:
        return Text("There is no backup.")
    table = _table("Backup", "Memory", "Key", "Made")
    for backup in backups:
        made = moment(backup.created)
        table.add_row(f"[bold]{backup.id}[/]", escape(backup.ref), escape(backup.key), made)
    return table
