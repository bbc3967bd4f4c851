"""What is asked for by name rather than in words: a workflow with its slots, single edits, or undo."""

from __future__ import annotations

from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from orbit.agent.vocabulary import Slots

__all__ = ["Wanted"]


class Wanted(BaseModel):
    """One request that needs no understanding: exactly one of ``workflow``, ``actions`` and ``undo``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    workflow: str | None = Field(default=None, description="A workflow's id.")
    slots: Slots = Field(
        default_factory=dict, description='Its slots as text: {"target": "Bass", "threshold": "-24 dB"}.'
    )
    actions: tuple[dict[str, Any], ...] = Field(
        default=(), description='Single edits: [{"action": "set_volume", "track": "Bass", "db": -6}].'
    )
    title: str = Field(
        default="",
        description="A few words for what the edits do together; for an undo, the request it must take back.",
    )
    undo: bool = Field(default=False, description="Take back the last thing that Orbit did.")

    @model_validator(mode="after")
    def _one_thing(self) -> Self:
        if sum((self.workflow is not None, bool(self.actions), self.undo)) != 1:
            raise ValueError("give one of workflow, actions and undo")
        return self

    def describe(self) -> str:
        """Say it as a request."""
        if self.undo:
            return "undo"
        return self.title or self.workflow or f"{len(self.actions)} edits"
