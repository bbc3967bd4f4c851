"""What belongs to what: the links that are kept as such, and those that the rows say of themselves.

A run names its workflow and its trajectory, a failure its run, a call its run: to write that down a second
time would be to let it become untrue. Here both are read as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from orbit.memory.records import Failure, RunRecord
from orbit.memory.store import Store
from orbit.memory.store.links import Link
from orbit.memory.store.tool_log import ToolFilter

__all__ = ["related"]

_CALLS = 10_000


def related(store: Store, kind: str, item: str) -> list[Link]:
    """Give every link from or to a thing, sorted; ``kind`` is that of its table.

    Kinds are ``workflow``, ``run``, ``trajectory``, ``failure``, ``tool_call``, ``note``, ``entity``, and
    what a trajectory touches: ``track``, ``device``, ``action``.
    """
    own = _OWN.get(kind)
    said = own(store, item) if own else ()
    ends = ((link, {(link.from_kind, link.from_id), (link.to_kind, link.to_id)}) for link in said)
    return sorted({*store.links.around(kind, item), *(link for link, both in ends if (kind, item) in both)})


def _of_workflow(store: Store, item: str) -> Iterator[Link]:
    for run in store.runs.of(workflow_id=item):
        yield from _run_links(run)
    for failure in store.failures.recent(_CALLS, workflow_id=item):
        yield from _failure_links(failure)
    stored = store.workflows.get(item)
    for trajectory in stored.origin.trajectories if stored else ():
        yield Link("workflow", item, "learned_from", "trajectory", trajectory)


def _of_run(store: Store, item: str) -> Iterator[Link]:
    run = store.runs.get(item)
    yield from _run_links(run) if run else ()
    failure = store.failures.get(item)
    yield from _failure_links(failure) if failure else ()
    yield from _calls(store, ToolFilter(run_id=item))


def _of_trajectory(store: Store, item: str) -> Iterator[Link]:
    for run in store.runs.of(trajectory_id=item):
        yield from _run_links(run)
    yield from _calls(store, ToolFilter(trajectory_id=item))


def _of_failure(store: Store, item: str) -> Iterator[Link]:
    failure = store.failures.get(item)
    yield from _failure_links(failure) if failure else ()


def _run_links(run: RunRecord) -> Iterator[Link]:
    if run.workflow_id is not None:
        yield Link("run", run.id, "ran", "workflow", run.workflow_id)
    if run.trajectory_id is not None:
        yield Link("run", run.id, "left", "trajectory", run.trajectory_id)


def _failure_links(failure: Failure) -> Iterator[Link]:
    if failure.run_id is not None:
        yield Link("failure", failure.id, "happened_in", "run", failure.run_id)
    if failure.workflow_id is not None:
        yield Link("failure", failure.id, "warns_of", "workflow", failure.workflow_id)


def _calls(store: Store, only: ToolFilter) -> Iterator[Link]:
    for call in store.tool_log.search(only, limit=_CALLS):
        if call.run_id is not None:
            yield Link("tool_call", call.id, "performed_in", "run", call.run_id)
        if call.trajectory_id is not None:
            yield Link("tool_call", call.id, "part_of", "trajectory", call.trajectory_id)


_OWN: dict[str, Callable[[Store, str], Iterator[Link]]] = {
    "workflow": _of_workflow,
    "run": _of_run,
    "trajectory": _of_trajectory,
    "failure": _of_failure,
}
