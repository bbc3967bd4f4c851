"""Finding the workflow a request means: candidates by words and by meaning, weighed, gated, decided.

`Retriever` scores documents, `decide` says whether the best may be taken; `orbit.memory.library` puts them to
a scope's workflows.
"""

from __future__ import annotations

from orbit.memory.document import Document
from orbit.memory.retrieval.answers import LIMITS, Abstain, Ask, Decision, Hit, Match, decide
from orbit.memory.retrieval.finder import Explanation, Finder
from orbit.memory.retrieval.influences import SWING, Influence
from orbit.memory.retrieval.retriever import Gate, Retriever, Sway, passed
from orbit.memory.retrieval.weighed import Considered, Weighed
from orbit.memory.retrieval.weighing import WITH_MEANING, WORDS_ONLY

__all__ = [
    "LIMITS",
    "SWING",
    "WITH_MEANING",
    "WORDS_ONLY",
    "Abstain",
    "Ask",
    "Considered",
    "Decision",
    "Document",
    "Explanation",
    "Finder",
    "Gate",
    "Hit",
    "Influence",
    "Match",
    "Retriever",
    "Sway",
    "Weighed",
    "decide",
    "passed",
]
