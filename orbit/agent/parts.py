"""One part of a request that holds several: a workflow with its slots, or single edits."""

from __future__ import annotations

from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from orbit.agent.vocabulary import Slots

__all__ = ["Part"]


class Part(BaseModel):
    """One part of a request: exactly one of ``workflow`` and ``actions``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    workflow: str | None = Field(default=None, description="A workflow's id.")
    slots: Slots = Field(default_factory=dict, description="The slots that the user gave, as text.")
    actions: tuple[dict[str, Any], ...] = Field(
        default=(), description="Single edits, as plan_actions takes them."
    )
    title: str = Field(default="", description="A few words for what the edits do together.")

    @model_validator(mode="after")
    def _one_thing(self) -> Self:
        if (self.workflow is not None) == bool(self.actions):
            raise ValueError("give a workflow or actions, one of them in each part")
        return self
