"""Which eight strips lie under the surface: bank and channel steps, global views, following the selection.

Banks go in eights and stop at strips − 8, but the way back goes by the eights as well: of 19 strips the banks
start at 1, 9 and 12, and back at 9 and 1 (Apple, Control Surfaces Support Guide).
"""

from __future__ import annotations

from collections.abc import Sequence

from daw_bridges.mackie.buttons import STRIPS
from daw_bridges.simulated.logic.project import Project
from daw_bridges.simulated.logic.strips import Strip, StripKind

__all__ = ["Banks"]

Kinds = frozenset[StripKind]
_ALL: Kinds = frozenset()


class Banks:
    """The window on the mixer, or on the strips of some kinds: a global view."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.width = STRIPS
        self.kinds = _ALL
        self._first: dict[Kinds, int] = {}
        self._followed = project.selected

    @property
    def first(self) -> int:
        """The first strip's place; never more than the last bank's (strips − 8)."""
        return min(self._wanted, self._last)

    @property
    def _wanted(self) -> int:
        """Where the bank would start if there were strips enough; each global view remembers its own."""
        return self._first.get(self.kinds, 0)

    @property
    def _last(self) -> int:
        return max(0, len(self.strips()) - self.width)

    def strips(self) -> Sequence[Strip]:
        """All strips that can be banked to, in mixer order."""
        every = self.project.strips
        return [each for each in every if each.kind in self.kinds] if self.kinds else every

    def slots(self, unit: int = 0) -> tuple[Strip | None, ...]:
        """The eight under the surface (or under the second one on its port); None behind the last."""
        here = self.strips()[self.first + unit * STRIPS :][:STRIPS]
        return (*here, *[None] * (STRIPS - len(here)))

    def go(self, first: int) -> bool:
        """Moves to that place, stopping at the ends; False when it is there already."""
        before = self.first
        if max(0, min(first, self._last)) == before:
            return False
        self._first[self.kinds] = max(0, first)
        return True

    def bank(self, way: int) -> bool:
        """Moves by a bank, −1 to the left and 1 to the right."""
        # From the end a whole bank goes back to where whole banks begin, also when strips went since.
        whole = -(-self._last // self.width) * self.width
        return self.go((min(self._wanted, whole) if way < 0 else self.first) + way * self.width)

    def channel(self, way: int) -> bool:
        """Moves by one strip."""
        return self.go(self.first + way)

    def end(self, way: int) -> bool:
        """Moves to the first or the last bank."""
        return self.go(0 if way < 0 else self._last)

    def follow(self) -> bool:
        """When another strip was selected that is not under the surface, moves to it; whether it moved."""
        strip, before = self.project.selected, self._followed
        self._followed = strip
        if strip is before or strip is None or strip not in (strips := self.strips()):
            return False
        place = strips.index(strip)
        return not self.first <= place < self.first + self.width and self.go(place)

    def choose(self, kinds: Kinds) -> None:
        """A global view of these kinds where it was left; of none, the whole mixer."""
        self.kinds = kinds
