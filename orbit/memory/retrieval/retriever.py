"""Which workflow a request means: meaning and words blended into one score, and what spoke for each."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from orbit.memory.document import Document
from orbit.memory.records import Outcomes
from orbit.memory.retrieval.answers import Hit
from orbit.memory.retrieval.influences import history
from orbit.memory.retrieval.weighed import Weighed
from orbit.memory.retrieval.weighing import WITH_MEANING, WORDS_ONLY
from orbit.memory.words.language import Reading, read, weight

if TYPE_CHECKING:
    from orbit.memory.retrieval.corpus import Candidates, Corpus, Look

__all__ = ["Gate", "Meant", "Retriever", "Sway", "passed"]

Gate = Callable[[str], str | bool | None]
"""Says of a workflow's id why it cannot work now (text, or False), or that it can (None, or True)."""
Sway = Callable[[Sequence[str]], Mapping[str, Mapping[str, float]]]
"""Gives for some ids what moves their scores besides the evidence: ``{name: {id: points}}``."""
Meant = Mapping[str, float] | Callable[[Sequence[str]], Mapping[str, float] | None] | None
"""Cosines by id; or what gives those of some ids and of the nearest; None: there is no embedder."""

_CANDIDATES = 200
_BLOCKED = "It cannot work on this session."


class Retriever:
    """Scores requests against a library's documents.

    Reading a document costs about a millisecond, once: `Retriever.of` takes a corpus that is read already.
    """

    def __init__(self, documents: Sequence[Document] = ()) -> None:
        self._documents = documents

    @classmethod
    def of(cls, corpus: Corpus) -> Retriever:
        """Make one over documents that are read already, and may change."""
        made = cls()
        made.__dict__["corpus"] = corpus
        return made

    @cached_property
    def corpus(self) -> Corpus:
        """The documents, read."""
        from orbit.memory.retrieval.corpus import Corpus
        from orbit.memory.retrieval.packing import pack

        return Corpus({document.id: pack(document) for document in self._documents})

    def search(
        self,
        text: str,
        k: int = 3,
        *,
        meaning: Meant = None,
        outcomes: Mapping[str, Outcomes] | None = None,
        names: Collection[str] = (),
        gate: Gate | None = None,
    ) -> list[Hit]:
        """Give the ``k`` best hits, best first; ties by id.

        ``meaning`` gives cosines (None: no embedder). ``outcomes`` (how each went) moves the scores a little.
        ``names`` are the session's own names (tracks, clips): a word of theirs that no workflow knows does
        not count against one. ``gate`` says whether a workflow can work on the session now; those that cannot
        are passed over.
        """

        def sway(_: Sequence[str]) -> dict[str, dict[str, float]]:
            return {"outcomes": history(outcomes or {})}

        weighed = self.weigh(text, meaning=meaning, names=names, sway=sway)
        return passed(weighed, k, gate)[0] if weighed else []

    def weigh(
        self, text: str, *, meaning: Meant = None, names: Collection[str] = (), sway: Sway | None = None
    ) -> Weighed | None:
        """Weigh a request against the documents; None where there is nothing to weigh. See `search`."""
        reading = read(text)
        if not len(self.corpus) or not reading.units:
            return None
        look = self._look(reading, names)
        ids = look.best(_CANDIDATES)
        cosines = meaning(ids) if callable(meaning) else meaning
        found = _with_meaning(look.closely({*ids, *(cosines or ())}), cosines)
        weights = WORDS_ONLY if cosines is None else WITH_MEANING
        return Weighed(reading, found, weights, sway(found.ids) if sway else {}, self.corpus)

    def _look(self, reading: Reading, names: Collection[str]) -> Look:
        from orbit.memory.retrieval.corpus import Asked
        from orbit.memory.words.tfidf import counted

        # A track's own name says where, not what; where no workflow has the word, it counts for nothing.
        own = {stem for name in names for stem in read(name).words}
        strange = {stem for stem in own.intersection(reading.terms) if not self.corpus.holding(stem)}
        counts = counted(reading.terms).items()
        said = {term: times * weight((term,)) for term, times in counts if term not in strange}
        asked = [Asked(unit, weight(unit)) for unit in reading.units if not self._nobodys(unit, own)]
        return self.corpus.look(asked, said)

    def _nobodys(self, unit: Collection[str], own: Collection[str]) -> bool:
        return not set(own).isdisjoint(unit) and not any(self.corpus.holding(term) for term in unit)


def _with_meaning(found: Candidates, cosines: Mapping[str, float] | None) -> Candidates:
    if cosines is None:
        return found
    import numpy as np

    near = np.maximum([cosines.get(name, 0.0) for name in found.ids], 0.0)
    return replace(found, evidence={**found.evidence, "meaning": near})


def passed(weighed: Weighed, k: int, gate: Gate | None) -> tuple[list[Hit], list[Hit]]:
    """Give the ``k`` best hits that a gate lets through, and the better ones it does not, best first."""
    allowed: list[Hit] = []
    blocked: list[Hit] = []
    for at in weighed.order:
        if len(allowed) == k:
            break
        answer = gate(weighed.ids[at]) if gate else None
        if answer is None or answer is True:
            allowed.append(weighed.hit(at))
        else:
            blocked.append(replace(weighed.hit(at), blocked=str(answer) if answer else _BLOCKED))
    return allowed, blocked
