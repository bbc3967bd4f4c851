"""What the offline model can do next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from orbit.agent.answers import Decline, Question

__all__ = ["Call", "Move", "Reply"]


@dataclass(frozen=True)
class Call:
    """Call a tool."""

    tool: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """Say something and be done."""

    text: str


Move = tuple[Call, ...] | Reply | Question | Decline
