"""How the evidence for a document adds up: to a score that ranks, and to the chance that it is meant.

A score is a weighted sum of up to four kinds of evidence, each 0 to 1:

- *meaning*: the cosine of the embeddings, when there is an embedder;
- *words*: the cosine over stems and groups of synonyms, of all that the workflow says of itself;
- *phrases*: the same with the nearest single way to ask for it;
- *coverage*: how much of what was asked for, by weight, the workflow speaks of at all.

The chance is a logistic function of the score, its lead over the others, how much evidence there was to go
by, and whether something was asked rather than asked for. All numbers come from
``python -m benchmarks.retrieval --fit``, which sets them on the tuning part of its requests.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log1p

__all__ = ["WITH_MEANING", "WORDS_ONLY", "Signs", "Weights", "chance"]


@dataclass(frozen=True)
class Weights:
    """How the evidence adds up to a score, and the signs to a chance."""

    meaning: float
    words: float
    phrases: float
    coverage: float
    chance: tuple[float, ...]
    """The factors of score, lead, evidence and question, and the constant."""


WITH_MEANING = Weights(
    meaning=0.532, words=0.096, phrases=0.184, coverage=0.189, chance=(10.57, 5.13, 1.35, -3.27, -6.45)
)
WORDS_ONLY = Weights(
    meaning=0.0, words=0.431, phrases=0.308, coverage=0.261, chance=(8.58, 2.52, 2.08, -3.32, -5.34)
)


@dataclass(frozen=True)
class Signs:
    """What speaks for or against a hit being meant at all.

    ``score`` is by the evidence and what went well, and ``lead`` how far it is above the best other one's
    (below 0: behind it). ``evidence`` sums what those of the asked-for things are worth that the workflow
    speaks of.
    ``question`` says that something is asked rather than asked for.
    """

    score: float
    lead: float
    evidence: float
    question: bool

    @property
    def values(self) -> tuple[float, float, float, float, float]:
        """Give the numbers that are weighed, the last being 1 for the constant."""
        return self.score, self.lead, log1p(self.evidence), float(self.question), 1.0


def chance(signs: Signs, weights: Weights) -> float:
    """Give the chance, 0 to 1, that a hit is what was meant."""
    return 1 / (1 + exp(-sum(w * v for w, v in zip(weights.chance, signs.values, strict=True))))
