"""A pattern with its sightings made a routine: steps with constants and slots, and what they stand on.

What is not told by what was done is not made up: a default that is a formula of others (an eighth note at the
tempo) comes back as a plain value, a slot that never differed as a constant, and a condition on a step as a
step that is always done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from orbit.learning.demonstration import Demonstration
from orbit.learning.generalising.choices import with_choices
from orbit.learning.generalising.literals import is_safe
from orbit.learning.generalising.sightings import by_hand, latest, sample
from orbit.learning.generalising.steps import made_of
from orbit.learning.pattern import Pattern
from orbit.learning.routine import Routine

__all__ = ["generalise"]


def generalise(
    pattern: Pattern, demonstrations: Sequence[Demonstration], *, agreement: float = 0.9
) -> Routine | None:
    """Make a routine of a pattern; None where nothing was done by hand, or a step cannot be written down.

    ``agreement`` is the share of sightings (0 to 1) that must agree for a field to be constant, or for two
    places to be the same thing. ``examples`` of the result are of the latest sightings; as many as there are,
    they belong to the last of ``trajectories``.
    """
    every = by_hand(pattern, demonstrations)
    if not every:
        return None
    seen, optional = with_choices(sample(every, demonstrations), pattern.optional, agreement)
    made = made_of(seen, optional, agreement)
    if made is None:
        return None
    where = [demonstrations[occurrence.demonstration] for occurrence in every]
    return Routine(
        steps=tuple(made.steps),
        slots=made.places.slots,
        preconditions=tuple(made.conditions.before),
        postconditions=tuple(made.conditions.after()),
        examples=tuple(made.places.examples(latest(len(every), seen))),
        trajectories=tuple(demonstration.trajectory for demonstration in where),
        daws=tuple(sorted({demonstration.daw for demonstration in where})),
        goals=_goals(where),
        notes=tuple(made.notes),
    )


def _goals(where: Sequence[Demonstration]) -> tuple[str, ...]:
    said = Counter(" ".join((demonstration.goal or "").split()) for demonstration in where)
    told = [goal for goal in said if is_safe(goal)]
    return tuple(sorted(told, key=lambda goal: (-said[goal], goal)))
