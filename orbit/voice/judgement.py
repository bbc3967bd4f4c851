"""Certainty that words were said: fitted on some sentences and voices, judged on others."""

from __future__ import annotations

from collections.abc import Iterable
from math import exp
from typing import NamedTuple

__all__ = [
    "BY_BOTH", "BY_CHECK", "BY_GRAMMAR", "BY_SOUND", "LIKELY", "SURE", "Agreement", "Judgement", "Likeness",
]  # fmt: skip

SURE = 0.85
"""The certainty from which it is taken; of 84 fitted on, one was with a word left out ("a new track")."""
LIKELY = 0.05
"""A text less sure than that is shown and not asked about: other talk comes out so."""


class Agreement(NamedTuple):
    """How much a second recogniser heard the same."""

    whole: float
    """How alike both sound, from 0 to 1 …"""
    least: float
    """… the word of the first that is least like anything of the second …"""
    beyond: float
    """… and the word of the second that is least like anything of the first."""
    other: float
    """How sure it is of another name or number, which the second heard."""
    same: bool
    """Whether what the second heard comes out as the very words, repaired."""
    won: bool
    """Whether the first, which was given what the second heard to choose from, hears the same again."""


class Likeness(NamedTuple):
    """What speaks for a repaired text."""

    cost: float
    """How unlikely it is that just this was said, and heard so: a logarithm a word."""
    edits: float
    """How many of its sounds were heard otherwise, of one."""
    margin: float
    """How much less likely the next one is, as a logarithm; at most 6."""
    whole: float
    """How like it is, from 0 to 1, to what the grammar heard."""


class Judgement(NamedTuple):
    """What all features start from, and what each of them counts."""

    start: float
    weights: tuple[float, ...]

    def certainty(self, *features: Iterable[float]) -> float:
        """Give it from 0 to 1."""
        values = [value for group in features for value in group]
        score = self.start + sum(weight * value for weight, value in zip(self.weights, values, strict=True))
        return 1 / (1 + exp(-max(min(score, 50.0), -50.0)))


BY_GRAMMAR = Judgement(9.0, (1.19, 1.0, -20.0, 0.15, 0.027))
"""What the grammar heard, by itself."""
BY_BOTH = Judgement(-3.6, (0.62, 0.27, -5.1, 0.09, 0.033, 6.2, 3.5, 1.2, -3.4, 0.46, 0.5))
"""The same, beside what the general recogniser heard."""
BY_SOUND = Judgement(0.6, (-1.4, 2.2, 0.5, 0.9))
"""What the general recogniser heard, repaired."""
BY_CHECK = Judgement(7.3, (0.4, 0.8, -7.0, 0.0, 0.08, -0.9))
"""The same, where the grammar's recogniser hears it out of what sounds like it; last its cost a word."""
