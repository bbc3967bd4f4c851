"""The move for a follow-up that is about the device worked on, a switch, a length, or what is read now."""

from __future__ import annotations

from daw_bridges.actions import Action, CreateClip, SetLoop, action_json
from daw_bridges.quantities import Quantity, Unit, beats_per_bar, format_pan, format_quantity
from daw_bridges.references import find_device, find_track
from orbit.agent.answers import Decline
from orbit.agent.context import Done
from orbit.agent.offline.dialogue.correcting import taken_back_first
from orbit.agent.offline.dialogue.handling import removed, settings_made, switched
from orbit.agent.offline.dialogue.past import edits_of
from orbit.agent.offline.dialogue.said import Longer, Reads, Remove, Settings, Switch
from orbit.agent.offline.known import Known
from orbit.agent.offline.moves import Call, Move, Reply
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.readings import read_there

__all__ = ["gone_on"]


def gone_on(turn: Settings | Switch | Longer | Reads | Remove, known: Known) -> Move | None:
    """The move; None where the last thing has nothing of the kind."""
    if isinstance(turn, Settings):
        return _set(turn, known)
    last = known.past.last
    if last is None:
        return None
    match turn:
        case Switch(on, all_alike):
            return _edit(switched(last, known, on=on, all_alike=all_alike))
        case Remove():
            return _edit(gone) if (gone := removed(known)) else None
        case Longer():
            return _longer(turn, last, known)
        case Reads():
            return _read(last, known)


def _set(turn: Settings, known: Known) -> Move:
    made = settings_made(turn, known)
    if isinstance(made, Problem):
        return Decline(reason=made.message)
    last = known.past.last
    same = (
        last is not None
        and last.workflow is None
        and [_where(action) for action in edits_of(last)] == [_where(action) for action in made]
    )
    return taken_back_first(last, _edit(made)) if turn.corrects and same and last is not None else _edit(made)


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
        return _edit([SetLoop(on=held.on, start_bar=start, end_bar=wanted)])
    if isinstance(held, CreateClip):
        beats = held.length_beats * turn.times + turn.bars * bar
        if beats <= 0:
            return Decline(
                reason=f"The clip is {held.length_beats:g} beats long, so it cannot be that much shorter."
            )
        return taken_back_first(last, _edit([held.model_copy(update={"length_beats": beats})]))
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


def _edit(actions: list[Action]) -> tuple[Call, ...]:
    return (Call("plan_actions", {"actions": [action_json(action) for action in actions]}),)
