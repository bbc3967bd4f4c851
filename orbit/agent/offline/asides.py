"""The move for what is a sentence of its own: taking back, names, notes, the user's usual things."""

from __future__ import annotations

from orbit.agent.offline.moves import Back, Call, Move
from orbit.agent.offline.understanding import (
    Forget,
    Keep,
    Prefer,
    Preferences,
    Recall,
    Remember,
    TakeBack,
    Understood,
    Unprefer,
    Usual,
)

__all__ = ["move_beside"]


def move_beside(understood: Understood | None, text: str) -> Move | None:
    """The move for what is beside edits and workflows; None for those."""
    match understood:
        case TakeBack():
            return Back()
        case Remember(name, track):
            return (Call("remember_name", {"name": name, "track": track}),)
        case Forget(name):
            return (Call("forget_name", {"name": name}),)
        case Keep(said):
            return (Call("keep_note", {"text": said}),)
        case Recall(about):
            return (Call("recall", {"about": about}),)
        case Usual(kind, tracks):
            return (Call("usual_device", {"kind": kind, "tracks": list(tracks)}),)
        case _:
            return _about_preferences(understood, text)


def _about_preferences(understood: Understood | None, text: str) -> Move | None:
    match understood:
        case Prefer(preferences):
            return (Call("prefer", {"preferences": list(preferences), "said": text}),)
        case Unprefer(about):
            return (Call("forget_preference", {"about": about}),)
        case Preferences(about):
            return (Call("preferences", {"about": about}),)
        case _:
            return None
