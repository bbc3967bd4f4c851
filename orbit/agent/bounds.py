"""How far a request may go unasked: how many edits at once, and how often the user is asked.

What a language model does is decided by what it reads, and names in a session are written by others. What it
may do without the user's consent can be taken back; here it is kept small enough to be looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from daw_bridges.actions import Risk, action_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from orbit.memory import Library
    from orbit.workflows import Plan, Run

__all__ = ["MOST_DENIALS", "MOST_UNASKED", "bounded", "edits_of", "goes_too_far", "unnoted"]

MOST_UNASKED = 200
"""So many edits are carried out unasked in one request: more than a whole mix takes."""
MOST_DENIALS = 3
"""When the user has said no so often in one request, they are not asked again in it."""


def bounded(plan: Plan) -> Plan:
    """Give a plan of very many edits with the question that it needs then."""
    if len(plan.steps) <= MOST_UNASKED:
        return plan
    reason = f"These are {len(plan.steps)} edits at once, so Orbit asks first."
    return plan.model_copy(update={"consent": (*plan.consent, reason), "notes": (reason, *plan.notes)})


def unnoted(plan: Plan, library: Library) -> Plan:
    """Give a plan with what it means that it cannot be remembered; asked about where nothing can be noted."""
    if library.trouble is None or plan.risk is Risk.READ:
        return plan
    reason = (
        "This could not be saved to the memory, so “undo” works only until this command or conversation ends."
    )
    consent = (*plan.consent, reason) if library.whole else plan.consent
    return plan.model_copy(update={"consent": consent, "notes": (reason, *plan.notes)})


def goes_too_far(runs: Iterable[Run], plan: Plan) -> bool:
    """Whether a plan, after what was carried out in the same request, is more than is made unasked."""
    done = sum(len(run.results) for run in runs)
    return done > 0 and done + len(plan.steps) > MOST_UNASKED


def edits_of(plan: Plan) -> tuple[str | None, ...]:
    """What a plan does, for telling whether another does the same, whatever that is called."""
    return (plan.workflow, *(repr(action_json(action)) for action in plan.actions))
