"""Trying a workflow on the model of a session, before it is kept.

Three things are asked of it, after the admission of induced skills in ASI (arXiv 2504.06821): it ends where
it says, its own steps are what takes it there, and every step changes something.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import ValidationError

from daw_bridges.algebra import equivalent
from daw_bridges.errors import OrbitError
from daw_bridges.session import Session
from orbit.learning.admission.concrete import fillings
from orbit.learning.admission.scratch import scratch
from orbit.learning.admission.verdict import MODEL, Admission
from orbit.learning.routine import Routine
from orbit.workflows.binding import bind
from orbit.workflows.plan import Plan
from orbit.workflows.planning import make_plan
from orbit.workflows.slots import SlotValue
from orbit.workflows.workflow import Workflow

__all__ = ["admit_by_model", "planned"]

_FILLINGS = 3
"""How many of the fillings that were seen are tried, the latest first."""


def admit_by_model(workflow: Workflow, routine: Routine) -> Admission:
    """Plan a workflow on scratch sessions, as it was demonstrated last, and look where it leads.

    Deterministic, and without a host. It is admitted when it holds with one of the latest fillings; never
    raises for what the workflow is.
    """
    reasons: list[str] = []
    for filling in _latest(routine):
        try:
            why = _objection(workflow, planned(workflow, routine, filling))
        except (OrbitError, ValidationError) as error:
            why = str(error)
        if why is None:
            return Admission(workflow, routine, MODEL, notes=tuple(reasons))
        reasons.append(why)
    return Admission(workflow, routine, reason=reasons[0], notes=tuple(reasons[1:]))


def _latest(routine: Routine) -> Iterator[Mapping[str, SlotValue]]:
    return (filling for filling, _ in zip(fillings(routine), range(_FILLINGS), strict=False))


def planned(
    workflow: Workflow, routine: Routine, filling: Mapping[str, SlotValue], session: Session | None = None
) -> Plan:
    """Plan a workflow with one filling on a session (else a scratch one). Raises OrbitError."""
    session = scratch(routine, filling) if session is None else session
    # Where it was seen is where it is tried; that it was not seen elsewhere is no reason against it.
    anywhere = workflow.model_copy(update={"daws": ()})
    return make_plan(anywhere, bind(anywhere, filling, session), session)


def _objection(workflow: Workflow, plan: Plan) -> str | None:
    """Say what speaks against a workflow that could be planned; None where nothing does."""
    if not plan.steps:
        return "Its steps change nothing."
    if equivalent(plan.before, plan.predicted):
        return "It ends where it began."
    used = {step.workflow_step for step in plan.steps}
    idle = [step.step_number for step in workflow.steps if step.step_number not in used]
    if len(idle) == len(workflow.steps):
        return "None of its steps was carried out."
    return None
