"""What many trials come to: a row of figures for each memory and category."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean, median

from orbit.evaluation.memories import MEMORIES, Memory
from orbit.evaluation.task import CATEGORIES
from orbit.evaluation.trial import Trial

__all__ = ["ALL", "Gain", "Row", "Share", "gains", "summarise"]

ALL = "all"
_Z = 1.96


@dataclass(frozen=True)
class Share:
    """How many of how many, with the interval that 95 of 100 such samples would hold (Wilson's)."""

    count: int
    of: int

    @property
    def value(self) -> float:
        """From 0 to 1; nan of none."""
        return self.count / self.of if self.of else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """The lower and upper end, from 0 to 1; (nan, nan) of none."""
        if not self.of:
            return math.nan, math.nan
        n, p = self.of, self.value
        centre = (p + _Z**2 / (2 * n)) / (1 + _Z**2 / n)
        half = _Z / (1 + _Z**2 / n) * math.sqrt(p * (1 - p) / n + _Z**2 / (4 * n**2))
        return max(0.0, centre - half), min(1.0, centre + half)

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        low, high = self.interval
        return (high - low) / 2


@dataclass(frozen=True)
class Row:
    """One memory and category; means are over all tasks, those of what was needed over the tasks got done.

    nan where there is nothing to take a mean of.
    """

    memory: Memory
    category: str
    tasks: int
    success: Share
    wrong_edits: int
    tasks_with_wrong_edits: int
    questions: float
    steps: float
    moves_needed: float
    sentences_needed: float
    got_done: Share
    """Done, in the user's words or at last spelled out."""
    seconds: float
    plan_ms: float
    """The median of the times from a sentence to its plan."""
    tokens: float
    cost_usd: float | None
    """What all of them cost; None where no price is known."""
    fell_back: int
    """How many tasks the offline model took over, because the hosted one failed."""


@dataclass(frozen=True)
class Gain:
    """What one memory adds to another, over the tasks that were done with both."""

    base: Memory
    memory: Memory
    tasks: int
    gained: tuple[str, ...]
    """The tasks done right with this memory and not with the base."""
    lost: tuple[str, ...]
    by_workflow: int
    """The tasks that this memory did by a workflow, and that the base got done too, if only spelled out."""
    moves: tuple[float, float]
    """What those took with the base and with this memory, in the mean; nan of none."""
    sentences: tuple[float, float]


def gains(trials: Sequence[Trial]) -> list[Gain]:
    """Compare each memory with the one before it."""
    by_memory = {
        memory: {trial.id: trial for trial in trials if trial.memory == memory} for memory in MEMORIES
    }
    there = [memory for memory in MEMORIES if by_memory[memory]]
    return [_gain(by_memory[base], by_memory[memory]) for base, memory in pairwise(there)]


def _gain(base: Mapping[str, Trial], other: Mapping[str, Trial]) -> Gain:
    pairs = [(base[name], other[name]) for name in base if name in other]
    both = [(a, b) for a, b in pairs if b.passed and b.workflow and a.sentences_needed is not None]
    return Gain(
        next(iter(base.values())).memory,
        next(iter(other.values())).memory,
        len(pairs),
        tuple(a.id for a, b in pairs if b.passed and not a.passed),
        tuple(a.id for a, b in pairs if a.passed and not b.passed),
        len(both),
        (_over([a for a, _ in both], _moves_needed), _over([b for _, b in both], _moves_needed)),
        (_over([a for a, _ in both], _sentences_needed), _over([b for _, b in both], _sentences_needed)),
    )


def _moves_needed(trial: Trial) -> float | None:
    return trial.moves_needed


def _sentences_needed(trial: Trial) -> float | None:
    return trial.sentences_needed


def summarise(trials: Sequence[Trial]) -> list[Row]:
    """Give the rows by memory, each category in the order of the trade and then all of it."""
    rows: list[Row] = []
    for memory in MEMORIES:
        of_memory = [trial for trial in trials if trial.memory == memory]
        categories = [*CATEGORIES, *sorted({trial.category for trial in of_memory} - {*CATEGORIES})]
        for category in categories:
            here = [trial for trial in of_memory if trial.category == category]
            if here:
                rows.append(_row(memory, category, here))
        if of_memory:
            rows.append(_row(memory, ALL, of_memory))
    return rows


def _row(memory: Memory, category: str, trials: Sequence[Trial]) -> Row:
    judged = [trial for trial in trials if trial.passed is not None]
    costs = [trial.cost_usd for trial in trials]
    known = [cost for cost in costs if cost is not None]
    return Row(
        memory,
        category,
        len(trials),
        Share(sum(bool(trial.passed) for trial in judged), len(judged)),
        sum(trial.wrong_edits for trial in trials),
        sum(trial.wrong_edits > 0 for trial in trials),
        fmean(trial.questions for trial in trials),
        _over(trials, lambda trial: trial.steps if trial.passed else None),
        _over(trials, _moves_needed),
        _over(trials, _sentences_needed),
        Share(sum(trial.sentences_needed is not None for trial in judged), len(judged)),
        fmean(trial.seconds for trial in trials),
        _middle(trial.plan_ms for trial in trials),
        fmean(trial.tokens for trial in trials),
        sum(known) if len(known) == len(costs) else None,
        sum(trial.fell_back for trial in trials),
    )


def _over(trials: Sequence[Trial], figure: Callable[[Trial], float | None]) -> float:
    figures = [value for value in map(figure, trials) if value is not None]
    return fmean(figures) if figures else math.nan


def _middle(figures: Iterable[float | None]) -> float:
    known = [figure for figure in figures if figure is not None]
    return median(known) if known else math.nan
