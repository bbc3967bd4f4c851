"""A request weighed against the documents worth looking at: the order, each hit, and what spoke for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from heapq import nlargest
from typing import TYPE_CHECKING

from orbit.memory.retrieval.answers import Hit
from orbit.memory.retrieval.weighing import Signs, Weights, chance
from orbit.memory.words.language import Reading, is_question

if TYPE_CHECKING:
    from orbit.memory.retrieval.corpus import Candidates, Corpus

__all__ = ["Considered", "Weighed"]

_NEAR = 0.4  # the cosine from which MiniLM's likeness is worth telling
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
        return sorted(range(len(self.ids)), key=lambda at: (-self.scores[at], self.ids[at]))

    def hit(self, at: int) -> Hit:
        """Give a candidate as a hit."""
        return Hit(
            id=self.ids[at],
            title=self.found.titles[at],
            score=round(min(max(self.scores[at], 0.0), 1.0), 4),
            why=self._why(at),
            confidence=round(chance(self.signs(at), self.weights), 4),
        )

    def signs(self, at: int) -> Signs:
        """Give what speaks for or against a candidate being meant.

        Influences only speak for one: what its user does often is sooner meant, and what was taken back
        yesterday is meant by the same words today.
        """
        score = self._spoken_for[at]
        others = (self._spoken_for[other] for other in self._leading if other != at)
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

    def considered(self, at: int) -> Considered:
        """Give a candidate with all that was weighed for it."""
        weights, evidence = self.weights, self.found.evidence
        given = {kind: getattr(weights, kind) * float(values[at]) for kind, values in evidence.items()}
        name = self.ids[at]
        swayed = {kind: points[name] for kind, points in self.sways.items() if points.get(name)}
        all_of_it = {kind: round(points, 4) for kind, points in (given | swayed).items()}
        return Considered(self.hit(at), all_of_it, self._spoken(at, held=True), self._spoken(at, held=False))

    def _spoken(self, at: int, *, held: bool) -> tuple[str, ...]:
        holds = self.corpus.speaks_of(self.ids[at], self.reading.units)
        pairs = zip(self.reading.spoken, holds, strict=True)
        return tuple(dict.fromkeys(said for said, is_held in pairs if is_held == held))

    def _why(self, at: int) -> str:
        shared = self._spoken(at, held=True)
        reasons = [f"it speaks of {', '.join(shared)}"] if shared else []
        if self.by_meaning and self.found.evidence["meaning"][at] >= _NEAR:
            reasons.append("it is near in meaning")
        return " and ".join(reasons) or _NOTHING
