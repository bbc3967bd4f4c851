"""What a face may ask of what was done, as plain functions of a library.

Each is also an operation of the engine, so its arguments and its result can cross a wire.
"""

from __future__ import annotations

from collections.abc import Sequence

from orbit.memory.experience import Episode, Part
from orbit.memory.judgement import Verdict
from orbit.memory.library import Library
from orbit.memory.records import Failure, RunRecord, ToolCall
from orbit.memory.store.links import Link
from orbit.memory.store.tool_log import ToolFilter

__all__ = [
    "calls",
    "episode",
    "episodes",
    "failures",
    "forget_episode",
    "join_runs",
    "judge",
    "links",
    "resolve",
    "runs",
    "warnings",
]


def episodes(
    library: Library,
    text: str = "",
    k: int = 10,
    tracks: Sequence[str] = (),
    devices: Sequence[str] = (),
    actions: Sequence[str] = (),
    verdict: Verdict | None = None,
) -> list[Episode]:
    """Give what was done: nearest to a text, or else newest; see `Experience.search`."""
    found = library.experience.search
    return found(text, k, tracks=tracks, devices=devices, actions=actions, verdict=verdict)


def episode(library: Library, trajectory_id: str) -> Episode:
    """Give one trajectory with what became of it. Raises NotFoundError."""
    return library.experience.episode(trajectory_id)


def runs(library: Library, k: int = 50, workflow_id: str | None = None) -> list[RunRecord]:
    """Give the latest runs, newest first, or those of one workflow; without the sessions they left."""
    return library.store.runs.recent(k, workflow_id=workflow_id, whole=False)


def judge(library: Library, trajectory_id: str, verdict: Verdict | None) -> None:
    """Note what somebody says of what was done; None takes it back. Raises NotFoundError."""
    library.experience.judge(library.store.whole_id("trajectory", trajectory_id), verdict)


def join_runs(library: Library, parts: Sequence[Part], goal: str, workflow_id: str | None = None) -> None:
    """Make one run of several; see `Experience.join`."""
    library.experience.join(parts, goal, workflow_id)


def forget_episode(library: Library, trajectory_id: str) -> None:
    """Delete a trajectory and all that hangs on it. Raises NotFoundError."""
    library.experience.forget(library.store.whole_id("trajectory", trajectory_id))


def failures(
    library: Library, k: int = 20, workflow_id: str | None = None, resolved: bool | None = None
) -> list[Failure]:
    """Give the latest failures, newest first: of one workflow, or only mended or unmended ones."""
    return library.experience.failures(k, workflow_id=workflow_id, resolved=resolved)


def resolve(library: Library, failure_id: str) -> None:
    """Say that a failure is mended. Raises NotFoundError when there is none that stands."""
    library.experience.resolve(library.store.whole_id("failure", failure_id))


def warnings(library: Library, workflow_ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Give what to be warned of before each of these workflows is run."""
    return library.experience.warnings(workflow_ids)


def calls(
    library: Library,
    text: str | None = None,
    k: int = 20,
    tool: str | None = None,
    status: str | None = None,
    run_id: str | None = None,
    trajectory_id: str | None = None,
    thread: str | None = None,
) -> list[ToolCall]:
    """Give the latest of the actions performed and tools called, newest first; see `ToolFilter`."""
    run_id = None if run_id is None else library.store.whole_id("run", run_id)
    only = ToolFilter(
        text=text, tool=tool, status=status, run_id=run_id, trajectory_id=trajectory_id, thread=thread
    )
    return library.experience.calls(only, k)


def links(library: Library, kind: str, item: str) -> list[Link]:
    """Give everything that belongs to a thing; see ``orbit.memory.relations``."""
    return library.experience.linked(kind, library.store.whole_id(kind, item))
