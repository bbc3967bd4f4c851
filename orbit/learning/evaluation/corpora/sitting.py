"""One session at the desk: workflows done on its tracks, by hands that err."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Any

from orbit.learning.evaluation.corpora.desk import Desk
from orbit.learning.evaluation.corpora.instance import Instance
from orbit.learning.evaluation.corpora.noise import Noise
from orbit.learning.evaluation.corpora.planted import Planted, PlantedStep
from orbit.learning.evaluation.corpora.vocabulary import KINDS, LINKS, EditKind

__all__ = ["Edit", "Producer", "sit"]

Act = dict[str, Any]
_Done = set[tuple[int, tuple[int, ...]]]

_TRIES = 20


@dataclass(frozen=True)
class Producer:
    """Who sits there: what they do, most usual first, and how cleanly.

    ``tweaks`` are the kinds of edit that come in between. ``auditions``: how often, from 0 to 1, they listen
    between two workflows. ``pauses``: whether their timestamps tell; else edits are equally spaced.
    """

    workflows: tuple[Planted, ...]
    noise: Noise
    tweaks: tuple[EditKind, ...] = (*KINDS, *LINKS)
    auditions: float = 0.0
    pauses: bool = False


@dataclass(frozen=True)
class Edit:
    """One edit as it was done, and what it was for: the workflow's place among the producer's, or nothing."""

    action: Act
    seconds: float
    workflow: int | None = None


@dataclass(frozen=True)
class _Move:
    """A step that is about to be done; ``wrong``: with a value that will be corrected."""

    instance: Instance
    step: PlantedStep
    wrong: bool = False


def sit(producer: Producer, rng: Random, length: int) -> list[Edit]:
    """A session of about so many edits."""
    desk = Desk(rng)
    edits: list[Edit] = []
    seconds = 0.0
    for pause, act, workflow in _acts(producer, desk, _moves(producer, desk, rng, length), rng):
        seconds += pause if producer.pauses else 1.0
        edits.append(Edit(act, round(seconds, 2), workflow))
    return edits


def _moves(producer: Producer, desk: Desk, rng: Random, length: int) -> Iterator[list[_Move]]:
    """The workflows one after the other, or two at a time, in the order of their steps."""
    done: _Done = set()
    planned = 0
    while planned < length:
        here = [_chosen(producer, desk, done, rng)]
        if rng.random() < producer.noise.interleaved:
            here.append(_chosen(producer, desk, done, rng))
        queues = [
            [move for instance in row for move in _with_repeats(instance, producer.noise, rng)]
            for row in here
        ]
        planned += sum(len(instance.workflow.steps) for row in here for instance in row)
        yield _shuffled(queues, rng)


def _chosen(producer: Producer, desk: Desk, done: _Done, rng: Random) -> list[Instance]:
    """The next workflow, by Zipf's law, on tracks where it has not been done yet if there are any.

    One that is done in a row is done once on each of several tracks.
    """
    weights = list(accumulate(1 / rank for rank in range(1, len(producer.workflows) + 1)))
    number, tracks = 0, ()
    for _ in range(_TRIES):
        number = rng.choices(range(len(producer.workflows)), cum_weights=weights)[0]
        tracks = desk.tracks_for(producer.workflows[number].parts, rng)
        if (number, tracks) not in done:
            break
    workflow = producer.workflows[number]
    row = [tracks]
    for _ in range(rng.randint(1, workflow.in_a_row) - 1):
        others = desk.tracks_for(workflow.parts, rng)
        row += [others] if (number, others) not in done and others not in row else []
    done.update((number, each) for each in row)
    return [Instance(number, workflow, each, rng) for each in row]


def _with_repeats(instance: Instance, noise: Noise, rng: Random) -> list[_Move]:
    moves: list[_Move] = []
    again: list[tuple[int, _Move]] = []
    for place, step in enumerate(instance.workflow.steps):
        if rng.random() >= step.share or (
            rng.random() < noise.dropped and not _must(step, instance.workflow)
        ):
            continue
        repeated = step.kind.dragged and rng.random() < noise.repeated
        moves.append(_Move(instance, step, wrong=repeated))
        if repeated:
            again.append((place + rng.randint(1, 2), _Move(instance, step)))
        moves += [move for due, move in again if due == place]
    return [*moves, *(move for due, move in again if due >= len(instance.workflow.steps))]


def _must(step: PlantedStep, workflow: Planted) -> bool:
    """Whether it cannot be forgotten: the rest stands on a track that is created, or on a device there."""
    return step.kind.action == "create_track" or (
        step.kind.action == "insert_device" and workflow.parts[step.part].created is not None
    )


def _shuffled(queues: Sequence[list[_Move]], rng: Random) -> list[_Move]:
    """Several orders done at the same time, each in its own order."""
    whose = [number for number, queue in enumerate(queues) for _ in queue]
    rng.shuffle(whose)
    waiting = [iter(queue) for queue in queues]
    return [next(waiting[number]) for number in whose] if len(queues) > 1 else list(queues[0])


def _acts(
    producer: Producer, desk: Desk, groups: Iterator[list[_Move]], rng: Random
) -> Iterator[tuple[float, Act, int | None]]:
    """Everything that is done: the pause before it, the action, and the workflow it is for."""
    noise = producer.noise
    for group in groups:
        pause = rng.uniform(20.0, 90.0)
        for move in group:
            if rng.random() < noise.inserted:
                kind = rng.choice(producer.tweaks)
                yield from _done(desk.anything(kind, rng), kind, None, pause, noise, rng)
                pause = rng.uniform(1.0, 8.0)
            if rng.random() < noise.undone:
                yield from _undone(desk, rng.choice(producer.tweaks), rng, pause)
            acts = desk.act(move.instance, move.step, noise, rng, wrong=move.wrong)
            yield from _done(acts, move.step.kind, move.instance.number, pause, noise, rng)
            pause = rng.uniform(1.0, 8.0)
        if rng.random() < producer.auditions:
            yield rng.uniform(1.0, 5.0), {"action": "play"}, None
            yield rng.uniform(4.0, 30.0), {"action": "stop"}, None


def _undone(desk: Desk, kind: EditKind, rng: Random, pause: float) -> Iterator[tuple[float, Act, int | None]]:
    with desk.put_back():
        act = desk.anything(kind, rng)
    yield pause, act, None
    yield rng.uniform(1.0, 4.0), {"action": "undo"}, None


def _done(
    act: Act, kind: EditKind, workflow: int | None, pause: float, noise: Noise, rng: Random
) -> Iterator[tuple[float, Act, int | None]]:
    """The action, and before it what a knob passes through on its way there."""
    if kind.field and kind.dragged and rng.random() < noise.drags:
        start, end = kind.draw(rng), act[kind.field]
        steps = rng.randint(2, 6)
        for number in range(1, steps):
            yield pause, act | {kind.field: _between(start, end, number / steps)}, workflow
            pause = round(rng.uniform(0.05, 0.3), 2)
    yield pause, act, workflow


def _between(start: Any, end: Any, share: float) -> float:
    return float(f"{start + (end - start) * share:.4g}")
