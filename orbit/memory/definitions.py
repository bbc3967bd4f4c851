"""The workflows as they are saved, each read once for as long as none of them changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from daw_bridges.errors import NotFoundError
from orbit.workflows.load import parse_workflow

if TYPE_CHECKING:
    from orbit.memory.retrieval.shelf import Shelf
    from orbit.memory.store import Store
    from orbit.workflows.workflow import Workflow

__all__ = ["Definitions"]

_OFFERED = 100  # ids that an error may list


class Definitions:
    """Gives the workflows of one store by id.

    It stands apart from the library for the search to hold: what holds each other is let go of only now and
    then, and an embedder with it.
    """

    def __init__(self, store: Store, shelf: Shelf) -> None:
        self._store, self._shelf = store, shelf
        self._known: tuple[int, dict[str, Workflow]] = (-1, {})

    def now(self) -> Callable[[str], Workflow]:
        """Give what gives a workflow by id or raises NotFoundError; what changed is looked up now, once."""
        revision, known = self._store.workflows.revision(), self._known
        if known[0] != revision:
            known = self._known = (revision, {})

        def definition(workflow_id: str) -> Workflow:
            if workflow_id not in known[1]:
                stored = self._store.workflows.get(workflow_id)
                if stored is None:
                    raise NotFoundError("workflow", workflow_id, self.some_ids())
                known[1][workflow_id] = parse_workflow(stored.body)
            return known[1][workflow_id]

        return definition

    def some_ids(self) -> list[str]:
        """Give the ids of all, for an error to list; none where they are too many."""
        known = sorted(self._shelf.corpus().titles())
        return known if len(known) <= _OFFERED else []
