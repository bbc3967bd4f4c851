"""Workflows from files and from JSON; what is wrong is said with file, line and field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path as FilePath
from typing import Any

from pydantic import ValidationError

from daw_bridges.errors import WorkflowFormatError
from orbit.workflows.memory_tasks.task import MemoryTask
from orbit.workflows.slots import Find, Slot
from orbit.workflows.strict_yaml import MAX_BYTES, Document, Path, read_yaml
from orbit.workflows.workflow import Provenance, Reference, Step, Workflow

__all__ = [
    "dump_workflow",
    "load_folder",
    "load_workflow",
    "parse_workflow",
    "read_workflow",
    "workflow_yaml",
]


def load_workflow(path: FilePath | str) -> Workflow:
    """Read one workflow file (YAML, UTF-8). Raises WorkflowFormatError naming file, line and field."""
    file = FilePath(path)
    try:
        with file.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise WorkflowFormatError(f"the file cannot be read: {error.strerror}.", file=str(file)) from None
    return read_workflow(raw, str(file))


def read_workflow(raw: bytes, file: str = "") -> Workflow:
    """Read a workflow from the bytes of a file; ``file`` is its name for messages."""
    return _validated(read_yaml(raw, file))


def load_folder(path: FilePath | str) -> list[Workflow]:
    """Read every ``.yaml`` file of a folder, by name. Raises WorkflowFormatError for the first wrong one."""
    workflows = {file: load_workflow(file) for file in sorted(FilePath(path).glob("*.yaml"))}
    for file, name in _repeated(workflows):
        raise WorkflowFormatError(
            f"another file holds a workflow called “{name}”.", file=str(file), field="workflow_name"
        )
    return list(workflows.values())


def _repeated(workflows: Mapping[FilePath, Workflow]) -> Iterator[tuple[FilePath, str]]:
    seen: set[str] = set()
    for file, workflow in workflows.items():
        if workflow.workflow_name in seen:
            yield file, workflow.workflow_name
        seen.add(workflow.workflow_name)


def parse_workflow(data: Any, file: str = "") -> Workflow:
    """Read a workflow from its JSON form."""
    return _validated(Document(file, data))


def dump_workflow(workflow: Workflow) -> dict[str, Any]:
    """Give a workflow's JSON form; ``parse_workflow`` takes it back."""
    return workflow.model_dump(mode="json", exclude_none=True)


def workflow_yaml(workflow: Workflow) -> str:
    """Give a workflow as its user writes it: a file's text, without where it comes from."""
    import yaml

    fields = dump_workflow(workflow)
    del fields["provenance"]
    # Nobody needs to write what it is anyway; a 0 or a “no” that says something stays.
    fields["slots"] = {
        name: slot.model_dump(mode="json", exclude_defaults=True) for name, slot in workflow.slots.items()
    }
    return yaml.safe_dump(fields, sort_keys=False, allow_unicode=True, width=100)


def _validated(document: Document) -> Workflow:
    is_mapping = isinstance(document.data, dict)
    if not is_mapping:
        raise document.error("a workflow is a mapping with workflow_name, title, task, slots, steps …")
    try:
        return Workflow.model_validate(document.data)
    except ValidationError as error:
        raise _first_error(error, document) from None


def _first_error(error: ValidationError, document: Document) -> WorkflowFormatError:
    problems = [_problem(item) for item in error.errors(include_url=False)]
    # A list of which no entry is right is also reported as too short: the entry is what is wrong.
    inmost = [each for each in problems if not any(_is_within(other[0], each[0]) for other in problems)]
    path, message = min(inmost, key=lambda problem: document.line(problem[0]) or 0)
    return document.error(message, path)


def _is_within(path: Path, around: Path) -> bool:
    return len(path) > len(around) and path[: len(around)] == around


def _problem(item: Any) -> tuple[Path, str]:
    if item["type"] == "workflow":
        return tuple(item["ctx"]["path"]), item["ctx"]["message"]
    # A union reports each of its branches by name behind the field; the field is what stands in the file.
    path: Path = tuple(part for part in item["loc"] if not (isinstance(part, str) and part in _BRANCHES))
    of_task = path[0:1] == ("steps",) and path[2:3] == ("memory",)
    path = path[:2] + path[3:] if of_task else path  # its fields stand flat in the file
    match item["type"]:
        case "missing":
            return path[:-1], f"the field “{path[-1]}” is missing."
        case "extra_forbidden":
            fields = list(MemoryTask.model_fields) if of_task else _fields_at(path[:-1])
            return path, f"is not a field here; the fields are {', '.join(fields)}."
        case _:
            return path, f"{item['msg'].removeprefix('Value error, ')} (given: {_short(item['input'])})."


_BRANCHES = (
    "str",
    "float",
    "list[any]",
    "dict[str,any]",
    "tuple[str, ...]",
    "function-after[_consistent(), Workflow]",
    "[key]",
)


def _fields_at(path: Path) -> list[str]:
    match path:
        case ("slots", _):
            return list(Slot.model_fields)
        case ("slots", _, "find"):
            return list(Find.model_fields)
        case ("steps", int()):
            return list(Step.model_fields)
        case ("sources", int()):
            return list(Reference.model_fields)
        case ("provenance",):
            return list(Provenance.model_fields)
        case _:
            return list(Workflow.model_fields)


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "…"
