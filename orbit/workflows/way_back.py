"""The way back: the sessions a plan passes through, and how to get from any of them to the first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from daw_bridges.actions import Action, InsertDevice, LoadPreset
from daw_bridges.algebra import (
    apply,
    apply_all,
    diff,
    differences,
    equivalent,
    holds_more,
    invert,
    unclear_routings,
)
from daw_bridges.algebra.editing import with_device
from daw_bridges.errors import ActionError
from daw_bridges.references import all_devices, counterparts, device_path, find_device, track_index
from daw_bridges.session import Session
from orbit.workflows.as_inserted import as_it_came, parameter_ids
from orbit.workflows.recordings import as_recorded

if TYPE_CHECKING:
    from orbit.workflows.plan import Plan

__all__ = ["Passage", "can_be_taken_back", "settled"]

_TRANSPORT = frozenset(("play", "stop", "record", "fire_clip", "stop_clip", "fire_scene"))


def _everything(session: Session) -> Session:
    return session


class Passage(NamedTuple):
    """The actions of a plan, and the session before the first and after each of them.

    ``shown`` is what of a session the host would show: a reading is only ever held against that.
    """

    actions: tuple[Action, ...]
    states: tuple[Session, ...]
    shown: Callable[[Session], Session] = _everything
    assumed: frozenset[int] = frozenset()
    """The parameters (by ``id``) that devices were given by the catalogue when an action inserted them."""

    @classmethod
    def through(
        cls,
        session: Session,
        actions: Iterable[Action],
        shown: Callable[[Session], Session] = _everything,
    ) -> Passage:
        """Walk the actions. Raises ActionError at the first that cannot be done."""
        actions, assumed = tuple(actions), set[int]()
        states = [session]
        for action in actions:
            states.append(apply(states[-1], action))
            if isinstance(action, InsertDevice):
                assumed |= parameter_ids(states[-1]) - parameter_ids(states[-2])
        return cls(actions, tuple(states), shown, frozenset(assumed))

    def since(self, place: int) -> Passage:
        """The rest of the way, after so many actions."""
        return self._replace(actions=self.actions[place:], states=self.states[place:])

    def expected(self, place: int, read: Session) -> Session:
        """What the host must show after so many actions, as far as that can be predicted.

        With which settings a device comes is the host's business, and its user's, who may have saved others:
        what no action set is as it reads.
        """
        state = as_it_came(self.states[place], read, self.assumed)
        return self.shown(settled(state, read, self.actions[:place]))

    def astray(self, read: Session, place: int) -> list[str]:
        """What reads otherwise than it must after so many actions, as far as the host shows it."""
        return differences(self.shown(read), self.expected(place, read))

    def place_of(self, session: Session, likely: int) -> int | None:
        """How many actions the session has behind it, or None when it is none of those passed through.

        ``likely`` is looked at first, then the places nearest to it: an action without effect looks like
        none.
        """
        for place in sorted(range(len(self.states)), key=lambda place: abs(place - likely)):
            if equivalent(self.shown(session), self.expected(place, session)):
                return place
        return None

    def inverses(self, done: int) -> tuple[Action, ...] | None:
        """Each step's own inverse, last step first; None when one of them cannot be taken back."""
        back: list[Action] = []
        for place in reversed(range(done)):
            try:
                back.extend(invert(self.actions[place], self.states[place]))
            except ActionError:
                return None
        return tuple(back)

    def back(self, done: int, read: Session) -> tuple[Action, ...] | None:
        """The way to the first session from that after ``done`` actions, as it was read from the host.

        The shorter of two that are right: each step's inverse, or what differs; None when neither leads
        there. What the host does not show cannot be found again to be taken back, and is left out.
        """
        by_steps = self.inverses(done)
        actions = self.actions[:done]
        here = settled(self.states[done], read, actions)
        direct = _direct(here, _with_transport(self.states[0], here, actions))
        if by_steps is None or (direct is not None and len(direct) < len(by_steps)):
            by_steps = direct
        hidden = self.shown(self.states[done]) != self.states[done]
        return _doable(by_steps, read) if by_steps and hidden else by_steps


def can_be_taken_back(plan: Plan) -> bool:
    """Whether undo will bring back what a plan changes, as far as can be told beforehand."""
    if any(each.final for each in plan.memory):
        return False
    passage = Passage.through(plan.before, plan.actions)
    return passage.back(len(passage.actions), passage.states[-1]) is not None


def _doable(way: Iterable[Action], here: Session) -> tuple[Action, ...]:
    possible: list[Action] = []
    for action in way:
        try:
            here = apply(here, action)
        except ActionError:
            continue
        possible.append(action)
    return tuple(possible)


def _direct(here: Session, there: Session) -> tuple[Action, ...] | None:
    if _opaque(there) - _opaque(here):
        return None  # it could be inserted again, without what was in it
    if unclear_routings(there).items() - unclear_routings(here).items():
        return None  # it could be routed again, to another track of that name
    try:
        way = diff(here, there)
        arrived = apply_all(here, way)
    except ActionError:
        return None
    return tuple(way) if equivalent(arrived, there) else None


def _opaque(session: Session) -> Counter[str]:
    return Counter(
        device.name for track in session.tracks for _, device in all_devices(track) if holds_more(device)
    )


def settled(predicted: Session, read: Session, actions: Sequence[Action]) -> Session:
    """The prediction, with what could not be predicted taken from what was read.

    Whether the transport runs is the user's business unless the actions say; how far a recording has come
    is time's; what a preset holds only the host knows.
    """
    predicted = as_recorded(_with_transport(predicted, read, actions), read)
    for action in actions:
        if isinstance(action, LoadPreset):
            predicted = _with_preset(predicted, read, action)
    return predicted


def _with_transport(predicted: Session, read: Session, actions: Sequence[Action]) -> Session:
    if any(action.action in _TRANSPORT for action in actions):
        return predicted
    tracks = tuple(
        track if there is None else track.model_copy(update={"playing_slot": there.playing_slot})
        for track, there in counterparts(predicted, read)
    )
    return predicted.model_copy(
        update={"playing": read.playing, "recording": read.recording, "tracks": tracks}
    )


def _with_preset(predicted: Session, read: Session, action: LoadPreset) -> Session:
    try:
        index, there = track_index(predicted, action.track), track_index(read, action.track)
        path = device_path(predicted.tracks[index], action.device)
        device = find_device(read.tracks[there], action.device)
    except ActionError:
        return predicted
    return with_device(predicted, index, path, **dict(device))
