"""A task: what is said to Orbit, and what the session has to read afterwards.

A task file is a YAML list of them. ``id`` and ``say`` are enough; everything else says more about what is
right::

    - id: mute-the-kick
      category: single
      say: mute the kick
      leads_to: [{action: set_mute, track: Kick, on: true}]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from orbit.workflows.conditions import problems

__all__ = ["CATEGORIES", "Category", "Ends", "Task"]

Category = Literal["single", "multi-step", "ambiguous", "impossible", "follow-up"]
CATEGORIES: tuple[Category, ...] = ("single", "multi-step", "ambiguous", "impossible", "follow-up")
Ends = Literal["done", "asked", "refused"]


class Task(BaseModel):
    """One task, in a fresh session of its own."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(min_length=1, max_length=100)
    say: tuple[str, ...] = Field(min_length=1)
    """The turns of one conversation; a single text is one turn."""
    session: Literal["practice"] = "practice"
    category: Category | None = None
    expect: tuple[dict[str, Any], ...] = ()
    """Conditions (``orbit.workflows.conditions``) that must hold of the session at the end."""
    setup: tuple[dict[str, Any], ...] = ()
    """Edits made by hand before the first turn."""
    answers: tuple[str, ...] = ()
    """What the user says when Orbit asks back, one after the other; with none left they say nothing."""
    consent: bool = True
    """Whether the user agrees when a plan needs it."""
    ends: Ends | None = None
    """What the last turn must come to; ``asked`` and ``refused``: and nothing may have changed in it.

    Left open, ``done`` where anything else says what is right, and unjudged where nothing does.
    """
    leads_to: tuple[dict[str, Any], ...] | None = None
    """The edits that are exactly right: the session must read as after these, and nothing else of it."""
    on_the_way: tuple[dict[str, Any], ...] = ()
    """Edits that an earlier turn rightly makes and a later one takes back: left standing, they are not done
    with, but not wrong."""
    touches: tuple[str, ...] | None = None
    """The tracks that may read differently afterwards, where ``leads_to`` says too much; a change of any
    other, or of the transport, is a wrong edit. ``"*"`` allows new tracks, ``"transport"`` the transport."""
    spelled_out: tuple[str, ...] = ()
    """The same in single edits, as a user without workflows has to say it."""

    @field_validator("say", "answers", "spelled_out", mode="before")
    @classmethod
    def _one_or_more(cls, value: Any) -> Any:
        return (value,) if isinstance(value, str) else value

    @field_validator("expect")
    @classmethod
    def _well_formed(cls, value: tuple[Mapping[str, Any], ...]) -> tuple[Mapping[str, Any], ...]:
        for number, condition in enumerate(value, 1):
            for _, said in problems(condition):
                raise ValueError(f"condition {number}: {said}")
        return value

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.leads_to is not None and self.touches is not None:
            raise ValueError("give leads_to or touches, not both: the first says all")
        return self

    @property
    def judged(self) -> bool:
        """Whether the task says what is right."""
        return bool(self.expect) or self.ends is not None or self.leads_to is not None
