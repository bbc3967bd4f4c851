"""Orbit's memory: what it knows how to do, what it did, and how it went.

SQL is the truth (`Store`), Chroma is the index over it (`Index`); `Library` is what the rest of Orbit uses.
Importing this package costs nothing: each name loads what it needs when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from orbit.memory.experience import Episode, Experience
    from orbit.memory.library import Library
    from orbit.memory.records import Failure, Outcomes, RunRecord, ToolCall
    from orbit.memory.retrieval import Abstain, Ask, Decision, Hit, Match
    from orbit.memory.store import Scope, Store
    from orbit.memory.trajectory import Trajectory, TrajectoryAction
    from orbit.memory.workflow_memory import WorkflowMemory

__all__ = [
    "Abstain",
    "Ask",
    "Decision",
    "Episode",
    "Experience",
    "Failure",
    "Hit",
    "Library",
    "Match",
    "Outcomes",
    "RunRecord",
    "Scope",
    "Store",
    "ToolCall",
    "Trajectory",
    "TrajectoryAction",
    "WorkflowMemory",
]

_HOMES = {
    "experience": ("Episode", "Experience"),
    "library": ("Library",),
    "records": ("Failure", "Outcomes", "RunRecord", "ToolCall"),
    "retrieval": ("Abstain", "Ask", "Decision", "Hit", "Match"),
    "store": ("Scope", "Store"),
    "trajectory": ("Trajectory", "TrajectoryAction"),
    "workflow_memory": ("WorkflowMemory",),
}


def __getattr__(name: str) -> Any:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
