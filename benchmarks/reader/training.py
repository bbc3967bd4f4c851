"""The ranker's trainer: the likelihood of each row's edits over all ways to take the sentence apart.

A sentence is a chain of arcs (edits and remarks), so the sum over all chains is one pass from left to right;
what is right is the sum over the chains that come to the row's edits, whichever they are. AdaGrad in a fixed
order of rows: the same rows give the same weights.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from benchmarks.reader.judging import comes_to_it, ground_of
from benchmarks.reader.rows import Row
from daw_bridges.actions import Action, action_json
from daw_bridges.algebra import apply_all, nearest, resolve_labels
from daw_bridges.errors import OrbitError
from daw_bridges.session import Session
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import tokenize
from orbit.agent.reader.arcs import Arc
from orbit.agent.reader.decide import chart_of
from orbit.agent.reader.features import SIZE

__all__ = ["Example", "example_of", "examples", "train", "vocabulary"]

_ROUNDS = 6
_RATE = 0.25
_DECAY = 1e-4
_BATCH = 8
_LEAST = 1e-3
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]


@dataclass(frozen=True)
class Example:
    """A row as the trainer sees it: arcs by their stretch, and which of them are right."""

    row: Row
    size: int
    features: NDArray[np.int32]
    sizes: NDArray[np.int32]
    places: NDArray[np.int8]
    """First and last segment of each arc."""
    remarks: NDArray[np.bool_]
    gold: tuple[tuple[int, int], ...]
    """Arcs that are part of what is right, with the bits of what each does; -1 is a question."""
    full: int
    """The bits of all that is right; 0 where nothing must be done."""

    @property
    def reachable(self) -> bool:
        """Whether some chain of arcs comes to what is right."""
        return bool(np.isfinite(_gold_sums(self, np.zeros(len(self.sizes)))[0]))


def _effects(before: Session, after: Session) -> frozenset[str]:
    return frozenset(str(action_json(action)) for action in nearest(before, after).actions)


def vocabulary(rows: Iterable[Row]) -> frozenset[str]:
    """The words that more than one row has."""
    counts = Counter(word for row in rows for word in {token.text for token in tokenize(row.say[-1])})
    return frozenset(word for word, count in counts.items() if count > 1)


def example_of(row: Row, known: frozenset[str]) -> Example | None:
    """The row as an example; None where it says nothing."""
    ground = ground_of(row)
    chart = chart_of(ground, known)
    if not chart.segments:
        return None
    arcs = [arc for arc in chart.arcs if not arc.frames or arc.outcome is not None]
    gold, full = _gold(row, ground.session, arcs)
    if not gold and row.leads_to is None:
        full = 0  # a workflow is meant, and no edit
    sizes = np.fromiter((len(arc.features) for arc in arcs), np.int32, len(arcs))
    return Example(
        row,
        len(chart.segments),
        np.concatenate([arc.features for arc in arcs]),
        sizes,
        np.array([(arc.first, arc.last) for arc in arcs], np.int8),
        np.array([not arc.frames for arc in arcs]),
        tuple(gold),
        full,
    )


def _gold(row: Row, start: Session, arcs: Sequence[Arc]) -> tuple[list[tuple[int, int]], int]:
    if row.no_edit:
        return [(at, -1) for at, arc in enumerate(arcs) if isinstance(arc.outcome, Problem) and arc.frames], 0
    goals = row.goals()
    wanted = sorted(_effects(start, goals[0])) if goals else ["all"]
    bits = {effect: 1 << at for at, effect in enumerate(wanted)}
    known: dict[str, int] = {}
    gold: list[tuple[int, int]] = []
    for at, arc in enumerate(arcs):
        if not arc.frames or isinstance(arc.outcome, Problem) or arc.outcome is None:
            continue
        if arc.key not in known:
            known[arc.key] = _bits(row, start, goals, arc.outcome, bits)
        if known[arc.key]:
            gold.append((at, known[arc.key]))
    return gold, (1 << len(wanted)) - 1


def _bits(
    row: Row, start: Session, goals: Sequence[Session], actions: Sequence[Action], bits: dict[str, int]
) -> int:
    if not goals:
        return int(comes_to_it(row, start, actions))
    right = (row.leads_to or (), *row.others)
    if {action.action for action in actions}.isdisjoint(
        each["action"] for listed in right for each in listed
    ):
        return 0
    try:
        after = apply_all(start, resolve_labels(start, actions))
    except OrbitError:
        return 0
    if after in goals:
        return (1 << len(bits)) - 1
    kinds = {effect.split("'")[3] for effect in bits}
    if len(bits) == 1 or not {action.action for action in actions} <= kinds | {
        "set_parameter",
        "insert_device",
    }:
        return 0
    effects = _effects(start, after)
    return sum(bits[each] for each in effects) if effects and effects <= bits.keys() else 0


def examples(rows: Sequence[Row], known: frozenset[str], jobs: int = 2) -> Iterator[Example]:
    """The rows as examples, in their order, made by some processes."""
    with ProcessPoolExecutor(jobs) as pool:
        for found in pool.map(partial(example_of, known=known), rows, chunksize=16):
            if found is not None:
                yield found


def _forward(example: Example, score: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
    """The sum over all chains, and of each arc how likely it is to be in one."""
    size, first, last = example.size, example.places[:, 0], example.places[:, 1]
    ahead, behind = np.full(size + 1, -np.inf), np.full(size + 1, -np.inf)
    ahead[0], behind[size] = 0.0, 0.0
    for at in range(1, size + 1):
        here = last == at
        ahead[at] = np.logaddexp.reduce(ahead[first[here]] + score[here])
    for at in range(size - 1, -1, -1):
        here = first == at
        behind[at] = np.logaddexp.reduce(behind[last[here]] + score[here])
    return float(ahead[size]), np.exp(ahead[first] + score + behind[last] - ahead[size])


def _gold_sums(example: Example, score: NDArray[np.float64]) -> tuple[float, dict[int, float]]:
    """The same over the chains that are right: states are a place and what was done up to there."""
    steps: list[tuple[int, int, int, int]] = [
        (int(example.places[at, 0]), int(example.places[at, 1]), at, bits) for at, bits in example.gold
    ]
    steps += [
        (int(example.places[at, 0]), int(example.places[at, 1]), int(at), 0)
        for at in np.flatnonzero(example.remarks)
    ]
    ahead: dict[tuple[int, int], float] = {(0, 0): 0.0}
    for place in range(example.size):
        for state in [each for each in ahead if each[0] == place]:
            for first, last, at, bits in steps:
                if first == place and not (bits > 0 and bits & state[1] == bits):
                    to = (last, state[1] | max(bits, 0))
                    ahead[to] = np.logaddexp(ahead.get(to, -np.inf), ahead[state] + score[at])
    total = float(ahead.get((example.size, example.full), -np.inf))
    behind: dict[tuple[int, int], float] = {(example.size, example.full): 0.0}
    share: dict[int, float] = {}
    for place in range(example.size - 1, -1, -1):
        for state in [each for each in ahead if each[0] == place]:
            for first, last, at, bits in steps:
                to = (last, state[1] | max(bits, 0))
                if first != place or to not in behind or (bits > 0 and bits & state[1] == bits):
                    continue
                through = score[at] + behind[to]
                behind[state] = np.logaddexp(behind.get(state, -np.inf), through)
                share[at] = share.get(at, 0.0) + float(np.exp(ahead[state] + through - total))
    return total, share


def train(given: Sequence[Example], rounds: int = _ROUNDS) -> Floats:
    """Train weights on the examples whose edits can be reached."""
    usable = [each for each in given if each.reachable]
    weights, seen = np.zeros(SIZE), np.full(SIZE, 1e-3)
    mean, order = np.zeros(SIZE), list(range(len(usable)))
    draw = random.Random(24)  # noqa: S311 - the same each time
    for nth in range(rounds):
        draw.shuffle(order)
        for begin in range(0, len(order), _BATCH):
            parts = [_gradient(usable[at], weights) for at in order[begin : begin + _BATCH]]
            gradient = np.bincount(
                np.concatenate([places for places, _ in parts]),
                np.concatenate([values for _, values in parts]),
                SIZE,
            )
            there = np.flatnonzero(gradient)
            part = gradient[there] + _DECAY * weights[there]
            seen[there] += part**2
            weights[there] -= _RATE * part / np.sqrt(seen[there])
        if nth >= rounds // 2:
            mean += weights
    return (mean / (rounds - rounds // 2)).astype(np.float32)


def _gradient(
    example: Example, weights: NDArray[np.float64]
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """The places of weights that an example would have otherwise, and by how much."""
    begins = np.concatenate(([0], np.cumsum(example.sizes)[:-1]))
    score = np.add.reduceat(weights[example.features], begins)
    _, likely = _forward(example, score)
    for place, share in _gold_sums(example, score)[1].items():
        likely[place] -= share
    near = np.abs(likely) > _LEAST
    return example.features[np.repeat(near, example.sizes)], np.repeat(likely[near], example.sizes[near])
