"""Key templates: ``track:{{ workflow.input.target }}``, over the input, the session, the user and the time.

>>> context = key_context({"target": "Lead Vox"}, user="kim")
>>> rendered_key("{{ user }}:{{ workflow.input.target }}:notes", context)
'kim:Lead Vox:notes'
>>> rendered_key("{{ workflow.input.target }}", key_context({"target": "a:b"}))
'a%3Ab'
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from daw_bridges.errors import UsageError
from orbit.workflows.memory_tasks.filters import Later, Moment, Named
from orbit.workflows.memory_tasks.keys import checked_pattern
from orbit.workflows.memory_tasks.sandbox import ROOTS, paths_of, problem_of, rendered

__all__ = [
    "ROOTS",
    "input_names",
    "key_context",
    "key_problem",
    "names_session",
    "rendered_key",
    "task_names",
]


def key_context(
    inputs: Mapping[str, Any],
    *,
    session: Mapping[str, Any] | Later | None = None,
    user: str = "local",
    project: str = "default",
    now: datetime | None = None,
    tasks: Mapping[str, Any] | None = None,
    item: Any = None,
) -> dict[str, Any]:
    """Gather what key templates may name; ``now`` is this moment, in UTC, if left out."""
    context: dict[str, Any] = {
        "workflow": {"input": dict(inputs)},
        "user": Named(user, {"id": user, "name": user, "project": project}),
        "now": Moment(now or datetime.now(UTC)),
        "tasks": dict(tasks or {}),
    }
    optional = {"session": session, "item": item}
    return context | {name: value for name, value in optional.items() if value is not None}


def rendered_key(template: str, context: Mapping[str, Any]) -> str:
    """Fill a key template in; the result is a key, or a pattern. Raises UsageError."""
    return checked_pattern(rendered(template, context))


def key_problem(template: str) -> str | None:
    """What is wrong with a key template whatever it is filled with, or None."""
    problem = problem_of(template)
    if problem is not None:
        return problem
    if "{" not in template:
        return _literal_problem(template)
    return None


def _literal_problem(key: str) -> str | None:
    try:
        checked_pattern(key)
    except UsageError as error:
        return str(error)
    return None


def _after(template: str, *root: str) -> Iterator[str]:
    for path in paths_of(template):
        if path[: len(root)] == root and len(path) > len(root):
            yield path[len(root)]


def input_names(template: str) -> set[str]:
    """The inputs that a key template uses."""
    return set(_after(template, "workflow", "input"))


def task_names(template: str) -> set[str]:
    """The memory steps whose outputs a key template uses."""
    return set(_after(template, "tasks"))


def names_session(template: str) -> bool:
    """Whether a key template looks at the session."""
    return any(path[0] == "session" for path in paths_of(template))
