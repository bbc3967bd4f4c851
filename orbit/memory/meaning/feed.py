"""What became of the things that are searched: their texts as they read now, since a revision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from orbit.memory.document import document_of
from orbit.memory.store import Store

__all__ = ["Feed", "News", "WorkflowFeed"]


@dataclass(frozen=True)
class News:
    """What changed: ``{id: text}`` of what is new or may read differently, and the ids that went.

    ``revision`` is what to ask from the next time.
    """

    revision: int
    texts: Mapping[str, str]
    gone: frozenset[str]


class Feed(Protocol):
    """Things that count their changes, so that only what changed is read."""

    def revision(self) -> int:
        """Give the number of the last change; cheap, asked before each search."""
        ...

    def since(self, revision: int) -> News:
        """Give what changed after a revision; everything there is, from −1 on."""
        ...


class WorkflowFeed:
    """The workflows of a store."""

    def __init__(self, store: Store) -> None:
        self._table = store.workflows

    def revision(self) -> int:
        """Give the number of the last change."""
        return self._table.revision()

    def since(self, revision: int) -> News:
        """Give what changed after a revision."""
        changes = self._table.changes(revision)
        texts = {stored.id: document_of(stored.body).text for stored in changes.changed}
        return News(changes.revision, texts, frozenset(changes.removed) - set(texts))
