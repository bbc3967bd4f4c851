"""Logic's list of all plug-ins, as a turned V-Pot goes through it, and where in it a plug-in was seen.

Nobody can ask for the list or its order: it is read name by name. What was seen is remembered with the ticks
that lead to it from ``--``, so that the next time one question leads there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from daw_bridges.logic.displays import shortens
from daw_bridges.logic.inserts import EMPTY, InsertList

__all__ = ["PlugInList", "same_plug_in", "whole_name"]

_MOST_TURNS = 1500
_END = 4
"""So many ticks in a row that change nothing are the end of the list."""
_SHORT = 6
_FORMAT = re.compile(
    r"\s*\((?:[sm]|\d[\d.]*)\s*(?:[/>-]+\s*(?:[sm]|\d[\d.]*))?\)\s*$|\s+(?:Stereo|Mono)$", re.IGNORECASE
)


def whole_name(text: str) -> str:
    """A plug-in's name without the channel format behind it.

    >>> whole_name("Compressor (s/s)"), whole_name("Stereo Delay (m->s)")
    ('Compressor', 'Stereo Delay')
    """
    return _FORMAT.sub("", text).strip()


def same_plug_in(shown: str, name: str, room: int = 99) -> bool:
    """Whether a text of the display can be a plug-in's name: whole, shortened to a cell, or cut at the edge.

    ``room`` is how many characters there were for it.
    """
    plain = whole_name(shown)
    if plain.casefold() == name.casefold():
        return True
    if len(shown) >= room:
        return name.casefold().startswith(plain.casefold())
    return len(plain) <= _SHORT and shortens(plain, name)


@dataclass
class PlugInList:
    """What was seen of the list: by the text of an entry, how many ticks it is from ``--``."""

    places: dict[str, int] = field(default_factory=dict[str, int])

    def _known(self, names: Sequence[str], behind: int) -> int | None:
        """The place of the first entry behind a place that can be one of these names, the best one first."""
        for name in names:
            fits = [at for text, at in self.places.items() if at > behind and same_plug_in(text, name)]
            if fits:
                return min(fits)
        return None

    async def find(
        self, inserts: InsertList, cell: int, names: Sequence[str], *, behind: int = 0
    ) -> tuple[str, int] | None:
        """Turn a free slot's V-Pot to an entry that can be one of these names; its text and place.

        ``behind`` is where the search goes on after an entry that was not the one. None where the list ends.
        """
        at, text = await self._jump(inserts, cell, names, behind)
        still = 0
        for _ in range(_MOST_TURNS):
            if at > behind and any(same_plug_in(text, name, inserts.room(cell)) for name in names):
                return text, at
            before, text = text, await inserts.turn(cell, 1)
            at += 1
            still = still + 1 if text == before else 0
            if text not in ("", EMPTY) and len(text) < inserts.room(cell):
                self.places.setdefault(text, at)
            if still >= _END or (text == EMPTY and not still):
                return None
        return None

    async def _jump(
        self, inserts: InsertList, cell: int, names: Sequence[str], behind: int
    ) -> tuple[int, str]:
        known = self._known(names, behind)
        if known is None and behind == 0:
            return 0, EMPTY
        at = behind if known is None else known
        return at, await inserts.turn(cell, at)
