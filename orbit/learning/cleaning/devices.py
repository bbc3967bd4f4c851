"""Which device is meant, without ever having seen the session: kinds, names, numbers and labels followed.

``compressor`` is the first of its kind along a chain, ``compressor#2`` the second. What was never seen
inserted was there before. A device inserted without a place goes behind those of its kind, as hosts do it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from daw_bridges.references import SEPARATOR, split_reference
from orbit.learning.cleaning.journal import Journal
from orbit.learning.cleaning.vocabulary import device_kind
from orbit.learning.demonstration import DeviceSeen

__all__ = ["Devices"]

_ORDINAL = re.compile(r"^(?P<name>.*\S)\s*#(?P<nth>\d{1,3})$", re.DOTALL)
_PLACE = re.compile(r"^#\d{1,6}$")

# More devices of a kind in one chain than anybody can tell apart: the oldest are no longer counted.
_MOST_ALIKE = 64

_Chain = tuple[int, str]
"""A track and, for what is inside a rack, the way to the chain there."""


class Devices:
    """The devices of one demonstration, in the order in which they were first heard of."""

    def __init__(self, journal: Journal, daw: str) -> None:
        self._journal = journal
        self._daw = daw
        self._seen: list[DeviceSeen] = []
        self._alike: dict[tuple[_Chain, str], tuple[int, ...]] = {}
        """Along a chain, those of a kind (or of a host's name) in their order."""
        self._labels: dict[tuple[int, str], int] = {}
        self._said: dict[int, dict[str, int]] = {}
        """On a track, what each reference meant, until a device comes or goes there."""
        self._named: set[int] = set()
        """Those that were named since they were inserted, so that their number is settled."""

    def find(self, track: int, reference: str) -> int:
        """The device a reference means on a track; one that was never heard of was there before."""
        said = self._said.get(track)
        if said is None:
            said = self._said[track] = {}
        found = said.get(reference)
        if found is None:
            found = said[reference] = self._look(track, reference)
            self._named.add(found)
        return found

    def kind(self, device: int) -> str:
        """The kind of a device, or the host's name of one that is of no known kind."""
        return self._seen[device].kind

    def _look(self, track: int, reference: str) -> int:
        if (labelled := self._labels.get((track, reference))) is not None:
            return labelled
        *inside, last = split_reference(reference)
        chain = (track, self._way(track, inside))
        if (labelled := self._labels.get((track, last))) is not None:
            return labelled
        return self._in_chain(chain, last.strip())

    def _way(self, track: int, parts: list[str]) -> str:
        """The way into a rack, the same whether the rack is named by kind, by name or by label."""
        if not parts:
            return ""
        rack = self.find(track, parts[0])
        return SEPARATOR.join((f"{rack}", *(part.strip().casefold() for part in parts[1:])))

    def _in_chain(self, chain: _Chain, word: str) -> int:
        if _PLACE.match(word):
            return self._nth(chain, word, word, 1)
        name, nth = word, 1
        if (match := _ORDINAL.match(word)) is not None:
            name, nth = match["name"], max(int(match["nth"]), 1)
        kind = device_kind(self._daw, name)
        folded = name.casefold()
        by_name = folded != kind and (chain, folded) in self._alike
        return self._nth(chain, folded if by_name else kind, kind, min(nth, _MOST_ALIKE))

    def _nth(self, chain: _Chain, listed: str, kind: str, nth: int) -> int:
        there = self._alike.get((chain, listed), ())
        if len(there) < nth:
            there = self._with_earlier(chain, there, kind, nth)
            self._alike[chain, listed] = there
        return there[nth - 1]

    def _with_earlier(self, chain: _Chain, there: tuple[int, ...], kind: str, nth: int) -> tuple[int, ...]:
        """Enough devices of a kind for there to be an ``nth``: those not heard of stood there before.

        One that was just inserted and is called by a number has those in front of it that nobody named.
        """
        missing = tuple(self._new(chain[0], kind) for _ in range(nth - len(there)))
        latest = there[-1] if there else None
        if latest is not None and self._seen[latest].inserted and latest not in self._named:
            return (*there[:-1], *missing, latest)
        return there + missing

    def _new(self, track: int, kind: str, *, inserted: bool = False) -> int:
        self._seen.append(DeviceSeen(track, kind, inserted))
        return len(self._seen) - 1

    def insert(
        self, track: int, reference: str, at: int | None, label: str | None, chain: str | None = None
    ) -> int:
        """A device that is inserted, in a chain of a rack or the track's own."""
        name = reference.strip()
        kind = device_kind(self._daw, name)
        place = (track, "" if chain is None else self._way(track, split_reference(chain)))
        device = self._new(track, kind, inserted=True)
        for listed in {kind: None, name.casefold(): None}:
            self._add(place, listed, device, first=at == 1)
        if label is not None:
            self._journal.put(self._labels, (track, label), device)
        self._changed(track)
        return device

    def _add(self, chain: _Chain, listed: str, device: int, *, first: bool) -> None:
        there = self._alike.get((chain, listed), ())
        there = (device, *there[: _MOST_ALIKE - 1]) if first else (*there[1 - _MOST_ALIKE :], device)
        self._journal.put(self._alike, (chain, listed), there)

    def remove(self, track: int, reference: str) -> int:
        """A device that is removed; those behind it move up."""
        device = self.find(track, reference)
        for chain, listed in self._lists_of(track, reference, device):
            left = tuple(other for other in self._alike[chain, listed] if other != device)
            self._journal.put(self._alike, (chain, listed), left)
        self._changed(track)
        return device

    def move(self, track: int, reference: str, to: int) -> int:
        """A device that is moved along its chain: to the front it becomes the first of its kind."""
        device = self.find(track, reference)
        for chain, listed in self._lists_of(track, reference, device):
            others = tuple(other for other in self._alike[chain, listed] if other != device)
            there = (device, *others) if to == 1 else (*others, device)
            if len(there) > 1:
                self._journal.put(self._alike, (chain, listed), there)
                self._changed(track)
        return device

    def _lists_of(self, track: int, reference: str, device: int) -> Iterator[tuple[_Chain, str]]:
        """Where a device is counted: among its kind, and among those of the name it is called by."""
        *inside, last = split_reference(reference)
        chain = (track, self._way(track, inside))
        match = _ORDINAL.match(last.strip())
        names = (self.kind(device), (match["name"] if match else last.strip()).casefold(), last.strip())
        for listed in dict.fromkeys(names):
            if device in self._alike.get((chain, listed), ()):
                yield chain, listed

    def _changed(self, track: int) -> None:
        self._journal.put(self._said, track, {})

    def seen(self) -> tuple[DeviceSeen, ...]:
        """All of them, as the demonstration tells."""
        return tuple(self._seen)
