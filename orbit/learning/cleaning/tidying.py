"""Tidying what stood: drags become one edit, what was put back goes, what changed nothing goes.

Everything is decided by what stands beside what: an edit belongs to the one before it if, on its track, there
was nothing else in between (of two knobs dragged at once, nothing but the other), and not much elsewhere.
"""

from __future__ import annotations

from typing import Any

from daw_bridges.actions import AddNotes, CreateClip, CreateScene, CreateTrack
from orbit.learning.cleaning.equality import same_value
from orbit.learning.cleaning.going_on import moved_on
from orbit.learning.cleaning.sighting import Sighting
from orbit.learning.cleaning.standing import REJECTED_WITHIN

__all__ = ["Tidier"]

_NEAR = 12
"""Edits elsewhere, at most, between two that belong together."""

_MOST_NOTES = 1024
"""Notes that are gathered into one edit; more are more than anybody draws as one."""

_UNKNOWN: Any = object()


class Tidier:
    """Takes the edits one by one and keeps what is to be kept; ``put_back`` are runs that came to nothing."""

    def __init__(self) -> None:
        self._kept: list[Sighting | None] = []
        self._on: dict[int | None, list[int]] = {}
        """On each track (None is the set itself), the places of the last edits that stand."""
        self._known: dict[tuple[Any, ...], Any] = {}
        """What each setting is known to be."""
        self._before: dict[int, Any] = {}
        """By the place of a setting's edit, what it was known to be before."""
        self._made: dict[tuple[Any, ...], int] = {}
        self.put_back: list[tuple[Sighting, ...]] = []

    def kept(self) -> list[Sighting]:
        """What stands, in its order."""
        return [sighting for sighting in self._kept if sighting is not None]

    def take(self, sighting: Sighting) -> None:
        """Look at the next edit."""
        if sighting.sets is not None:
            self._setting(sighting, sighting.sets)
        elif sighting.unmakes is not None:
            self._unmaking(sighting, sighting.unmakes)
        elif not (isinstance(sighting.action, AddNotes) and self._gathered(sighting, sighting.action)):
            self._keep(sighting)

    def _keep(self, sighting: Sighting) -> None:
        place = len(self._kept)
        self._kept.append(sighting)
        for track in sighting.tracks or (None,):
            places = self._on.setdefault(track, [])
            places.append(place)
            if len(places) > 4 * _NEAR:
                del places[: 2 * _NEAR]
        if sighting.makes is not None:
            self._made[sighting.makes] = place

    def _last_on(self, sighting: Sighting, back: int = 1) -> int | None:
        """The place of the last edit but (``back`` - 1) on an edit's own track, if it is near."""
        places = self._on.get(sighting.tracks[0] if sighting.tracks else None, [])
        while places and self._kept[places[-1]] is None:
            places.pop()
        found = 0
        for place in reversed(places):
            if self._kept[place] is not None:
                found += 1
                if found == back:
                    return place if len(self._kept) - place <= _NEAR else None
        return None

    def _setting(self, sighting: Sighting, sets: tuple[Any, ...]) -> None:
        known = self._known.get(sets, _UNKNOWN if sighting.was is None else sighting.was)
        if known is not _UNKNOWN and _same(sighting, known):
            return
        self._known[sets] = sighting.value
        if self._named(sighting):
            return
        place = self._run(sighting)
        if place is None:
            self._before[len(self._kept)] = known
            self._keep(sighting)
            return
        self._go_on(place, sighting)

    def _run(self, sighting: Sighting) -> int | None:
        """The place of the edit that this one goes on with: the same setting, changed by the same hand.

        A knob may be dragged together with one other; a switch goes on with itself alone.
        """
        for back in (1,) if isinstance(sighting.value, bool) else (1, 2):
            place = self._last_on(sighting, back)
            earlier = None if place is None else self._kept[place]
            if earlier is None or earlier.sets is None or earlier.by_hand is not sighting.by_hand:
                return None
            if earlier.sets == sighting.sets:
                return place
            if not isinstance(earlier.value, int | float) or isinstance(earlier.value, bool):
                return None  # nothing that one drags
        return None

    def _go_on(self, place: int, sighting: Sighting) -> None:
        """Let an edit end where a later one of the same run ended; or nowhere, if that is where it began."""
        earlier = self._kept[place]
        before = self._before.get(place, _UNKNOWN)
        switched_back = isinstance(sighting.value, bool) and before is _UNKNOWN
        if switched_back or (before is not _UNKNOWN and _same(sighting, before)):
            self._drop([place], sighting)
        elif earlier is not None and sighting.does in _LATE:
            self._kept[place] = None
            self._before[len(self._kept)] = before
            sighting.action = moved_on(earlier.action, sighting.action)
            self._keep(sighting)
        elif earlier is not None:
            earlier.action, earlier.value = moved_on(earlier.action, sighting.action), sighting.value

    def _drop(self, places: list[int], last: Sighting) -> None:
        """Take edits out, for the last of them took the others back."""
        gone = [sighting for place in places if (sighting := self._kept[place]) is not None]
        for place in places:
            self._kept[place] = None
        if gone and last.t - gone[0].t <= REJECTED_WITHIN:
            self.put_back.append(tuple(gone))

    def _unmaking(self, sighting: Sighting, thing: tuple[Any, ...]) -> None:
        start = self._made.pop(thing, None)
        places = None if start is None else self._all_about(thing, start, sighting)
        if places is None:
            self._keep(sighting)
        else:
            self._drop(places, sighting)

    def _all_about(self, thing: tuple[Any, ...], start: int, sighting: Sighting) -> list[int] | None:
        """The edits since a thing was made if, on its track, all of them are of it; None if they are not."""
        if len(self._kept) - start > _NEAR:
            return None
        places: list[int] = []
        for place in range(start, len(self._kept)):
            one = self._kept[place]
            if one is None or not _touches(one, sighting):
                continue
            if place != start and not _is_of(one, thing):
                return None
            places.append(place)
        return places if places[:1] == [start] else None

    def _named(self, sighting: Sighting) -> bool:
        """Whether an edit only gives its name to what was just created: then it was created so."""
        if sighting.does not in _NAMING:
            return False
        place = self._last_on(sighting)
        maker = None if place is None else self._kept[place]
        if maker is None or maker.makes is None or maker.by_hand is not sighting.by_hand:
            return False
        if maker.makes != (sighting.sets or ())[1:] or any(self._kept[(place or 0) + 1 :]):
            return False  # of something else, or the name may not have been free before
        if not isinstance(maker.action, CreateTrack | CreateClip | CreateScene) or not sighting.value:
            return False
        maker.action = maker.action.model_copy(update={"name": sighting.value})
        return True

    def _gathered(self, sighting: Sighting, action: AddNotes) -> bool:
        """Whether notes go with those that were just added to the same clip."""
        place = self._last_on(sighting)
        earlier = None if place is None else self._kept[place]
        if earlier is None or not isinstance(earlier.action, AddNotes):
            return False
        notes = earlier.action.notes + action.notes
        alike = earlier.value == sighting.value and earlier.by_hand is sighting.by_hand
        if not alike or len(notes) > _MOST_NOTES:
            return False
        earlier.action = earlier.action.model_copy(update={"notes": notes})
        return True


_NAMING = frozenset({"rename_track", "rename_clip", "rename_scene"})
_LATE = _NAMING | {"set_output", "set_input"}
"""Edits that cannot be made any earlier: the name was not free, the track to lead to not there."""


def _same(sighting: Sighting, value: Any) -> bool:
    """Whether a setting that has a value is left as it is; names differ by a letter's case."""
    return value == sighting.value if sighting.does in _NAMING else same_value(value, sighting.value)


def _touches(one: Sighting, sighting: Sighting) -> bool:
    """Whether an edit stands in the way of seeing two others as neighbours: it is of the same track."""
    if not sighting.tracks:
        return not one.tracks
    return sighting.tracks[0] in one.tracks


def _is_of(one: Sighting, thing: tuple[Any, ...]) -> bool:
    kind, identity = thing[0], thing[1:]
    if kind == "device":
        return (one.device,) == identity
    if kind == "track":
        return one.tracks[:1] == identity and one.does != "duplicate_track"
    return one.sets is not None and one.sets[-len(thing) :] == thing
