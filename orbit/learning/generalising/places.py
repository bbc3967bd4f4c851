"""The open places of a routine while it is made: named, without two for one thing, with what filled them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from orbit.learning.generalising.agreement import no_chance, same_throughout
from orbit.workflows.slots import SlotValue

__all__ = ["Places", "reference"]

_RESERVED = frozenset(
    {"and", "else", "false", "for", "if", "in", "is", "item", "none", "not", "now", "or", "recursive"}
    | {"session", "tasks", "true", "user", "workflow", "beats_per_bar"}
)
"""What a template reads as something else than a slot."""
_LONGEST = 36


def reference(slot: str) -> str:
    """How a field takes a slot."""
    return "{{ " + slot + " }}"


@dataclass(slots=True)
class Places:
    """The slots so far, in the order of their use, and each one's value at every sighting."""

    agreement: float
    slots: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    seen: dict[str, Sequence[SlotValue | None]] = field(
        default_factory=dict[str, "Sequence[SlotValue | None]"]
    )

    def open(self, names: Sequence[str], slot: Mapping[str, Any], seen: Sequence[SlotValue | None]) -> str:
        """Give the slot for a column: one that always had the same value, or a new one."""
        for name, other in self.seen.items():
            if self.slots[name]["type"] == slot["type"] and (
                same_throughout(other, seen, self.agreement) or no_chance(other, seen)
            ):
                self._share(name, slot, seen)
                return name
        return self.add(names, slot, seen)

    def add(self, names: Sequence[str], slot: Mapping[str, Any], seen: Sequence[SlotValue | None]) -> str:
        """Give a new slot of the first free name, whatever else has the same value."""
        name = self._free([_plain(name) for name in names])
        self.slots[name], self.seen[name] = dict(slot), seen
        return name

    def _share(self, name: str, slot: Mapping[str, Any], seen: Sequence[SlotValue | None]) -> None:
        """Keep what both columns allow, and fill the gaps of one with the other."""
        mine, other = self.slots[name], self.seen[name]
        self.seen[name] = [theirs if own is None else own for own, theirs in zip(other, seen, strict=True)]
        for key, stricter in (("minimum", max), ("maximum", min)):
            limits = [each[key] for each in (mine, slot) if key in each]
            if limits:
                mine[key] = stricter(limits)
        if "choices" in mine:
            mine["choices"] = list(dict.fromkeys((*mine["choices"], *slot.get("choices", ()))))

    def _free(self, names: Sequence[str]) -> str:
        wanted = [name for name in names if name not in _RESERVED] or [f"the_{names[-1]}"]
        numbered = (f"{wanted[-1]}_{number}" for number in range(2, 1000))
        return next(name for name in (*wanted, *numbered) if name not in self.slots)

    def examples(self, rows: range) -> list[dict[str, SlotValue]]:
        """What filled the slots at each of these sightings."""
        return [
            {name: value for name, column in self.seen.items() if (value := column[row]) is not None}
            for row in rows
        ]


def _plain(name: str) -> str:
    plain = re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")[:_LONGEST].rstrip("_")
    return plain if plain[:1].isalpha() else f"value_{plain}".rstrip("_")
