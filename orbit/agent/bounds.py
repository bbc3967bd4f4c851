"""How far a request may go unasked: how many edits at once, and how often the user is asked.

What a language model does is decided by what it reads, and names in a session are written by others. What it
may do without the user's consent can be taken back; here it is kept small enough to be looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from daw_bridges.actions import Risk, action_json
from orbit.workflows.touched import touched

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from daw_bridges.session import Session
    from orbit.memory import Library
    from orbit.workflows import Plan, Run, Workflow
    from orbit.workflows.roles import Nicknames

__all__ = ["MOST_DENIALS", "MOST_UNASKED", "bounded", "edits_of", "goes_too_far", "held_to", "unnoted"]

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


def held_to(
    request: str,
    plan: Plan,
    definition: Callable[[str], Workflow],
    nicknames: Callable[[Session], Nicknames],
) -> Plan:
    """Give a workflow's plan, to be asked about where it reaches further than the tracks that are named.

    One that was asked for by its title or in one of its phrasings does what was said, and so does one that
    was called by its id, without a request.
    """
    if not request or plan.workflow is None:
        return plan
    from orbit.agent.offline.understanding.ground import Ground
    from orbit.agent.offline.understanding.mentions import mentions
    from orbit.agent.offline.understanding.phrasings import fills_phrase
    from orbit.agent.offline.understanding.templates import is_named
    from orbit.agent.offline.understanding.tokens import tokenize

    workflow, called = definition(plan.workflow), nicknames(plan.before)
    places = touched(plan.before, plan.actions)
    tracks = {place.track for place in places if place.track} & {*plan.before.track_names}
    of_song = any(not place.track for place in places)
    far = workflow.scope == "session" or (workflow.scope is None and of_song) or len(tracks) > _MOST_TRACKS
    if not far:
        return plan
    found = mentions(Ground(plan.before, request, nicknames=called), tokenize(request))
    named = {name for each in found if each.type == "track" and not each.problem for name in each.values}
    returns = {track.name for track in plan.before.returns}
    more = tracks - named - returns
    document = workflow.model_dump(mode="json", include={"phrases", "slots"})
    if not named or not (more or of_song) or is_named(workflow.title, request):
        return plan
    if fills_phrase(request, document, plan.before, plan.slots, called):
        return plan
    besides = ", ".join([*sorted(more), *(["the song as a whole"] if of_song else [])])
    reason = f"You named {', '.join(sorted(named))}; “{plan.title}” also changes {besides}."
    return plan.model_copy(update={"wider": True, "notes": (reason, *plan.notes)})


_MOST_TRACKS = 5
"""A workflow that changes more tracks is about the session."""


def edits_of(plan: Plan) -> tuple[str | None, ...]:
    """What a plan does, for telling whether another does the same, whatever that is called."""
    return (plan.workflow, *(repr(action_json(action)) for action in plan.actions))
