"""The tables of Orbit's memory, and the version of their layout.

Every table carries the scope (user and project): a row of one scope cannot be reached from another.
Times are ISO 8601 text in UTC, so that they sort as text on every database. Whoever changes a table adds a
step to ``orbit.memory.store.migrations`` and counts the version up.
"""

from __future__ import annotations

from sqlalchemy import Column, Integer, Table

from orbit.memory.store.schema.columns import TIME, metadata
from orbit.memory.store.schema.experience import failures, open_runs, runs, tool_log, trajectories
from orbit.memory.store.schema.keyed import keyed_backups, keyed_entries, keyed_keys
from orbit.memory.store.schema.knowledge import entities, entity_names, links, notes, vector_sets, vectors
from orbit.memory.store.schema.learning import learned_files, offers, recording, slice_marks, slices
from orbit.memory.store.schema.workflows import (
    documents,
    forgotten,
    removals,
    revisions,
    workflow_versions,
    workflows,
)

__all__ = [
    "SCHEMA_VERSION",
    "documents",
    "entities",
    "entity_names",
    "failures",
    "forgotten",
    "keyed_backups",
    "keyed_entries",
    "keyed_keys",
    "learned_files",
    "links",
    "metadata",
    "notes",
    "offers",
    "open_runs",
    "recording",
    "removals",
    "revisions",
    "runs",
    "schema_version",
    "slice_marks",
    "slices",
    "tool_log",
    "trajectories",
    "vector_sets",
    "vectors",
    "workflow_versions",
    "workflows",
]

SCHEMA_VERSION = 4

schema_version = Table(
    "schema_version",
    metadata,
    Column("version", Integer, primary_key=True),
    Column("created", TIME, nullable=False),
)
