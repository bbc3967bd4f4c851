"""Edits made of earlier edits: the same on other tracks, once more, and further or back."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from daw_bridges.actions import Action, InsertDevice, SetPan, SetParameter
from daw_bridges.quantities import Unit
from daw_bridges.references import clip_reference, find_track
from daw_bridges.session import Session
from orbit.agent.context import Done
from orbit.agent.offline.dialogue.past import edits_of, subjects, was_relative
from orbit.agent.offline.dialogue.said import More
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import tokenize
from orbit.agent.reader.discourse_lexicon import listed
from orbit.agent.readings import aim, aimed_at, read_there, unit_of

__all__ = ["Deed", "once_more", "only_there", "same_there", "sort_of", "stepped"]

_LEVELS = ("set_volume", "set_send")
"""Levels have no half: half of -12 dB is twice as loud and more."""
_BIT_DB = 2.0
"""How far "more" goes where nothing says how far: as far as "a bit" does."""


@dataclass(frozen=True)
class Deed:
    """What one request did: its edits, and what the session read before each."""

    actions: tuple[Action, ...]
    read: tuple[float | None, ...]
    relative: bool
    """Whether it said how far rather than where to."""
    percent: bool = False
    """Whether it was said in percent: of a panning, "30" means another place then."""
    named: bool = True
    """Whether it named a number: of what was told in an answer, more is further."""
    way: float | None = None
    """Which way the request went that it goes back to: "not that much" turns nothing around."""

    @classmethod
    def of(cls, done: Done, origin: Done | None = None) -> Deed:
        """What a request did; ``origin`` is the one that gave it its words."""
        actions = tuple(edits_of(done))
        read = done.read if len(done.read) == len(actions) else (None,) * len(actions)
        if origin is None or origin is done:
            named = any(token.number is not None for token in tokenize(done.request))
            return cls(actions, read, was_relative(done.request, actions), _in_percent(done.request), named)
        first = cls.of(origin)
        turned = bool(actions) and _sides(first.actions[-1], actions[-1]) < 0
        way = None if turned else first.change(len(first.actions) - 1)
        return cls(actions, read, first.relative, first.percent, first.named, way)

    def change(self, place: int) -> float | None:
        """How far an edit moved its number."""
        new, old = aim(self.actions[place]), self.read[place]
        return None if new is None or old is None else new - old

    @property
    def changes(self) -> list[float | None]:
        """How far each edit moved its number."""
        return [self.change(place) for place in range(len(self.actions))]

    @property
    def changed(self) -> bool:
        """Whether anything reads otherwise for it, as far as that can be told."""
        return any(change is None or change != 0 for change in self.changes)


def _sides(one: Action, other: Action) -> float:
    """Below nought for pannings to either side."""
    return one.pan * other.pan if isinstance(one, SetPan) and isinstance(other, SetPan) else 0.0


def _in_percent(request: str) -> bool:
    return any(token.text == "%" for token in tokenize(request))


def once_more(deed: Deed, times: int, session: Session) -> list[Action]:
    """The same again: as far again where it said how far."""
    if any(action.action in listed("making") for action in deed.actions):  # anew each time
        return [*deed.actions] * times
    if all(new is not None and new == read_there(session, action) for new, action in _aims(deed)):
        deed = replace(deed, relative=True)  # it is so already: as far again can be meant
    return [_moved(deed, place, action, session, times) for place, action in enumerate(deed.actions)]


def _aims(deed: Deed) -> Iterator[tuple[float | None, Action]]:
    return ((aim(action), action) for action in deed.actions)


def _moved(deed: Deed, place: int, action: Action, session: Session, times: float = 1) -> Action:
    """An edit that goes as far from what is read now as it went then, where it said how far."""
    change, now = deed.change(place), read_there(session, action)
    if not deed.relative or change is None or now is None:
        return action
    return aimed_at(action, now + times * change)


def only_there(actions: Sequence[Action], spared: Sequence[str]) -> list[Action]:
    """The edits without those of some tracks."""
    return [action for action in actions if not set(subjects([action])) & set(spared)]


def same_there(
    deed: Deed,
    tracks: Sequence[str],
    session: Session,
    *,
    instead_of: Sequence[str] = (),
    times: float = 1,
) -> list[Action] | Problem:
    """The same on other tracks, ``times`` as far; ``instead_of`` some, the rest stays as it was.

    A Problem where what was done has nothing to do with a track, or a track lacks what it was done to.
    """
    about = [name for name in subjects(deed.actions) if not instead_of or name in instead_of]
    if not about:
        return Problem("That was not done to a track. Say in full what you want.")
    kept = [action for action in deed.actions if instead_of and not set(subjects([action])) & set(instead_of)]
    pattern = [
        (place, action)
        for place, action in enumerate(deed.actions)
        if action not in kept and (subjects([action]) or ("",))[0] in (about[0], "")
    ]
    found: list[Action] = list(kept)
    for track in tracks:
        made = _transferred(deed, pattern, track, session, times)
        if isinstance(made, Problem):
            return made
        found.extend(made)
    return found


def _transferred(
    deed: Deed, pattern: Sequence[tuple[int, Action]], track: str, session: Session, times: float
) -> list[Action] | Problem:
    made: list[Action] = []
    inserted: list[str] = []
    for place, action in pattern:
        if not hasattr(action, "track"):
            made.append(action)
            continue
        changes: dict[str, object] = {"track": track}
        if isinstance(action, InsertDevice):
            inserted.append(action.device)
            changes["at"] = None
        elif isinstance(device := getattr(action, "device", None), str):
            changes["device"] = _device_there(device, track, inserted, session)
        if isinstance(clip := getattr(action, "clip", None), str):
            there = _clip_there(clip, track, session)
            if there is None:
                return Problem(f"{track} has no clip for that. Say which clip you mean.")
            changes["clip"] = there
        if getattr(action, "source", None) == track:
            return Problem(f"{track} cannot feed itself. Say where the signal comes from.")
        moved = action.model_copy(update=changes)
        made.append(_moved(deed, place, moved, session, times))
    return made


def _device_there(reference: str, track: str, inserted: Sequence[str], session: Session) -> str:
    """A device's reference on another track: the one just put there, or the first of its kind."""
    kind = reference.partition("#")[0]
    if not kind or kind not in inserted:
        return kind or reference
    before = sum(kind in (device.kind, device.name) for device in find_track(session, track).devices)
    number = before + inserted.count(kind)
    return kind if number == 1 else f"{kind}#{number}"


