"""One trial: a method learns from one corpus, and is measured on it and on sessions that were held out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from time import perf_counter

from orbit.learning.demonstration import Demonstration
from orbit.learning.evaluation.corpora import CORPORA, LEVELS, Corpus
from orbit.learning.evaluation.found import Found
from orbit.learning.evaluation.methods import METHODS, cleaned, found_when_all_is_known
from orbit.learning.evaluation.scores.cover import cover
from orbit.learning.evaluation.scores.fields import judge_fields
from orbit.learning.evaluation.scores.matching import matched
from orbit.learning.evaluation.scores.overlap import overlap

__all__ = ["PLANTED", "Figures", "Setting", "try_method"]

PLANTED = "what was planted"
"""The method that knows it all: what coverage and compression can come to."""

_HELD_OUT = 100


@dataclass(frozen=True)
class Setting:
    """What is learned from: a corpus by name, its noise, how many sessions, drawn with which seed."""

    corpus: str
    level: str
    sessions: int
    seed: int


@dataclass(frozen=True)
class Figures:
    """What came out. Shares are from 0 to 1 and nan where there is nothing to share; times in seconds."""

    precision: float
    recall: float
    f1: float
    exact: float
    fields: float
    types: float
    together: float
    values_together: float
    coverage: float
    utility: float
    overlap: float
    compression: float
    workflows: float
    seconds: float

    def named(self) -> dict[str, float]:
        """The figures by their names."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def try_method(method: str, setting: Setting) -> Figures:
    """Learn and measure. Raises KeyError for a method, a corpus or a level that there is none of."""
    corpus = _corpus(setting, setting.sessions, "learn")
    demonstrations = _cleaned(setting, setting.sessions, "learn")
    began = perf_counter()
    known = method == PLANTED
    found = found_when_all_is_known(corpus.planted) if known else METHODS[method](demonstrations)
    seconds = perf_counter() - began
    held_out = _cleaned(setting, _HELD_OUT, "held-out")
    return _figures(found, corpus, demonstrations, held_out, seconds)


def _figures(
    found: Sequence[Found],
    corpus: Corpus,
    learned_from: Sequence[Demonstration],
    held_out: Sequence[Demonstration],
    seconds: float,
) -> Figures:
    does = [each.does for each in found]
    matching = matched(does, [workflow.does for workflow in corpus.planted])
    opened = judge_fields(found, corpus.planted, matching)
    after = cover(held_out, found)
    return Figures(
        precision=matching.precision,
        recall=matching.recall,
        f1=matching.f1,
        exact=matching.exact,
        fields=opened.accuracy,
        types=opened.types,
        together=opened.together,
        values_together=opened.values_together,
        coverage=after.coverage,
        utility=len(after.used) / len(found) if found else math.nan,
        overlap=overlap(does),
        compression=cover(learned_from, found).compression(found),
        workflows=len(found),
        seconds=seconds,
    )


def _corpus(setting: Setting, sessions: int, part: str) -> Corpus:
    return CORPORA[setting.corpus](setting.seed, LEVELS[setting.level], sessions, part=part)


@lru_cache(maxsize=4)
def _cleaned(setting: Setting, sessions: int, part: str) -> list[Demonstration]:
    """The sessions, read and cleaned; kept, since every method of a trial learns from the same."""
    return cleaned(_corpus(setting, sessions, part).text())
