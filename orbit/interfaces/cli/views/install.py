"""An installation for people: what was done, where things are, what is left to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from daw_bridges.installer import Outcome

if TYPE_CHECKING:
    from daw_bridges.installer import InstallReport

__all__ = ["install_view"]

_DONE = {
    Outcome.INSTALLED: "is installed",
    Outcome.UPGRADED: "is upgraded",
    Outcome.CHANGED: "has its new settings",
    Outcome.UNCHANGED: "is already installed, nothing to do",
    Outcome.REMOVED: "is removed",
    Outcome.ABSENT: "is not installed, nothing to remove",
}
_WOULD = {
    Outcome.INSTALLED: "would be installed",
    Outcome.UPGRADED: "would be upgraded",
    Outcome.CHANGED: "would get its new settings",
    Outcome.REMOVED: "would be removed",
}


def install_view(report: InstallReport) -> RenderableType:
    """Show a report."""
    verbs = _DONE | (_WOULD if report.dry_run else {})
    heading = Text(f"{report.title} {verbs[report.outcome]}.", style="bold green")
    parts: list[RenderableType] = [heading, _table(dict(_rows(report)))]
    parts += [Text(note, style="yellow") for note in report.notes]
    if report.next_steps and not report.dry_run:
        parts += [Text("\nNow", style="dim"), _steps(report.next_steps)]
    return Group(*parts)


def _rows(report: InstallReport) -> Iterator[tuple[str, str]]:
    yield "in", str(report.folder)
    if report.outcome not in (Outcome.REMOVED, Outcome.ABSENT):
        yield "version", _version(report)
    yield from ((name.replace("_", " "), fact) for name, fact in report.facts.items())
    if report.backup is not None:
        yield "copy of before", str(report.backup)


def _version(report: InstallReport) -> str:
    if report.outcome is not Outcome.UPGRADED:
        return report.version
    if report.previous == report.version:
        return f"{report.version} (with other files before)"
    return f"{report.version} (before: {report.previous or 'one without a version'})"


def _table(rows: Mapping[str, str]) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in rows.items():
        table.add_row(f"  {name}", Text(value))
    return table


def _steps(steps: tuple[str, ...]) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 1, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for number, step in enumerate(steps, start=1):
        table.add_row(f"  {number}", Text(step))
    return table
