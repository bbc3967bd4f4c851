"""``orbit workflows add|new|edit|rename``: workflows by the user's own hand."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from tempfile import mkstemp
from typing import TYPE_CHECKING, Annotated

import typer

from daw_bridges.errors import UsageError, WorkflowFormatError
from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import DataDir, Json, load_settings
from orbit.interfaces.cli.output import print_json, screen
from orbit.interfaces.cli.workflows.asking import Id, ask

if TYPE_CHECKING:
    from orbit.memory.authorship import Saved
    from orbit.settings import Settings
    from orbit.workflows import Workflow

__all__ = ["register"]

_EXAMPLE = """\
workflow_name: kick-and-bass-only
title: Kick and bass only
task: Hear the kick and the bass alone, to set them against each other.
phrases:
  - only the kick and the {{ bass }}
slots:
  bass:
    type: track
    ask: Which track plays the bass?
    find: {role: bass}
steps:
  - step_number: 1
    action: set_solo
    track: Kick
    on: true
    expected_output: Kick is soloed.
  - step_number: 2
    action: set_solo
    track: "{{ bass }}"
    on: true
    expected_output: "{{ bass }} is soloed."
outcome: Nothing else is heard.
result: You hear Kick and {{ bass }} alone.
"""


def register(app: typer.Typer) -> None:
    """Add this module's commands to ``orbit workflows``."""
    app.command()(add)
    app.command()(new)
    app.command()(edit)
    app.command()(rename)


def add(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A workflow in YAML; - reads it from stdin.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Save it as a new version if its id is taken.")
    ] = False,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Add a workflow that you wrote."""
    from orbit.workflows import load_workflow, read_workflow

    workflow = read_workflow(sys.stdin.buffer.read(), "stdin") if file == "-" else load_workflow(file)
    return _save(load_settings(data_dir=data_dir), workflow, replace=replace, as_json=as_json)


def new(
    trajectory: Annotated[
        str | None,
        typer.Option("--from", metavar="ID", help="Begin with what was done (`orbit memory done`)."),
    ] = None,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Write a workflow in your editor, beginning with an example."""
    from orbit.workflows import workflow_yaml

    settings = load_settings(data_dir=data_dir)
    if trajectory is None:
        return _written(settings, _EXAMPLE, None, as_json=as_json)
    workflow = ask(settings, lambda engine: engine.call("draft_workflow", trajectory_id=trajectory))
    return _written(settings, workflow_yaml(workflow), None, as_json=as_json, trajectory=trajectory)


def edit(workflow_id: Id, as_json: Json = False, data_dir: DataDir = None) -> int:
    """Change a workflow in your editor; what it was before is kept."""
    from orbit.workflows import workflow_yaml

    settings = load_settings(data_dir=data_dir)
    workflow = ask(settings, lambda engine: engine.workflow(workflow_id))
    return _written(settings, workflow_yaml(workflow), workflow_id, as_json=as_json)


def rename(
    workflow_id: Id,
    title: Annotated[str, typer.Argument(metavar="TITLE", help="The new name.")],
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Give a workflow another title; it keeps its id."""
    saved: Saved = ask(
        load_settings(data_dir=data_dir),
        lambda engine: engine.call("rename_workflow", workflow_id=workflow_id, title=title),
    )
    return _tell(saved, as_json=as_json)


def _written(
    settings: Settings, text: str, workflow_id: str | None, *, as_json: bool, trajectory: str | None = None
) -> int:
    """Have a text written on in the editor, and keep what comes of it; of a trajectory, as it is too."""
    from orbit.workflows import Provenance, Source, load_workflow

    handle, name = mkstemp(prefix="orbit-workflow-", suffix=".yaml", text=True)
    draft = Path(name)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    try:
        _open_editor(draft)
        if draft.read_text(encoding="utf-8") == text and trajectory is None:
            raise UsageError("Nothing was changed in the editor, so nothing is saved.")
        workflow = load_workflow(draft)
        if workflow_id is not None and workflow.workflow_name != workflow_id:
            raise UsageError(f"An id stays as it is: workflow_name has to be {workflow_id}.")
        if trajectory is not None:
            behind = Provenance(source=Source.TAUGHT, trajectories=(trajectory,))
            workflow = workflow.model_copy(update={"provenance": behind})
        status = _save(settings, workflow, replace=workflow_id is not None, as_json=as_json)
    except (UsageError, WorkflowFormatError) as error:
        if draft.read_text(encoding="utf-8") == text:
            draft.unlink()
            raise
        # What somebody wrote is not thrown away for a wrong letter in it.
        again = f" Your text is in {draft}: correct it, then `orbit workflows add {draft} --replace`."
        error.args = (f"{error}{again}",)
        raise
    draft.unlink()
    return status


def _open_editor(path: Path) -> None:
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not command:
        raise UsageError(
            "No editor is chosen. Set EDITOR (for example to nano), or write the file with any program and "
            "take it in with `orbit workflows add FILE`."
        )
    try:
        ended = subprocess.run([*shlex.split(command), str(path)], check=False)  # noqa: S603 - the user's own
    except OSError as error:
        raise UsageError(f"The editor “{command}” cannot be started: {error.strerror}.") from None
    if ended.returncode:
        raise UsageError(f"The editor “{command}” ended with status {ended.returncode}; nothing is saved.")


def _save(settings: Settings, workflow: Workflow, *, replace: bool, as_json: bool) -> int:
    saved: Saved = ask(
        settings, lambda engine: engine.call("save_workflow", workflow=workflow, replace=replace)
    )
    return _tell(saved, as_json=as_json)


def _tell(saved: Saved, *, as_json: bool) -> int:
    if as_json:
        print_json({"ok": True, **asdict(saved)})
    else:
        screen().print(saved.told(), markup=False)
    return DONE
