"""Workflows by their user's hand: written or changed, renamed, and called by name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from daw_bridges.errors import AmbiguousError, NotFoundError, UsageError
from orbit.memory.library import Library
from orbit.memory.store import Origin
from orbit.memory.store.workflows import StoredWorkflow
from orbit.workflows.load import dump_workflow, parse_workflow
from orbit.workflows.workflow import Provenance, Source, Workflow

__all__ = ["Addressed", "Saved", "address", "rename_workflow", "save_workflow"]

_SLOT = re.compile(r"\{\{\s*(\w+)\s*\}\}")


@dataclass(frozen=True)
class Addressed:
    """A workflow that was called by its id, its title or one of its phrases, and the slots that were said."""

    id: str
    title: str
    slots: dict[str, str]


@dataclass(frozen=True)
class Saved:
    """A workflow as it is kept now; ``new``: there was none of that id before."""

    id: str
    title: str
    version: int
    new: bool

    def told(self) -> str:
        """Say it to people."""
        version = "" if self.new else f" This is version {self.version} of it."
        return f"Saved “{self.title}” as “{self.id}”.{version}"


def address(library: Library, text: str) -> Addressed:
    """Give the workflow that a text calls by id, by title, or by a whole phrase with its slots filled.

    Raises NotFoundError for none, AmbiguousError for several.
    """
    titles = library.titles()
    if text in titles:
        return Addressed(text, titles[text], {})
    called = [
        (len(_SLOT.sub("", spelled)), Addressed(each.workflow_name, each.title, slots))
        for each in library.all()
        for spelled in (each.title, *each.phrases)
        if (slots := _slots_said(spelled, text)) is not None
    ]
    # The phrase with the most words of its own is the one that was meant.
    best = {found.id: found for words, found in called if words == max(words for words, _ in called)}
    if not best:
        raise NotFoundError("workflow", text, titles)
    if len(best) > 1:
        raise AmbiguousError("workflow", text, tuple(best))
    return next(iter(best.values()))


def _slots_said(spelled: str, text: str) -> dict[str, str] | None:
    """Give the slots of a phrase as a text fills them; None where it is another phrase."""
    words, names = _SLOT.split(spelled)[::2], _SLOT.findall(spelled)
    parts = [r"\s+".join(map(re.escape, each.split())) for each in words]
    found = re.fullmatch(r"\s*(.+?)\s*".join(parts), text.strip(" .!?"), re.IGNORECASE)
    return None if found is None else dict(zip(names, found.groups(), strict=True))


def save_workflow(library: Library, workflow: Workflow, replace: bool = False) -> Saved:
    """Keep a workflow of the user's own, over the one that has its id only with ``replace``.

    What was imported stays so, however it is changed. Raises UsageError for an id that is taken.
    """
    name = workflow.workflow_name
    there = library.store.workflows.get(name)
    if there is not None and not replace:
        raise UsageError(
            f"There is already a workflow “{name}”. Give yours another workflow_name, or add --replace to "
            f"save it as a new version; `orbit workflows revert {name} {there.version}` brings back this one."
        )
    return _put(library, dump_workflow(workflow), there, workflow.provenance.trajectories)


def rename_workflow(library: Library, workflow_id: str, title: str) -> Saved:
    """Give a workflow another title; its id, versions and runs stay. Raises NotFoundError."""
    there = library.store.workflows.get(workflow_id)
    if there is None:
        raise NotFoundError("workflow", workflow_id, library.titles())
    return _put(library, dump_workflow(parse_workflow(there.body | {"title": title})), there)


def _put(
    library: Library,
    body: dict[str, Any],
    there: StoredWorkflow | None,
    trajectories: tuple[str, ...] = (),
) -> Saved:
    # A seed that is changed is the user's own: what is shipped later does not come over it.
    kept = there is not None and there.origin.source not in (Source.SEED, Source.TAUGHT)
    origin = there.origin if there is not None and kept else Origin(trajectories=trajectories)
    provenance = Provenance(source=Source(origin.source), trajectories=origin.trajectories)
    body["provenance"] = provenance.model_dump(mode="json")
    stored = library.store.workflows.put(body, origin)
    return Saved(stored.id, str(body["title"]), stored.version, there is None)
