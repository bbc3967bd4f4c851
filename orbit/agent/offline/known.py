"""What the offline model knows of a request by what the tools have told it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from daw_bridges.session import Session
from orbit.agent.offline.understanding import Understood, understand
from orbit.agent.offline.understanding.filling import Filling, fill_slots
from orbit.agent.offline.understanding.templates import recipe_of
from orbit.workflows.roles import Nicknames

__all__ = ["Known"]


@dataclass(frozen=True)
class Known:
    """What the tools have told: the session, and what the library has for the request."""

    session: Session
    decision: str
    workflows: Sequence[Mapping[str, Any]]
    nicknames: Nicknames = field(default_factory=dict[str, str])
    """What the user calls tracks of the session."""
    _fillings: dict[tuple[str, str], Filling] = field(
        default_factory=dict[tuple[str, str], Filling], compare=False, repr=False
    )

    def filling(self, text: str, workflow: Mapping[str, Any]) -> Filling:
        """The slots of a workflow as a sentence fills them, worked out once."""
        asked = (text, str(workflow["id"]))
        if asked not in self._fillings:
            self._fillings[asked] = fill_slots(text, recipe_of(workflow), self.session, self.nicknames)
        return self._fillings[asked]

    def read(self, text: str) -> Understood | None:
        """What a sentence means beside the workflows."""
        return understand(text, self.session, self.nicknames)

    def titled(self, title: str) -> Mapping[str, Any] | None:
        """The workflow of that title."""
        return next((workflow for workflow in self.workflows if workflow["title"] == title), None)
