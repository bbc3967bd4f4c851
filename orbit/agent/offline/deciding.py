"""What a sentence comes to, once the session, the library and the conversation are known.

A sentence that answers Orbit's own question goes where the question came from; one that refers to what was
done before is about that. A sentence that the rules for single edits account for, word by word, is those
edits; where the rule's wording is a loose one, a workflow that was taught the very sentence goes before it.
Otherwise the library decides.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from daw_bridges.actions import Action, InsertDevice, SetParameter, SetSend, action_json
from daw_bridges.algebra import apply_all, differences, resolve_labels
from daw_bridges.errors import OrbitError
from daw_bridges.session import Session
from orbit.agent.answers import Decline, Question
from orbit.agent.offline.answering import answer_to
from orbit.agent.offline.asides import move_beside
from orbit.agent.offline.completing import what_is_open
from orbit.agent.offline.coverage import Plan
from orbit.agent.offline.dialogue.turning import in_conversation, on_its_own
from orbit.agent.offline.from_library import (
    WORKFLOW,
    by_library,
    gave_up,
    one_workflow,
    surely,
    troubled,
    workflow_move,
)
from orbit.agent.offline.known import Known
from orbit.agent.offline.moves import Call, Move
from orbit.agent.offline.parting import asking, in_parts
from orbit.agent.offline.preferring import wished
from orbit.agent.offline.proposal import copied, held, proposed
from orbit.agent.offline.understanding import (
    CopyDevices,
    Edits,
    Mixed,
    Problem,
    Recall,
    Understood,
    Usual,
)
from orbit.agent.offline.understanding.filling import covers
from orbit.agent.offline.understanding.mentions import mentions
from orbit.agent.offline.understanding.phrasings import is_phrasing
from orbit.agent.offline.understanding.templates import Recipe, is_named, recipe_of
from orbit.agent.offline.understanding.tokens import tokenize
from orbit.agent.reader.questions import answered, is_question
from orbit.memory.words.language import read

__all__ = ["WORKFLOW", "Known", "decide", "plainly"]


def decide(text: str, pending: Question | None, known: Known) -> Move:
    """The next move for what the user said; ``pending`` is the question it may answer."""
    usual = isinstance(known.read(text), Recall | Usual) if is_question(text) else False
    if not usual and (told := answered(text, known)) is not None:
        return told

    def afresh(said: str) -> Move:
        return _by_frames(plainly(said, known), said, known)

    if pending is not None and (reply := answer_to(text, pending, known, afresh)) is not None:
        return reply
    if (spoken := in_conversation(text, known, _request)) is not None:
        return spoken
    return on_its_own(afresh(text), text, known)


def plainly(text: str, known: Known) -> Move:
    """The move for a request of its own, as far as it is understood without the frames."""
    move = _request(text, known)
    edits = () if is_question(text) else _edits_of(move, known)
    if not edits or (by_frames := known.read_by_frames(text)).verb != "act":
        return held(move, text, known)
    agree = _agree(known.session, edits, by_frames.actions)
    return held(move, text, known, agreed=True) if agree else proposed(edits, text, known)


def _agree(session: Session, edits: Sequence[Action], others: Sequence[Action]) -> bool:
    """Whether two lists of edits come to the same."""
    if [*map(action_json, edits)] == [*map(action_json, others)]:
        return True
    try:
        one, other = (apply_all(session, resolve_labels(session, each)) for each in (edits, others))
    except OrbitError:
        return False
    return one != session and not differences(one, other)


def _edits_of(move: Move, known: Known) -> Sequence[Action]:
    """The edits that a move plans, where it plans nothing else."""
    match move:
        case (Call("plan_actions", {"actions": actions}),):
            return known.edits(actions)
        case _:
            return ()


def _by_frames(move: Move, text: str, known: Known) -> Move:
    """The move; for a sentence that was not understood, the question whether the frames' edits are meant."""
    if not gave_up(move) or is_question(text):
        return move
    decision = known.read_by_frames(text)
    return proposed(decision.actions, text, known) if decision.actions else move


