"""A request weighed against the documents worth looking at: the order, each hit, and what spoke for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from heapq import nlargest
from typing import TYPE_CHECKING

from orbit.memory.retrieval.answers import LIMITS, Hit
from orbit.memory.retrieval.weighing import Signs, Weights, chance
from orbit.memory.words.language import Reading, is_question

if TYPE_CHECKING:
    from orbit.memory.retrieval.corpus import Candidates, Corpus

__all__ = ["Considered", "Weighed"]

_NEAR = 0.4  # the cosine from which MiniLM's likeness is worth telling
_BEHIND = 1.5 * LIMITS.level
"""So far below a proven one that fits as well is what is not, so that the two are not level."""
_NOTHING = "it has little in common with the request"


@dataclass(frozen=True)
class Considered:
    """A hit with all that was weighed for it: what each kind of evidence and influence gave to its score.

    ``speaks_of`` and ``says_nothing_of`` are what was asked for, as it was said.
    """

    hit: Hit
    evidence: Mapping[str, float]
    speaks_of: tuple[str, ...]
    says_nothing_of: tuple[str, ...]


@dataclass(frozen=True)
class Weighed:
    """A request weighed against its candidates; these go by number, ``order`` gives them best first."""

    reading: Reading
    found: Candidates
    weights: Weights
    sways: Mapping[str, Mapping[str, float]]
    """What influences add to scores: ``{name: {id: points}}``."""
    corpus: Corpus
    unproven: Collection[str] = ()
    """Those that somebody else wrote and that have not proven themselves here, by id."""

    @property
    def ids(self) -> list[str]:
        """The candidates' ids, by number."""
        return self.found.ids

    @property
    def by_meaning(self) -> bool:
        """Whether an embedder took part."""
        return "meaning" in self.found.evidence

    @cached_property
    def scores(self) -> list[float]:
        """The candidates' scores, by number: the evidence, and what influences add to it."""
        return [
            score + sum(given.get(name, 0.0) for given in self.sways.values())
            for name, score in zip(self.ids, self._evident, strict=True)
        ]

    @cached_property
    def _evident(self) -> list[float]:
        """What the candidates score by the evidence alone, by number."""
        scores = [0.0] * len(self.ids)
        for kind, values in self.found.evidence.items():
            weight: float = getattr(self.weights, kind)
            scores = [score + weight * value for score, value in zip(scores, values.tolist(), strict=True)]
        return scores

    @cached_property
    def order(self) -> list[int]:
        """The candidates, best first; ties by id."""
        return sorted(range(len(self.ids)), key=lambda at: (-self._ranking[at], self.ids[at]))

    @cached_property
    def _ranking(self) -> list[float]:
        """What the candidates rank by: nothing unproven goes before a proven one that fits about as well."""
        best = max(self._proven, key=self.scores.__getitem__, default=None)
        if best is None or not self.unproven:
            return self.scores
        fits = chance(self.signs(best), self.weights) >= LIMITS.accept
        like, most = self.scores[best] + LIMITS.near, self.scores[best] - _BEHIND
        return [
            min(score, most) if name in self.unproven and (fits or score < like) else score
            for name, score in zip(self.ids, self.scores, strict=True)
        ]

    @cached_property
    def _proven(self) -> list[int]:
        return [at for at, name in enumerate(self.ids) if name not in self.unproven]

    def hit(self, at: int) -> Hit:
        """Give a candidate as a hit."""
        return Hit(
            id=self.ids[at],
            title=self.found.titles[at],
            score=round(min(max(self._ranking[at], 0.0), 1.0), 4),
            why=self._why(at),
            confidence=round(chance(self.signs(at), self.weights), 4),
        )

    def signs(self, at: int) -> Signs:
        """Give what speaks for or against a candidate being meant.

        Influences only speak for one: what its user does often is sooner meant, and what was taken back
        yesterday is meant by the same words today. What is unproven does not speak against what is proven.
        """
        score = self._spoken_for[at]
        leading = self._leading if self.ids[at] in self.unproven else self._leading_proven
        others = (self._spoken_for[other] for other in leading if other != at)
        return Signs(
            score=score,
            lead=score - max(others, default=0.0),
            evidence=float(self.found.evidence["coverage"][at]) * self.found.worth,
            question=is_question(self.reading.said),
        )

    @cached_property
    def _spoken_for(self) -> list[float]:
        """What the candidates score by the evidence and by what went well, by number."""
        return [max(pair) for pair in zip(self._evident, self.scores, strict=True)]

    @cached_property
    def _leading(self) -> list[int]:
        """The two candidates that most speaks for."""
        return nlargest(2, range(len(self.ids)), key=self._spoken_for.__getitem__)

    @cached_property
    def _leading_proven(self) -> list[int]:
        return nlargest(2, self._proven, key=self._spoken_for.__getitem__)

    def considered(self, at: int) -> Considered:
        """Give a candidate with all that was weighed for it."""
        weights, evidence = self.weights, self.found.evidence
        given = {kind: getattr(weights, kind) * float(values[at]) for kind, values in evidence.items()}
        name = self.ids[at]
        swayed = {kind: points[name] for kind, points in self.sways.items() if points.get(name)}
        if behind := self._ranking[at] - self.scores[at]:
            swayed["unproven"] = behind
        all_of_it = {kind: round(points, 4) for kind, points in (given | swayed).items()}
        return Considered(self.hit(at), all_of_it, self._spoken(at, held=True), self._spoken(at, held=False))

    def _spoken(self, at: int, *, held: bool) -> tuple[str, ...]:
        holds = self.corpus.speaks_of(self.ids[at], self.reading.units)
        pairs = zip(self.reading.spoken, holds, strict=True)
        return tuple(dict.fromkeys(said for said, is_held in pairs if is_held == held))

    def _why(self, at: int) -> str:
        shared = self._spoken(at, held=True)
        reasons = [f"it mentions {', '.join(shared)}"] if shared else []
        if self.by_meaning and self.found.evidence["meaning"][at] >= _NEAR:
            reasons.append("it means something similar")
        return " and ".join(reasons) or _NOTHING
