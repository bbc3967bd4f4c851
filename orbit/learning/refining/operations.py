"""What a face may ask about refinement: each a typed function of a library, so that it crosses a wire.

The model is asked in the process of the face; the library gives out what to refine and takes the words in. It
trusts nobody: what comes back does what it did before, or is refused.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from daw_bridges.errors import NotFoundError, UsageError
from orbit.learning.refining.applying import PROSE
from orbit.memory import Library
from orbit.memory.store import StoredWorkflow
from orbit.memory.trust.structure import structure
from orbit.workflows.load import dump_workflow, parse_workflow
from orbit.workflows.workflow import Source

__all__ = ["Refinable", "keep_words", "refinable"]

_REFINED_BY = "words by "
_MOST_GOALS = 5


@dataclass(frozen=True)
class Refinable:
    """A workflow whose words may be refined: its version and JSON, and what people said they were after."""

    id: str
    version: int
    workflow: dict[str, Any]
    goals: tuple[str, ...] = ()


def refinable(library: Library, ids: list[str]) -> list[Refinable]:
    """Give the workflows of some ids; of none: every one that was learned and has no refined words yet.

    Raises NotFoundError for an id that is not there.
    """
    stored = {each.id: each for each in library.store.workflows.all()}
    if unknown := [name for name in ids if name not in stored]:
        raise NotFoundError("workflow", unknown[0], sorted(stored))
    wanted = [stored[name] for name in ids] if ids else [each for each in stored.values() if _is_due(each)]
    return [
        Refinable(each.id, each.version, dict(each.body), _goals(library, each.origin.trajectories))
        for each in wanted
    ]


def _is_due(stored: StoredWorkflow) -> bool:
    refined = (stored.note or "").startswith(_REFINED_BY)
    return stored.origin.source == Source.INDUCED.value and not refined


def _goals(library: Library, trajectories: tuple[str, ...]) -> tuple[str, ...]:
    found = (library.store.trajectories.get(each) for each in trajectories[-4 * _MOST_GOALS :])
    goals = dict.fromkeys(each.goal for each in found if each is not None and each.goal)
    return tuple(goals)[:_MOST_GOALS]


def keep_words(library: Library, workflow: dict[str, Any], version: int, model: str) -> int:
    """Save a workflow with other words as a new version, which can be reverted; give its number.

    Raises UsageError when anything but words is different, MemoryStoreError when it was changed meanwhile.
    """
    body = dump_workflow(parse_workflow(workflow))
    stored = library.store.workflows.get(str(body["workflow_name"]))
    if stored is None:
        raise NotFoundError("workflow", str(body["workflow_name"]), [])
    before = dump_workflow(parse_workflow(stored.body))
    same = all(body.get(name) == before.get(name) for name in {*body, *before} - {*PROSE})
    if not same or structure(body) != structure(before):
        raise UsageError(
            f"“{stored.id}” would do something else with this. Words may be refined, steps may not."
        )
    note = f"{_REFINED_BY}{model[:80]}"
    return library.store.workflows.put(
        body, stored.origin, expected_version=version, note=note, anew=True
    ).version
