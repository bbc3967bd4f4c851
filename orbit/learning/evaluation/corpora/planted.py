"""Planted workflows: what is hidden in a corpus, so that what was found can be held against it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from orbit.learning.evaluation.corpora.vocabulary import KINDS, LINKS, STRIP_ONLY, EditKind
from orbit.learning.evaluation.likeness import alike

__all__ = ["Part", "Planted", "PlantedStep", "Value", "plant"]

_COUNT, _SHORTEST, _LONGEST = 12, 3, 8
_TWO_TRACKS = 1 / 3
_OPEN, _DRIFTS, _SHARED = 0.4, 1 / 3, 0.5
_TOO_ALIKE = 0.5


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
    """One step: a kind of edit, on which part's track, naming which other part's, with what value."""

    kind: EditKind
    part: int = 0
    other: int | None = None
    value: Value | None = None


@dataclass(frozen=True)
class Part:
    """A track that a workflow is about.

    ``names`` are what it is called in projects, any where there are none; ``created`` is what kind of track
    is created for it within the workflow.
    """

    track: Literal["track", "return"] = "track"
    names: tuple[str, ...] = ()
    created: Literal["midi", "audio", "return"] | None = None


@dataclass(frozen=True)
class Planted:
    """A workflow as it was planted."""

    name: str
    steps: tuple[PlantedStep, ...]
    parts: tuple[Part, ...] = (Part(),)

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
    """The steps with their fields constant or open; some open ones of one type and range share a value."""
    done: list[PlantedStep] = []
    variables: dict[str, list[EditKind]] = {}
    for number, step in enumerate(steps):
        if step.kind.values is None:
            done.append(step)
        elif rng.random() < _OPEN:
            name = _shared(step.kind, variables, rng) or f"value_{number + 1}"
            variables.setdefault(name, []).append(step.kind)
            done.append(replace(step, value=Value(variable=name)))
        else:
            drifts = step.kind.dragged and rng.random() < _DRIFTS
            done.append(replace(step, value=Value(step.kind.draw(rng), drifts=drifts)))
    return done


def _shared(kind: EditKind, variables: dict[str, list[EditKind]], rng: Random) -> str | None:
    """A variable that an edit may take its value from too, half the time that there is one.

    Two kinds share one at most: a third would have to fit the range that both have in common.
    """
    for name, others in variables.items():
        if len(others) == 1 and kind.shares_with(others[0]) and rng.random() < _SHARED:
            return name
    return None
