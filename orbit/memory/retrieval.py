"""Which workflow a request means: meaning and words blended into one score; and when to ask, or to pass.

A hit's score is a weighted sum of up to five kinds of evidence, each 0 to 1:

- *meaning*: the cosine of the embeddings, when there is an embedder;
- *words*: the cosine over stems and groups of synonyms, of all that the workflow says of itself;
- *phrases*: the same with the nearest single way to ask for it;
- *letters*: the cosine over character n-grams, which forgives endings and slips of the keyboard;
- *coverage*: how much of what was asked for, by weight, the workflow speaks of at all.

The weights and limits come from `benchmarks/retrieval.py`: set on two thirds of its sentences, checked on
the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from orbit.memory.records import Outcomes
from orbit.memory.words.language import Reading, read, weight

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from orbit.memory.words.tfidf import TermIndex

__all__ = ["Abstain", "Ask", "Decision", "Document", "Hit", "Match", "Retriever", "decide"]

Gate = Callable[[str], bool]


@dataclass(frozen=True)
class Document:
    """What is searched of one workflow.

    ``text`` is its title, task, tags and phrases; ``phrases`` are the ways to ask for it, one of them at
    least.
    """

    id: str
    title: str
    text: str
    phrases: tuple[str, ...]


@dataclass(frozen=True)
class Hit:
    """A workflow found for a request. ``score`` is 0 to 1; ``why`` says in words what spoke for it."""

    id: str
    title: str
    score: float
    why: str


@dataclass(frozen=True)
class Match:
    """One workflow fits clearly better than any other."""

    hit: Hit


@dataclass(frozen=True)
class Ask:
    """Some workflows fit about as well as each other, or the best one only half: the user should choose."""

    hits: tuple[Hit, ...]


@dataclass(frozen=True)
class Abstain:
    """Nothing in the library is about this. ``nearest`` may be None in an empty library."""

    nearest: Hit | None


Decision = Match | Ask | Abstain


@dataclass(frozen=True)
class Weights:
    """How the evidence adds up to a score, and where the score decides."""

    meaning: float
    words: float
    phrases: float
    letters: float
    coverage: float
    accept: float
    """From this score on the best hit may be taken without asking."""
    consider: float
    """Below this score a hit is not about the request."""
    margin: float
    """The best hit must lead by this much, or the user is asked."""


WITH_MEANING = Weights(
    meaning=0.5, words=0.2, phrases=0.1, letters=0.1, coverage=0.1, accept=0.31, consider=0.26, margin=0.03
)
WORDS_ONLY = Weights(
    meaning=0.0, words=0.5, phrases=0.3, letters=0.2, coverage=0.0, accept=0.28, consider=0.22, margin=0.03
)

_OUTCOME_SWING = 0.03
_ASK_AT_MOST = 4
_NEAR = 0.4  # the cosine from which MiniLM's likeness is worth telling


@dataclass
class Retriever:
    """Scores requests against a library's documents. Building it costs under a millisecond a document."""

    documents: Sequence[Document]
    _words: TermIndex = field(init=False)
    _letters: TermIndex = field(init=False)
    _phrases: TermIndex = field(init=False)
    _first_phrase: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        import numpy as np

        from orbit.memory.words.tfidf import TermIndex, character_grams

        readings = [read(document.text) for document in self.documents]
        phrases = [read(phrase).terms for document in self.documents for phrase in document.phrases]
        counts = [len(document.phrases) for document in self.documents]
        self._words = TermIndex([reading.terms for reading in readings])
        self._letters = TermIndex([reading.text.split() for reading in readings], character_grams)
        self._phrases = TermIndex(phrases)
        self._first_phrase = np.cumsum([0, *counts[:-1]])

    def search(
        self,
        text: str,
        k: int = 3,
        *,
        meaning: Mapping[str, float] | None = None,
        outcomes: Mapping[str, Outcomes] | None = None,
        names: Collection[str] = (),
        gate: Gate | None = None,
    ) -> list[Hit]:
        """Give the ``k`` best hits, best first; ties by id.

        ``meaning`` maps ids to cosines (None: no embedder), ``outcomes`` to how they went. ``names`` are the
        session's own names (tracks, clips): a word of theirs that no workflow knows does not count against
        one. ``gate`` says whether a workflow can work on the session now; those that cannot are passed over.
        """
        reading = read(text)
        if not self.documents or not reading.units:
            return []
        evidence = self._evidence(reading, meaning, names)
        weights = WORDS_ONLY if meaning is None else WITH_MEANING
        parts = [getattr(weights, kind) * values for kind, values in evidence.items()]
        totals: list[float] = sum(parts, start=self._history(outcomes or {})).tolist()
        best_first = sorted(range(len(totals)), key=lambda at: (-totals[at], self.documents[at].id))
        allowed = (at for at in best_first if gate is None or gate(self.documents[at].id))
        near = evidence.get("meaning")
        return [
            self._hit(at, totals[at], reading, 0.0 if near is None else near[at]) for at in islice(allowed, k)
        ]

    def _hit(self, at: int, total: float, reading: Reading, meaning: float) -> Hit:
        document = self.documents[at]
        return Hit(
            document.id, document.title, round(min(max(total, 0.0), 1.0), 4), self._why(at, reading, meaning)
        )

    def _why(self, at: int, reading: Reading, meaning: float) -> str:
        units = zip(reading.units, reading.spoken, strict=True)
        shared = [spoken for unit, spoken in units if any(at in self._words.holders(term) for term in unit)]
        reasons = [f"it speaks of {', '.join(dict.fromkeys(shared))}"] if shared else []
        if meaning >= _NEAR:
            reasons.append("it is near in meaning")
        return " and ".join(reasons) or "it has little in common with the request"

    def _evidence(
        self, reading: Reading, meaning: Mapping[str, float] | None, names: Collection[str]
    ) -> dict[str, NDArray[np.float64]]:
        import numpy as np

        from orbit.memory.words.tfidf import character_grams, counted

        letters = [gram for word in reading.text.split() for gram in character_grams(word)]
        words = {term: times * weight((term,)) for term, times in counted(reading.terms).items()}
        # A track's own name says where, not what; where no workflow has the word, it counts for nothing.
        own = {stem for name in names for stem in read(name).words}
        words = {term: times for term, times in words.items() if term not in own or self._words.knows(term)}
        evidence = {
            "words": self._words.scores(words),
            "phrases": np.maximum.reduceat(self._phrases.scores(words), self._first_phrase),
            "letters": self._letters.scores(counted(letters)),
            "coverage": self._coverage(reading, own),
        }
        if meaning is not None:
            cosines = np.array([meaning.get(document.id, 0.0) for document in self.documents])
            evidence["meaning"] = np.maximum(cosines, 0.0)
        return evidence

    def _coverage(self, reading: Reading, own: Collection[str]) -> NDArray[np.float64]:
        import numpy as np

        covered, asked = np.zeros(len(self.documents)), 0.0
        for unit in reading.units:
            if unit.intersection(own) and not any(self._words.knows(term) for term in unit):
                continue
            holds = np.zeros(len(self.documents), dtype=bool)
            for term in unit:
                holds[self._words.holders(term)] = True
            worth = weight(unit) * min(self._words.idf(term) for term in unit)
            asked += worth
            covered += worth * holds
        return covered / asked if asked else covered

    def _history(self, outcomes: Mapping[str, Outcomes]) -> NDArray[np.float64]:
        import numpy as np

        return np.array([_swing(outcomes.get(document.id)) for document in self.documents])


def _swing(outcomes: Outcomes | None) -> float:
    """Give what a workflow's past adds to its score: nothing without a past, little with any."""
    if outcomes is None or not outcomes.runs:
        return 0.0
    good, bad = 1.0 + outcomes.verified, 1.0 + outcomes.failed + outcomes.undone
    total = good + bad
    mean = good / total
    lower = mean - (mean * (1 - mean) / (total + 1)) ** 0.5  # one standard deviation below the Beta mean
    return _OUTCOME_SWING * (2 * lower - 1)


def decide(hits: Sequence[Hit], *, with_meaning: bool) -> Decision:
    """Take the best hit, ask between the close ones, or pass."""
    weights = WITH_MEANING if with_meaning else WORDS_ONLY
    fitting = [hit for hit in hits if hit.score >= weights.consider]
    if not fitting:
        return Abstain(hits[0] if hits else None)
    best = fitting[0]
    close = [hit for hit in fitting if best.score - hit.score < weights.margin]
    if best.score >= weights.accept and len(close) == 1:
        return Match(best)
    return Ask(tuple(close[:_ASK_AT_MOST]))
