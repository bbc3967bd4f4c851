"""The answer to Orbit's own question: which option, which value, or a request of its own after all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from daw_bridges.actions import action_json
from orbit.agent.answers import PROPOSAL, TAKE_BACK, Decline, Question
from orbit.agent.offline.choosing import chosen, is_any, is_both, is_no, is_short, is_yes, said_value
from orbit.agent.offline.completing import filled
from orbit.agent.offline.dialogue.correcting import MEANT, corrected
from orbit.agent.offline.dialogue.said import Correct
from orbit.agent.offline.from_library import OFFER, WORKFLOW, workflow_move
from orbit.agent.offline.known import Known
from orbit.agent.offline.moves import Back, Call, Move
from orbit.agent.offline.proposal import agreed_to
from orbit.agent.offline.understanding import Edits, Problem, TakeBack
from orbit.agent.offline.understanding.kinds import KINDS
from orbit.agent.offline.understanding.problems import GAP, in_place_of
from orbit.agent.offline.understanding.sentences import unwrapped
from orbit.agent.offline.understanding.tokens import tokenize
from orbit.agent.reader.discourse_turns import tracks_meant
from orbit.agent.reader.questions import is_question

__all__ = ["answer_to"]

_ASKED_AGAIN = "I do not know which one that is. "
_NOTHING_DONE = "All right, nothing was changed."


def answer_to(text: str, pending: Question, known: Known, decide: Callable[[str], Move]) -> Move | None:
    """The move for an answer; None when it is a request of its own. ``decide`` gives that of a request."""
    move = _answer(text, pending, known, decide)
    if not pending.instead_of or not isinstance(move, tuple | Question):
        return move
    return Back(pending.instead_of, move)


def _answer(text: str, pending: Question, known: Known, decide: Callable[[str], Move]) -> Move | None:
    if is_no(text):
        return Decline(reason=_NOTHING_DONE)
    if pending.slot == PROPOSAL:
        return agreed_to(pending) if is_yes(text) else None
    agrees = is_yes(text) or chosen(text, pending.options) is not None
    agrees = agrees or (pending.slot == TAKE_BACK and isinstance(known.read(text), TakeBack))
    if pending.slot in (TAKE_BACK, OFFER) and agrees:
        return Back((pending.request,)) if pending.slot == TAKE_BACK else decide(pending.request)
    if pending.slot == TAKE_BACK:
        return _meant(text, pending, known)
    if pending.slot == MEANT:
        return _meant(text, pending, known)
    if is_both(text) and len(pending.options) == 2 and pending.workflow is None:
        return _clearer(pending.options, pending, known, decide)
    return _by_option(text, pending, known, decide)


def _by_option(text: str, pending: Question, known: Known, decide: Callable[[str], Move]) -> Move | None:
    option = _option(text, pending) or _by_meaning(text, pending, known)
    if pending.slot == GAP:
        return _gap_filled(option, text, pending, known, decide)
    if option is None and pending.options and not pending.workflow and pending.slot != WORKFLOW:
        meant = tracks_meant(text, known)
        if meant is not None and meant.tracks:
            return _clearer(meant.tracks, pending, known, decide)
    if option is None and pending.options and _means_nothing(text, known):
        return _asked_again(pending)
    if option is None and (known.read(text) is not None and not _open_slot(pending, text)):
        return None
    if pending.slot == WORKFLOW:
        return _chosen_workflow(option, pending, known)
    if pending.workflow and pending.slot:
        return _slot_filled(option, text, pending)
    return _clearer((option,), pending, known, decide) if option is not None else None


def _gap_filled(
    option: str | None, text: str, pending: Question, known: Known, decide: Callable[[str], Move]
) -> Move | None:
    """The request with what it had left out.

    What makes no sense there is a request of its own, or asked for again.
    """
    readings = [(each, known.read(each)) for each in filled(pending, option or text)]
    done = next((understood for _, understood in readings if isinstance(understood, Edits)), None)
    if done is not None:
        return (Call("plan_actions", {"actions": [action_json(action) for action in done.actions]}),)
    if is_any(text):
        return pending.model_copy(update={"question": f"I cannot choose that for you. {pending.question}"})
    if not is_short(text) or isinstance(known.read(text), Edits):
        return None
    told = next((each for each, read in readings if isinstance(read, Problem)), None)
    return decide(told) if told is not None else _asked_again(pending)


def _asked_again(pending: Question) -> Question:
    again = _ASKED_AGAIN + pending.question.removeprefix(_ASKED_AGAIN)
    return pending.model_copy(update={"question": again})


def _means_nothing(text: str, known: Known) -> bool:
    """Whether words are neither an answer nor a request that anything is known for."""
    return is_short(text) and known.read(text) is None and known.decision == "none" and not is_question(text)


def _by_meaning(text: str, pending: Question, known: Known) -> str | None:
    """The only option among the tracks that the words mean: "the vocal one" is no synth."""
    core = _ONE.sub("", unwrapped(text)).strip()
    if not is_short(text) or not core:
        return None
    found: Any = KINDS["tracks"].read(known.ground(core), tokenize(core))
    meant: tuple[str, ...] = found.options if isinstance(found, Problem) else found or ()
    fitting = [option for option in pending.options if option in meant]
    return fitting[0] if len(fitting) == 1 else None


_ONE = re.compile(r"\bones?\b", re.IGNORECASE)


def _option(text: str, pending: Question) -> str | None:
    """The option that is meant; the first for somebody who does not care."""
    if not pending.options:
        return None
    return pending.options[0] if is_any(text) else chosen(text, pending.options)


def _meant(text: str, pending: Question, known: Known) -> Move | None:
    """What was meant instead of what was done."""
    option = chosen(text, pending.options) if pending.options else None
    correct = Correct(tracks=(option,)) if option is not None else tracks_meant(text, known)
    return corrected(correct, known) if correct is not None else None


def _open_slot(pending: Question, text: str) -> bool:
    """Whether what could be a request of its own ("bar 17", "128 bpm") rather fills the slot asked for."""
    return bool(pending.workflow and pending.slot) and is_short(text)


def _chosen_workflow(option: str | None, pending: Question, known: Known) -> Move | None:
    if option is None:
        return None
    found = known.about(pending.request)
    if found is None:
        return (Call("search_workflows", {"text": pending.request, "k": 5}),)
    workflow = found.titled(option)
    return workflow_move(pending.request, workflow, found, agreed=True) if workflow else None


def _slot_filled(option: str | None, text: str, pending: Question) -> Move | None:
    if option is None and is_any(text):
        return pending.model_copy(update={"question": f"I cannot choose that for you. {pending.question}"})
    if option is None and not is_short(text):
        return None
    slots = {**pending.slots, str(pending.slot): option or said_value(text)}
    if not pending.parts:
        return (Call("plan_workflow", {"id": pending.workflow, "slots": slots}),)
    filled = {"workflow": pending.workflow, "slots": slots}
    return (Call("plan_parts", {"parts": [part or filled for part in pending.parts]}),)


def _clearer(
    options: tuple[str, ...], pending: Question, known: Known, decide: Callable[[str], Move]
) -> Move | None:
    """The request again, with what was chosen in place of the words that were not clear."""
    if not pending.slot:
        return None
    if any(" on " in option for option in options):
        return _on_each(options, pending, known)
    clearer = in_place_of(pending.slot, pending.request, " and ".join(map(_written, options)))
    if clearer is None:
        return None
    picked = _picked(pending.slot, options[0], known) if len(options) == 1 else ()
    understood = known.read(clearer)
    if isinstance(understood, Edits):
        actions = [action_json(action) for action in understood.actions]
        return (*picked, Call("plan_actions", {"actions": actions}))
    again = decide(clearer)
    return (*picked, *again) if isinstance(again, tuple) and _plans(again) else again


def _on_each(options: tuple[str, ...], pending: Question, known: Known) -> Move:
    """The request for each device that was chosen: "both" of two compressors are no list of tracks.

    No workflow is what somebody wants who says which of the devices that are there is meant.
    """
    actions: list[dict[str, Any]] = []
    for option in options:
        readings = (known.read(each) for each in _with_device(pending, _written(option)))
        understood = next((each for each in readings if isinstance(each, Edits)), None)
        if understood is None:
            return Decline(reason=f"I did not understand what to do with the {option}. Say it in full.")
        actions.extend(action_json(action) for action in understood.actions)
    return (Call("plan_actions", {"actions": actions}),)


def _with_device(pending: Question, device: str) -> Iterator[str]:
    """The request with a device where it was spoken of, and without what it began by speaking of."""
    _, comma, rest = pending.request.partition(",")
    for text in (pending.request, rest.strip() if comma else ""):
        for phrase in (f"its {pending.slot}", str(pending.slot)):
            if text and (clearer := in_place_of(phrase, text, device)) is not None:
                yield clearer


def _plans(calls: tuple[Call, ...]) -> bool:
    return any(call.tool.startswith("plan_") for call in calls)


def _written(option: str) -> str:
    """An option as it stands in a sentence: "compressor on Bass" as it is, a name in quotation marks."""
    if " track" in option or " on " in option:
        return option
    numbered = re.match(r"#(\d+)", option)  # "#3 Kick", where more than one track has that name
    return f"track {numbered[1]}" if numbered else f'"{option}"'


def _picked(phrase: str, option: str, known: Known) -> tuple[Call, ...]:
    """A note of which track was picked for a word: who always picks the same need not be asked for ever."""
    if option not in known.session.track_names:
        return ()
    return (Call("remember_name", {"name": phrase, "track": option, "picked": True}),)
