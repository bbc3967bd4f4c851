"""The move for what only the conversation gives a meaning."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from daw_bridges.actions import Action, action_json
from daw_bridges.quantities import Unit
from orbit.agent.answers import Decline, Question
from orbit.agent.context import Done
from orbit.agent.offline.dialogue.accounts import told_lately, told_of_tracks
from orbit.agent.offline.dialogue.correcting import request_of
from orbit.agent.offline.dialogue.deeds import Deed, once_more, same_there, stepped
from orbit.agent.offline.dialogue.going_on import gone_on
from orbit.agent.offline.dialogue.past import edits_of, is_joined
from orbit.agent.offline.dialogue.redoing import redone
from orbit.agent.offline.dialogue.said import (
    Account,
    Again,
    Explain,
    Greet,
    Longer,
    More,
    Reads,
    Redo,
    Settings,
    Switch,
    Turn,
    UndoLast,
)
from orbit.agent.offline.dialogue.slots import with_tracks, with_value
from orbit.agent.offline.dialogue.values_anew import revalued
from orbit.agent.offline.known import Known
from orbit.agent.offline.moves import Back, Call, Move, Reply
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.readings import aim, unit_of

__all__ = ["TAKE_BACK", "reply_to"]

TAKE_BACK = "take back"
"""The slot of a question whether the last thing is to be taken back."""
_MOST_AT_ONCE = 16
"""So many times at most something is done "again"."""
_NOTHING = "There is nothing that I can repeat. Say it in full, for instance “mute the pad”."
_NO_MORE = "More or less of what? Say it in full, for instance “turn the pad up 2 dB”."
_NOT_ALONE = "That was several things. Say in full which one you mean."
_FRIENDLY = {
    "hello": "Hello! Say what you would like to have done, for instance “turn the vocals down 2 dB”.",
    "thanks": "You are welcome.",
    "fine": "Good.",
    "bye": "Until next time.",
    "leave": "All right, I leave everything as it is.",
}


def reply_to(turn: Turn, known: Known, decide: Callable[[str], Move]) -> Move | None:
    """The move for a turn of the conversation; None where it means nothing here and may be a request.

    ``decide`` gives the move for another sentence.
    """
    match turn:
        case Greet(kind):
            return _friendly(kind, known)
        case Explain() | Account():
            return _told(turn, known)
        case UndoLast():
            return _taken_off(known) if turn.inserted else _undo(turn, known, decide)
        case Redo():
            done = redone(known.past)
            return _anew(done) if done is not None else Decline(reason="There is nothing to redo.")
        case Again():
            return _again(turn, known)
        case More():
            return _more(turn, known)
        case Settings() | Switch() | Longer() | Reads():
            return gone_on(turn, known)
        case _:
            return None


def _told(turn: Explain | Account, known: Known) -> Move:
    if isinstance(turn, Explain):
        return (Call("explain", {"about": turn.about}),)
    if turn.tracks:
        return Reply(told_of_tracks(known.past, turn.tracks))
    return Reply(told_lately(known.past, last=turn.last))


def _friendly(kind: str, known: Known) -> Move:
    last = known.past.standing()[:1]
    if kind != "no":
        return Reply(_FRIENDLY[kind])
    if not last or known.past.recent[0] is not last[0]:
        return Reply(_FRIENDLY["leave"])
    title = last[0].title or last[0].request
    return Question(
        question=f"Shall I take “{title}” back, or what should it have been?",
        options=("take it back",),
        request=last[0].request,
        slot=TAKE_BACK,
    )


def _undo(turn: UndoLast, known: Known, decide: Callable[[str], Move]) -> Move:
    standing = known.past.standing()
    count = turn.times or max(len(standing), 1)
    requests = tuple(request_of(done) for done in standing[:count]) if count > 1 else ()
    back = Back((*requests, *[None] * (count - len(requests))))
    if not turn.rest:
        return back
    then = decide(turn.rest)
    if isinstance(then, Back):
        return Decline(reason="Ask for one after the other, please: first “undo”, then the rest.")
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


def _again(turn: Again, known: Known) -> Move | None:
    last = known.past.last
    if last is None:
        return Decline(reason=_NOTHING)
    if turn.value or turn.name:
        return _with_another_value(last, turn, known)
    if is_joined(last):
        return _edit(edits_of(last)) if not turn.tracks else Decline(reason=_NOT_ALONE)
    if last.workflow is not None and not turn.tracks:
        return (Call("plan_workflow", {"id": last.workflow, "slots": dict(last.slots)}),)
    if last.workflow is not None:
        return _workflow_on(last.workflow, last.slots, turn.tracks, known)
    deed = Deed.of(last, known.past.origin)
    if not deed.actions:
        return Decline(reason=_NOTHING)
    if not turn.tracks:
        return _edit(once_more(deed, min(max(turn.times, 1), _MOST_AT_ONCE), known.session))
    made = same_there(deed, turn.tracks, known.session)
    return Decline(reason=made.message) if isinstance(made, Problem) else _edit(made)


def _with_another_value(last: Done, turn: Again, known: Known) -> Move | None:
    """The last thing once more with another value, and on other tracks where some are named."""
    said = " ".join(token.text for token in turn.value)
    if last.workflow is not None:
        slots = with_value(last.slots, said.removeprefix("bar "), last.request)
        if slots is None:
            return None
        if turn.tracks:
            return _workflow_on(last.workflow, slots, turn.tracks, known)
        return (Call("plan_workflow", {"id": last.workflow, "slots": slots}),)
    deed = Deed.of(last, known.past.origin)
    made = same_there(deed, turn.tracks, known.session) if turn.tracks else [*deed.actions]
    if isinstance(made, Problem):
        return None
    absolute = Deed(tuple(made), (None,) * len(made), relative=False)
    anew = revalued(absolute, turn.value, known.ground(said), named=False)
    return _edit(_named(anew, turn.name)) if anew is not None else None


def _named(actions: Sequence[Action], name: str) -> list[Action]:
    """The edits with another name for what they make."""
    makes = [action.action in _NAMED for action in actions]
    return [
        action.model_copy(update={"name": name}) if name and made else action
        for action, made in zip(actions, makes, strict=True)
    ]


_NAMED = ("add_locator", "create_track", "create_clip", "create_scene", "duplicate_track")


def _workflow_on(workflow: str, slots: dict[str, str], tracks: Sequence[str], known: Known) -> Move:
    """A workflow once more, on other tracks: for each of them, where it takes one at a time."""
    parts = [with_tracks(slots, [track], known.session) for track in tracks]
    at_once = with_tracks(slots, tracks, known.session)
    if at_once is None or any(part is None for part in parts):
        return Decline(reason="I do not see where that would go. Say in full what you want.")
    if len(tracks) == 1:
        return (Call("plan_workflow", {"id": workflow, "slots": at_once}),)
    several = any("," in slots[name] for name in slots if at_once[name] != slots[name])
    if several:
        return (Call("plan_workflow", {"id": workflow, "slots": at_once}),)
    return (Call("plan_parts", {"parts": [{"workflow": workflow, "slots": part} for part in parts]}),)


def _more(turn: More, known: Known) -> Move | None:
    last = known.past.last
    if last is None or (last.workflow is not None and not _sets_one(last)):
        return None if turn.absolute else Decline(reason=_NO_MORE)
    if turn.absolute and not _goes_up_and_down(last, turn):
        return None
    made = stepped(Deed.of(last, known.past.origin), turn, known.session)
    if isinstance(made, Problem):
        return None if turn.absolute else Decline(reason=made.message)
    return _edit(made)


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
