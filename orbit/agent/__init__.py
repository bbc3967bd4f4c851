"""The agent: a request in words, carried out on the DAW through a desk of typed tools.

Importing this package costs nothing: each name loads what it needs when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from orbit.agent.agent import Approve, Limits, ask, build_agent
    from orbit.agent.answers import Answer, Decline, Question
    from orbit.agent.desk import Desk, Found, Missing, Undone
    from orbit.agent.events import Event, OnEvent, Planned, Ran, Started, Stepped
    from orbit.agent.models import resolve_model

__all__ = [
    "Answer",
    "Approve",
    "Decline",
    "Desk",
    "Event",
    "Found",
    "Limits",
    "Missing",
    "OnEvent",
    "Planned",
    "Question",
    "Ran",
    "Started",
    "Stepped",
    "Undone",
    "ask",
    "build_agent",
    "resolve_model",
]

_HOMES = {
    "agent": ("Approve", "Limits", "ask", "build_agent"),
    "answers": ("Answer", "Decline", "Question"),
    "desk": ("Desk", "Found", "Missing", "Undone"),
    "events": ("Event", "OnEvent", "Planned", "Ran", "Started", "Stepped"),
    "models": ("resolve_model",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
