"""What the offline model can do next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from orbit.agent.answers import Decline, Question

__all__ = ["Back", "Call", "Move", "Reply", "Then"]


@dataclass(frozen=True)
class Call:
    """Call a tool."""

    tool: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """Say something and be done."""

    text: str


Then = tuple[Call, ...] | Reply | Question | Decline


@dataclass(frozen=True)
class Back:
    """Take back the latest things, one after the other as far as it goes, and only then do something else.

    ``requests`` says for each what it was asked with, where nothing else may be taken back in its place;
    None where whatever came last is meant.
    """

    requests: tuple[str | None, ...] = (None,)
    then: Then | None = None


Move = Then | Back
