"""What the library makes of a sentence: it has a workflow for it, several to choose from, or nothing fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from orbit.agent.answers import UNREAD, Decline, Question
from orbit.agent.offline.known import Known
from orbit.agent.offline.moves import Call, Move
from orbit.agent.offline.proposal import held, left_alone
from orbit.agent.offline.understanding import Edits, Mixed, Problem, Understood
from orbit.agent.offline.understanding.filling import Filling, covers
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.naming import no_such_track
from orbit.agent.offline.understanding.plugins import unknown_device, unknown_plugin
from orbit.agent.offline.understanding.problems import GAP, in_place_of
from orbit.agent.offline.understanding.rules.talk import ABLE_TO
from orbit.agent.offline.understanding.templates import Open, recipe_of
from orbit.agent.reader.questions import how_to, is_question

if TYPE_CHECKING:
    from orbit.agent.reader.library import Account

__all__ = [
    "OFFER",
    "WORKFLOW",
    "by_library",
    "gave_up",
    "one_workflow",
    "surely",
    "troubled",
    "workflow_move",
]

WORKFLOW = "workflow"
"""The slot of a question that asks which workflow is meant."""
OFFER = "offer"
"""The slot of a question whether to do what was asked about."""


def gave_up(move: Move) -> bool:
    """Whether a sentence was declined because it was not understood, and for no better reason."""
    return isinstance(move, Decline) and move.code == UNREAD


def troubled(problem: Problem, text: str) -> Move:
    """The question that a problem comes to, or the refusal."""
    asks = in_place_of(problem.phrase, text, GAP) if problem.asks == GAP else problem.asks
    if asks:
        return Question(question=problem.message, options=problem.options, request=asks, slot=GAP)
    if not problem.options:
        return Decline(reason=problem.message)
    return Question(question=problem.message, options=problem.options, request=text, slot=problem.phrase)


def by_library(text: str, understood: Understood | None, known: Known) -> Move:
    """The move for a sentence that no rule accounts for."""
    if is_question(text):
        return _offer(text, known)
    if (left := left_alone(text, known)) is not None:
        return left
    if isinstance(understood, Mixed) and not one_workflow(understood, known):
        return _of_a_mixture(text, understood, known)
    if surely(text, known):
        unknown = unknown_plugin(text, known.session, known.nicknames)
        return Decline(reason=unknown) if unknown else workflow_move(text, known.workflows[0], known)
    if isinstance(understood, Problem):
        return troubled(understood, text)
    if (nearly := _nearly(text, known)) is not None:
        return nearly
    if reason := unknown_device(text, known.session, known.nicknames):
        return Decline(reason=reason)
    return Decline(reason=f"I did not understand “{_short(text)}”. {ABLE_TO}", code=UNREAD)


def _nearly(text: str, known: Known) -> Move | None:
    """The move for a sentence that a workflow fits which is not plainly asked for; None where none does."""
    if known.decision == "none":
        return None
    best = _account(text, known.workflows[0], known)
    if known.decision == "match" and best.is_said and best.asks:
        if best.filling.unknown:
            return Decline(reason=_not_there(best.filling.unknown[0], known))
        if best.open is not None and not best.left:
            return _which_track(text, best.open, known)
    near = _close(text, known)
    wide = known.decision == "match" and best.recipe.scope == "session"
    told = wide or (bool(near) and bool(known.filling(text, near[0]).slots))
    if len(near) == 1 and told:
        return held(workflow_move(text, near[0], known), text, known)
    return _which(text, near) if near else None


def _which_track(text: str, slot: Open, known: Known) -> Question:
    best = known.workflows[0]
    slots = known.filling(text, best).slots
    return Question(question=slot.ask, request=text, workflow=str(best["id"]), slot=slot.name, slots=slots)


def _of_a_mixture(text: str, mixed: Mixed, known: Known) -> Move:
    """The question whether a workflow is meant that speaks of what looked like an edit; else the refusal."""
    speaks_of_it = known.decision == "ask" and _speaks_of_all(mixed, known)
    if speaks_of_it and (near := _close(text, known)):
        return _which(text, near)
    reason = f"I understood “{mixed.edits}”, but not “{mixed.rest}”, so nothing was done. {ABLE_TO}"
    return Decline(reason=reason, code=UNREAD)


def surely(text: str, known: Known) -> bool:
    """Whether the library has the workflow for a sentence, which says nothing else beside it."""
    if known.decision == "none" or not _account(text, known.workflows[0], known).runs:
        return False
    others = _near(known)[1:] if known.decision == "ask" else ()
    return not any(_account(text, each, known).runs for each in others)


def _account(text: str, workflow: Mapping[str, Any], known: Known) -> Account:
    from orbit.agent.reader.library import account  # not for plain edits: it loads the frames

    return account(text, workflow, known)


def one_workflow(mixed: Mixed, known: Known) -> bool:
    """Whether the workflow that fits the whole sentence speaks of what looked like an edit of its own."""
    return known.decision == "match" and _speaks_of_all(mixed, known)


def _speaks_of_all(mixed: Mixed, known: Known) -> bool:
    return covers(mixed.edits, recipe_of(known.workflows[0]), known.session, known.nicknames)


def _offer(text: str, known: Known) -> Move:
    """A question how something is done is answered with what does it, and the offer to do that."""
    way = how_to(text)
    understood = known.read(way) if way else None
    plainly = isinstance(understood, Edits) and understood.firm and not understood.loose
    fitting = _fitting(way, known) if way and not plainly else ()
    if len(fitting) > 1:
        return _which(text, fitting)
    if fitting:
        title, task = str(fitting[0]["title"]), " ".join(str(fitting[0]["task"]).split())
        return Question(
            question=f"“{title}” does that: {task} I can do that for you. Shall I?",
            options=(title,),
            request=text,
            slot=WORKFLOW,
        )
    if way and isinstance(understood, Edits):
        return Question(
            question=f"Say “{way}”. I can do that for you. Shall I?", options=(way,), request=way, slot=OFFER
        )
    return Decline(reason=f"I cannot answer that. {ABLE_TO}")


def _fitting(text: str, known: Known) -> Sequence[Mapping[str, Any]]:
    """The workflows to offer for a sentence: the one that fits, or those that may be meant."""
    if known.decision == "match":
        return (known.workflows[0],)
    return _close(text, known) if known.decision == "ask" else ()


def workflow_move(text: str, workflow: Mapping[str, Any], known: Known, *, agreed: bool = False) -> Move:
    """The plan of a workflow; where that would leave out what was said, a question first."""
    filling = known.filling(text, workflow)
    if filling.unknown:
        # The workflow's own rules would look for something near; what was named is not there.
        return Decline(reason=_not_there(filling.unknown[0], known))
    if filling.twice is not None:
        return _twice(text, workflow, filling, *filling.twice)
    if filling.left_out and not agreed:
        return _left_out(text, workflow, filling)
    return (Call("plan_workflow", {"id": workflow["id"], "slots": filling.slots}),)


def _not_there(name: str, known: Known) -> str:
    problem = no_such_track(Ground(known.session), name)
    return problem.message if problem is not None else f"There is no track called “{name}”."


def _twice(text: str, workflow: Mapping[str, Any], filling: Filling, name: str, slot: Open) -> Question:
    """A track was named for two slots: the workflow's own rules would quietly find another for one."""
    return Question(
        question=f"{workflow['title']} takes two tracks, and {name} cannot be both. {slot.ask}",
        request=text,
        workflow=str(workflow["id"]),
        slot=slot.name,
        slots=filling.slots,
    )


