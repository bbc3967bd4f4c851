"""The agent: a request in words, carried out on the DAW through a desk of typed tools.

Importing this package costs nothing: each name loads what it needs when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from orbit.agent.agent import ask
    from orbit.agent.answers import Answer, Decline, Question, Usage
    from orbit.agent.approval import Approve
    from orbit.agent.context import Context, Done, Lately
    from orbit.agent.conversing import build_agent
    from orbit.agent.desk import Desk, Found, Missing, Undone
    from orbit.agent.direct import carry_out
    from orbit.agent.events import Event, FellBack, OnEvent, Planned, Ran, Said, Started, Stepped
    from orbit.agent.hosted.limits import Limits
    from orbit.agent.models import resolve_model
    from orbit.agent.wanted import Wanted

__all__ = [
    "Answer",
    "Approve",
    "Context",
    "Decline",
    "Desk",
    "Done",
    "Event",
    "FellBack",
    "Found",
    "Lately",
    "Limits",
    "Missing",
    "OnEvent",
    "Planned",
    "Question",
    "Ran",
    "Said",
    "Started",
    "Stepped",
    "Undone",
    "Usage",
    "Wanted",
    "ask",
    "build_agent",
    "carry_out",
    "resolve_model",
]

_HOMES = {
    "agent": ("ask",),
    "answers": ("Answer", "Decline", "Question", "Usage"),
    "approval": ("Approve",),
    "context": ("Context", "Done", "Lately"),
    "conversing": ("build_agent",),
    "desk": ("Desk", "Found", "Missing", "Undone"),
    "direct": ("carry_out",),
    "events": ("Event", "FellBack", "OnEvent", "Planned", "Ran", "Said", "Started", "Stepped"),
    "hosted.limits": ("Limits",),
    "models": ("resolve_model",),
    "wanted": ("Wanted",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
