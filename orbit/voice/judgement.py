"""How sure it is that words were said: fitted on some voices, judged on others."""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from orbit.voice.sphinx import Features

__all__ = ["BY_BOTH", "BY_GRAMMAR", "BY_SOUND", "SURE", "Agreement", "Judgement"]

SURE = 0.85
"""The certainty from which it is taken; of 300 sentences by the voices fitted on none was another command."""


class Agreement(NamedTuple):
    """How much a second recogniser heard the same."""

    whole: float = 0.0
    """How alike both sound, from 0 to 1 …"""
    least: float = 0.0
    """… and the word of the first that is least like anything of the second."""
    figures_differ: float = 0.0
    """1 where they heard other figures."""


class Judgement(NamedTuple):
    """What each of the features counts, and what all of them start from."""

    start: float
    weights: Features
    agreement: Agreement = Agreement()

    def certainty(self, features: Features, agreement: Agreement) -> float:
        """Give it from 0 to 1."""
        pairs = (*zip(self.weights, features, strict=True), *zip(self.agreement, agreement, strict=True))
        score = self.start + sum(weight * feature for weight, feature in pairs)
        return 1 / (1 + exp(-max(min(score, 50.0), -50.0)))


BY_GRAMMAR = Judgement(5.73, Features(0.84, 0.34, -20.0, 0.2, 0.033))
"""What the grammar heard, by itself."""
BY_BOTH = Judgement(-4.5, Features(0.43, 0.35, -5.0, 0.1, 0.033), Agreement(7.7, 5.0, -1.5))
"""The same, beside what the general recogniser heard."""
BY_SOUND = Judgement(-5.62, Features(0.83, 0.19, -5.0, 1.25, 0.0), Agreement(7.2, 3.7, 0.0))
"""What the general recogniser heard, repaired."""
