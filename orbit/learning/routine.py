"""A routine: a pattern generalised, on its way to a workflow; the words for people come after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from orbit.workflows.slots import SlotValue
from orbit.workflows.workflow import Workflow

__all__ = ["Learned", "Routine"]


@dataclass(frozen=True)
class Routine:
    """What a pattern comes to when the particulars are open places.

    ``steps``, ``slots``, ``preconditions`` and ``postconditions`` are as in a workflow's JSON, without what
    is only for people to read (``expected_output``, ``ask``). ``trajectories`` name where it was done by
    hand, once for each time, latest last. ``examples`` are the fillings of the slots that were seen at the
    latest of these times (at all of them, up to some hundreds), in the same order. ``daws`` are the hosts it
    was seen on.
    """

    steps: tuple[Mapping[str, Any], ...]
    slots: Mapping[str, Mapping[str, Any]]
    preconditions: tuple[Mapping[str, Any], ...]
    postconditions: tuple[Mapping[str, Any], ...]
    examples: tuple[Mapping[str, SlotValue], ...]
    trajectories: tuple[str, ...]
    daws: tuple[str, ...]
    goals: tuple[str, ...] = ()
    """What was said to be the goal at the time, where it was said; the commonest first."""
    notes: tuple[str, ...] = ()
    """What to know of it: where demonstrations contradicted each other, and what was left open for that."""


@dataclass(frozen=True)
class Learned:
    """A workflow that was induced, and how far it was proven: ``support`` times it was seen done by hand."""

    workflow: Workflow
    routine: Routine
    support: int
    proven: str = ""
    """Where it was carried out again and ended as it should: ``host`` (the simulated one), ``model``."""
