"""Induction over files and what the store has: the chains of saved sets first, then whatever else recurs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from orbit.learning.demonstration import Demonstration
from orbit.learning.induction import Refused, finished, induce
from orbit.learning.offline.chains import chain_patterns, plainly
from orbit.learning.offline.sets import is_of_a_set
from orbit.learning.offline.versions import each_once
from orbit.learning.pattern import Pattern
from orbit.learning.routine import Learned

__all__ = ["OnStage", "induced"]

OnStage = Callable[[str, int], None]
"""Told each stage as it begins, and of how many things it has to look at."""


def induced(
    demonstrations: Sequence[Demonstration], taken: Collection[str], on_stage: OnStage
) -> list[Learned | Refused]:
    """Give what recurs as workflows, and what was refused; none of them has a name of ``taken``.

    The same demonstrations give the same, in whatever order they come.
    """
    ordered = each_once(sorted(demonstrations, key=lambda each: (each.started, each.trajectory)))
    chains = list(_chains(ordered, set(taken), on_stage))
    names = {made.workflow.workflow_name for _, made in chains if isinstance(made, Learned)}
    rest = _without(ordered, [pattern for pattern, made in chains if isinstance(made, Learned)])
    others = induce(rest, taken={*taken, *names}, on_stage=on_stage)
    return [*(made for _, made in chains), *others]


def _chains(
    demonstrations: Sequence[Demonstration], taken: set[str], on_stage: OnStage
) -> Iterator[tuple[Pattern, Learned | Refused]]:
    of_sets = [place for place, each in enumerate(demonstrations) if is_of_a_set(each.trajectory)]
    patterns = chain_patterns(demonstrations, of_sets)
    if patterns:
        on_stage("carrying out chains again", len(patterns))
    for pattern in patterns:
        made = finished(pattern, demonstrations, taken=taken)
        if isinstance(made, Refused):
            # How its devices are set cannot always be said again; that they stand there, it can.
            made = finished(plainly(pattern), demonstrations, taken=taken)
        if isinstance(made, Learned):
            taken.add(made.workflow.workflow_name)
        yield pattern, made


def _without(demonstrations: Sequence[Demonstration], patterns: Sequence[Pattern]) -> Sequence[Demonstration]:
    """Give the demonstrations without the edits that make these patterns: what they tell is told."""
    told: dict[int, set[int | None]] = {}
    for pattern in patterns:
        for each in pattern.occurrences:
            told.setdefault(each.demonstration, set()).update(each.places)
    return [
        replace(
            each, events=tuple(event for number, event in enumerate(each.events) if number not in told[place])
        )
        if place in told
        else each
        for place, each in enumerate(demonstrations)
    ]