def _request(text: str, known: Known) -> Move:
    """The move for a request of its own."""
    understood = known.read(text)
    if (beside := move_beside(understood, text) or wished(text, known)) is not None:
        return beside
    match understood:
        case CopyDevices(copy):
            return copied(copy, text, known)
        case Edits(actions, loose=True) if (meant := _meant_as_a_whole(text, actions, known)) is not None:
            return meant
        case Edits(actions, firm):
            taught = None if firm or _names_a_device(text, actions) else _taught(text, known)
            if taught is None or taught.get("one_device"):
                return _edit(actions)
            return workflow_move(text, taught, known)
        case None | Problem(options=(), asks="") if (taught := _taught(text, known)) is not None:
            return workflow_move(text, taught, known)
        case Problem(firm=True) as problem:
            return _of_a_problem(problem, text, known)
        case _:
            return _of_the_library(text, understood, known)


def _of_a_problem(problem: Problem, text: str, known: Known) -> Move:
    opened = what_is_open(text, known) if _asks_openly(problem) else None
    if opened is None:
        return troubled(problem, text)
    return opened.model_copy(update={"question": problem.message})


def _meant_as_a_whole(text: str, actions: Sequence[Action], known: Known) -> Move | None:
    """The move for a sentence that only its gist makes edits of, where the library has it in other words."""
    by_frames = known.read_by_frames(text)
    plain = _OF_WORKFLOWS.isdisjoint(action.action for action in actions)
    sure = plain and by_frames.verb == "act" and by_frames.sure >= _SURE
    if sure or _sets_what_is_named(text, actions, known):
        return None
    found = known.about(text)
    if found is None:
        return _look_for(text)
    best = found.workflows[0] if found.workflows else None
    if best is None or best.get("one_device"):
        return None
    left_out = _leave_a_track(text, actions, found)
    if _is_all_that_is_said(text, actions, recipe_of(best)) and not left_out:
        return None
    if _sets_every_number(text, actions, found) and not is_named(str(best["title"]), text):
        return None
    move = by_library(text, None, found) if left_out or surely(text, found) else None
    return move if isinstance(move, tuple) and not _has_to_ask(text, found) else None


def _has_to_ask(text: str, found: Known) -> bool:
    """Whether the workflow that fits would still ask for something that the sentence does not say."""
    best = found.workflows[0]
    given = found.filling(text, best).slots
    return any(
        name not in given and not {"default", "find", "optional"} & {*slot}
        for name, slot in best["slots"].items()
    )


def _is_all_that_is_said(text: str, actions: Sequence[Action], recipe: Recipe) -> bool:
    """Whether edits only set what is there, and no word of a workflow's title is said beyond theirs."""
    theirs = read(" ".join(action.describe() for action in actions)).words
    named = {*read(recipe.title).words} & {*read(text).words} - {*theirs}
    return not (named or is_named(recipe.title, text)) and _ADDING.isdisjoint(
        action.action for action in actions
    )


def _sets_every_number(text: str, actions: Sequence[Action], known: Known) -> bool:
    """Whether edits put a number in its place and leave none over: "a saturator with 8 dB of drive"."""
    sends = all(isinstance(action, SetSend) for action in actions)
    counts = any(token.number is not None for token in tokenize(text))
    if not counts or not (sends or _names_a_device(text, actions)):
        return False
    plan = Plan(text, known, ({"actions": [action_json(action) for action in actions]},), ())
    return next(plan.passed_over(), None) is None


def _leave_a_track(text: str, actions: Sequence[Action], known: Known) -> bool:
    """Whether settings leave out a named track: "duck under the kick, ratio 8" is more than a ratio."""
    if not all(isinstance(action, SetParameter) for action in actions):
        return False
    plan = Plan(text, known, ({"actions": [action_json(action) for action in actions]},), ())
    return any(plan.touched.isdisjoint(names) for _, names in plan.tracks_named)


def _sets_what_is_named(text: str, actions: Sequence[Action], known: Known) -> bool:
    """Whether edits set devices that are there and that the sentence names: "widen it: utility width 140"."""
    said = mentions(known.ground(text), tokenize(text))
    named = {value for each in said if each.type == "device" for value in each.values}
    return all(isinstance(action, SetParameter) and action.device in named for action in actions)


