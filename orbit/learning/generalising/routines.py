"""A pattern with its sightings made a routine: steps with constants and slots, and what they stand on.

What is not told by what was done is not made up: a default that is a formula of others (an eighth note at the
tempo) comes back as a plain value, a slot that never differed as a constant, and a condition on a step as a
step that is always done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from orbit.learning.demonstration import Demonstration
from orbit.learning.generalising.literals import is_safe
from orbit.learning.generalising.sightings import Sighting, filled_in, latest, sample, sightings
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
    every = sightings(pattern, demonstrations)
    if not every:
        return None
    seen = filled_in(sample(every))
    made = made_of(seen, pattern.optional, agreement)
    if made is None:
        return None
    return Routine(
        steps=tuple(made.steps),
        slots=made.places.slots,
        preconditions=tuple(made.conditions.before),
        postconditions=tuple(made.conditions.after()),
        examples=tuple(made.places.examples(latest(len(every), seen))),
        trajectories=tuple(sighting.demonstration.trajectory for sighting in every),
        daws=tuple(sorted({sighting.demonstration.daw for sighting in every})),
        goals=_goals(every),
        notes=tuple(made.notes),
    )


def _goals(seen: Sequence[Sighting]) -> tuple[str, ...]:
    said = Counter(" ".join((sighting.demonstration.goal or "").split()) for sighting in seen)
    told = [goal for goal in said if is_safe(goal)]
    return tuple(sorted(told, key=lambda goal: (-said[goal], goal)))