def _left_out(text: str, workflow: Mapping[str, Any], filling: Filling) -> Question:
    title, first = str(workflow["title"]), filling.left_out[0]
    slots = [slot for slot in recipe_of(workflow).slots if slot.type == "track" and not slot.optional]
    free = next((slot for slot in slots if slot.name not in filling.slots), None)
    if free is not None and first.type == "track" and len(first.values) > 1:
        return Question(
            question=f"{title} takes one track at a time. {free.ask}",
            options=first.values,
            request=text,
            workflow=str(workflow["id"]),
            slot=free.name,
            slots=filling.slots,
        )
    words = " and ".join(f"“{mention.text}”" for mention in filling.left_out)
    return Question(
        question=f"{title} would leave out {words}. Shall I go ahead?",
        options=(title,),
        request=text,
        slot=WORKFLOW,
    )


def _near(known: Known) -> list[Mapping[str, Any]]:
    """The workflows that fit about as well as the best."""
    best = known.workflows[0]["score"]
    return [workflow for workflow in known.workflows if best - workflow["score"] < _CLOSE]


def _close(text: str, known: Known) -> list[Mapping[str, Any]]:
    """Those of them that a sentence may be asking for."""
    fitting = ((each, _account(text, each, known)) for each in _near(known))
    return [each for each, said in fitting if said.runs or said.proposes][:4]


def _which(text: str, near: Sequence[Mapping[str, Any]]) -> Question:
    close = [str(workflow["title"]) for workflow in near]
    question = (
        f"Do you mean “{close[0]}”?"
        if len(close) == 1
        else f"Which do you mean: {', '.join(close[:-1])} or {close[-1]}?"
    )
    return Question(question=question, options=tuple(close), request=text, slot=WORKFLOW)


_CLOSE = 0.04
"""Scores this close to the best fit about as well."""


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 80 else f"{line[:79]}…"
