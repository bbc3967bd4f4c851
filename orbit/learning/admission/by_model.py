"""Trying a workflow on the model of a session, before it is kept.

Three things are asked of it, after the admission of induced skills in ASI (arXiv 2504.06821): it ends where
what was demonstrated ends, its own steps are what takes it there, and every step changes something. Steps at
the end that add nothing are cut off first, so that what came before is not credited to them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from pydantic import ValidationError

from daw_bridges.actions import LoadPreset
from daw_bridges.algebra import apply, apply_all, differences, equivalent
from daw_bridges.errors import NotPossibleError, OrbitError, UnsupportedError
from daw_bridges.session import Session
from orbit.learning.admission.concrete import actions_of, latest, names_for
from orbit.learning.admission.scratch import daw_of, scratch
from orbit.learning.admission.trimming import cut, with_steps
from orbit.learning.admission.verdict import MODEL, Admission
from orbit.learning.elsewhere import CATALOGUED, elsewhere
from orbit.learning.routine import Routine
from orbit.workflows.binding import bind
from orbit.workflows.plan import Plan
from orbit.workflows.planning import make_plan
from orbit.workflows.slots import SlotValue
from orbit.workflows.workflow import Workflow

__all__ = ["admit_by_model", "planned"]

_MOST = 0.6
"""How much of a routine has to remain for it to be that routine without a step."""


def admit_by_model(workflow: Workflow, routine: Routine) -> Admission:
    """Plan a workflow on scratch sessions, as it was demonstrated last, and look where it leads.

    Deterministic, and without a host. It is admitted when it holds with one of the latest fillings. What the
    model of the host it was seen on cannot say (a side chain that only its own screen can set) may still hold
    on another's; the notes tell why not here. Never raises for what the workflow is.
    """
    verdict = _admitted(workflow, routine)
    if verdict.ok:
        return verdict
    for daw in (each for each in CATALOGUED if each != daw_of(routine)):
        there = _admitted(workflow, replace(routine, daws=(daw,)))
        if there.ok:
            seen = replace(there.routine, daws=routine.daws)
            return replace(there, routine=seen, notes=(verdict.reason, *there.notes))
    return _without_the_impossible(workflow, routine) or verdict


def _without_the_impossible(workflow: Workflow, routine: Routine) -> Admission | None:
    """Leave a step out that no host can be told, where most of the routine remains: it is the user's to do.

    None where that does not help.
    """
    try:
        place, why = _impossible(routine)
        kept = [each for each in range(len(routine.steps)) if each != place]
        if why is None or len(kept) < _MOST * len(routine.steps):
            return None
        verdict = _admitted(*with_steps(workflow, routine, kept))
    except (OrbitError, ValidationError):
        return None
    told = f"Step {place + 1} is left out, to be done by hand: {why}"
    return replace(verdict, notes=(told, *verdict.notes)) if verdict.ok else None


def _impossible(routine: Routine) -> tuple[int, str | None]:
    """Give the place of the first step that the model of the host refuses whatever is there, and why."""
    filling = latest(routine)[0]
    session = scratch(routine, filling)
    for done in actions_of(routine.steps, names_for(routine, filling)):
        try:
            session = apply(session, done.action)
        except (NotPossibleError, UnsupportedError) as error:
            return done.step, str(error)
    return -1, None


def _admitted(workflow: Workflow, routine: Routine) -> Admission:
    try:
        workflow, routine = cut(workflow, routine)
    except OrbitError as error:
        return Admission(workflow, routine, reason=str(error))
    reasons: list[str] = []
    for filling in latest(routine):
        tried = _tried(workflow, routine, filling)
        if not tried.objection:
            workflow = elsewhere(workflow, routine, _on(workflow, routine, filling))
            return Admission(workflow, routine, MODEL, notes=(*reasons, *tried.notes))
        reasons.append(tried.objection)
    return Admission(workflow, routine, reason=reasons[0], notes=tuple(reasons[1:]))


def planned(
    workflow: Workflow, routine: Routine, filling: Mapping[str, SlotValue], session: Session | None = None
) -> Plan:
    """Plan a workflow with one filling on a session (else a scratch one). Raises OrbitError."""
    session = scratch(routine, filling) if session is None else session
    # Where it was seen is where it is tried; that it was not seen elsewhere is no reason against it.
    anywhere = workflow.model_copy(update={"daws": ()})
    return make_plan(anywhere, bind(anywhere, filling, session), session)


def _on(workflow: Workflow, routine: Routine, filling: Mapping[str, SlotValue]) -> Callable[[str], bool]:
    """Say of a host whether the workflow can be planned on a scratch session there."""

    def holds(daw: str) -> bool:
        try:
            planned(workflow, routine, filling, scratch(routine, filling, daw=daw))
        except (OrbitError, ValidationError):
            return False
        return True

    return holds


@dataclass(frozen=True)
class _Tried:
    objection: str = ""
    notes: tuple[str, ...] = ()


def _tried(workflow: Workflow, routine: Routine, filling: Mapping[str, SlotValue]) -> _Tried:
    try:
        session = scratch(routine, filling)
        plan = planned(workflow, routine, filling, session)
        objection = _objection(plan) or _astray(routine, filling, plan)
    except (OrbitError, ValidationError) as error:
        return _Tried(str(error))
    return _Tried(objection, () if objection else tuple(_idle(plan)))


def _objection(plan: Plan) -> str:
    if not plan.steps:
        return "Its steps change nothing."
    if equivalent(plan.before, plan.predicted) and not any(_is_opaque(step.action) for step in plan.steps):
        return "It ends where it began."
    return ""


def _astray(routine: Routine, filling: Mapping[str, SlotValue], plan: Plan) -> str:
    """Say where the plan ends elsewhere than what was done by hand, with the same filling, did."""
    if any("when" in step for step in routine.steps):
        return ""  # what was done then depended on what was found
    done = [each.action for each in actions_of(routine.steps, names_for(routine, filling))]
    left = differences(plan.predicted, apply_all(plan.before, done))
    return f"It does not lead to what was demonstrated: {'; '.join(left[:3])}." if left else ""


def _idle(plan: Plan) -> Iterator[str]:
    """The steps that find what they set: on a device or a track that is so as it comes."""
    session = plan.before
    for step in plan.steps:
        after = apply(session, step.action)
        if not _is_opaque(step.action) and equivalent(session, after):
            yield f"Step {step.workflow_step} ({step.describe()}) changes nothing."
        session = after


def _is_opaque(action: object) -> bool:
    """Whether only the host knows what an action changes."""
    return isinstance(action, LoadPreset)
