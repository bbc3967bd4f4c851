"""Task files: the shipped ones and the user's own, read strictly, each mistake told with its line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any, cast

from pydantic import ValidationError

from daw_bridges.actions import parse_action
from daw_bridges.errors import ActionError, UsageError, WorkflowFormatError
from orbit.evaluation.task import CATEGORIES, Task
from orbit.workflows.strict_yaml import Document, read_yaml

__all__ = ["TaskFile", "read_tasks", "selected", "shipped"]

_HELD_OUT = "held_out"
_SHOWN = 5
_CATEGORIES = f"Categories are: {', '.join(CATEGORIES)}."
_ACTIONS = ("setup", "leads_to")


@dataclass(frozen=True)
class TaskFile:
    """The tasks of one file.

    ``held_out``: it is there to judge and not to tune on (its name begins with that), so that what fails in
    it is not shown unless that is asked for.
    """

    name: str
    tasks: tuple[Task, ...]
    held_out: bool


def shipped() -> list[Path]:
    """The task files that come with Orbit, by name."""
    folder = Path(str(resources.files("orbit.evaluation") / "tasks"))
    return sorted(folder.glob("*.yaml"))


def read_tasks(files: Sequence[Path]) -> list[TaskFile]:
    """Read task files. Raises UsageError with the file, the line, the task and what is wrong."""
    read = [_read(file) for file in files]
    seen: dict[str, str] = {}
    for each in read:
        for task in each.tasks:
            if task.id in seen:
                raise UsageError(
                    f"{each.name}: the id “{_plain(task.id)}” is taken in {seen[task.id]}; give it another."
                )
            seen[task.id] = each.name
    return read


def selected(files: Sequence[TaskFile], names: Sequence[str]) -> list[TaskFile]:
    """Give the tasks of some categories or ids. Raises UsageError for a name that is neither."""
    wanted = {name.strip() for name in names if name.strip()}
    known = {task.id for file in files for task in file.tasks} | {*CATEGORIES}
    if strange := sorted(wanted - known):
        raise UsageError(f"--only: “{strange[0]}” is neither a category nor a task. {_CATEGORIES}")
    chosen = [
        replace(file, tasks=tuple(task for task in file.tasks if {task.id, task.category} & wanted))
        for file in files
    ]
    if not any(file.tasks for file in chosen):
        raise UsageError(f"--only: there is no such task. {_CATEGORIES}")
    return [file for file in chosen if file.tasks]


def _read(file: Path) -> TaskFile:
    try:
        raw = file.read_bytes()
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror or error}. Name a task file.") from None
    if not raw.strip():
        raise UsageError(f"{file} is empty; it should hold a list of tasks.")
    try:
        document = read_yaml(raw, str(file))
    except WorkflowFormatError as error:
        raise UsageError(str(error).replace("workflow", "task")) from None
    entries = cast("object", document.data)
    if not isinstance(entries, list) or not entries:
        raise UsageError(f"{file}: a task file is a list: “- id: …” and “say: …” for each task.")
    tasks = [_task(entry, place, document) for place, entry in enumerate(cast("list[object]", entries))]
    _refuse([problem for _, problems in tasks for problem in problems])
    return TaskFile(
        file.name, tuple(task for task, _ in tasks if task is not None), file.stem.startswith(_HELD_OUT)
    )


def _task(entry: object, place: int, document: Document) -> tuple[Task | None, list[str]]:
    try:
        task = Task.model_validate(entry)
    except ValidationError as error:
        return None, [_said(document, place, entry, each["loc"], each["msg"]) for each in error.errors()]
    return task, list(_action_problems(task, place, document))


def _action_problems(task: Task, place: int, document: Document) -> Iterable[str]:
    for field in _ACTIONS:
        given: Sequence[Mapping[str, Any]] = getattr(task, field) or ()
        for number, action in enumerate(given):
            try:
                parse_action(action)
            except ActionError as error:
                yield _said(document, place, {"id": task.id}, (field, number), str(error))


def _said(document: Document, place: int, entry: object, where: tuple[int | str, ...], message: str) -> str:
    line = document.line((place, *where))
    name = cast("dict[str, Any]", entry).get("id") if isinstance(entry, dict) else None
    task = f"task “{str(name)[:100]}”" if name else f"task {place + 1}"
    field = ".".join(str(part + 1) if isinstance(part, int) else part for part in where)
    said = message.removeprefix("Value error, ")
    told = f"{document.file}:{line}: {task}: {f'{field}: ' if field else ''}{said}"
    return _plain(told)


def _plain(text: str) -> str:
    """What a file says is shown on terminals, and never obeyed by them."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _refuse(problems: Sequence[str]) -> None:
    if problems:
        more = f"\n… and {len(problems) - _SHOWN} more." if len(problems) > _SHOWN else ""
        raise UsageError("\n".join(problems[:_SHOWN]) + more)
