"""How sure it is that words were said: fitted on some voices, judged on others."""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from orbit.voice.sphinx import Features

__all__ = ["BY_BOTH", "BY_GRAMMAR", "BY_SOUND", "Judgement"]


class Judgement(NamedTuple):
    """What each of the features counts, and what all of them start from."""

    weights: Features
    start: float
    agreement: float = 0.0
    """What it counts that two recognisers heard alike, from 0 to 1."""

    def certainty(self, features: Features, agreement: float = 0.0) -> float:
        """Give it from 0 to 1."""
        each = (weight * feature for weight, feature in zip(self.weights, features, strict=True))
        score = self.start + sum(each) + self.agreement * agreement
        return 1 / (1 + exp(-max(min(score, 50.0), -50.0)))


BY_GRAMMAR = Judgement(Features(0.85, 0.44, -35.0, 0.1, 0.04), 5.7)
"""What the grammar heard, by itself."""
BY_BOTH = Judgement(Features(0.57, 0.51, -5.2, 0.0, 0.034), -3.7, agreement=10.3)
"""The same, beside what the general recogniser heard."""
BY_SOUND = Judgement(Features(1.43, 0.13, -0.8, 1.38, -0.015), -10.2, agreement=17.1)
"""What the general recogniser heard, repaired."""
