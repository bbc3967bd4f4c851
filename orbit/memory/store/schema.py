"""The tables of Orbit's memory, and the version of their layout.

Every table carries the scope (user and project): a row of one scope cannot be reached from another.
Times are ISO 8601 text in UTC, so that they sort as text on every database.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
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
    "links",
    "metadata",
    "notes",
    "removals",
    "revisions",
    "runs",
    "schema_version",
    "tool_log",
    "trajectories",
    "vectors",
    "workflow_versions",
    "workflows",
]

SCHEMA_VERSION = 2

metadata = MetaData()

_ID, _NAME, _TIME, _DIGEST = String(200), String(200), String(40), String(64)


def _scope(*, primary_key: bool = True) -> tuple[Column[str], Column[str]]:
    return (
        Column("scope_user", _NAME, primary_key=primary_key, nullable=False),
        Column("scope_project", _NAME, primary_key=primary_key, nullable=False),
    )


schema_version = Table(
    "schema_version",
    metadata,
    Column("version", Integer, primary_key=True),
    Column("created", _TIME, nullable=False),
)

# ``revision`` is the scope's number at the row's last change: whoever has read up to a number reads only what
# came after it.
workflows = Table(
    "workflows",
    metadata,
    *_scope(),
    Column("id", _ID, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("revision", Integer, nullable=False, default=0),
    Column("trusted", Boolean, nullable=False, default=True),
    Column("pinned", Boolean, nullable=False, default=False),
    Column("superseded_by", _ID),
    Column("invalid_since", _TIME),
    Column("invalid_reason", Text),
)
Index("workflows_by_revision", workflows.c.scope_user, workflows.c.scope_project, workflows.c.revision)

workflow_versions = Table(
    "workflow_versions",
    metadata,
    *_scope(),
    Column("id", _ID, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    Column("content_sha256", _DIGEST, nullable=False),
    Column("source", String(20), nullable=False),
    Column("source_file", Text),
    Column("source_sha256", _DIGEST),
    Column("trajectories", Text, nullable=False, default="[]"),
    Column("note", Text),
    Column("created", _TIME, nullable=False),
    ForeignKeyConstraint(
        ["scope_user", "scope_project", "id"],
        ["workflows.scope_user", "workflows.scope_project", "workflows.id"],
        ondelete="CASCADE",
    ),
)

# What of a workflow is searched, read once: derived from the body, and made again when ``reader`` is another.
documents = Table(
    "documents",
    metadata,
    *_scope(),
    Column("kind", String(20), primary_key=True),
    Column("id", _ID, primary_key=True),
    Column("reader", _DIGEST, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("content", LargeBinary, nullable=False),
)

# A seed the user threw out must not come back with the next start; this holds its id and nothing else.
forgotten = Table(
    "forgotten",
    metadata,
    *_scope(),
    Column("id", _ID, primary_key=True),
)

# How often the workflows of a scope were changed: other processes see by it that they must read again.
revisions = Table(
    "revisions",
    metadata,
    *_scope(),
    Column("number", Integer, nullable=False),
)

# Which workflows went, and when: whoever reads only what changed learns by it what to let go.
removals = Table(
    "removals",
    metadata,
    *_scope(),
    Column("id", _ID, primary_key=True),
    Column("revision", Integer, nullable=False),
)

runs = Table(
    "runs",
    metadata,
    Column("sequence", Integer, primary_key=True, autoincrement=True),
    *_scope(primary_key=False),
    Column("id", String(64), nullable=False, unique=True),
    Column("workflow_id", _ID),
    Column("workflow_version", Integer),
    Column("trajectory_id", String(64)),
    Column("goal", Text),
    Column("daw", String(100), nullable=False),
    Column("project", Text, nullable=False),
    Column("ok", Boolean, nullable=False),
    Column("failed_step", Integer),
    Column("reason", Text),
    Column("rolled_back", Boolean, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("started", _TIME, nullable=False),
    Column("results", Text, nullable=False),
    Column("inverse", Text),
    Column("before_sha256", _DIGEST),
    Column("after_sha256", _DIGEST),
    Column("after", Text),
    Column("undone_at", _TIME),
)
Index("runs_by_workflow", runs.c.scope_user, runs.c.scope_project, runs.c.workflow_id)
Index("runs_by_daw", runs.c.scope_user, runs.c.scope_project, runs.c.daw, runs.c.sequence)

# ``verdict`` is what somebody said of it (accepted, rejected); what follows from it being undone or kept is
# worked out from the times when it is asked for.
trajectories = Table(
    "trajectories",
    metadata,
    *_scope(),
    Column("id", String(64), primary_key=True),
    Column("session", Text, nullable=False),
    Column("project", Text, nullable=False),
    Column("daw", String(100), nullable=False),
    Column("goal", Text),
    Column("outcome", String(10), nullable=False),
    Column("started", _TIME, nullable=False),
    Column("seconds", Float, nullable=False, default=0.0),
    Column("before_sha256", _DIGEST),
    Column("after_sha256", _DIGEST),
    Column("verdict", String(10)),
    Column("undone_at", _TIME),
    Column("actions", Text, nullable=False),
)
Index("trajectories_by_time", trajectories.c.scope_user, trajectories.c.scope_project, trajectories.c.started)

# What failed, apart from the run it failed in: the step, what was expected and read, whether it is mended.
failures = Table(
    "failures",
    metadata,
    Column("sequence", Integer, primary_key=True, autoincrement=True),
    *_scope(primary_key=False),
    Column("id", String(64), nullable=False, unique=True),
    Column("run_id", String(64)),
    Column("workflow_id", _ID),
    Column("workflow_version", Integer),
    Column("task", Text),
    Column("daw", String(100), nullable=False),
    Column("step", Integer),
    Column("action", Text),
    Column("code", String(60)),
    Column("reason", Text, nullable=False),
    Column("expected", Text),
    Column("observed", Text),
    Column("failed_at", _TIME, nullable=False),
    Column("resolved_at", _TIME),
)
Index("failures_by_workflow", failures.c.scope_user, failures.c.scope_project, failures.c.workflow_id)

# Every action performed or tool called, by a run or beside one.
tool_log = Table(
    "tool_log",
    metadata,
    Column("sequence", Integer, primary_key=True, autoincrement=True),
    *_scope(primary_key=False),
    Column("id", String(64), nullable=False, unique=True),
    Column("run_id", String(64)),
    Column("trajectory_id", String(64)),
    Column("thread", _NAME),
    Column("tool", String(100), nullable=False),
    Column("arguments", Text, nullable=False),
    Column("status", String(20), nullable=False),
    Column("result", Text),
    Column("seconds", Float),
    Column("called_at", _TIME, nullable=False),
)
Index("tool_log_by_run", tool_log.c.scope_user, tool_log.c.scope_project, tool_log.c.run_id)

# What belongs together, whatever its kind: a workflow and the trajectory behind it, or the one it was merged
# from, or the entity it is about.
links = Table(
    "links",
    metadata,
    *_scope(),
    Column("from_kind", String(20), primary_key=True),
    Column("from_id", _ID, primary_key=True),
    Column("relation", String(30), primary_key=True),
    Column("to_kind", String(20), primary_key=True),
    Column("to_id", _ID, primary_key=True),
    Column("created", _TIME, nullable=False),
)
Index("links_back", links.c.scope_user, links.c.scope_project, links.c.to_kind, links.c.to_id)

# The user's own things: tracks, plug-ins, habits; ``facts`` is JSON.
entities = Table(
    "entities",
    metadata,
    *_scope(),
    Column("id", _ID, primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("name", Text, nullable=False),
    Column("facts", Text, nullable=False),
    Column("source", String(20), nullable=False),
    Column("seen", Integer, nullable=False),
    Column("created", _TIME, nullable=False),
    Column("updated", _TIME, nullable=False),
)

# What an entity is called; ``folded`` is the name as it is compared.
entity_names = Table(
    "entity_names",
    metadata,
    *_scope(),
    Column("folded", _NAME, primary_key=True),
    Column("entity_id", _ID, primary_key=True),
    Column("name", Text, nullable=False),
    Column("source", String(20), nullable=False),
    Column("seen", Integer, nullable=False),
    Column("last_seen", _TIME, nullable=False),
    ForeignKeyConstraint(
        ["scope_user", "scope_project", "entity_id"],
        ["entities.scope_user", "entities.scope_project", "entities.id"],
        ondelete="CASCADE",
    ),
)

# What the user wants kept in words: notes, and skills (how something is done, for a person to read).
notes = Table(
    "notes",
    metadata,
    *_scope(),
    Column("id", _ID, primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("title", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("tags", Text, nullable=False),
    Column("source", String(20), nullable=False),
    Column("created", _TIME, nullable=False),
    Column("updated", _TIME, nullable=False),
)

# Keyed memory: a key of a memory (``ref``) holds entries in order.
keyed_keys = Table(
    "keyed_keys",
    metadata,
    *_scope(),
    Column("ref", String(100), primary_key=True),
    Column("key", String(256), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("created", _TIME, nullable=False),
    Column("updated", _TIME, nullable=False),
    Column("expires", _TIME),
    Column("flushed", _TIME),
)
Index("keyed_keys_by_expiry", keyed_keys.c.expires)

keyed_entries = Table(
    "keyed_entries",
    metadata,
    *_scope(),
    Column("ref", String(100), primary_key=True),
    Column("key", String(256), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("role", String(20), nullable=False),
    Column("content", Text, nullable=False),
    Column("metadata", Text),
    Column("tokens", Integer, nullable=False),
    Column("summary", Boolean, nullable=False, default=False),
    Column("created", _TIME, nullable=False),
    Column("used", _TIME, nullable=False),
    ForeignKeyConstraint(
        ["scope_user", "scope_project", "ref", "key"],
        ["keyed_keys.scope_user", "keyed_keys.scope_project", "keyed_keys.ref", "keyed_keys.key"],
        ondelete="CASCADE",
    ),
)

keyed_backups = Table(
    "keyed_backups",
    metadata,
    *_scope(),
    Column("id", String(64), primary_key=True),
    Column("ref", String(100), nullable=False),
    Column("key", String(256), nullable=False),
    Column("content", Text, nullable=False),
    Column("content_sha256", _DIGEST, nullable=False),
    Column("created", _TIME, nullable=False),
)

# Vectors by what they are of (workflow, note, trajectory …) and by the embedding that made them.
vectors = Table(
    "vectors",
    metadata,
    *_scope(),
    Column("kind", String(20), primary_key=True),
    Column("fingerprint", _NAME, primary_key=True),
    Column("item_id", _ID, primary_key=True),
    Column("text_sha256", _DIGEST, nullable=False),
    Column("vector", LargeBinary, nullable=False),
)
