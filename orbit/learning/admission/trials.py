"""What is to be tried on a host: a workflow, a filling of its slots, and the session it needs."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import ValidationError

from daw_bridges.errors import OrbitError
from daw_bridges.session import Session
from orbit.learning.admission.by_model import planned
from orbit.learning.admission.concrete import fillings
from orbit.learning.admission.scratch import scratch
from orbit.learning.admission.trimming import with_steps
from orbit.learning.admission.verdict import MODEL, Admission
from orbit.learning.routine import Learned, Routine
from orbit.workflows.plan import Plan
from orbit.workflows.slots import SlotValue

__all__ = ["Trial", "UntriableError"]

_DAW = "ableton"


class UntriableError(Exception):
    """The simulated host is no judge of this workflow; the text says why."""


class Trial:
    """One workflow with a filling and the scratch session it can be tried on.

    ``learned`` is what is carried out: without the steps that only the user's own host can decide, which the
    notes of ``admission``, that of the whole, tell.
    """

    def __init__(self, learned: Learned) -> None:
        self.learned, notes = _decidable(learned)
        self.admission = Admission(
            learned.workflow, learned.routine, proven=learned.proven or MODEL, notes=notes
        )
        self.filling, self.scratch, self.plan = _foreseen(self.learned, learned.routine)

    def over(self) -> tuple[Session, Session]:
        """The sessions the plan begins and ends with."""
        return self.plan.before, self.plan.predicted


def _decidable(learned: Learned) -> tuple[Learned, tuple[str, ...]]:
    """Leave out presets, which only the user's own host has. Raises UntriableError if no more is left."""
    steps = learned.routine.steps
    kept = [place for place, step in enumerate(steps) if step.get("action") != "load_preset"]
    if len(kept) == len(steps):
        return learned, ()
    if not kept:
        raise UntriableError("Only the user's own DAW knows what its presets contain.")
    try:
        workflow, routine = with_steps(learned.workflow, learned.routine, kept)
    except (OrbitError, ValidationError) as error:
        raise UntriableError(str(error)) from error
    presets = [str(step["preset"]) for step in steps if step.get("action") == "load_preset"]
    note = f"Tried without what only the user's own DAW has: {', '.join(presets)}."
    return Learned(workflow, routine, learned.support, learned.proven), (note,)


def _foreseen(learned: Learned, whole: Routine) -> tuple[Mapping[str, SlotValue], Session, Plan]:
    """Plan it on a scratch session for the whole of it, of this host. Raises UntriableError."""
    why = "No values for its slots were seen."
    for filling in fillings(learned.routine):
        try:
            session = scratch(whole, filling, daw=_DAW)
            return filling, session, planned(learned.workflow, learned.routine, filling, session)
        except (OrbitError, ValidationError) as error:
            why = str(error)
    raise UntriableError(why)
