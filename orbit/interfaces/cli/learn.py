"""``orbit learn``: workflows found in what was done: trajectory files, saved sets, and folders of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from daw_bridges.errors import UsageError
from orbit.interfaces.cli.failures import DONE, FAILED
from orbit.interfaces.cli.options import DataDir, Json, load_settings
from orbit.interfaces.cli.output import print_json, screen

if TYPE_CHECKING:
    from orbit.learning.offline import Report, Settled
    from orbit.settings import Settings

__all__ = ["learn"]


def learn(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="Trajectories (.jsonl; - for stdin), sets that Live saved (.als), or folders of them.",
        ),
    ],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be offered; keep nothing.")
    ] = False,
    keep: Annotated[
        bool, typer.Option("--keep", help="Keep what is found at once instead of offering it.")
    ] = False,
    mine: Annotated[
        bool, typer.Option("--mine", help="What is in the folders is your own work, not somebody else's.")
    ] = False,
    quick: Annotated[
        bool,
        typer.Option("--quick", help="Do not try what was found on a simulated Live, and do not offer it."),
    ] = False,
    jobs: Annotated[
        int | None, typer.Option("--jobs", min=1, metavar="N", help="How many processes read sets.")
    ] = None,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Find workflows in trajectories and saved sets, and offer them."""
    settings = load_settings(data_dir=data_dir)
    if keep and (quick or dry_run):
        raise UsageError("--keep keeps what was tried: leave --quick and --dry-run out.")
    report = _learn(files, settings, dry_run=dry_run, keep=keep, mine=mine, quick=quick, jobs=jobs)
    if settings.refine != "off" and keep:
        new = (each for each in report.workflows if each.is_new and each.is_proven)
        _refine(settings, [each.workflow.workflow_name for each in new])
    unread = bool(report.troubles) and not report.trajectories
    if as_json:
        print_json(_document(report, ok=not unread, dry_run=dry_run))
    else:
        from orbit.interfaces.cli.views.learning import report_view

        screen().print(report_view(report, dry_run=dry_run, kept=keep))
    return FAILED if unread else DONE


def _learn(files: list[Path], settings: Settings, **options: Any) -> Report:
    from importlib import resources

    from orbit.interfaces.cli.views.learning import shown_progress
    from orbit.learning.offline import learn as learned
    from orbit.memory.library import Library
    from orbit.memory.store import Scope, Store
    from orbit.memory.workflow_files import WorkflowFiles

    scope = Scope(settings.user, settings.project)
    # It is safe beside every other process that has the memory open.
    store = Store.open(settings.data_dir, settings.store_url, scope=scope)
    try:
        library = Library(store)
        WorkflowFiles(store, Path(str(resources.files("workflows_seed")))).refresh()
        with shown_progress() as progress:
            return learned(files, library, progress=progress, **options)
    finally:
        store.close()


def _refine(settings: Settings, names: list[str]) -> None:
    """Let the model of the settings find better words for what is new; it stays as it is if it cannot."""
    from daw_bridges.errors import ModelError
    from orbit.interfaces.cli.workflows.refine import refined

    try:
        told = refined(settings, names).stopped if names else None
    except ModelError as error:
        told = str(error)
    if told is not None:
        screen(aside=True).print(told, markup=False)


def _document(report: Report, *, ok: bool, dry_run: bool) -> dict[str, Any]:
    return {
        "ok": ok,
        "dry_run": dry_run,
        "workflows": [_workflow(each) for each in report.workflows if each.unwanted is None],
        "trajectories": report.trajectories,
        "seconds": round(report.seconds, 3),
        "files": report.files,
        "files_known": report.files_known,
        "errors": [{"file": each.file, "line": each.line, "message": each.why} for each in report.troubles],
        "not_yours": [each.workflow.workflow_name for each in report.workflows if not each.own],
        "left_out": [
            {"workflow_name": each.workflow.workflow_name, "why": each.unwanted}
            for each in report.workflows
            if each.unwanted is not None
        ],
        "refused": [{"does": list(each.does), "why": each.why} for each in report.refused],
    }


def _workflow(settled: Settled) -> dict[str, Any]:
    from orbit.workflows.load import dump_workflow

    found = {"support": settled.support, "known": settled.known, "proven": settled.proven}
    return dump_workflow(settled.workflow) | found
