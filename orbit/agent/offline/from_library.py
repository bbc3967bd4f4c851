"""What the library makes of a sentence: it has a workflow for it, several to choose from, or nothing fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from orbit.agent.answers import Decline, Question
from orbit.agent.offline.beyond import asks_for_else, mostly_spoken_of, sets_to_nothing, stands_for_a_track
from orbit.agent.offline.claiming import open_reference, takes_away, unclaimed
from orbit.agent.offline.known import Known
from orbit.agent.offline.moves import Call, Move
from orbit.agent.offline.understanding import Edits, Mixed, Problem, Understood, is_refusal
from orbit.agent.offline.understanding.clauses import asks_for_nothing
from orbit.agent.offline.understanding.filling import Filling, covers
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.naming import no_such_track
from orbit.agent.offline.understanding.plugins import unknown_device, unknown_plugin
from orbit.agent.offline.understanding.problems import GAP
from orbit.agent.offline.understanding.replacing import in_place_of
from orbit.agent.offline.understanding.rules.talk import ABLE_TO
from orbit.agent.offline.understanding.templates import Open, recipe_of
from orbit.agent.reader.questions import how_to, is_question

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
_UNREAD, _PARTLY = "I did not understand", "I understood"


def gave_up(move: Move) -> bool:
    """Whether a sentence was declined because it was not understood, and for no better reason."""
    return isinstance(move, Decline) and move.reason.startswith((_UNREAD, _PARTLY))


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
    if is_refusal(text):
        return Decline(reason=f"You said what not to do, so I left everything as it is. {ABLE_TO}")
    if is_question(text):
        return _offer(text, known)
    if isinstance(understood, Mixed) and not one_workflow(understood, known):
        return _of_a_mixture(text, understood, known)
    if surely(text, understood, known):
        unknown = unknown_plugin(text, known.session, known.nicknames)
        return Decline(reason=unknown) if unknown else workflow_move(text, known.workflows[0], known)
    if isinstance(understood, Problem):
        return troubled(understood, text)
    if _fits(text, understood, known) and (unsure := _unsure(text, known.workflows[0], known)) is not None:
        return unsure
    if known.decision != "none" and (fitting := _close(text, known)):
        return _spoken_of(text, fitting, known) or _which(text, fitting)
    said = unknown_device(text, known.session, known.nicknames) or f"{_UNREAD} “{_short(text)}”. {ABLE_TO}"
    return Decline(reason=said)


def _of_a_mixture(text: str, mixed: Mixed, known: Known) -> Move:
    """The question whether a workflow is meant that speaks of what looked like an edit; else the refusal."""
    speaks_of_it = known.decision == "ask" and _speaks_of_all(mixed, known)
    if speaks_of_it and _is_whole(text, known.workflows[0], known) and (near := _close(text, known)):
        return _which(text, near)
    return Decline(
        reason=f"{_PARTLY} “{mixed.edits}”, but not “{mixed.rest}”, so nothing was done. {ABLE_TO}"
    )


def surely(text: str, understood: Understood | None, known: Known) -> bool:
    """Whether the library has the workflow for a sentence, which says nothing else beside it."""
    return _fits(text, understood, known) and _is_whole(text, known.workflows[0], known)


def _fits(text: str, understood: Understood | None, known: Known) -> bool:
    if known.decision != "match" or asks_for_else(text, known.workflows[0]):
        return False
    return _meant(text, known) and not _foreign(understood, known)


def _is_whole(text: str, workflow: Mapping[str, Any], known: Known) -> bool:
    if asks_for_nothing(known.ground(text), text):
        return False
    return not unclaimed(text, workflow, known) and open_reference(text, workflow, known) is None


def _unsure(text: str, workflow: Mapping[str, Any], known: Known) -> Question | None:
    """The question whether a workflow is meant that does not explain all of a sentence, or on which track."""
    if takes_away(text, workflow):
        return None
    slot = open_reference(text, workflow, known)
    if slot is None or unclaimed(text, workflow, known):
        return _which(text, [workflow]) if mostly_spoken_of(text, workflow, known) else None
    return Question(
        question=slot.ask,
        request=text,
        workflow=str(workflow["id"]),
        slot=slot.name,
        slots=known.filling(text, workflow).slots,
    )


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
    fitting = _fitting(text, known) if way is not None and not plainly else ()
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
    if (name := stands_for_a_track(text, workflow, known)) is not None:
        return Decline(reason=_not_there(name, known))
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


def _meant(text: str, known: Known) -> bool:
    """Whether the library's match is about the sentence, beyond the likeness of the words."""
    best = known.workflows[0]
    filling = known.filling(text, best)
    return filling.plausible or (filling.about_it and best["score"] >= _SURE)


def _foreign(understood: Understood | None, known: Known) -> bool:
    """Whether an edit fails on a name that the matching workflow knows nothing of either."""
    vocabulary = recipe_of(known.workflows[0]).vocabulary
    return isinstance(understood, Problem) and any(map(vocabulary.is_stranger, understood.phrase.split()))


_SURE = 0.45
"""From this score on, words that Orbit does not know do not speak against a workflow."""


def _close(text: str, known: Known) -> list[Mapping[str, Any]]:
    """The workflows that fit about as well as the best, and are spoken of at all."""
    best = known.workflows[0]["score"]
    near = [workflow for workflow in known.workflows if best - workflow["score"] < _CLOSE]
    spoken_of = (each for each in near if known.filling(text, each).spoken_of and not takes_away(text, each))
    return [each for each in spoken_of if mostly_spoken_of(text, each, known)][:4]


def _spoken_of(text: str, near: Sequence[Mapping[str, Any]], known: Known) -> Move | None:
    """Of workflows that fit about as well, the one that leaves out least of the sentence, if that is one."""
    evidence = [(known.filling(text, workflow), workflow) for workflow in near]
    most = max(map(_taken_up, evidence))
    fitting = [each for each in evidence if _taken_up(each) == most]
    alone = len(fitting) == 1 and fitting[0][0].mentioned > 0 and fitting[0][0].plausible
    strange = alone and sets_to_nothing(text, fitting[0][1])
    whole = alone and not strange and _is_whole(text, fitting[0][1], known) and _is_named(text, *fitting[0])
    return workflow_move(text, fitting[0][1], known) if whole else None


def _taken_up(evidence: tuple[Filling, Mapping[str, Any]]) -> tuple[float, int]:
    """How much of a sentence a workflow takes up, and then how few of the things that it names it leaves."""
    return evidence[0].weight, -len(evidence[0].left_out)


def _is_named(text: str, filling: Filling, workflow: Mapping[str, Any]) -> bool:
    """Whether a sentence names more than a track of a workflow that is only like it: "let the bass play"."""
    return filling.mentioned > 1 or recipe_of(workflow).vocabulary.names_it(text)


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
