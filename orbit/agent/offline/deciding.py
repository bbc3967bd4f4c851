"""What a sentence comes to, once the session, the library and the conversation are known.

A sentence that answers Orbit's own question goes where the question came from; one that refers to what was
done before is about that. A sentence that the rules for single edits account for, word by word, is those
edits; where the rule's wording is a loose one, a workflow that was taught the very sentence goes before it.
Otherwise the library decides.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from daw_bridges.actions import Action, InsertDevice, SetParameter, action_json
from orbit.agent.answers import Decline, Question
from orbit.agent.context import Done
from orbit.agent.offline.answering import answer_to
from orbit.agent.offline.asides import move_beside
from orbit.agent.offline.completing import what_is_open
from orbit.agent.offline.dialogue.correcting import corrected, taken_back_first
from orbit.agent.offline.dialogue.corrections import read_correction
from orbit.agent.offline.dialogue.loosely import read_loosely
from orbit.agent.offline.dialogue.refused import refused_last, said_anew
from orbit.agent.offline.dialogue.replying import reply_to
from orbit.agent.offline.dialogue.said import Again, Correct, Longer, More, Settings, Switch, Turn
from orbit.agent.offline.dialogue.wordings import read_turn
from orbit.agent.offline.from_library import (
    WORKFLOW,
    by_library,
    one_workflow,
    surely,
    troubled,
    workflow_move,
)
from orbit.agent.offline.known import Known
from orbit.agent.offline.moves import Back, Call, Move
from orbit.agent.offline.parting import clauses_of, in_parts
from orbit.agent.offline.preferring import is_wish, wished
from orbit.agent.offline.understanding import (
    Edits,
    Forget,
    Keep,
    Mixed,
    Problem,
    Remember,
    TakeBack,
    Understood,
    is_question,
    is_refusal,
)
from orbit.agent.offline.understanding.filling import covers
from orbit.agent.offline.understanding.phrasings import is_phrasing
from orbit.agent.offline.understanding.templates import recipe_of
from orbit.agent.overview import quoted

__all__ = ["WORKFLOW", "Known", "decide"]


def decide(text: str, pending: Question | None, known: Known) -> Move:
    """The next move for what the user said; ``pending`` is the question it may answer."""
    afresh = partial(_request, known=known)
    if pending is not None and (answered := answer_to(text, pending, known, afresh)) is not None:
        return answered
    return _afresh(text, known)


def _in_conversation(text: str, known: Known) -> Move | None:
    """The move for what refers to something that was done before."""
    understood = known.read(text)
    if isinstance(understood, Remember | Forget | Keep | TakeBack) or is_wish(text, understood):
        return None
    refused = refused_last(known.past)
    if refused is not None:
        anew = _after_refusal(text, refused, known)
        if anew is not None:
            return anew
    return _followed_up(text, known, sure=isinstance(understood, Edits) and not understood.loose)


def _followed_up(text: str, known: Known, *, sure: bool) -> Move | None:
    """The move for what goes on from the last thing: by its wording as a whole, or by what it is made of."""
    strictly = _strictly(text, known)
    if strictly is not None and not isinstance(strictly, Decline | Question):
        return strictly
    turn = read_loosely(text, known)
    if turn is None or (sure and not isinstance(turn, Settings)):
        return strictly
    said = partial(_request, known=known)
    loosely = _corrected(turn, known) if isinstance(turn, Correct) else reply_to(turn, known, said)
    return loosely or strictly


def _strictly(text: str, known: Known) -> Move | None:
    """The move for a sentence whose wording, as a whole, is one of a conversation."""
    ground = known.ground(text)
    if (turn := read_turn(text, ground)) is not None:
        return reply_to(turn, known, partial(_request, known=known))
    correct = read_correction(text, ground)
    if correct is None:
        return None
    if known.past.last is None and not correct.whole:
        return Decline(reason="There is nothing yet that I could correct. Say in full what you want.")
    return _corrected(correct, known)


def _after_refusal(text: str, refused: Done, known: Known) -> Move | None:
    """The move for what goes on from a request that was refused: what was done before is not meant."""
    turn, correct = read_turn(text, known.ground(text)), read_correction(text, known.ground(text))
    loosely = read_loosely(text, known) if turn is None else None
    corrects = [said for said in (correct, loosely) if isinstance(said, Correct)]
    for said in corrects if turn is None else ():
        clearer = said_anew(refused, said, known)
        before = known.with_past(known.past.before(refused))
        if clearer is not None and not isinstance(then := _afresh(clearer, before), Decline):
            return then
    if known.past.last is not None and _goes_on(turn or loosely):
        return Decline(reason=_NOTHING_DONE.format(quoted(refused.request)))
    if turn is not None or not corrects:
        return None
    whole = corrects[0].whole or text
    if isinstance(known.read(whole), Edits) or not corrects[0].marked:
        return _request(whole, known)
    return Decline(reason=_NOTHING_DONE.format(quoted(refused.request)))


_NOTHING_DONE = "I did nothing for “{}”, so I cannot go on from that. Say in full what you want."


def _goes_on(turn: Turn | None) -> bool:
    """Whether it goes on from the last thing; "again" alone can be about nothing that was refused."""
    if isinstance(turn, Again):
        return bool(turn.tracks or turn.value or turn.name)
    return isinstance(turn, More | Switch | Longer)


def _afresh(text: str, known: Known) -> Move:
    return _in_conversation(text, known) or _request(text, known)


def _corrected(correct: Correct, known: Known) -> Move | None:
    """The move for a correction; one that says in full what was meant is a request of its own."""
    if (move := corrected(correct, known)) is not None or not correct.marked or not correct.whole:
        return move
    then = _request(correct.whole, known)
    done = known.past.last
    if done is None or isinstance(then, Back) or not isinstance(then, tuple):
        return then
    looks = all(call.tool == "search_workflows" for call in then)
    return then if looks else taken_back_first(done, then)


def _request(text: str, known: Known) -> Move:
    """The move for a request of its own."""
    understood = known.read(text)
    if (beside := move_beside(understood, text) or wished(text, known)) is not None:
        return beside
    match understood:
        case Edits(loose=True) if (meant := _meant_as_a_whole(text, known)) is not None:
            return meant
        case Edits(actions, firm):
            taught = None if firm or _names_a_device(text, actions) else _taught(text, known)
            return _edit(actions) if taught is None else workflow_move(text, taught, known)
        case Problem(firm=True) as problem:
            opened = what_is_open(text, known) if _asks_openly(problem) else None
            if opened is None:
                return troubled(problem, text)
            return opened.model_copy(update={"question": problem.message})
        case _:
            return _of_the_library(text, understood, known)


def _meant_as_a_whole(text: str, known: Known) -> Move | None:
    """The move for a sentence that only its gist makes edits of, where the library has it in other words."""
    found = known.about(text)
    if found is None:
        return _look_for(text)
    return by_library(text, None, found) if surely(text, None, found) else None


def _asks_openly(problem: Problem) -> bool:
    """Whether a problem is a question that does not say where its answer goes."""
    return "?" in problem.message and not problem.options and not problem.asks


def _of_the_library(text: str, understood: Understood | None, known: Known) -> Move:
    """The move for what is no edit, or not only edits."""
    found = known.about(text)
    if found is None:
        return _look_for(text)
    asking = is_question(text) or is_refusal(text) or _taught(text, found) is not None
    asking = asking or (isinstance(understood, Problem) and bool(understood.asks or understood.options))
    sure = surely(text, understood, found)
    asking = asking or sure
    if not asking and not isinstance(understood, Mixed) and (opened := what_is_open(text, known)) is not None:
        said = understood.message if isinstance(understood, Problem) else opened.question
        return opened.model_copy(update={"question": said})
    whole = sure and not (isinstance(understood, Mixed) and not one_workflow(understood, found))
    several = None if is_question(text) or is_refusal(text) else _several(text, found, whole=whole)
    return several or by_library(text, understood, found)


def _several(text: str, known: Known, *, whole: bool) -> Move | None:
    """The move for several requests in one; where the library has a workflow for the whole, all must fit."""
    clauses = clauses_of(text)
    if len(clauses) < 2 or (whole and _taught(text, known) is not None):
        return None
    move = in_parts(text, known, _alone)
    if not whole or move is None:
        return move
    if not isinstance(move, tuple) or _is_one(move, clauses, known):
        return None
    one = known.filling(text, known.workflows[0])
    return move if one.left_out or one.strangers or _mixes(move) else None


def _is_one(calls: Sequence[Call], clauses: Sequence[str], known: Known) -> bool:
    """Whether what looks like edits beside a workflow is what the workflow does."""
    parts = [part for call in calls for part in call.arguments.get("parts", ())]
    if {part.get("workflow") for part in parts} != {None, known.workflows[0]["id"]}:
        return False
    recipe = recipe_of(known.workflows[0])
    edits = [clause for clause in clauses if isinstance(known.read(clause), Edits)]
    return all(covers(clause, recipe, known.session, known.nicknames) for clause in edits)


def _mixes(move: Move) -> bool:
    """Whether a plan of parts is of different things; or it is still looked for."""
    calls = move if isinstance(move, tuple) else ()
    if any(call.tool == "search_workflows" for call in calls):
        return True
    parts = [part for call in calls for part in call.arguments["parts"]]
    return len({part.get("workflow") for part in parts}) > 1


def _alone(text: str, known: Known) -> Move:
    understood = known.read(text)
    if isinstance(understood, Problem) and understood.firm:
        return troubled(understood, text)
    return by_library(text, understood, known)


def _look_for(text: str) -> tuple[Call, ...]:
    return (Call("search_workflows", {"text": text, "k": 5}),)


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
