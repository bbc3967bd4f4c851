"""The engine: settings in, a DAW, a library and an agent wired together; requests in, outcomes out.

``engine_for`` is what a face opens: one process a data directory owns the DAW's ports and the search index,
and every other one speaks to it. ``Engine`` is the same with no neighbours: all of it in this process.
"""

from __future__ import annotations

from orbit.engine.finding import engine_for
from orbit.engine.interface import AnyEngine
from orbit.engine.local import Engine
from orbit.outcome import Outcome

__all__ = ["AnyEngine", "Engine", "Outcome", "engine_for"]
