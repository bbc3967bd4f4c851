"""From a pattern to a workflow, in two halves: what it would be, and whether it holds when carried out again.

The first half is enough to see that a routine is known already; the second is for what is new.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from orbit.learning.deeds import Deed, deed_of
from orbit.learning.demonstration import Demonstration
from orbit.learning.induction import Refused, opened, proven
from orbit.learning.online.routines import named
from orbit.learning.pattern import Pattern
from orbit.learning.routine import Learned, Routine
from orbit.workflows.load import dump_workflow
from orbit.workflows.workflow import Workflow

__all__ = ["Draft", "Wording", "drafted", "repeats"]

Wording = Callable[[Routine, Collection[str]], Workflow]
"""Finds words for a routine; the names are those that the workflow may not have."""


@dataclass(frozen=True)
class Draft:
    """A workflow that a pattern comes to, not yet tried.

    ``support`` is how often the pattern was seen; ``does`` names its edits in digests; ``loop``: it was done
    to several tracks in one go.
    """

    workflow: Workflow
    routine: Routine
    support: int
    does: tuple[str, ...]
    loop: bool = False

    @cached_property
    def deed(self) -> Deed:
        """What it does."""
        return deed_of(dump_workflow(self.workflow))

    def proven(self) -> Learned | None:
        """Carry it out again on the model of a session; None where it does not end as it should."""
        made = proven(self.workflow, self.routine, self.support)
        return None if isinstance(made, str) else made


def drafted(
    pattern: Pattern, around: Sequence[Demonstration], wording: Wording, taken: Collection[str]
) -> Draft | None:
    """Open the particulars of a pattern and find words for it; None where it cannot be done again."""
    routine = opened(pattern, around)
    if isinstance(routine, Refused):
        return None
    loop = repeats(pattern, around)
    does = named(pattern.does, loop=loop)
    return Draft(wording(routine, taken), routine, len(pattern.occurrences), does, loop)


def repeats(pattern: Pattern, around: Sequence[Demonstration]) -> bool:
    """Say whether a pattern was done to several tracks in one go, at least once."""
    places = ((around[each.demonstration], place) for each in pattern.occurrences for place in each.places)
    return any(one.events[place].also for one, place in places if place is not None)
