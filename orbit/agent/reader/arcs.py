"""Stretches of a sentence that are taken for edits or for remarks, and what the edits come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from pydantic import ValidationError

from daw_bridges.actions import Action, action_json
from daw_bridges.errors import OrbitError
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.reader.features import Filled
from orbit.agent.reader.frames import Frame

__all__ = ["Arc", "Built", "Part"]

Outcome = tuple[Action, ...] | Problem | None
Built = dict[tuple[str, tuple[int, ...]], tuple[Filled, Outcome]]


@dataclass(frozen=True)
class Part:
    """A frame with its slots, on the ground that they were read on."""

    frame: Frame
    filled: Filled
    ground: Ground = field(repr=False)
    known: Built = field(repr=False, compare=False)
    """What frames came to on that ground, by the identity of what fills their slots."""

    @property
    def values(self) -> tuple[int, ...]:
        """The identities of what fills its slots, 0 where nothing does."""
        return tuple(0 if each is None else id(each.value) for _, each, _ in self.filled)

    @property
    def built(self) -> Outcome:
        """Its actions; what is in their way; None where it makes no sense."""
        key = self.frame.name, self.values
        if key not in self.known:
            self.known[key] = self.filled, _built(self.frame, self.filled, self.ground)
        return self.known[key][1]


@dataclass(eq=False)
class Arc:
    """A stretch of segments taken for edits or, without parts, for a remark."""

    first: int
    last: int
    parts: tuple[Part, ...]
    left: frozenset[int]
    """The places of the words that no slot took."""
    features: NDArray[np.int32]

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The frames of its parts."""
        return tuple(part.frame for part in self.parts)

    @cached_property
    def outcome(self) -> Outcome:
        """The actions; what is in their way; None where it makes no sense."""
        actions: list[Action] = []
        for part in self.parts:
            if part.built is None or isinstance(part.built, Problem):
                return part.built
            actions += part.built
        return tuple(actions)

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """What it comes to, an edit each."""
        match self.outcome:
            case None:
                return ("?",)
            case Problem(message):
                return (f"! {message}",)
            case actions:
                return tuple(str(action_json(action)) for action in actions)

    @property
    def key(self) -> str:
        """Equal for arcs that come to the same."""
        return " ".join(self.keys)


def _built(frame: Frame, filled: Filled, ground: Ground) -> Outcome:
    values: dict[str, Any] = {name: each.value for name, each, _ in filled if each is not None}
    problems = [value for value in values.values() if isinstance(value, Problem)]
    if problems:
        return problems[0] if len(problems) == 1 else None
    try:
        built = frame.build(ground, **values)
    except (OrbitError, ValidationError, ValueError, TypeError, IndexError, KeyError):
        return None
    if built is None or isinstance(built, Problem):
        return built
    return tuple(cast("Sequence[Action]", built)) if isinstance(built, list | tuple) and built else None
