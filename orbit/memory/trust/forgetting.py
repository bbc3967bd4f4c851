"""Forgetting that is verified: what was forgotten is looked for again, in every table and in the index.

Runs and trajectories of what the user did stay theirs; nothing in them points at the workflow any more.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from daw_bridges.errors import MemoryStoreError, NotFoundError
from orbit.memory.store.copying import copies_of, replaced_by
from orbit.memory.trust.merging import MERGED_FROM

if TYPE_CHECKING:
    from orbit.memory.library import Library

__all__ = ["Forgotten", "forget", "forget_everything"]


@dataclass(frozen=True)
class Forgotten:
    """What went: by table, how many rows there were.

    ``index``: the search index was looked at, and it is gone from there too; False when another process has
    the index, or nothing is searched by meaning: whoever opens it next lets go of it. ``lives_on_in`` names
    workflows that took over words of this one by a merge. ``copies`` are the files kept from before an update
    of the memory's layout or a restore, which may still hold it: nothing but its user deletes those.
    """

    rows: Mapping[str, int]
    index: bool = True
    lives_on_in: tuple[str, ...] = ()
    copies: tuple[str, ...] = ()

    def told(self, workflow_id: str = "") -> str:
        """Say what went (all, or one workflow), and where copies from before may still hold it."""
        if not workflow_id:
            count = sum(self.rows.values())
            told = f"Everything was deleted: {count} entries, none of which can be found any more."
        else:
            versions = self.rows.get("workflow_versions", 0)
            of_it = "its version" if versions == 1 else f"its {versions} versions"
            told = f"“{workflow_id}” was deleted, with {of_it}."
        heirs = ", ".join(f"“{heir}”" for heir in self.lives_on_in)
        told += f" Some of its words remain in {heirs}, which it was merged into." if heirs else ""
        if self.copies:
            told += f" Copies from before may still hold it; delete them yourself: {', '.join(self.copies)}"
        return told


def forget(library: Library, workflow_id: str) -> Forgotten:
    """Delete a workflow and all that hangs on it, and make sure that it is gone.

    Raises NotFoundError, or MemoryStoreError when anything of it is still found afterwards.
    """
    store = library.store
    with store.transaction():
        rows = store.workflows.traces(workflow_id)
        heirs = tuple(link.from_id for link in store.links.to("workflow", workflow_id, MERGED_FROM))
        if not store.workflows.forget(workflow_id):
            raise NotFoundError("workflow", workflow_id, [each.id for each in store.workflows.all()])
    index = _unindexed(library, {"workflow": [workflow_id]})
    _make_sure(store.workflows.traces(workflow_id), f"“{workflow_id}”")
    return Forgotten(rows, index, heirs, _copies(library))


def forget_everything(library: Library) -> Forgotten:
    """Delete all that the memory of this user and project holds, and make sure of it.

    No other scope is touched. Raises MemoryStoreError when anything is still found afterwards.
    """
    store = library.store
    with store.transaction():
        embedded = store.embedded()
        rows = store.forget_everything()
    index = _unindexed(library, embedded)
    _make_sure(library.store.holds(), "this memory")
    library.files.forget()  # what comes with Orbit is there again, also in a process that lives on
    return Forgotten(rows, index, copies=_copies(library))


def _copies(library: Library) -> tuple[str, ...]:
    file = library.store.vectors.place.file
    return tuple(map(str, (*copies_of(file), *replaced_by(file)))) if file is not None else ()


def _make_sure(left: Mapping[str, int], what: str) -> None:
    if left:
        where = ", ".join(f"{count} in {table}" for table, count in left.items())
        raise MemoryStoreError(
            f"There are still rows of {what}: {where}. Run “orbit doctor”, then try again."
        )


def _unindexed(library: Library, gone: Mapping[str, Collection[str]]) -> bool:
    left = library.unindexed(gone)
    if left:
        raise MemoryStoreError(
            f"The search index still holds {', '.join(sorted(left)[:5])}, and nothing else does. Run “orbit "
            "memory rebuild”."
        )
    return left is not None
