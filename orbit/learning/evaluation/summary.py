"""Trials put together: each figure's mean over the seeds, and how far it goes up and down."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev

from orbit.learning.evaluation.trial import Figures, Setting, try_method

__all__ = ["Row", "Spread", "measure"]


@dataclass(frozen=True)
class Spread:
    """A mean over seeds and the standard deviation; nan where no seed had the figure."""

    mean: float
    sd: float


@dataclass(frozen=True)
class Row:
    """One method in one setting, over the seeds."""

    method: str
    corpus: str
    level: str
    sessions: int
    seeds: tuple[int, ...]
    figures: dict[str, Spread]

    def document(self) -> dict[str, object]:
        """The row as JSON; a figure that there is not is null."""
        return {
            "method": self.method,
            "corpus": self.corpus,
            "level": self.level,
            "sessions": self.sessions,
            "seeds": list(self.seeds),
            **{name: _spread_document(spread) for name, spread in self.figures.items()},
        }


def _spread_document(spread: Spread) -> dict[str, float] | None:
    if math.isnan(spread.mean):
        return None
    return {"mean": round(spread.mean, 4), "sd": round(spread.sd, 4)}


def measure(
    methods: Sequence[str],
    corpora: Sequence[str],
    levels: Sequence[str],
    sizes: Sequence[int],
    seeds: Sequence[int],
) -> Iterator[Row]:
    """Every method in every setting, row by row as it is known."""
    for corpus in corpora:
        for sessions in sizes:
            for level in levels:
                yield from _rows(methods, corpus, level, sessions, tuple(seeds))


def _rows(
    methods: Sequence[str], corpus: str, level: str, sessions: int, seeds: tuple[int, ...]
) -> Iterator[Row]:
    tried: dict[str, list[Figures]] = {method: [] for method in methods}
    for seed in seeds:
        setting = Setting(corpus, level, sessions, seed)
        for method in methods:
            tried[method].append(try_method(method, setting))
    for method, figures in tried.items():
        yield Row(method, corpus, level, sessions, seeds, _spreads(figures))


def _spreads(figures: Sequence[Figures]) -> dict[str, Spread]:
    named = [each.named() for each in figures]
    return {name: _spread([each[name] for each in named]) for name in named[0]}


def _spread(values: Sequence[float]) -> Spread:
    known = [value for value in values if not math.isnan(value)]
    return Spread(fmean(known), pstdev(known)) if known else Spread(math.nan, math.nan)
