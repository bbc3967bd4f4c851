"""How near things are to a text in meaning: their vectors in step with the store, and the nearest of them.

One `Meaning` is of one kind of thing (workflows, notes, trajectories) of one scope, under one embedder.
"""

from __future__ import annotations

from orbit.memory.meaning.feed import Feed, News, WorkflowFeed
from orbit.memory.meaning.meaning import Meaning
from orbit.memory.meaning.meanings import Meanings

__all__ = ["Feed", "Meaning", "Meanings", "News", "WorkflowFeed"]