_SURE = 0.9
"""From here on frames that touch no device go before the library: on fresh voices no workflow was meant."""
_MAKING = frozenset({"create_track", "insert_device", "create_clip", "duplicate_clip", "duplicate_track"})
_ADDING = _MAKING | {"set_send"}
"""Edits that bring something about; to open a send is one."""
_OF_WORKFLOWS = _MAKING | {"set_parameter"}
"""Edits that workflows make too."""


def _asks_openly(problem: Problem) -> bool:
    """Whether a problem is a question that does not say where its answer goes."""
    return "?" in problem.message and not problem.options and not problem.asks


def _of_the_library(text: str, understood: Understood | None, known: Known) -> Move:
    """The move for what is no edit, or not only edits."""
    found = known.about(text)
    if found is None:
        return _look_for(text)
    core, shorter = (text, False) if is_question(text) else known.core(text)
    if core != text and not surely(text, found):
        of_core = known.read(core)
        if isinstance(of_core, Edits) and shorter:
            return _edit(of_core.actions)  # "I hate the hats, mute them"
        return _of_the_library(core, of_core, known)
    asked = is_question(text) or _taught(text, found) is not None
    asked = asked or (isinstance(understood, Problem) and bool(understood.asks or understood.options))
    sure = surely(text, found)
    if (
        not asked
        and not sure
        and not isinstance(understood, Mixed)
        and (opened := what_is_open(text, known)) is not None
    ):
        said = understood.message if isinstance(understood, Problem) else opened.question
        return opened.model_copy(update={"question": said})
    whole = sure and not (isinstance(understood, Mixed) and not one_workflow(understood, found))
    several = None if is_question(text) else _several(text, found, whole=whole)
    if isinstance(several, Decline) and isinstance(understood, Mixed):
        one = by_library(text, understood, found)
        return one if isinstance(one, Question) else several  # the whole may be meant, if not each part
    return several or by_library(text, understood, found)


def _several(text: str, known: Known, *, whole: bool) -> Move | None:
    """The move for several requests in one; where the library has a workflow for the whole, all must fit."""
    clauses = asking(text, known)
    if len(clauses) < 2 or (whole and (_sets_values(text, known) or _taught(text, known) is not None)):
        return None
    move = in_parts(text, known, _alone)
    if not whole or move is None:
        return move
    if not isinstance(move, tuple) or _is_one(text, move, clauses, known):
        return None
    return move if _mixes(move) else None


def _sets_values(text: str, known: Known) -> bool:
    """Whether a number that is said is one of the workflow's: "vocal chain, low cut at 90 Hz"."""
    filling = known.filling(text, known.workflows[0])
    said = (filling.tokens[each.mention.start : each.mention.end] for each in filling.chosen)
    return any(token.number is not None for tokens in said for token in tokens)


def _is_one(text: str, calls: Sequence[Call], clauses: Sequence[str], known: Known) -> bool:
    """Whether what looks like several requests is what one workflow does."""
    parts = [part for call in calls for part in call.arguments.get("parts", ())]
    best = known.workflows[0]
    if any(part.get("workflow") not in (None, best["id"]) for part in parts):
        return False
    recipe, whole = recipe_of(best), known.filling(text, best)
    if all(part.get("workflow") for part in parts):
        named = {(name, value) for part in parts for name, value in part["slots"].items()}
        return not whole.left_out and named == set(whole.slots.items())
    mixes = recipe.wordings & {"mix", "mixer", "mixing", "fader", "faders", "levels"}
    actions = [action["action"] for part in parts for action in part.get("actions", ())]
    if not mixes and not _OF_THE_MIXER.isdisjoint(actions):
        return False
    edits = [clause for clause in clauses if isinstance(known.read(clause), Edits)]
    return all(covers(clause, recipe, known.session, known.nicknames) for clause in edits)


_OF_THE_MIXER = frozenset({"set_volume", "set_pan", "set_mute", "set_solo", "set_tempo", "rename_track"})
"""Edits that no workflow makes which is not about the mix as a whole."""


def _mixes(move: Move) -> bool:
    """Whether a plan of parts is of different things; or it is still looked for."""
    calls = move if isinstance(move, tuple) else ()
    if any(call.tool == "search_workflows" for call in calls):
        return True
    parts = [part for call in calls for part in call.arguments.get("parts", ())]
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
