"""What a check finds: how it stands, what is so, and what to do about it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Finding", "Status", "ok", "problem", "warning"]


class Status(StrEnum):
    """How it stands."""

    OK = "ok"
    WARNING = "warning"
    """Orbit works, but not as well as it could, or not with everything."""
    PROBLEM = "problem"


@dataclass(frozen=True)
class Finding:
    """What a check found."""

    status: Status
    detail: str
    """What is so, in a sentence or two."""
    fix: str = ""
    """What to do: a command, or what to click; empty when there is nothing to do."""
    unreachable: bool = False
    """Whether it means that the DAW cannot be reached."""


def ok(detail: str) -> Finding:
    """Find something in order."""
    return Finding(Status.OK, detail)


def warning(detail: str, fix: str) -> Finding:
    """Find something that could be better."""
    return Finding(Status.WARNING, detail, fix)


def problem(detail: str, fix: str) -> Finding:
    """Find something that is wrong."""
    return Finding(Status.PROBLEM, detail, fix)
