"""What is to be tried on a host: a workflow, a filling of its slots, and the session it needs."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import ValidationError

from daw_bridges.actions import LoadPreset, SetInput
from daw_bridges.errors import ActionError, OrbitError
from daw_bridges.references import track_index
from daw_bridges.session import Session
from orbit.learning.admission.by_model import planned
from orbit.learning.admission.concrete import fillings
from orbit.learning.admission.scratch import scratch
from orbit.learning.admission.verdict import MODEL, Admission
from orbit.learning.routine import Learned
from orbit.workflows.plan import Plan
from orbit.workflows.slots import SlotValue

__all__ = ["Trial", "UntriableError"]

_DAW = "ableton"
_INPUTS = frozenset({"No Input", "All Ins", "Ext. In", "Resampling"})
"""What every Live has to record from."""


class UntriableError(Exception):
    """The simulated host is no judge of this workflow; the text says why."""


class Trial:
    """One workflow with a filling and the scratch session it can be tried on."""

    def __init__(self, learned: Learned) -> None:
        self.learned = learned
        self.admission = Admission(learned.workflow, learned.routine, proven=learned.proven or MODEL)
        self.filling, self.scratch, self.plan = _foreseen(learned)

    def over(self) -> tuple[Session, Session]:
        """The sessions the plan begins and ends with."""
        return self.plan.before, self.plan.predicted


def _foreseen(learned: Learned) -> tuple[Mapping[str, SlotValue], Session, Plan]:
    """Plan it on a scratch session of this host. Raises UntriableError."""
    why = "No filling was seen."
    for filling in fillings(learned.routine):
        try:
            session = scratch(learned.routine, filling, daw=_DAW)
            plan = planned(learned.workflow, learned.routine, filling, session)
        except (OrbitError, ValidationError) as error:
            why = str(error)
            continue
        _refuse_foreign(plan)
        return filling, session, plan
    raise UntriableError(why)


def _refuse_foreign(plan: Plan) -> None:
    for step in plan.steps:
        match step.action:
            case LoadPreset(preset=preset):
                raise UntriableError(f"What the preset “{preset}” holds only the user's own host knows.")
            case SetInput(source=source) if source not in _INPUTS and not _is_track(plan.before, source):
                raise UntriableError(f"The input “{source}” is the user's own.")
            case _:
                pass


def _is_track(session: Session, reference: str) -> bool:
    try:
        return track_index(session, reference) >= 0
    except ActionError:
        return False
