"""Choosing from a list with a V-Pot: a turn goes through it and the choice flashes, a push makes it so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["NONE", "Preselection"]

NONE = "--"
"""Nothing chosen: first in every list."""


@dataclass
class _Chosen:
    key: object
    options: Sequence[str]
    place: int


class Preselection:
    """What one view's V-Pots stand on before a push; turning another one forgets what this one stood on."""

    def __init__(self) -> None:
        self._chosen: _Chosen | None = None

    def turn(self, key: object, options: Sequence[str], now: str, ticks: int) -> None:
        """Goes on by ticks from where the V-Pot of ``key`` stands, first from what is there now."""
        chosen = self._chosen
        if chosen is None or chosen.key != key or tuple(chosen.options) != tuple(options):
            chosen = _Chosen(key, options, options.index(now) if now in options else 0)
        chosen.place = max(0, min(chosen.place + ticks, len(options) - 1))
        self._chosen = chosen

    def at(self, key: object) -> str | None:
        """What the V-Pot of ``key`` stands on; None when it was not turned."""
        chosen = self._chosen
        return chosen.options[chosen.place] if chosen is not None and chosen.key == key else None

    def take(self, key: object) -> str | None:
        """The same, and forgets it."""
        found = self.at(key)
        if found is not None:
            self._chosen = None
        return found

    def clear(self) -> None:
        """Forgets it."""
        self._chosen = None
