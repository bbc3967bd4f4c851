"""What was asked lately and what came of it, as a document: small, and without the sessions."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from orbit.agent.answers import Question

__all__ = ["Done", "Lately", "Outcome"]

Outcome = Literal[
    "done", "planned", "told", "asked", "declined", "failed", "taken_back", "undid", "unchanged"
]
"""``told``: a question was answered; ``undid``: it took something back, which then is ``taken_back``;
``declined``: nothing was tried, or the user did not agree; ``unchanged``: it left nothing that undo could
take back, because all was so already."""


class Done(BaseModel):
    """One request and what came of it."""

    model_config = ConfigDict(frozen=True)

    request: str = Field(description="The request as the user put it.")
    outcome: Outcome
    title: str = ""
    workflow: str | None = None
    slots: dict[str, str] = Field(default_factory=dict)
    """The workflow's slots as they were filled, as text."""
    actions: tuple[dict[str, Any], ...] = ()
    """What was carried out or planned, as flat JSON."""
    read: tuple[float | None, ...] = ()
    """What the session read before, where each of the actions sets a number; None where there was none."""
    took_back: int = 0
    """How many earlier requests it took back."""
    tracks: tuple[str, ...] = ()
    """The tracks it was about, in the order they come up."""
    device: str | None = None
    """The device that was spoken of last: a kind, a name, or ``compressor#2``."""
    reply: str = ""
    """What the user was told."""
    minutes_ago: int = 0
    """How long it is since."""
    stale: bool = False
    """Whether too much lies between for "it" or "again" to mean it: another set is open by now, tracks it
    named by their place stand elsewhere, or an hour went by. It can still be told."""


class Lately(BaseModel):
    """The latest requests, newest first, and the question that waits for an answer."""

    model_config = ConfigDict(frozen=True)

    done: tuple[Done, ...] = ()
    question: Question | None = None
