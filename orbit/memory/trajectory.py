"""A trajectory: the edits of one stretch of work in a DAW, with the goal behind them where it is known.

One JSON object a line in ``.jsonl`` files; the same object in the store.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Literal, cast
from uuid import uuid4

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    field_serializer,
    model_serializer,
    model_validator,
)

from daw_bridges.actions import Action, action_json

__all__ = ["Trajectory", "TrajectoryAction"]


class TrajectoryAction(BaseModel):
    """One action, ``t`` seconds after the start; its JSON is flat, the action's fields beside ``t``."""

    model_config = ConfigDict(frozen=True)

    t: float = Field(ge=0)
    origin: Literal["user", "agent"]
    action: Action

    @model_validator(mode="before")
    @classmethod
    def _from_flat(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        data = cast("dict[str, Any]", data)
        if not isinstance(data.get("action"), str):
            return data
        own = {name: data[name] for name in ("t", "origin") if name in data}
        rest = {name: value for name, value in data.items() if name not in own}
        return own | {"action": rest}

    @model_serializer(mode="wrap")
    def _to_flat(self, _handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {"t": self.t, "origin": self.origin, **action_json(self.action)}


class Trajectory(BaseModel):
    """What was done to a session from ``started`` on: by whom, to what end, and how it went."""

    model_config = ConfigDict(frozen=True)

    id: str = Field(default_factory=lambda: uuid4().hex)
    session: str = ""
    project: str = ""
    daw: str
    goal: str | None = None
    outcome: Literal["success", "failure", "unknown"] = "unknown"
    started: datetime = Field(default_factory=lambda: datetime.now(UTC))
    actions: list[TrajectoryAction] = []

    @field_serializer("started")
    def _utc(self, started: datetime) -> str:
        return started.astimezone(UTC).isoformat().replace("+00:00", "Z")
