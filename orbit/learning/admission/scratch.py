"""A scratch session: the least that a routine needs to be tried on, and nothing in it as it will be after.

It has the tracks the routine speaks of, of the kinds that its edits need, the devices that it sets and never
inserts (plug-ins that nobody knows with the parameters that were set), and whatever settings it makes stand
otherwise before, so that a step that does nothing shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from daw_bridges.actions import Action, SetInput
from daw_bridges.algebra import apply
from daw_bridges.algebra.tracks import INPUTS, MASTER
from daw_bridges.catalog import catalog
from daw_bridges.errors import ActionError, NotFoundError, OrbitError, OutOfRangeError
from daw_bridges.references import track_index
from daw_bridges.session import Session, Track, TrackKind
from orbit.learning.admission.concrete import actions_of, fillings, names_for, slots_of
from orbit.learning.admission.contrary import unsettled
from orbit.learning.admission.supplying import supplied, with_new_track
from orbit.learning.routine import Routine
from orbit.workflows.expansion import fill
from orbit.workflows.slots import Slot, SlotType, SlotValue

__all__ = ["daw_of", "scratch"]

_SCENES = 8
_SPARE = 2
"""Slots beyond those that a routine names, for the clips that it finds there by name."""
_MOST = 64
_NUMBERED = re.compile(r"^#(\d{1,9})$")
_INPUTS = frozenset({"No Input", "All Ins", "Ext. In", "Resampling"})
"""What every Live has to record from; any other input is played by a track of that name."""
_BYSTANDER = "Bystander"
_DEFAULT_DAW = "ableton"


def scratch(
    routine: Routine, filling: Mapping[str, SlotValue] | None = None, *, daw: str | None = None
) -> Session:
    """Make the session on which a routine can be tried with one filling (else the latest that was seen).

    ``daw`` is the host to try it on, else one that it was seen on.

    What cannot be supplied is left missing: trying the routine on it then says what. Raises OrbitError where
    the steps make no actions at all.
    """
    filling = next(fillings(routine)) if filling is None else filling
    names = names_for(routine, filling)
    actions = [each.action for each in actions_of(routine.steps, names)]
    daw = daw_of(routine) if daw is None else daw
    kinds = dict(_kinds(routine, names, actions, daw))
    session = _empty(daw, _slots_used(actions))
    for number in range(2, _highest(actions) + 1):
        session = with_new_track(session, f"Track {number}", TrackKind.MIDI)
    for name in _named(routine, names):
        if not _has(session, name):
            session = with_new_track(session, name, kinds.get(name.casefold(), TrackKind.MIDI))
    return unsettled(_complete(session, actions, kinds), actions)


def daw_of(routine: Routine) -> str:
    """Give the host to try a routine on: the first it was seen on whose devices are known."""
    known = (daw for daw in routine.daws if catalog().devices(daw))
    return next(known, routine.daws[0] if routine.daws else _DEFAULT_DAW)


def _empty(daw: str, scenes: int) -> Session:
    master = Track(name=MASTER, kind=TrackKind.MASTER)
    scenes = max(_SCENES, scenes + _SPARE)
    session = Session(daw=daw, name="Scratch", tracks=(master,), scenes=("",) * scenes)
    return with_new_track(session, _BYSTANDER, TrackKind.AUDIO)


def _slots_used(actions: Iterable[Action]) -> int:
    slots = (getattr(action, name, None) for action in actions for name in ("slot", "to_slot"))
    return min(max((slot for slot in slots if isinstance(slot, int)), default=0), _MOST)


def _highest(actions: Iterable[Action]) -> int:
    """The highest number that a track is called by: so many there are, apart from returns and the master."""
    references = (getattr(action, name, None) for action in actions for name in ("track", "to", "source"))
    numbers = (_NUMBERED.match(each) for each in references if isinstance(each, str))
    return min(max((int(match[1]) for match in numbers if match), default=0), _MOST)


def _has(session: Session, name: str) -> bool:
    return name.casefold() in (track.name.casefold() for track in session.tracks)


def _complete(session: Session, actions: Sequence[Action], kinds: Mapping[str, TrackKind]) -> Session:
    """Supply what is missing until all that can be done is; what cannot be, is passed over."""
    impossible: set[int] = set()
    for _ in range(4 * len(actions) + 16):
        now = session
        for place, action in enumerate(actions):
            try:
                now = now if place in impossible else _applied(now, action)
            except (NotFoundError, OutOfRangeError) as missing:
                try:
                    session = supplied(session, actions[:place], action, missing, kinds)
                except ActionError:
                    impossible.add(place)
                    continue
                break
            except ActionError:
                impossible.add(place)
        else:
            return session
    return session


def _applied(session: Session, action: Action) -> Session:
    if isinstance(action, SetInput) and action.source not in _INPUTS:
        track_index(session, action.source)  # what feeds a track is there, too
    return apply(session, action)


def _named(routine: Routine, names: Mapping[str, Any]) -> Iterator[str]:
    """The tracks that slots are filled with; those that the routine creates are text, not tracks."""
    for name, slot in slots_of(routine).items():
        if slot.type is SlotType.TRACK and name in names:
            yield from _plain([str(names[name])])
        elif slot.type is SlotType.TRACKS:
            yield from _plain(names.get(name, ()))


def _plain(tracks: Iterable[str]) -> Iterator[str]:
    return (track for track in tracks if track and not track.startswith("#"))


def _kinds(
    routine: Routine, names: Mapping[str, Any], actions: Iterable[Action], daw: str
) -> Iterator[tuple[str, TrackKind]]:
    """What the tracks must be: by what is asked of slots, by what is done to them, by the preconditions."""
    for name, slot in slots_of(routine).items():
        if slot.find is not None and slot.find.kind and name in names:
            kind = TrackKind(slot.find.kind[0])
            yield from ((each.casefold(), kind) for each in _filled(slot, names[name]))
    for action in actions:
        yield from _needed(daw, action)
    for condition in routine.preconditions:
        yield from _required(condition, names)


def _filled(slot: Slot, value: Any) -> list[str]:
    return [str(each) for each in value] if slot.type is SlotType.TRACKS else [str(value)]


def _needed(daw: str, action: Any) -> Iterator[tuple[str, TrackKind]]:
    match action.action:
        case "set_send":
            yield action.to.casefold(), TrackKind.RETURN
        case "set_input":
            kind = next((each for each, name in INPUTS.items() if name == action.source), TrackKind.AUDIO)
            yield action.track.casefold(), kind
        case "insert_device" if _on_midi(daw, action.device):
            yield action.track.casefold(), TrackKind.MIDI
        case "create_clip" | "add_notes":
            yield action.track.casefold(), TrackKind.MIDI
        case _:
            return


def _on_midi(daw: str, device: str) -> bool:
    try:
        return catalog().device(daw, device).type != "audio_effect"
    except NotFoundError:
        return False


def _required(condition: Mapping[str, Any], names: Mapping[str, Any]) -> Iterator[tuple[str, TrackKind]]:
    kind = condition.get("kind")
    if isinstance(kind, Mapping):
        kind = next(iter(kind.get("one_of", ())), kind.get("equals"))  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType, reportUnknownArgumentType]
    if "track" in condition and kind in list(TrackKind):
        try:
            yield str(fill(condition["track"], names)).casefold(), TrackKind(str(kind))  # pyright: ignore[reportUnknownArgumentType]
        except OrbitError:
            return
