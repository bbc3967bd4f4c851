"""A session on its way to another: each action is applied at once, so the next step sees what it did."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from pydantic import ValidationError

from daw_bridges.actions import Action
from daw_bridges.algebra.application import apply
from daw_bridges.errors import ActionError
from daw_bridges.references import track_reference
from daw_bridges.session import Session, Track

__all__ = ["Draft"]


Fields = ParamSpec("Fields")


class Draft:
    """The session so far and the actions that led there."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.actions: list[Action] = []

    def do(self, make: Callable[Fields, Action], *args: Fields.args, **fields: Fields.kwargs) -> bool:
        """Take the action that ``make`` gives for the fields; whether it could be said and done.

        What could not (a file holds names and numbers that no action takes) shows when draft and goal are
        compared.
        """
        try:
            action = make(*args, **fields)
            self.session = apply(self.session, action)
        except (ActionError, ValidationError):
            return False
        self.actions.append(action)
        return True

    def track(self, index: int) -> Track:
        """The track at ``index``, as it is by now."""
        return self.session.tracks[index]

    def name(self, index: int) -> str:
        """The reference that means the track at ``index`` by now."""
        return track_reference(self.session, index)

    def called(self, name: str, besides: int) -> list[str]:
        """References to the tracks of a name, but for the one at ``besides``."""
        return [
            track_reference(self.session, index)
            for index, track in enumerate(self.session.tracks)
            if track.name == name and index != besides
        ]
