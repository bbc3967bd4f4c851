"""A trajectory: the edits of one stretch of work in a DAW, with the goal behind them where it is known.

One JSON object a line in ``.jsonl`` files; the same object in the store.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
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


def _is_none(value: object) -> bool:
    return value is None


class Trajectory(BaseModel):
    """What was done to a session from ``started`` on: by whom, to what end, and how it went.

    ``before_sha256`` and ``after_sha256`` name the session's state at its beginning and its end, where they
    are known (``orbit.memory.records.session_sha256``); they are left out of the JSON where they are not.
    """

    model_config = ConfigDict(frozen=True)

    id: str = Field(default_factory=lambda: uuid4().hex)
    session: str = ""
    project: str = ""
    daw: str
    goal: str | None = None
    outcome: Literal["success", "failure", "unknown"] = "unknown"
    started: datetime = Field(default_factory=lambda: datetime.now(UTC))
    actions: list[TrajectoryAction] = []
    before_sha256: str | None = Field(default=None, exclude_if=_is_none)
    after_sha256: str | None = Field(default=None, exclude_if=_is_none)

    @property
    def seconds(self) -> float:
        """How long it took, to the last action."""
        return max((action.t for action in self.actions), default=0.0)

    @property
    def ended(self) -> datetime:
        """When the last action was done."""
        started = self.started if self.started.tzinfo else self.started.replace(tzinfo=UTC)
        return started + timedelta(seconds=self.seconds)

    @field_serializer("started")
    def _utc(self, started: datetime) -> str:
        return started.astimezone(UTC).isoformat().replace("+00:00", "Z")
