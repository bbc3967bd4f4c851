"""How sure it is that words were said: fitted on some voices, judged on others."""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from orbit.voice.sphinx import Features

__all__ = ["BY_GRAMMAR", "BY_SOUND", "Judgement"]


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


BY_GRAMMAR = Judgement(Features(0.99, 0.35, 4.7, 0.35, 0.05), 6.0)
BY_SOUND = Judgement(Features(0.99, 0.35, 4.7, 0.1, 0.02), -2.0, agreement=10.0)
