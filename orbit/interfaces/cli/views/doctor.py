"""What the doctor found, for people: a line each, and under what is not in order, what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from orbit.doctor import Status

if TYPE_CHECKING:
    from orbit.doctor import Examined

__all__ = ["examined_view"]

_MARKS = {Status.OK: ("✓", "green"), Status.WARNING: ("!", "yellow"), Status.PROBLEM: ("✗", "bold red")}


def examined_view(examined: Examined) -> RenderableType:
    """Show the findings and what they come to."""
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for check, finding in examined.findings:
        mark, style = _MARKS[finding.status]
        table.add_row(Text(mark, style=style), check.title, Text(finding.detail))
        if finding.fix:
            table.add_row("", "", Text(f"→ {finding.fix}", style="bold"))
    return Group(table, Text(), _verdict(examined))


def _verdict(examined: Examined) -> Text:
    problems, warnings = examined.count(Status.PROBLEM), examined.count(Status.WARNING)
    counted = [_counted(problems, "problem")] if problems else []
    counted += [_counted(warnings, "warning")] if warnings else []
    if problems:
        return Text(
            f"{' and '.join(counted)}. Do what the arrows say, then run this again.", style="bold red"
        )
    aside = f" {counted[0]}: Orbit works, but see the arrows." if counted else ""
    return Text(f"Nothing is wrong.{aside}", style="bold green")


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number > 1 else ''}"
