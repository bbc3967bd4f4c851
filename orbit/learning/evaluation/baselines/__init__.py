"""What learning is held against: other ways of finding what recurs, on the same cleaned sessions.

>>> sorted(BASELINES)
['AWM rule', 'chance', 'flat Re-Pair', 'flat n-grams']
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from orbit.learning.demonstration import Demonstration
from orbit.learning.evaluation.baselines.chance import by_chance
from orbit.learning.evaluation.baselines.grammar import by_grammar
from orbit.learning.evaluation.baselines.ngrams import by_ngrams
from orbit.learning.evaluation.baselines.whole import by_whole_sessions
from orbit.learning.pattern import Pattern

__all__ = ["BASELINES", "Finder"]

Finder = Callable[[Sequence[Demonstration]], list[Pattern]]

BASELINES: Mapping[str, Finder] = MappingProxyType(
    {
        "AWM rule": by_whole_sessions,
        "flat n-grams": by_ngrams,
        "flat Re-Pair": by_grammar,
        "chance": by_chance,
    }
)
"""Each way by its name; none of them knows what an edit touches."""
