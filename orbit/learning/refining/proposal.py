"""What a model may propose: words, and which of two workflows look like one. Steps are not among it."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["Alike", "Likenesses", "Words"]

_Line = Annotated[str, Field(min_length=3, max_length=200)]


class _Proposal(BaseModel):
    model_config = ConfigDict(extra="ignore")


class Words(_Proposal):
    """Better words for one workflow."""

    title: Annotated[str, Field(min_length=3, max_length=120)] = Field(
        description="What it does, in at most eight words, as a producer would call it."
    )
    task: Annotated[str, Field(min_length=3, max_length=1000)] = Field(
        description="What it is for and what one hears afterwards: one or two sentences without slots."
    )
    phrases: Annotated[list[_Line], Field(max_length=16)] = Field(
        description="Six to twelve requests as different people would put them, slots as {{ name }}."
    )
    tags: Annotated[list[Annotated[str, Field(min_length=2, max_length=40)]], Field(max_length=12)] = Field(
        default=[], description="Words of the trade it is known by."
    )
    questions: dict[str, _Line] = Field(
        default={}, description="For each slot the question that asks a person for it."
    )


class Alike(_Proposal):
    """Two workflows that may be one."""

    one: str = Field(description="The workflow_name of one.")
    other: str = Field(description="The workflow_name of the other.")
    why: Annotated[str, Field(max_length=300)] = Field(description="Why, in one sentence.")


class Likenesses(_Proposal):
    """Pairs of workflows that serve the same end."""

    pairs: Annotated[list[Alike], Field(max_length=20)] = []
