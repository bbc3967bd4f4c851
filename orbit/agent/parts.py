"""One part of a request that holds several: a workflow with its slots, single edits, or copied devices."""

from __future__ import annotations

from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from orbit.agent.vocabulary import Slots
from orbit.workflows import DeviceCopy

__all__ = ["Part"]


class Part(BaseModel):
    """One part of a request: exactly one of ``workflow``, ``actions`` and ``copy_devices``."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    workflow: str | None = Field(default=None, description="A workflow's id.")
    slots: Slots = Field(default_factory=dict, description="The slots that the user gave, as text.")
    actions: tuple[dict[str, Any], ...] = Field(
        default=(), description="Single edits, as plan_actions takes them."
    )
    copy_devices: DeviceCopy | None = Field(
        default=None, description="Devices of a track, put on others with all their settings."
    )
    title: str = Field(default="", description="A few words for what the edits do together.")

    @model_validator(mode="after")
    def _one_thing(self) -> Self:
        if sum((self.workflow is not None, bool(self.actions), self.copy_devices is not None)) != 1:
            raise ValueError("give a workflow, actions or copy_devices, one of them in each part")
        return self
