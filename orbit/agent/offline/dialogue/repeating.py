"""The last thing done once more: as it was, on other tracks, with another value."""

from __future__ import annotations

from collections.abc import Sequence

from daw_bridges.actions import Action, InsertDevice
from daw_bridges.errors import OrbitError
from daw_bridges.references import find_device, find_track
from daw_bridges.session import Session
from orbit.agent.answers import Decline, Question
from orbit.agent.context import Done
from orbit.agent.offline.dialogue.correcting import (
    edited,
    to_return,
    valued_there,
    with_tracks,
    with_value,
)
from orbit.agent.offline.dialogue.deeds import Deed, once_more, same_there
from orbit.agent.offline.dialogue.past import Past, edits_of, is_joined, subjects
from orbit.agent.offline.dialogue.said import Again
from orbit.agent.offline.from_library import OFFER
from orbit.agent.offline.known import Known
from orbit.agent.offline.moves import Call, Move
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.repetition import ANOTHER, ONCE_MORE

__all__ = ["repeated"]

_MOST_AT_ONCE = 16
"""So many times at most something is done "again"."""
_NOTHING = "There is nothing to repeat. Say it in full, for instance “mute the pad”."
_NOT_ALONE = "That was several things. Say in full which one you mean."


def repeated(turn: Again, known: Known) -> Move | None:
    """The move; None where nothing was done that it could go on with, or the last thing has no such value."""
    last = known.past.last
    if last is None:
        return None if turn.value else Decline(reason=_NOTHING)
    if turn.value or turn.name:
        return _with_another_value(last, turn, known)
    if is_joined(last):
        return edited(edits_of(last)) if not turn.tracks else Decline(reason=_NOT_ALONE)
    if last.workflow is not None and not turn.tracks:
        slots = dict(last.slots) | {ONCE_MORE: ANOTHER}
        return (Call("plan_workflow", {"id": last.workflow, "slots": slots}),)
    if last.workflow is not None:
        return _workflow_on(last.workflow, last.slots, turn.tracks, known)
    deed = Deed.of(last, known.past.origin)
    if not deed.actions:
        return Decline(reason=_NOTHING)
    if not turn.tracks:
        return edited(once_more(deed, min(max(turn.times, 1), _MOST_AT_ONCE), known.session))
    return _there(deed, _new(turn.tracks, deed), known)


def _new(tracks: Sequence[str], deed: Deed) -> Sequence[str]:
    """The tracks without those it was done to: "on all drums" after the kick means the others."""
    return [track for track in tracks if track not in subjects(deed.actions)] or tracks


def _there(deed: Deed, tracks: Sequence[str], known: Known) -> Move:
    if (sends := to_return(deed.actions, tracks, known.session)) is not None:
        return edited(sends)
    lacking = [track for track in tracks if _lacks(deed, track, known.session)]
    whole = _with_its_device(deed, known.past) if lacking else deed
    if whole is None:
        return _offered(deed, lacking[0])
    made = same_there(whole, tracks, known.session)
    return Decline(reason=made.message) if isinstance(made, Problem) else edited(made)


def _device_of(deed: Deed) -> tuple[str, str] | None:
    """The one device that something was done to: its track, and what it is called there."""
    first = subjects(deed.actions)[:1]  # "the same" is what was done to the first of several
    about = [action for action in deed.actions if subjects([action]) == first]
    places = {(getattr(action, "track", ""), getattr(action, "device", "")) for action in about}
    inserts = any(isinstance(action, InsertDevice) for action in deed.actions)
    return places.pop() if len(places) == 1 and not inserts else None


def _lacks(deed: Deed, track: str, session: Session) -> bool:
    place = _device_of(deed)
    if place is None or not place[1]:
        return False
    try:
        find_device(find_track(session, track), place[1].partition("#")[0])
    except OrbitError:
        return True
    return False


def _with_its_device(deed: Deed, past: Past) -> Deed | None:
    """All that was done to a device since it was put there; None where that was not lately."""
    track, device = _device_of(deed) or ("", "")
    found: list[Action] = []
    for done in past.standing():
        here = [action for action in edits_of(done) if getattr(action, "track", "") == track]
        found[:0] = [action for action in here if getattr(action, "device", "").startswith(device)]
        if any(isinstance(action, InsertDevice) for action in found):
            return Deed(tuple(found), (None,) * len(found), relative=False)
    return None


def _offered(deed: Deed, track: str) -> Question:
    """Whether the device that a track lacks shall be put there, set the same way."""
    _, device = _device_of(deed) or ("", "")
    kind = device.partition("#")[0].replace("_", " ")
    settings = [
        f"{str(getattr(action, 'parameter', '')).replace('_', ' ')} {getattr(action, 'value', '')}"
        for action in deed.actions
        if hasattr(action, "parameter")
    ]
    request = f'put a {kind} on "{track}"' + (f" with {' and '.join(settings)}" if settings else "")
    return Question(
        question=f"{track} has no {kind}. Shall I add one with the same settings?",
        options=(f"{kind} on {track}",),
        request=request,
        slot=OFFER,
    )


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
    sends = to_return(deed.actions, turn.tracks, known.session)
    made = sends or (same_there(deed, turn.tracks, known.session) if turn.tracks else [*deed.actions])
    if isinstance(made, Problem):
        return None
    if not turn.value:
        named = _called(made, turn.name)
        return edited(named) if named != made else None
    anew = valued_there(deed, made, turn.value, known, by=turn.by and bool(turn.tracks))
    return edited(_called(anew, turn.name)) if anew is not None else None


def _called(actions: Sequence[Action], name: str) -> list[Action]:
    """The edits with another name for what they make."""
    return [
        action.model_copy(update={"name": name}) if name and hasattr(action, "name") else action
        for action in actions
    ]


def _workflow_on(workflow: str, slots: dict[str, str], tracks: Sequence[str], known: Known) -> Move:
    """A workflow once more, on other tracks: for each of them, where it takes one at a time."""
    parts = [with_tracks(slots, [track], known.session) for track in tracks]
    at_once = with_tracks(slots, tracks, known.session)
    if at_once is None or any(part is None for part in parts):
        return Decline(reason="I cannot tell where that should go. Say in full what you want.")
    if len(tracks) == 1:
        return (Call("plan_workflow", {"id": workflow, "slots": at_once}),)
    several = any("," in slots[name] for name in slots if at_once[name] != slots[name])
    if several:
        return (Call("plan_workflow", {"id": workflow, "slots": at_once}),)
    return (Call("plan_parts", {"parts": [{"workflow": workflow, "slots": part} for part in parts]}),)
