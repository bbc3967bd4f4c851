"""What each workflow does, to be compared: whether the library knows a thing, the user said no to it already.

Three depths: the same with the same values (``structure``), the same with whatever values (``shape``), and
much the same steps in the same order (``kinds``). What of it is read from the library is kept beside it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any

from orbit.memory import Library
from orbit.memory.store.offers import StoredOffer
from orbit.memory.trust.structure import kinds, shape, structure

__all__ = ["ALIKE", "Deed", "Deeds", "deed_of", "likeness", "offers_of"]

ALIKE = 0.8
"""From this likeness of their steps on, 0 to 1, two workflows are the same routine."""

_KIND, _READER = "deed", "1"


@dataclass(frozen=True)
class Deed:
    """What a workflow does, in digests."""

    structure: str
    shape: str
    kinds: tuple[str, ...]


def deed_of(body: Mapping[str, Any]) -> Deed:
    """Name what a workflow (as JSON) does."""
    return Deed(structure(body), shape(body), kinds(body))


def likeness(one: Sequence[str], other: Sequence[str]) -> float:
    """Say how alike two orders of steps are, 0 to 1: by the longest that is in both, gaps allowed (Dice)."""
    total = len(one) + len(other)
    if not total or 2 * sum((Counter(one) & Counter(other)).values()) < ALIKE * total:
        return 0.0  # most pairs have too little in common to be looked at closely
    row = [0] * (len(other) + 1)
    for step in one:
        before = 0
        for place, each in enumerate(other, start=1):
            longest = before + 1 if step == each else max(row[place], row[place - 1])
            before, row[place] = row[place], longest
    return 2 * row[-1] / total


class Deeds:
    """What the workflows of a library do; read anew as they change."""

    def __init__(self, library: Library) -> None:
        self._store = library.store
        self._table = self._store.documents_of(_KIND)
        self._read: tuple[int, dict[str, Deed]] = (-1, {})

    def known(self) -> Mapping[str, Deed]:
        """Give what each workflow of the library does, by id."""
        if self._read[0] != self._store.workflows.revision():
            revision, documents, missing = self._table.load(_READER)
            deeds = {name: _unpacked(content) for name, content in documents.items()}
            new = {name: deed_of(stored.body) for name in missing if (stored := self._workflow(name))}
            if new:
                self._table.put(_READER, revision, {name: _packed(deed) for name, deed in new.items()})
            self._read = (revision, deeds | new)
        return self._read[1]

    def same(self, deed: Deed) -> str | None:
        """Give the workflow that does this with these values."""
        return next((name for name, each in self._ordered() if each.structure == deed.structure), None)

    def variant(self, deed: Deed) -> str | None:
        """Give a workflow that does this, with whatever values."""
        return next((name for name, each in self._ordered() if each.shape == deed.shape), None)

    def nearest(self, deed: Deed) -> tuple[str, float] | None:
        """Give the workflow whose steps are most like these, and how like; None where none is alike."""
        found = [(likeness(deed.kinds, each.kinds), name) for name, each in self._ordered()]
        best = max(found, key=lambda each: each[0], default=(0.0, ""))
        return (best[1], best[0]) if best[0] >= ALIKE else None

    def _ordered(self) -> list[tuple[str, Deed]]:
        return sorted(self.known().items())

    def _workflow(self, name: str) -> Any:
        return self._store.workflows.get(name)


def offers_of(deed: Deed, offers: Iterable[StoredOffer], *statuses: str) -> Iterator[StoredOffer]:
    """Give the offers of such status that are of this routine, whatever its values."""
    return (offer for offer in offers if offer.status in statuses and _same_routine(deed, offer))


def _same_routine(deed: Deed, offer: StoredOffer) -> bool:
    return offer.shape == deed.shape or likeness(deed.kinds, offer.kinds) >= ALIKE


def _packed(deed: Deed) -> bytes:
    return json.dumps(astuple(deed)).encode()


def _unpacked(content: bytes) -> Deed:
    exact, general, steps = json.loads(content)
    return Deed(exact, general, tuple(steps))
