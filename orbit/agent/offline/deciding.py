"""What a sentence comes to, once the session and the library are known.

A sentence that the rules for single edits account for, word by word, is those edits; where the rule's
wording is a loose one, a workflow that was taught the very sentence goes before it. Otherwise the library
decides: it has a workflow for it, it has several to choose from, or nothing fits. A sentence that answers
Orbit's own question goes where the question came from.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from daw_bridges.actions import Action, InsertDevice, SetParameter, action_json
from orbit.agent.answers import Decline, Question
from orbit.agent.offline.asides import move_beside
from orbit.agent.offline.choosing import chosen, is_no, is_short, said_value
from orbit.agent.offline.known import Known
from orbit.agent.offline.moves import Call, Move
from orbit.agent.offline.preferring import wished
from orbit.agent.offline.understanding import (
    Edits,
    Mixed,
    Problem,
    Understood,
    is_question,
    is_refusal,
)
from orbit.agent.offline.understanding.filling import Filling, covers
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.naming import no_such_track
from orbit.agent.offline.understanding.phrasings import is_phrasing
from orbit.agent.offline.understanding.plugins import unknown_device
from orbit.agent.offline.understanding.rules.talk import ABLE_TO
from orbit.agent.offline.understanding.sentences import unwrapped
from orbit.agent.offline.understanding.templates import Open, recipe_of

__all__ = ["WORKFLOW", "Known", "decide"]

WORKFLOW = "workflow"
"""The slot of a question that asks which workflow is meant."""
_HOW_TO = re.compile(r"^\W*how (?:do|can|could|would|should) (?:i|you|we)\b|^\W*how to\b", re.IGNORECASE)
_NOTHING_DONE = "All right, nothing was changed."


def decide(text: str, pending: Question | None, known: Known) -> Move:
    """The next move for what the user said; ``pending`` is the question it may answer."""
    understood = known.read(text)
    if pending is not None and (answered := _answer(text, pending, understood, known)) is not None:
        return answered
    if (beside := move_beside(understood, text) or wished(text, known)) is not None:
        return beside
    match understood:
        case Edits(actions, firm):
            taught = None if firm or _names_a_device(text, actions) else _taught(text, known)
            return _edit(actions) if taught is None else _workflow(text, taught, known)
        case Problem(firm=True) as problem:
            return _troubled(problem, text)
        case _:
            return _by_library(text, understood, known)


def _names_a_device(text: str, actions: Sequence[Action]) -> bool:
    """Whether a device is asked for as a thing ("a reverb on it") rather than as a sound ("some reverb")."""
    inserted = all(isinstance(action, InsertDevice | SetParameter) for action in actions)
    return inserted and re.search(r"\b(?:an?|another)\b", text, re.IGNORECASE) is not None


def _taught(text: str, known: Known) -> Mapping[str, Any] | None:
    """The workflow that has this very wording among its phrasings."""
    return next(
        (
            workflow
            for workflow in known.workflows
            if is_phrasing(text, workflow, known.session, known.nicknames)
        ),
        None,
    )


def _edit(actions: Sequence[Action]) -> tuple[Call, ...]:
    return (Call("plan_actions", {"actions": [action_json(action) for action in actions]}),)


def _troubled(problem: Problem, text: str) -> Move:
    if not problem.options:
        return Decline(reason=problem.message)
    return Question(question=problem.message, options=problem.options, request=text, slot=problem.phrase)


def _by_library(text: str, understood: Understood | None, known: Known) -> Move:
    if is_refusal(text):
        return Decline(reason=f"You say what not to do, so I leave everything as it is. {ABLE_TO}")
    if is_question(text):
        return _offer(text, known)
    if isinstance(understood, Mixed) and not _one_workflow(understood, known):
        return Decline(
            reason=f"That is two things: “{understood.edits}”, and “{understood.rest}”. "
            "Ask for one after the other, please."
        )
    if known.decision == "match" and _meant(text, known) and not _foreign(understood, known):
        return _workflow(text, known.workflows[0], known)
    if isinstance(understood, Problem):
        return _troubled(understood, text)
    if known.decision != "none" and (fitting := _close(text, known)):
        return _spoken_of(text, fitting, known) or _which(text, fitting)
    said = (
        unknown_device(text, known.session, known.nicknames)
        or f"I did not understand “{_short(text)}”. {ABLE_TO}"
    )
    return Decline(reason=said)


def _one_workflow(mixed: Mixed, known: Known) -> bool:
    """Whether the workflow that fits the whole sentence speaks of what looked like an edit of its own."""
    return known.decision == "match" and covers(
        mixed.edits, recipe_of(known.workflows[0]), known.session, known.nicknames
    )


def _offer(text: str, known: Known) -> Move:
    """A question how something is done is met with the offer to do it."""
    if _HOW_TO.match(unwrapped(text)) and known.decision == "match":
        title = str(known.workflows[0]["title"])
        return Question(
            question=f"I can do that for you: {title}. Shall I?",
            options=(title,),
            request=text,
            slot=WORKFLOW,
        )
    return Decline(reason=f"I cannot answer that. {ABLE_TO}")


def _workflow(text: str, workflow: Mapping[str, Any], known: Known, *, agreed: bool = False) -> Move:
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
        question=f"{title} would leave {words} out. Shall I do it like that?",
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
    return [workflow for workflow in near if known.filling(text, workflow).spoken_of][:4]


def _spoken_of(text: str, near: Sequence[Mapping[str, Any]], known: Known) -> Move | None:
    """Of workflows that fit about as well, the one that most of the sentence speaks of, if that is one."""
    evidence = [(known.filling(text, workflow), workflow) for workflow in near]
    most = max(filling.weight for filling, _ in evidence)
    fitting = [(filling, workflow) for filling, workflow in evidence if filling.weight == most]
    alone = len(fitting) == 1 and fitting[0][0].mentioned > 0 and fitting[0][0].plausible
    return _workflow(text, fitting[0][1], known) if alone else None


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


def _answer(text: str, pending: Question, understood: Understood | None, known: Known) -> Move | None:
    """The move for an answer to Orbit's own question; None when it is a request of its own."""
    if is_no(text):
        return Decline(reason=_NOTHING_DONE)
    option = chosen(text, pending.options) if pending.options else None
    if option is None and (understood is not None and not _open_slot(pending, text)):
        return None
    if pending.slot == WORKFLOW:
        return _chosen_workflow(option, pending, known)
    if pending.workflow and pending.slot:
        return _slot_filled(option, text, pending)
    return _clearer(option, pending, known)


