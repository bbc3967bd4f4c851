"""Whatever is tried: a verdict comes, it is the same each time, and what is admitted can be done."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from daw_bridges.actions import Action, action_json
from daw_bridges.errors import WorkflowFormatError
from orbit.learning.admission import admit_by_model, scratch
from orbit.learning.admission.by_model import planned
from orbit.learning.routine import Routine
from orbit.workflows.workflow import Workflow
from tests.laws import GATE_CASES, tries
from tests.orbit.learning.admission.routines import routine, worded
from tests.strategies import Case, cases, well_formed_actions

# What is tried is planned several times over: a tenth of the cases takes as long as a law of the algebra.
_some = settings(max_examples=tries(GATE_CASES, 1000))


def tried(actions: Sequence[Action]) -> tuple[Workflow, Routine]:
    made = routine(*(action_json(action) for action in actions))
    try:
        return worded(made), made
    except WorkflowFormatError:  # names that read like templates make no workflow at all
        assume(False)
        raise


def judge(actions: Sequence[Action]) -> None:
    workflow, made = tried(actions)
    verdict = admit_by_model(workflow, made)
    assert verdict == admit_by_model(workflow, made)
    assert bool(verdict.reason) != verdict.ok
    event("admitted" if verdict.ok else "refused")
    if verdict.ok:
        plan = planned(verdict.workflow, verdict.routine, {}, scratch(verdict.routine))
        assert {step.workflow_step for step in plan.steps} <= {s.step_number for s in verdict.workflow.steps}


@_some
@given(cases())
def test_what_can_be_done_to_some_session(case: Case) -> None:
    assume(case.actions)
    judge(case.actions)


@_some
@given(st.lists(well_formed_actions(), min_size=1, max_size=4))
def test_anything_well_formed(actions: list[Action]) -> None:
    judge(actions)
