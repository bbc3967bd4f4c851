"""Several plans as one: what was asked in one sentence is shown, agreed to, done and taken back as one thing.

Each plan must have been made on the session that the one before it predicts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from daw_bridges.actions import Risk
from daw_bridges.algebra import apply_all
from daw_bridges.errors import NotPossibleError, UsageError
from daw_bridges.session import Session
from orbit.workflows.conditions import holds
from orbit.workflows.plan import Plan, highest
from orbit.workflows.run import Run

__all__ = ["in_place_of", "join_plans", "own_plan", "own_run"]

_LONGEST_TITLE = 160


def join_plans(plans: Sequence[Plan], title: str = "") -> Plan:
    """Join plans that follow each other; of one plan, that plan.

    ``workflow`` and ``slots`` are those of the only workflow that takes part, where it is one. Raises
    UsageError for no plans, NotPossibleError where more than one of them reads or writes the memory: the
    second was not tried on what the first leaves there.
    """
    if not plans:
        raise UsageError("A plan needs at least one part.")
    if len(plans) == 1:
        return plans[0]
    if sum(bool(plan.memory) for plan in plans) > 1:
        raise NotPossibleError("More than one part of this uses the memory. Please ask for one at a time.")
    workflows = [plan for plan in plans if plan.workflow is not None]
    alone = workflows[0] if len(workflows) == 1 else None
    before, predicted = plans[0].before, plans[-1].predicted
    steps = (step for plan in plans for step in plan.steps)
    return Plan(
        workflow=alone.workflow if alone else None,
        title=title or _title(plans),
        slots=alone.slots if alone else {},
        steps=tuple(step.model_copy(update={"step_number": at}) for at, step in enumerate(steps, 1)),
        memory=tuple(each for plan in plans for each in plan.memory),
        risk=highest(plan.risk for plan in plans),
        untrusted=any(plan.untrusted for plan in plans),
        notes=tuple(dict.fromkeys(note for plan in plans for note in plan.notes)),
        preconditions=_that_hold([each for plan in plans for each in plan.preconditions], before),
        postconditions=_that_hold([each for plan in plans for each in plan.postconditions], predicted),
        result=" ".join(filter(None, (plan.result for plan in plans))),
        result_by_hand=_result_by_hand(plans),
        before=before,
        predicted=predicted,
    )


def _result_by_hand(plans: Sequence[Plan]) -> str:
    """Give what is told where a step is left to the user: the part that it may be of comes last."""
    by_hand = [plan for plan in plans if plan.result_by_hand]
    if len(by_hand) != 1:
        return ""
    others = [plan.result for plan in plans if plan is not by_hand[0]]
    return " ".join(filter(None, (*others, by_hand[0].result_by_hand)))


def in_place_of(undo: Plan, plan: Plan, runs: dict[str, str | None]) -> Plan:
    """Join the undo of some runs with the plan that was made on what it leads to.

    Whoever corrects a request has agreed to lose what it made.
    """
    back = [step.model_copy(update={"risk": Risk.REVERSIBLE}) for step in undo.steps]
    whole = join_plans([undo.model_copy(update={"steps": tuple(back), "risk": plan.risk}), plan], plan.title)
    update = {"instead_of": runs, "taking_back": len(back), "workflow": plan.workflow, "slots": plan.slots}
    return whole.model_copy(update=update | {"consent": (*undo.consent, *plan.consent)})


def own_plan(plan: Plan) -> Plan:
    """A plan without what it takes back first."""
    count = plan.taking_back
    if not count:
        return plan
    steps = [step.model_copy(update={"step_number": at}) for at, step in enumerate(plan.steps[count:], 1)]
    there = apply_all(plan.before, plan.actions[:count])
    return plan.model_copy(update={"steps": tuple(steps), "taking_back": 0, "before": there})


def own_run(plan: Plan, run: Run) -> Run:
    """A run without what its plan took back first; as it is where it did not end well."""
    count = plan.taking_back
    if not count or not run.ok:
        return run
    there = apply_all(run.before, plan.actions[:count])
    return run.model_copy(
        update={"results": run.results[count:], "times": run.times[count:], "before": there}
    )


def _title(plans: Sequence[Plan]) -> str:
    title = ", then ".join(plan.title for plan in plans)
    return title if len(title) <= _LONGEST_TITLE else f"{title[: _LONGEST_TITLE - 1]}…"


def _that_hold(conditions: Sequence[dict[str, Any]], session: Session) -> tuple[dict[str, Any], ...]:
    """The conditions that can be asked of one session.

    What a later part needs may be made by an earlier one, and what an earlier part leads to may be changed
    by a later one; each was checked where it was planned.
    """
    return tuple(each for each in conditions if holds(each, session).ok)
