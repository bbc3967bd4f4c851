"""What one run left behind, and what the runs of a workflow say about it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["Outcomes", "RunRecord", "session_sha256"]


def session_sha256(session: Mapping[str, Any]) -> str:
    """Give the SHA-256 of a session's JSON, whatever order its keys are in."""
    text = json.dumps(session, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


class RunRecord(BaseModel):
    """One attempt to change a session, kept whether it worked or not.

    ``inverse`` holds the actions (as JSON) that take it back: empty when nothing was changed, None when it
    cannot be taken back. ``after`` is the session it left, as JSON; it is kept for the latest runs only.
    """

    model_config = ConfigDict(frozen=True)

    id: str = Field(default_factory=lambda: uuid4().hex)
    workflow_id: str | None = None
    goal: str | None = None
    daw: str
    project: str = ""
    ok: bool
    failed_step: int | None = None
    reason: str | None = None
    rolled_back: bool = False
    seconds: float = 0.0
    started: datetime = Field(default_factory=lambda: datetime.now(UTC))
    results: list[dict[str, Any]] = []
    inverse: list[dict[str, Any]] | None = None
    after: dict[str, Any] | None = None
    after_sha256: str | None = None
    undone_at: datetime | None = None


class Outcomes(BaseModel):
    """How a workflow went so far: ``verified`` runs that stood, ``failed`` ones, and ``undone`` ones."""

    model_config = ConfigDict(frozen=True)

    verified: int = 0
    failed: int = 0
    undone: int = 0
    last_failed_step: int | None = None
    last_reason: str | None = None

    @property
    def runs(self) -> int:
        """How often it ran."""
        return self.verified + self.failed + self.undone
