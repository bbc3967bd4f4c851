"""What is shown on the real host: each a function of a desk, that asserts, and says briefly what it saw."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from types import ModuleType

from tests.ardour.desk import Desk

__all__ = ["Outcome", "Procedure", "Shown", "lacking", "listed", "shown"]

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

    async def __call__(self, desk: Desk) -> str:
        """Show it."""
        return await self.run(desk)


def shown(name: str) -> Callable[[Procedure], Shown]:
    """Mark something that works."""
    return lambda run: Shown(name, Outcome.WORKS, run)


def lacking(name: str) -> Callable[[Procedure], Shown]:
    """Mark something that Ardour does not do, and that is seen not to happen."""
    return lambda run: Shown(name, Outcome.LACKING, run)


def listed(areas: Iterable[ModuleType]) -> dict[str, Shown]:
    """Give what some modules show, by name, in their order."""
    found = [(name, item) for area in areas for name, item in vars(area).items() if isinstance(item, Shown)]
    assert len(dict(found)) == len(found), "there are two of one name"
    return dict(found)
