"""Planted workflows: what is hidden in a corpus, so that what was found can be held against it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Literal

from orbit.learning.evaluation.corpora.vocabulary import KINDS, LINKS, STRIP_ONLY, EditKind
from orbit.learning.evaluation.likeness import alike

__all__ = ["Part", "Planted", "PlantedStep", "Value", "plant", "with_taste"]

_COUNT, _SHORTEST, _LONGEST = 12, 3, 8
_TWO_TRACKS = 1 / 3
_OPEN, _DRIFTS, _SHARED = 0.4, 1 / 3, 0.5
_TOO_ALIKE = 0.5
_TASTE = 0.05


@dataclass(frozen=True)
class Value:
    """What stands in a step's field: always the same, or a variable that differs from time to time.

    ``drifts``: a constant that hands do not hit exactly. Steps of one ``variable`` have one value.
    """

    constant: float | str | None = None
    variable: str | None = None
    drifts: bool = False


@dataclass(frozen=True)
class PlantedStep:
    """One step: a kind of edit, on which part's track, naming which other part's, with what value.

    ``share``: in how many of all times, from 0 to 1, it is part of what is done.
    """

    kind: EditKind
    part: int = 0
    other: int | None = None
    value: Value | None = None
    share: float = 1.0


@dataclass(frozen=True)
class Part:
    """A track that a workflow is about.

    ``names`` are what it is called in projects, any where there are none; ``created`` is what kind of track
    is created for it within the workflow.
    """

    track: Literal["track", "return", "master"] = "track"
    names: tuple[str, ...] = ()
    created: Literal["midi", "audio", "return"] | None = None


@dataclass(frozen=True)
class Planted:
    """A workflow as it was planted; it is done on up to ``in_a_row`` tracks, one after the other."""

    name: str
    steps: tuple[PlantedStep, ...]
    parts: tuple[Part, ...] = (Part(),)
    in_a_row: int = 1

    @property
    def does(self) -> tuple[str, ...]:
        """What its steps do, kind by kind."""
        return tuple(step.kind.does for step in self.steps)


def plant(rng: Random, count: int = _COUNT) -> tuple[Planted, ...]:
    """Workflows of random bodies, three to eight steps each, a third of them over two tracks.

    No two are so much alike that either would pass for the other.
    """
    two = round(count * _TWO_TRACKS)
    on_two = [True] * two + [False] * (count - two)
    rng.shuffle(on_two)
    planted: list[Planted] = []
    for number, both in enumerate(on_two):
        body = _body(rng, both=both)
        while any(alike(_does(body), other.does) >= _TOO_ALIKE for other in planted):
            body = _body(rng, both=both)
        returns = both and any(step.kind.action == "set_send" for step in body)
        parts = (Part(), Part("return" if returns else "track"))[: 1 + both]
        planted.append(Planted(f"workflow-{number + 1:02}", tuple(_with_values(body, rng)), parts))
    return tuple(planted)


def _does(body: Sequence[PlantedStep]) -> tuple[str, ...]:
    return tuple(step.kind.does for step in body)


def _body(rng: Random, *, both: bool) -> list[PlantedStep]:
    length = rng.randint(_SHORTEST, _LONGEST)
    if not both:
        return _in_order([PlantedStep(kind) for kind in rng.sample(KINDS, length)])
    link = rng.choice(LINKS)
    kinds = rng.sample(KINDS, length - 1)
    # At least one step is of the second track alone, or it would not be one that the workflow is about.
    places = [1, *(rng.randint(0, 1) for _ in kinds[1:])]
    fits = [kind for kind in KINDS if kind.action not in STRIP_ONLY]
    steps = [
        PlantedStep(rng.choice(fits) if part and kind.action in STRIP_ONLY else kind, part)
        for kind, part in zip(kinds, places, strict=True)
    ]
    steps.append(PlantedStep(link, 0, 1))
    rng.shuffle(steps)
    return _in_order(steps)


def _in_order(steps: list[PlantedStep]) -> list[PlantedStep]:
    """The steps with each device inserted before anything is done with it on that track."""
    steps = list({(step.kind.does, step.part): step for step in steps}.values())
    for insertion in [step for step in steps if step.kind.action == "insert_device"]:
        used = [
            place
            for place, step in enumerate(steps)
            if step.part == insertion.part and step.kind.device == insertion.kind.device
        ]
        if used and steps[used[0]] is not insertion:
            steps.remove(insertion)
            steps.insert(used[0], insertion)
    return steps


def _with_values(steps: Sequence[PlantedStep], rng: Random) -> list[PlantedStep]:
    """The steps with their fields constant or open; half the time that two can share a value, they do."""
    done: list[PlantedStep] = []
    pairs = [pair for pair in combinations(range(len(steps)), 2) if _share(*(steps[place] for place in pair))]
    shared = rng.choice(pairs) if pairs and rng.random() < _SHARED else (-1, -1)
    for number, step in enumerate(steps):
        if number in shared:
            done.append(replace(step, value=Value(variable=f"value_{shared[0] + 1}")))
        elif step.kind.values is not None:
            done.append(replace(step, value=_value(step.kind, f"value_{number + 1}", rng)))
        else:
            done.append(step)
    return done


def _share(one: PlantedStep, other: PlantedStep) -> bool:
    return one.kind.shares_with(other.kind)


def _value(kind: EditKind, name: str, rng: Random) -> Value:
    if rng.random() < _OPEN:
        return Value(variable=name)
    return Value(kind.draw(rng), drifts=kind.dragged and rng.random() < _DRIFTS)


def with_taste(workflow: Planted, rng: Random) -> Planted:
    """The workflow with the settings of one producer: where hands drift, the numbers are their own."""
    steps = (
        replace(step, value=replace(step.value, constant=step.kind.near(step.value.constant, _TASTE, rng)))
        if step.value is not None and step.value.drifts
        else step
        for step in workflow.steps
    )
    return replace(workflow, steps=tuple(steps))
