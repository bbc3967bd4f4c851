"""The move for what only the conversation gives a meaning."""

from __future__ import annotations

from collections.abc import Callable

from daw_bridges.actions import Action, CreateClip, SetLoop
from daw_bridges.quantities import Quantity, Unit, beats_per_bar, format_pan, format_quantity
from daw_bridges.references import find_device, find_track
from orbit.agent.answers import Decline, take_back
from orbit.agent.context import Done
from orbit.agent.offline.dialogue.correcting import edited, request_of, taken_back_first
from orbit.agent.offline.dialogue.deeds import Deed, stepped
from orbit.agent.offline.dialogue.handling import removed, settings_made, switched
from orbit.agent.offline.dialogue.past import Past, edits_of, is_joined
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
from orbit.agent.reader.discourse_lexicon import listed, says
from orbit.agent.readings import aim, read_there

__all__ = ["reply_to"]

_NO_MORE = "More or less of what? Say it in full, for instance “turn the pad up 2 dB”."
_FRIENDLY = {
    "hello": "Hello! Say what you would like done, for instance “turn the vocals down 2 dB”.",
    "thanks": "You are welcome.",
    "fine": "Good.",
    "bye": "See you next time.",
    "leave it": "All right, I will leave everything as it is.",
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
            done = _redone(known.past)
            return _anew(done) if done is not None else Decline(reason="There is nothing to redo.")
        case Again():
            return repeated(turn, known)
        case More():
            return _more(turn, known)
        case Settings() | Switch() | Longer() | Reads() | Remove():
            return _gone_on(turn, known)
        case _:
            return None


def _friendly(kind: str, known: Known) -> Move:
    last = known.past.standing()[:1]
    if kind != "no":
        return Reply(_FRIENDLY[kind])
    if not last or known.past.recent[0] is not last[0]:
        return Reply(_FRIENDLY["leave it"])
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
    put = (
        last is not None
        and last.outcome == "done"
        and any(a["action"] in listed("making") for a in last.actions)
    )
    return Back((request_of(last),)) if last is not None and put else None


def _is_look_up(move: Move) -> bool:
    return isinstance(move, tuple) and all(call.tool in ("search_workflows", "session") for call in move)


def _anew(done: Deed | tuple[str, dict[str, str]]) -> Move:
    """Something done again as it was."""
    if isinstance(done, Deed):
        return edited(done.actions)
    workflow, slots = done
    return (Call("plan_workflow", {"id": workflow, "slots": slots}),)


def _more(turn: More, known: Known) -> Move | None:
    last = known.past.last
    if last is None or (last.workflow is not None and not _sets_one(last)):
        return None if turn.absolute else Decline(reason=_NO_MORE)
    if turn.absolute and not _goes_up_and_down(last):
        return None
    made = stepped(Deed.of(last, known.past.origin), turn, known.session)
    if isinstance(made, Problem):
        return None if turn.absolute else Decline(reason=made.message)
    return taken_back_first(last, edited(made)) if turn.instead else edited(made)


def _sets_one(last: Done) -> bool:
    """Whether only one number of a workflow's can be meant."""
    return len([action for action in edits_of(last) if aim(action) is not None]) == 1


def _goes_up_and_down(last: Done) -> bool:
    """Whether "up" can mean what was set last; a panning has sides."""
    aimed = [action.action for action in edits_of(last) if aim(action) is not None]
    return bool(aimed) and aimed[-1] != "set_pan"


def _redone(past: Past) -> Deed | tuple[str, dict[str, str]] | None:
    """The edits, or the workflow with its slots, that were taken back last; None where nothing was.

    Taking back two things and redoing twice gives both, the earlier one first; whatever else is done in
    between ends that, as in any program.
    """
    standing: list[Done] = []
    gone: list[Done] = []
    for done in reversed(past.recent):
        redo = done.outcome in ("done", "taken_back") and says(done.request, "redone")
        if redo and gone:
            gone.pop()
        elif done.outcome in ("done", "taken_back"):
            gone.clear()
        back = [each for each in reversed(standing) if each.outcome == "taken_back"][: done.took_back]
        standing = [each for each in standing if each not in back]
        gone.extend(back if done.outcome == "undid" else ())
        if done.outcome in ("done", "taken_back"):
            standing.append(done)
    if not gone:
        return None
    last = gone[-1]
    whole = last.workflow is not None and not is_joined(last)
    return (str(last.workflow), dict(last.slots)) if whole else Deed.of(last)


def _gone_on(turn: Settings | Switch | Longer | Reads | Remove, known: Known) -> Move | None:
    """The move; None where the last thing has nothing of the kind."""
    if isinstance(turn, Settings):
        return _set(turn, known)
    last = known.past.last
    if last is None:
        return None
    match turn:
        case Switch(on, all_alike):
            return edited(switched(last, known, on=on, all_alike=all_alike))
        case Remove():
            return edited(gone) if (gone := removed(known)) else None
        case Longer():
            return _longer(turn, last, known)
        case Reads():
            return _read(last, known)


def _set(turn: Settings, known: Known) -> Move:
    made = settings_made(turn, known)
    if isinstance(made, Problem):
        return Decline(reason=made.message)
    last = known.past.last
    if not turn.corrects or last is None or last.workflow is not None:
        return edited(made)
    new = {_where(action): action for action in made}
    held = edits_of(last)
    if not {*new} <= {*map(_where, held)}:
        return edited(made)
    return taken_back_first(last, edited([new.get(_where(action), action) for action in held]))


def _where(action: Action) -> tuple[str, ...]:
    return tuple(str(getattr(action, name, "")) for name in ("action", "track", "device", "parameter"))


def _longer(turn: Longer, last: Done, known: Known) -> Move | None:
    """The loop or the clip that was made last, with another end; the clip is made anew."""
    held, bar = edits_of(last)[-1], beats_per_bar(known.session.time_signature)
    if isinstance(held, SetLoop):
        start, end = known.session.loop.start_bar, known.session.loop.end_bar
        wanted = start + (end - start) * turn.times + turn.bars
        if wanted <= start:
            return Decline(
                reason=f"The loop is {end - start:g} bars long, so it cannot be that much shorter."
            )
        return edited([SetLoop(on=held.on, start_bar=start, end_bar=wanted)])
    if isinstance(held, CreateClip):
        beats = held.length_beats * turn.times + turn.bars * bar
        if beats <= 0:
            return Decline(
                reason=f"The clip is {held.length_beats:g} beats long, so it cannot be that much shorter."
            )
        return taken_back_first(last, edited([held.model_copy(update={"length_beats": beats})]))
    return None


def _read(last: Done, known: Known) -> Move | None:
    """What reads now where the last thing set a number."""
    told = [said for action in edits_of(last) if (said := _told(action, known)) is not None]
    return Reply(" ".join(dict.fromkeys(told))) if told else None


def _told(action: Action, known: Known) -> str | None:
    number = read_there(known.session, action)
    if number is None:
        return None
    match action.action:
        case "set_volume":
            return f"{_track(action)} is at {format_quantity(Quantity(number, Unit.DB))}."
        case "set_send":
            to = getattr(action, "to", "")
            return f"{_track(action)} goes to {to} at {format_quantity(Quantity(number, Unit.DB))}."
        case "set_pan":
            return f"{_track(action)} is panned to {format_pan(number)}."
        case "set_tempo":
            return f"The tempo is {number:g} BPM."
        case _:
            return _parameter(action, known)


def _track(action: Action) -> str:
    return str(getattr(action, "track", ""))


def _parameter(action: Action, known: Known) -> str | None:
    device = find_device(find_track(known.session, _track(action)), str(getattr(action, "device", "")))
    held = device.parameters[str(getattr(action, "parameter", ""))]
    return f"{held.name} of {device.name} on {_track(action)} is at {held.text or held.value}."
