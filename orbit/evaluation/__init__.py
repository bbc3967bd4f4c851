"""How good the whole of Orbit is: tasks as a producer would put them, done on fresh sessions and judged."""

from __future__ import annotations

from orbit.evaluation.task import CATEGORIES, Task

__all__ = ["CATEGORIES", "Task"]
