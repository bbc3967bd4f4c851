"""A run: what became of a plan, in JSON-able form, with all that is needed to take it back."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_serializer

from daw_bridges.actions import Action, action_json
from daw_bridges.bridge import Result
from daw_bridges.session import Session
from orbit.workflows.slots import FilledSlots

__all__ = ["Run"]


class Run(BaseModel):
    """What became of a plan.

    ``ok`` only when every action was done and the whole session reads as planned. Otherwise ``reason`` says
    why, in a sentence for people, ``code`` names it for programs, and ``rolled_back`` is true only if the
    session was read again and is as it was before.
    """

    model_config = ConfigDict(frozen=True)

    plan_id: str = ""
    workflow: str | None = None
    title: str = ""
    slots: FilledSlots = {}
    ok: bool
    results: tuple[Result, ...] = ()
    """One a step; those of a refused plan are all ``skipped``."""
    times: tuple[float, ...] = ()
    """When each step that was tried was read back, in seconds from ``started``."""
    rolled_back: bool = False
    reason: str | None = None
    code: str | None = None
    failed_step: int | None = None
    """The step (from 1) at which it ended."""
    before: Session = Field(repr=False)
    after: Session | None = Field(default=None, repr=False)
    """The session as it was read at the end; null when the host could not be asked any more."""
    expected_after: Session | None = Field(default=None, repr=False)
    """Where the host was going when it was lost; what ``inverse`` starts from then."""
    memory: tuple[dict[str, Any], ...] = ()
    """What the memory answered, one for each of the plan's operations on it; none when none was done."""
    inverse: tuple[Action, ...] | None = ()
    """What takes the run back; empty when nothing was left changed, null when the vocabulary cannot."""
    started: datetime = Field(default_factory=lambda: datetime.now(UTC))
    seconds: float = 0.0

    @field_serializer("inverse")
    def _flat(self, inverse: tuple[Action, ...] | None) -> list[dict[str, Any]] | None:
        return None if inverse is None else [action_json(action) for action in inverse]

    @property
    def left(self) -> Session | None:
        """What to compare with before it is taken back: the session it left, or was about to leave."""
        return self.expected_after or self.after

    @property
    def undoable(self) -> bool:
        """Whether there is something to take back, and a way to."""
        return bool(self.inverse) and self.left is not None
