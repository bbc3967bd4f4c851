"""What is shown on the real host: each a function of a desk, that asserts, and says briefly what it saw."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum

from tests.ardour.desk import Desk

__all__ = ["SHOWN", "Outcome", "Shown", "lacking", "shown"]

Procedure = Callable[[Desk], Awaitable[str]]


class Outcome(Enum):
    """What is to be expected of Ardour."""

    WORKS = "works"
    LACKING = "not implemented by Ardour"


@dataclass(frozen=True)
class Shown:
    """One thing that is shown."""

    name: str
    """What it is, in the words of the table."""
    outcome: Outcome
    run: Procedure


SHOWN: dict[str, Shown] = {}
"""All of them by the name of the function."""


def shown(name: str) -> Callable[[Procedure], Procedure]:
    """Register something that works."""
    return lambda run: _register(Shown(name, Outcome.WORKS, run))


def lacking(name: str) -> Callable[[Procedure], Procedure]:
    """Register something that Ardour does not do, and that is seen not to happen."""
    return lambda run: _register(Shown(name, Outcome.LACKING, run))


def _register(item: Shown) -> Procedure:
    name = getattr(item.run, "__name__", "")
    assert name not in SHOWN, f"there are two of {name}"
    SHOWN[name] = item
    return item.run
