"""The log-linear ranker: how likely a sentence is an edit at all, and which of the readings it is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from daw_bridges.actions import Action
from orbit.agent.reader.arcs import Arc
from orbit.agent.reader.chart import Chart
from orbit.agent.reader.features import SIZE

__all__ = ["WEIGHTS", "Model", "Parse", "Reading", "load", "parse", "scores"]

WEIGHTS = Path(__file__).parent / "weights.npz"
_MOST_BUILT = 14
"""So many edits of a stretch are made, the likeliest; the others are taken for nothing."""
_MOST_PATHS, _MOST_WAYS = 10, 4
_REMARK = 6.0
"""Of paths that come to the same edits, one stands for all: rather one that takes more for remarks."""
Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Reading:
    """One way to understand a whole sentence: its edits from left to right, and what was passed over."""

    ways: tuple[tuple[Arc, ...], ...]
    """The likeliest arcs that come to these edits, those first that take more for remarks."""
    probability: float
    """Of this one among those that edit."""

    @property
    def arcs(self) -> tuple[Arc, ...]:
        """The arcs that stand for it."""
        return self.ways[0]

    @property
    def edits(self) -> tuple[Arc, ...]:
        """The arcs that are no remarks."""
        return tuple(arc for arc in self.arcs if arc.frames)

    @property
    def actions(self) -> tuple[Action, ...]:
        """What it does, as far as nothing is in the way."""
        outcomes = (arc.outcome for arc in self.edits)
        return tuple(action for each in outcomes if isinstance(each, tuple) for action in each)


@dataclass(frozen=True)
class Parse:
    """What the ranker makes of a sentence, the likeliest reading first."""

    edit: float
    """How likely it is that the sentence asks for an edit that some frame has."""
    readings: tuple[Reading, ...]


@dataclass(frozen=True)
class Model:
    """What was trained: a weight for each place, and the words that the rows have more than once."""

    weights: Floats
    words: frozenset[str]

    def save(self, file: Path = WEIGHTS) -> None:
        """Write it in a byte a weight; those too small to tell are dropped."""
        unit = np.float32(max(np.abs(self.weights).max() / 127, 1e-6))
        values = np.round(self.weights / unit).astype(np.int8)
        places = np.flatnonzero(values)
        steps = np.diff(places, prepend=0).astype(np.uint16)
        words = np.frombuffer("\n".join(sorted(self.words)).encode(), np.uint8)
        np.savez_compressed(file, steps=steps, values=values[places], unit=unit, words=words)


@cache
def load(file: Path = WEIGHTS) -> Model:
    """Read what was trained."""
    with np.load(file) as held:
        weights = np.zeros(SIZE, np.float32)
        weights[np.cumsum(held["steps"].astype(np.int64))] = held["values"].astype(np.float32) * held["unit"]
        return Model(weights, frozenset(held["words"].tobytes().decode().split("\n")))


def scores(arcs: Sequence[Arc], weights: Floats) -> NDArray[np.float64]:
    """The score of each arc."""
    if not arcs:
        return np.zeros(0)
    sizes = np.fromiter((len(arc.features) for arc in arcs), np.int64, len(arcs))
    values = weights[np.concatenate([arc.features for arc in arcs])]
    return np.add.reduceat(values.astype(np.float64), np.concatenate(([0], np.cumsum(sizes)[:-1])))


def parse(chart: Chart, weights: Floats) -> Parse:
    """Rank the readings of a sentence."""
    size = len(chart.segments)
    if not size:
        return Parse(0.0, ())
    spans = _merged(chart, scores(chart.arcs, weights))
    total, nothing = _sums(spans, size)
    edit = -np.expm1(min(nothing - total, 0.0))
    paths = _paths(spans, size)
    whole = total + np.log(max(edit, 1e-12))
    found = [Reading(ways, float(np.exp(score - whole))) for score, ways in paths]
    return Parse(float(edit), tuple(sorted(found, key=lambda each: -each.probability)))


_Cell = tuple[float, list[tuple[float, Arc]]]
"""The sum over the arcs of a stretch that come to the same, and the likeliest of them with their scores."""
_Span = list[_Cell]
_Sum = tuple[float, list[tuple[float, tuple[Arc, ...]]]]
"""The sum over all ways to the same edits, and the likeliest of them."""


def _merged(chart: Chart, scored: NDArray[np.float64]) -> dict[tuple[int, int], _Span]:
    """The arcs by their stretch: those that come to the same are one, and what makes no sense is none.

    One that passes over nothing goes before the others.
    """
    arcs = chart.arcs
    spans: dict[tuple[int, int], list[tuple[float, Arc]]] = defaultdict(list)
    for at in cast("list[int]", np.argsort(-scored, kind="stable").tolist()):
        spans[arcs[at].first, arcs[at].last].append((float(scored[at]), arcs[at]))
    merged: dict[tuple[int, int], _Span] = {}
    for place, listed in spans.items():
        by_key: dict[str, _Cell] = {}
        built = 0
        for score, arc in listed:
            if arc.frames:
                built += 1
                if built > _MOST_BUILT:
                    continue
                if arc.outcome is None:
                    continue
            key = arc.key if arc.frames else ""
            if (held := by_key.get(key)) is None:
                by_key[key] = score, [(score, arc)]
                continue
            total, ways = float(np.logaddexp(held[0], score)), held[1]
            if arc.frames and chart.passes_over(ways[0][1]) and not chart.passes_over(arc):
                ways.insert(0, (ways[0][0], arc))
            else:
                ways.append((score, arc))
            by_key[key] = total, ways[:_MOST_WAYS]
        merged[place] = list(by_key.values())
    return merged


def _sums(spans: dict[tuple[int, int], _Span], size: int) -> tuple[float, float]:
    """The weight of all paths, and of the one that takes everything for remarks."""
    total, nothing = [0.0] + [-np.inf] * size, 0.0
    for last in range(1, size + 1):
        ways = [
            total[first] + score
            for first in range(last)
            for score, _ in spans.get((first, last), ())
            if total[first] > -np.inf
        ]
        total[last] = float(np.logaddexp.reduce(ways)) if ways else -np.inf
        nothing += sum(score for score, ways in spans[last - 1, last] if not ways[0][1].frames)
    return total[size], nothing


def _paths(spans: dict[tuple[int, int], _Span], size: int) -> list[tuple[float, tuple[tuple[Arc, ...], ...]]]:
    """The likeliest edits with the ways that come to them."""
    best: list[dict[tuple[str, ...], _Sum]] = [{(): (0.0, [(0.0, ())])}]
    for last in range(1, size + 1):
        found: dict[tuple[str, ...], _Sum] = {}
        for first in range(last):
            for key, (total, ways) in best[first].items():
                for score, more in spans.get((first, last), ()):
                    edits = bool(more[0][1].frames)
                    longer = (*key, *more[0][1].keys) if edits else key
                    sums, held = found.get(longer, (-np.inf, []))
                    rather = 0.0 if edits else _REMARK
                    held += [(top + own + rather, (*arcs, arc)) for top, arcs in ways for own, arc in more]
                    held.sort(key=lambda each: -each[0])
                    found[longer] = float(np.logaddexp(sums, total + score)), held[:_MOST_WAYS]
        kept = sorted(found.items(), key=lambda each: -each[1][0])[:_MOST_PATHS]
        empty = found.get(())
        best.append(dict(kept) | ({(): empty} if empty else {}))
    return [(total, tuple(arcs for _, arcs in ways)) for key, (total, ways) in best[size].items() if key]
