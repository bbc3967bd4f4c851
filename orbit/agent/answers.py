"""How a request ends: done, asked back, or declined; and what there is to show for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic.json_schema import SkipJsonSchema

from orbit.agent.vocabulary import SlotTexts

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage

    from orbit.workflows import Plan, Run

__all__ = ["PROPOSAL", "TAKE_BACK", "UNREAD", "Answer", "Decline", "Output", "Question", "Usage", "take_back"]

PROPOSAL = "proposal"
"""The slot of a question whether a plan is meant that does not account for the whole request."""

UNREAD = "unread"
"""The code of a refusal of what was not understood, or not all of it."""


class Question(BaseModel):
    """Ask the user one short question, because the request is open or fits more than one thing."""

    model_config = ConfigDict(frozen=True)

    question: str = Field(
        description="The question, in a producer's words; it names what there is to choose from."
    )
    options: tuple[str, ...] = Field(
        default=(), description="What there is to choose from, if that is known."
    )
    request: str = Field(
        default="", description="The request that the question is about, as the user put it."
    )
    workflow: str | None = Field(
        default=None, description="The id of the workflow that the question is about."
    )
    slot: str | None = Field(
        default=None, description="The slot, or the words of the request, that the answer fills."
    )
    slots: SlotTexts = Field(default_factory=dict, description="The slots that are filled already.")
    parts: tuple[dict[str, Any], ...] = Field(
        default=(), description="All parts of the request, as for plan_parts; the one in question is empty."
    )
    instead_of: tuple[str | None, ...] = Field(
        default=(), description="The requests that the answer is to take back first, as for plan_parts."
    )


TAKE_BACK = "take back"
"""The slot of a question whether something that was done is to be taken back."""


def take_back(question: str, request: str) -> Question:
    """Ask whether what a request did is to be taken back."""
    return Question(question=question, options=("take it back",), request=request, slot=TAKE_BACK)


class Decline(BaseModel):
    """Say that the request cannot be done, why, and what could be done instead. Nothing was changed."""

    model_config = ConfigDict(frozen=True)

    reason: str = Field(description="Why not, and what the user can do about it, in plain words.")
    code: SkipJsonSchema[str | None] = None
    """Why not, for programs; a language model gives none."""


Output = str | Question | Decline
"""What a request ends in: words, a question back, or a refusal."""


class Usage(BaseModel):
    """What a request took of a hosted model; ``cost_usd`` is None where no price is known."""

    model_config = ConfigDict(frozen=True)

    model: str
    requests: int = Field(default=0, ge=0)
    input_tokens: int = Field(default=0, ge=0)
    output_tokens: int = Field(default=0, ge=0)
    cost_usd: float | None = Field(default=None, ge=0)


@dataclass(frozen=True)
class Answer:
    """What became of a request.

    ``ok``: it was done and read back (dry run: planned), or it was a question about the session and is
    answered.
    """

    ok: bool
    reply: str
    plan: Plan | None = None
    run: Run | None = None
    earlier: tuple[tuple[Plan, Run], ...] = ()
    """What was carried out in this request before that."""
    workflow: str | None = None
    slots: dict[str, Any] = field(default_factory=dict[str, Any])
    question: Question | None = None
    code: str | None = None
    """The error's name for programs, where there was one."""
    usage: Usage | None = None
    """What it took of a hosted model; None when none was asked."""
    messages: Sequence[ModelMessage] = ()
    """The conversation so far, to be handed to the next ``ask``."""
