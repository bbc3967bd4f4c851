"""What ``orbit learn`` shows to people: how far it is, and what it found."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from orbit.interfaces.cli.output import screen
from orbit.interfaces.cli.views.offers import ANSWERS

if TYPE_CHECKING:
    from rich.progress import TaskID

    from orbit.learning.offline import Report, Settled

__all__ = ["report_view", "shown_progress"]

_SHOWN = 20


class _Bars:
    """One bar a stage; the one before it is full by then."""

    def __init__(self, bars: Progress) -> None:
        self._bars = bars
        self._task: TaskID | None = None

    def stage(self, name: str, total: int) -> None:
        self._fill()
        self._task = self._bars.add_task(name[:1].upper() + name[1:], total=max(total, 1))

    def advance(self, parts: int = 1) -> None:
        if self._task is not None:
            self._bars.advance(self._task, parts)

    def _fill(self) -> None:
        if self._task is not None:
            task = self._bars.tasks[self._bars.task_ids.index(self._task)]
            self._bars.update(self._task, completed=task.total)


@contextmanager
def shown_progress() -> Generator[_Bars]:
    """Show how far it is on stderr, where that is a terminal."""
    console = screen(aside=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bars:
        yield _Bars(bars)


def report_view(report: Report, *, dry_run: bool, kept: bool = False) -> RenderableType:
    """Show what was found, what was known, and what could not be used."""
    return Group(*_parts(report, dry_run=dry_run, kept=kept))


def _parts(report: Report, *, dry_run: bool, kept: bool) -> Iterator[RenderableType]:
    new = [each for each in report.workflows if each.is_new or (kept and each.waiting)]
    ready = [each for each in new if each.is_proven and not dry_run]
    waiting = [each for each in report.workflows if each.waiting and not kept]
    known = [each for each in report.workflows if each.known is not None]
    yield Text(f"{_count(report.trajectories, 'trajectory', 'trajectories')} in {_files(report)}.")
    if new:
        yield Text("\nKept" if kept else "\nOn offer" if ready else "\nFound", style="dim")
        yield _table(new)
    else:
        yield Text("No new routines were found.")
    if waiting:
        yield Text("\nOn offer already", style="dim")
        yield _table(waiting)
    if known:
        yield Text("\nKnown already", style="dim")
        yield _table(known)
    unwanted = [each for each in report.workflows if each.unwanted is not None]
    if unwanted:
        yield Text(f"\n{_count(len(unwanted), 'other', 'others')} left out, because you did not want them.")
    if report.troubles:
        yield from _troubles(report)
    if (ready and not kept) or waiting:
        yield Text(f"\n{ANSWERS}", style="dim")
    elif new and not kept:
        untried = "" if dry_run else " Leave --quick out to have it tried and offered."
        yield Text(f"\nNothing was kept.{untried}")


def _files(report: Report) -> str:
    before = f" ({report.files_known} read before)" if report.files_known else ""
    return _count(report.files, "file", "files") + before


def _table(workflows: list[Settled]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for column in ("Workflow", "What it is for", "Steps", "Seen", "In", "Tried on"):
        table.add_column(column, overflow="fold")
    for each in workflows:
        workflow = each.workflow
        tried = {"host": "a simulated Live", "model": "the model"}.get(each.proven, each.proven)
        whose = "your own work" if each.own else "others' work"
        cells = escape(workflow.task.strip()), str(len(workflow.steps)), f"{each.support}×", whose, tried
        table.add_row(f"[bold]{escape(workflow.workflow_name)}[/]", *cells)
    return table


def _troubles(report: Report) -> Iterator[RenderableType]:
    yield Text("\nNot used", style="yellow")
    for each in report.troubles[:_SHOWN]:
        place = each.file if each.line is None else f"{each.file}, line {each.line}"
        yield Text(f"  {place}: {each.why}")
    if len(report.troubles) > _SHOWN:
        yield Text(f"  … and {len(report.troubles) - _SHOWN} more; --json lists all.")


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
