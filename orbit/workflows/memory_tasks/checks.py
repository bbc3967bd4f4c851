"""What makes the memory tasks of a workflow consistent: ids, where they lead, what their templates name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from orbit.workflows.memory_tasks.sandbox import paths_of
from orbit.workflows.memory_tasks.task import END, MemoryTask
from orbit.workflows.templates import is_template, paths_in

if TYPE_CHECKING:
    from orbit.workflows.strict_yaml import Path
    from orbit.workflows.workflow import Step, Workflow

__all__ = ["inputs_named", "path_problem", "paths_within", "step_problems", "tasks_before"]

_INPUT = ("workflow", "input")


def tasks_before(workflow: Workflow, index: int) -> set[str]:
    """The memory tasks whose outputs the step at a place (from 0) can use."""
    return {step.name for step in workflow.steps[:index] if step.memory is not None}


def inputs_named(workflow: Workflow) -> Iterator[str]:
    """The slots that templates name as ``workflow.input.…``, in keys and in fields."""
    for step in workflow.steps:
        paths = [path for value in (step.fields, step.when) for path in paths_within(value)]
        if step.memory is not None:
            paths += [*paths_within(step.memory.payload), *paths_of(step.memory.key_template)]
        yield from (path[2] for path in paths if path[:2] == _INPUT and len(path) > 2)
    for path in (*paths_within(workflow.result), *paths_within(workflow.result_by_hand)):
        if path[:2] == _INPUT and len(path) > 2:
            yield path[2]


def paths_within(value: Any) -> Iterator[tuple[str, ...]]:
    """Each value that the templates in a value look up."""
    if is_template(value):
        yield from paths_in(value)
    elif isinstance(value, Mapping):
        for inner in cast("Mapping[str, Any]", value).values():
            yield from paths_within(inner)
    elif isinstance(value, list):
        for inner in cast("list[Any]", value):
            yield from paths_within(inner)


def path_problem(workflow: Workflow, path: tuple[str, ...], tasks: set[str]) -> str | None:
    """What is wrong with a value that a template looks up (``("tasks", "recall", "output")``), or None."""
    match path:
        case ("tasks", name, *rest):
            if name not in tasks:
                known = ", ".join(sorted(tasks)) or "none"
                return f"there is no memory task “{name}” before this; available: {known}."
            if not rest or rest[0] not in ("output", "outputs", "error"):
                return f"of a task there is tasks.{name}.output, .outputs and .error."
            return None
        case ("workflow", "input", name, *_):
            known = ", ".join(workflow.slots) or "none"
            return None if name in workflow.slots else f"there is no slot “{name}”; available: {known}."
        case ("workflow", *_):
            return "of the workflow there is workflow.input.<slot>."
        case ("tasks",):
            return "say which task is meant: tasks.<id>.output."
        case _:
            return None


def step_problems(workflow: Workflow, index: int, step: Step) -> Iterator[tuple[Path, str]]:
    """Everything that is inconsistent in a step as a task, or as where tasks lead."""
    if step.name in {other.name for other in workflow.steps[:index]}:
        yield ("id",), f"another step is called “{step.name}”; ids are each of its own."
    if step.memory is None:
        return
    if step.if_there == "skip":
        yield ("if_there",), "is for actions; a memory task is done, or left out by when."
    yield from _leads(workflow, index, step.memory)
    yield from _key_problems(workflow, index, step, step.memory)


def _leads(workflow: Workflow, index: int, task: MemoryTask) -> Iterator[tuple[Path, str]]:
    later = [step.name for step in workflow.steps[index + 1 :]]
    for field in ("on_success", "on_error"):
        leads = getattr(task, field)
        if leads is not None and leads.next != END and leads.next not in later:
            known = ", ".join([*later, END])
            yield (field, "next"), f"there is no later step “{leads.next}”; available: {known}."


def _key_problems(workflow: Workflow, index: int, step: Step, task: MemoryTask) -> Iterator[tuple[Path, str]]:
    known = tasks_before(workflow, index)
    for path in paths_of(task.key_template):
        if path[0] == "item" and step.for_each is None:
            yield ("key_template",), "“item” is only there in a step with for_each."
        elif (problem := path_problem(workflow, path, known)) is not None:
            yield ("key_template",), problem