def _open_slot(pending: Question, text: str) -> bool:
    """Whether what could be a request of its own ("bar 17", "128 bpm") rather fills the slot asked for."""
    return bool(pending.workflow and pending.slot) and is_short(text)


def _chosen_workflow(option: str | None, pending: Question, known: Known) -> Move | None:
    workflow = known.titled(option) if option else None
    return _workflow(pending.request, workflow, known, agreed=True) if workflow else None


def _slot_filled(option: str | None, text: str, pending: Question) -> Move | None:
    if option is None and not is_short(text):
        return None
    slots = {**pending.slots, str(pending.slot): option or said_value(text)}
    return (Call("plan_workflow", {"id": pending.workflow, "slots": slots}),)


def _clearer(option: str | None, pending: Question, known: Known) -> Move | None:
    """The request again, with the option in place of the words that were not clear."""
    if option is None or not pending.slot:
        return None
    phrase = r"[\s-]+".join(map(re.escape, pending.slot.split()))
    words = re.compile(rf"(?<!\w){phrase}(?!\w)", re.IGNORECASE)
    replacement = option if " track" in option or " on " in option else f'"{_reference(option)}"'
    clearer, count = words.subn(lambda _: replacement, pending.request, count=1)
    understood = known.read(clearer) if count else None
    if not isinstance(understood, Edits):
        return None
    return (*_picked(pending.slot, option, known), *_edit(understood.actions))


def _picked(phrase: str, option: str, known: Known) -> tuple[Call, ...]:
    """A note of which track was picked for a word: who always picks the same need not be asked for ever."""
    if option not in known.session.track_names:
        return ()
    return (Call("remember_name", {"name": phrase, "track": option, "picked": True}),)


def _reference(option: str) -> str:
    """The track of an option such as "#3 Kick", for names that more than one track has."""
    match = re.match(r"#\d+", option)
    return match[0] if match else option


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 80 else f"{line[:79]}…"
