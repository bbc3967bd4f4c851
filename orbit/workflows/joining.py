"""Several plans as one: what was asked in one sentence is shown, agreed to, done and taken back as one thing.

Each plan must have been made on the session that the one before it predicts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from daw_bridges.errors import NotPossibleError, UsageError
from daw_bridges.session import Session
from orbit.workflows.conditions import holds
from orbit.workflows.plan import Plan, highest

__all__ = ["join_plans"]

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
        raise NotPossibleError(
            "More than one part of this works with the memory. Ask for one after the other, please."
        )
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
        before=before,
        predicted=predicted,
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
