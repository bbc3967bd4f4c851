"""The move for what only the conversation gives a meaning."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from daw_bridges.actions import Action, action_json
from daw_bridges.quantities import Unit
from orbit.agent.answers import Decline, take_back
from orbit.agent.context import Done
from orbit.agent.offline.dialogue.correcting import request_of, taken_back_first
from orbit.agent.offline.dialogue.deeds import Deed, stepped
from orbit.agent.offline.dialogue.going_on import gone_on
from orbit.agent.offline.dialogue.past import edits_of
from orbit.agent.offline.dialogue.redoing import redone
from orbit.agent.offline.dialogue.repeating import repeated
from orbit.agent.offline.dialogue.said import (
    Again,
    Greet,
    Longer,
    More,
    Reads,
    Redo,
    Remove,
    Settings,
    Switch,
    Turn,
    UndoLast,
)
from orbit.agent.offline.known import Known
from orbit.agent.offline.moves import Back, Call, Move, Reply
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.readings import aim, unit_of

__all__ = ["reply_to"]

_NO_MORE = "More or less of what? Say it in full, for instance “turn the pad up 2 dB”."
_FRIENDLY = {
    "hello": "Hello! Say what you would like done, for instance “turn the vocals down 2 dB”.",
    "thanks": "You are welcome.",
    "fine": "Good.",
    "bye": "See you next time.",
    "leave": "All right, I will leave everything as it is.",
}


def reply_to(turn: Turn, known: Known, decide: Callable[[str], Move]) -> Move | None:
    """The move for a turn of the conversation; None where it means nothing here and may be a request.

    ``decide`` gives the move for another sentence.
    """
    match turn:
        case Greet(kind):
            return _friendly(kind, known)
        case UndoLast():
            return _taken_off(known) if turn.inserted else _undo(turn, known, decide)
        case Redo():
            done = redone(known.past)
            return _anew(done) if done is not None else Decline(reason="There is nothing to redo.")
        case Again():
            return repeated(turn, known)
        case More():
            return _more(turn, known)
        case Settings() | Switch() | Longer() | Reads() | Remove():
            return gone_on(turn, known)
        case _:
            return None


def _friendly(kind: str, known: Known) -> Move:
    last = known.past.standing()[:1]
    if kind != "no":
        return Reply(_FRIENDLY[kind])
    if not last or known.past.recent[0] is not last[0]:
        return Reply(_FRIENDLY["leave"])
    title = last[0].title or last[0].request
    return take_back(f"Shall I take “{title}” back, or what should it have been?", last[0].request)


def _undo(turn: UndoLast, known: Known, decide: Callable[[str], Move]) -> Move:
    standing = known.past.standing()
    count = turn.times or max(len(standing), 1)
    requests = tuple(request_of(done) for done in standing[:count]) if count > 1 else ()
    back = Back((*requests, *[None] * (count - len(requests))))
    if not turn.rest:
        return back
    then = decide(turn.rest)
    if isinstance(then, Back):
        return Decline(reason="Please ask for one thing at a time: first “undo”, then the rest.")
    if isinstance(then, Decline):
        return Decline(reason=f"{then.reason} So nothing was taken back either.")
    return then if _is_look_up(then) else Back(back.requests, then)


def _taken_off(known: Known) -> Move | None:
    """The move for "take it off again": the last thing is taken back, if it put something there."""
    last = known.past.recent[0] if known.past.recent else None
    makes = (
        "insert_device",
        "create_track",
        "create_clip",
        "create_scene",
        "duplicate_track",
        "duplicate_clip",
    )
    put = last is not None and last.outcome == "done" and any(a["action"] in makes for a in last.actions)
    return Back((request_of(last),)) if last is not None and put else None


def _is_look_up(move: Move) -> bool:
    return isinstance(move, tuple) and all(call.tool in ("search_workflows", "session") for call in move)


def _anew(done: Deed | tuple[str, dict[str, str]]) -> Move:
    """Something done again as it was."""
    if isinstance(done, Deed):
        return _edit(done.actions)
    workflow, slots = done
    return (Call("plan_workflow", {"id": workflow, "slots": slots}),)


def _more(turn: More, known: Known) -> Move | None:
    last = known.past.last
    if last is None or (last.workflow is not None and not _sets_one(last)):
        return None if turn.absolute else Decline(reason=_NO_MORE)
    if turn.absolute and not _goes_up_and_down(last, turn):
        return None
    made = stepped(Deed.of(last, known.past.origin), turn, known.session)
    if isinstance(made, Problem):
        return None if turn.absolute else Decline(reason=made.message)
    return taken_back_first(last, _edit(made)) if turn.instead else _edit(made)


def _sets_one(last: Done) -> bool:
    """Whether only one number of a workflow's can be meant."""
    return len([action for action in edits_of(last) if aim(action) is not None]) == 1


def _goes_up_and_down(last: Done, turn: More) -> bool:
    """Whether "up" can mean what was set last; a level it means anyway."""
    aimed = [action for action in edits_of(last) if aim(action) is not None]
    if not aimed or aimed[-1].action == "set_pan":
        return False
    return not turn.in_db or unit_of(aimed[-1]) is Unit.DB


def _edit(actions: Sequence[Action]) -> tuple[Call, ...]:
    return (Call("plan_actions", {"actions": [action_json(action) for action in actions]}),)
