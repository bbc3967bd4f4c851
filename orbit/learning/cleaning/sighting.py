"""One edit while it is looked at: what it does, what it touches, and what it sets, creates or removes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from daw_bridges.actions import Action
from orbit.learning.demonstration import Event

__all__ = ["Sighting"]


@dataclass(slots=True)
class Sighting:
    """An edit with what it touches.

    ``sets`` is the setting it changes (None for what is no setting), ``value`` to what, and
    ``was`` what it was before, where the edit itself tells. ``makes`` and
    ``unmakes`` name the thing that is there, or no longer there, because of it.
    """

    action: Action
    does: str
    tracks: tuple[int, ...] = ()
    device: int | None = None
    sets: tuple[Any, ...] | None = None
    value: Any = None
    was: Any = None
    makes: tuple[Any, ...] | None = None
    unmakes: tuple[Any, ...] | None = None
    t: float = 0.0
    by_hand: bool = True

    def event(self) -> Event:
        """The edit as the demonstration tells it."""
        return Event(self.action, self.t, self.by_hand, self.does, self.tracks, self.device)