def _clip_there(reference: str, track: str, session: Session) -> str | None:
    clips = find_track(session, track).clips
    if any(clip.name == reference for clip in clips):
        return reference
    return clip_reference(find_track(session, track), 0) if len(clips) == 1 else None


def stepped(deed: Deed, more: More, session: Session) -> list[Action] | Problem:
    """The value that was set last, further or back. A Problem where nothing says which way that is."""
    places = list(_valued(deed))
    if not places:
        return Problem("The last change has no “more” or “less”. Say in full what you want.")
    made: list[Action] = []
    if more.exact and isinstance(deed.actions[places[0]], SetPan):
        more = replace(more, amount=(more.amount or 0.0) / (100 if deed.percent else 50))
    for place in places:
        number = _stepped(deed, place, more, session)
        if isinstance(number, Problem):
            return number
        made.append(aimed_at(deed.actions[place], number))
    return made


def _valued(deed: Deed) -> Iterator[int]:
    """The places of the edits that set the number spoken of last, on each of its tracks."""
    aimed = [place for place, action in enumerate(deed.actions) if aim(action) is not None]
    for place in aimed:
        if sort_of(deed.actions[place]) == sort_of(deed.actions[aimed[-1]]):
            yield place


def sort_of(action: Action) -> tuple[str, ...]:
    """The sort of an edit: the action, and the parameter or the return that it sets."""
    return (action.action, str(getattr(action, "parameter", "")), str(getattr(action, "to", "")))


def _stepped(deed: Deed, place: int, more: More, session: Session) -> float | Problem:
    action, before, change = deed.actions[place], deed.read[place], deed.change(place)
    now = read_there(session, action)
    now = aim(action) if now is None else now
    assert now is not None, "only what sets a number is stepped"
    if more.share is not None and more.of_value and not deed.relative and action.action not in _LEVELS:
        return now * more.share
    if more.share is not None:
        if before is None or not change:
            return Problem("I do not know what it was before. Say what it should be.")
        return before + change * more.share
    if more.absolute and more.instead and before is not None:
        now = before
    if more.absolute:
        return now + more.way * _step(action, more.amount or _BIT_DB, now, exact=more.exact)
    if more.of_value and not deed.relative and deed.named:
        change = math.copysign(1.0, now) if isinstance(action, SetPan | SetParameter) else 1.0
    if change is None and before is None and unit_of(action) is Unit.DB:
        change = 1.0  # out of silence, or a level that was not there before: more is louder
    change = deed.way if deed.way and (deed.relative or not more.of_value) else change
    if not change:
        return Problem("More or less of what? Say for instance “2 dB louder”.")
    if more.amount is None and deed.relative and more.way > 0 and not deed.way:
        return now + change
    step = _step(action, more.amount or _BIT_DB, now, exact=more.exact)
    return now + more.way * math.copysign(step, change)


def _step(action: Action, amount: float, now: float, *, exact: bool) -> float:
    """An amount of dB as it is meant for another unit: "a bit" of a frequency is a tenth of it."""
    unit = unit_of(action)
    if exact or unit in (Unit.DB, Unit.SEMITONES):
        return amount
    match action.action, unit:
        case ("set_tempo", _):
            return amount
        case ("set_pan", _):
            return amount * 0.05
        case (_, Unit.PERCENT):
            return amount * 2.5
        case (_, Unit.RATIO):
            return amount * 0.25
        case _:
            return abs(now or 1.0) * amount * 0.05
