"""One time that a planted workflow is done: on which tracks, with which values and devices of its own."""

from __future__ import annotations

from random import Random

from orbit.learning.evaluation.corpora.planted import Planted
from orbit.learning.evaluation.corpora.vocabulary import EditKind, draw

__all__ = ["Instance"]


class Instance:
    """One time that a workflow is done: on which tracks, with which values, with which devices of its own."""

    def __init__(self, number: int, workflow: Planted, tracks: tuple[int, ...], rng: Random) -> None:
        self.number, self.workflow = number, workflow
        self.tracks = list(tracks)
        self.own: dict[tuple[int, str], int] = {}
        self.values = {name: draw(kinds, rng) for name, kinds in _variables(workflow).items()}


def _variables(workflow: Planted) -> dict[str, list[EditKind]]:
    variables: dict[str, list[EditKind]] = {}
    for step in workflow.steps:
        if step.value and step.value.variable:
            variables.setdefault(step.value.variable, []).append(step.kind)
    return variables
