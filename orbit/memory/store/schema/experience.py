"""The tables of what was done: runs, trajectories, failures, and every action or tool called."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Integer, Table, Text, text

from orbit.memory.store.schema.columns import (
    DIGEST,
    ID,
    NAME,
    TIME,
    UUID,
    metadata,
    scope_columns,
    scope_index,
    short,
)

__all__ = ["failures", "open_runs", "runs", "tool_log", "trajectories"]

runs = Table(
    "runs",
    metadata,
    Column("sequence", Integer, primary_key=True, autoincrement=True),
    *scope_columns(primary_key=False),
    Column("id", UUID, nullable=False, unique=True),
    Column("workflow_id", ID),
    Column("workflow_version", Integer),
    Column("trajectory_id", UUID),
    Column("goal", Text),
    Column("daw", short(100), nullable=False),
    Column("project", Text, nullable=False),
    Column("ok", Boolean, nullable=False),
    Column("failed_step", Integer),
    Column("reason", Text),
    Column("rolled_back", Boolean, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("started", TIME, nullable=False),
    Column("results", Text, nullable=False),
    Column("inverse", Text),
    Column("before_sha256", DIGEST),
    Column("after_sha256", DIGEST),
    Column("after", Text),
    Column("undone_at", TIME),
)
scope_index("runs_by_workflow", runs, "workflow_id")
scope_index("runs_by_daw", runs, "daw", "sequence")

# A run from before its first step until it is among ``runs``: ``process`` carries it out, ``content`` is its
# plan and the session before it as JSON, ``confirmed`` counts the steps that the DAW has confirmed so far.
open_runs = Table(
    "open_runs",
    metadata,
    *scope_columns(),
    Column("id", UUID, primary_key=True),
    Column("daw", short(100), nullable=False),
    Column("process", NAME, nullable=False),
    Column("started", TIME, nullable=False),
    Column("confirmed", Integer, nullable=False),
    Column("content", Text, nullable=False),
)
scope_index("open_runs_by_daw", open_runs, "daw", "started")

# ``verdict`` is what somebody said of it (accepted, rejected); what follows from it being undone or kept is
# worked out from the times when it is asked for. ``sliced`` names the way in which its slices were made, if
# they were.
trajectories = Table(
    "trajectories",
    metadata,
    *scope_columns(),
    Column("id", UUID, primary_key=True),
    Column("session", Text, nullable=False),
    Column("project", Text, nullable=False),
    Column("daw", short(100), nullable=False),
    Column("goal", Text),
    Column("outcome", short(10), nullable=False),
    Column("started", TIME, nullable=False),
    Column("seconds", Float, nullable=False, server_default=text("0")),
    Column("before_sha256", DIGEST),
    Column("after_sha256", DIGEST),
    Column("verdict", short(10)),
    Column("undone_at", TIME),
    Column("actions", Text, nullable=False),
    Column("sliced", short(64)),
)
scope_index("trajectories_by_time", trajectories, "started")
scope_index("trajectories_by_sliced", trajectories, "sliced", "started")

# What failed, apart from the run it failed in: the step, what was expected and read, whether it is mended.
failures = Table(
    "failures",
    metadata,
    Column("sequence", Integer, primary_key=True, autoincrement=True),
    *scope_columns(primary_key=False),
    Column("id", UUID, nullable=False, unique=True),
    Column("run_id", UUID),
    Column("workflow_id", ID),
    Column("workflow_version", Integer),
    Column("task", Text),
    Column("daw", short(100), nullable=False),
    Column("step", Integer),
    Column("action", Text),
    Column("code", short(60)),
    Column("reason", Text, nullable=False),
    Column("expected", Text),
    Column("observed", Text),
    Column("failed_at", TIME, nullable=False),
    Column("resolved_at", TIME),
)
scope_index("failures_by_workflow", failures, "workflow_id")

# Every action performed or tool called, by a run or beside one.
tool_log = Table(
    "tool_log",
    metadata,
    Column("sequence", Integer, primary_key=True, autoincrement=True),
    *scope_columns(primary_key=False),
    Column("id", UUID, nullable=False, unique=True),
    Column("run_id", UUID),
    Column("trajectory_id", UUID),
    Column("thread", NAME),
    Column("tool", short(100), nullable=False),
    Column("arguments", Text, nullable=False),
    Column("status", short(20), nullable=False),
    Column("result", Text),
    Column("seconds", Float),
    Column("called_at", TIME, nullable=False),
)
scope_index("tool_log_by_run", tool_log, "run_id")
