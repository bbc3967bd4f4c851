"""Which track is meant, without ever having seen the session: names and numbers followed through the edits.

A name means the track that bears it now; ``#3`` the third now, whichever name it has. Some logs go on calling
a track what it was called at their beginning: until its new name is heard, the old one still means it, if
nothing else bears it. Where tracks were inserted or removed at a place nobody knows, the numbers from before
mean nothing any more.
"""

from __future__ import annotations

from orbit.learning.cleaning.journal import Journal
from orbit.learning.demonstration import TrackSeen

__all__ = ["Tracks"]

# Numbers that are followed when tracks come and go before them; a set with more has them by name.
_MOST_PLACES = 128


class Tracks:
    """The tracks of one demonstration, in the order in which they were first heard of."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._created: list[bool] = []
        self._name: dict[int, str] = {}
        self._exact: dict[str, int] = {}
        self._loose: dict[str, int] = {}
        self._former: dict[str, int] = {}
        self._places: dict[None, dict[int, int]] = {None: {}}

    def find(self, reference: str) -> int:
        """The track a reference means; one that was never heard of was there before."""
        found = self._exact.get(reference)
        if found is None:
            return self._look(reference)
        if self._former:
            self._heard_anew(found)
        return found

    def heard_of(self, reference: str) -> bool:
        """Whether a text is a track's name or number as far as was heard so far."""
        return reference in self._exact or _plain(reference) in self._loose

    def _look(self, reference: str) -> int:
        wanted = _plain(reference)
        if (number := _number(wanted)) is not None:
            places = self._places[None]
            if number not in places:
                places[number] = self._new(reference.strip(), created=False)
            return places[number]
        if wanted not in self._loose and wanted in self._former:
            return self._former[wanted]
        if wanted not in self._loose:
            name = reference.strip()
            self._loose[wanted] = self._exact[name] = self._new(name, created=False)
        return self._loose[wanted]

    def _new(self, name: str, *, created: bool) -> int:
        self._created.append(created)
        track = len(self._created) - 1
        self._name[track] = name
        return track

    def name(self, track: int) -> str:
        """What a track is called now (its number, where nobody said its name)."""
        return self._name[track]

    def create(self, name: str, at: int | None) -> int:
        """A track that is created; ``at`` is its place from 1, None is behind all that count."""
        track = self._new(name, created=True)
        self._call(track, name)
        if at is not None:
            self._shift(at, 1, track)
        return track

    def duplicate(self, track: int, name: str | None) -> int:
        """The copy of a track, right behind it."""
        copy = self._new(name or self._name[track], created=True)
        if name is not None:
            self._call(copy, name)
        if (place := self._place(track)) is not None:
            self._shift(place + 1, 1, copy)
        else:
            self._journal.put(self._places, None, {})
        return copy

    def rename(self, track: int, name: str) -> None:
        """Follow a track that is renamed: the name from before means it until the new one is heard."""
        self._journal.put(self._former, _plain(self._name[track]), track)
        self._forget(track)
        self._journal.put(self._name, track, name)
        self._call(track, name)

    def delete(self, track: int) -> None:
        """Follow a track that goes."""
        self._heard_anew(track)
        self._forget(track)
        if (place := self._place(track)) is not None:
            self._shift(place, -1, None)
        else:
            self._journal.put(self._places, None, {})

    def _heard_anew(self, track: int) -> None:
        """Note that a track goes by its new name: the one from before means it no more."""
        for name in [former for former, bore in self._former.items() if bore == track]:
            self._journal.drop(self._former, name)

    def _call(self, track: int, name: str) -> None:
        self._journal.put(self._exact, name, track)
        self._journal.put(self._loose, _plain(name), track)

    def _forget(self, track: int) -> None:
        name = self._name[track]
        if self._exact.get(name) == track:
            self._journal.drop(self._exact, name)
        if self._loose.get(_plain(name)) == track:
            self._journal.drop(self._loose, _plain(name))

    def _place(self, track: int) -> int | None:
        places = self._places[None]
        return next((place for place, there in places.items() if there == track), None)

    def _shift(self, start: int, by: int, new: int | None) -> None:
        """Move the numbers from ``start`` on by one; those of a track that goes are gone with it."""
        places = {
            place + by if place >= start else place: track
            for place, track in self._places[None].items()
            if by > 0 or place != start
        }
        if new is not None:
            places[start] = new
        self._journal.put(self._places, None, places if len(places) <= _MOST_PLACES else {})

    def seen(self) -> tuple[TrackSeen, ...]:
        """All of them, as the demonstration tells."""
        return tuple(TrackSeen(self._name[track], created) for track, created in enumerate(self._created))


def _plain(reference: str) -> str:
    return reference.strip().casefold()


def _number(wanted: str) -> int | None:
    digits = wanted[1:]
    return int(digits) if wanted[:1] == "#" and digits.isdecimal() and len(digits) < 7 else None
