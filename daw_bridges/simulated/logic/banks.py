"""Which eight strips lie under the surface: bank and channel steps, global views, following the selection."""

from __future__ import annotations

from daw_bridges.mackie.buttons import STRIPS
from daw_bridges.simulated.logic.project import Project
from daw_bridges.simulated.logic.strips import Strip, StripKind

__all__ = ["Banks"]


class Banks:
    """The window of eight strips on the mixer, or on those of some kinds (a global view)."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self.first = 0
        self.kinds: frozenset[StripKind] = frozenset()

    def strips(self) -> list[Strip]:
        """All strips that can be banked to, in mixer order."""
        return [each for each in self.project.strips if not self.kinds or each.kind in self.kinds]

    def slots(self) -> tuple[Strip | None, ...]:
        """The eight under the surface; None behind the last."""
        strips = self.strips()
        here = strips[self.clamped() :][:STRIPS]
        return (*here, *[None] * (STRIPS - len(here)))

    def clamped(self) -> int:
        """The first strip's place; never more than the last bank's (strips − 8)."""
        return max(0, min(self.first, len(self.strips()) - STRIPS))

    def step(self, by: int) -> bool:
        """Moves by strips, stopping at the ends; False when it is there already."""
        before = self.clamped()
        self.first = before + by
        self.first = self.clamped()
        return self.first != before

    def follow(self, strip: Strip | None) -> None:
        """Moves to the strip unless it is under the surface, or not in this view at all."""
        strips = self.strips()
        if strip is None or strip not in strips:
            return
        self.first, place = self.clamped(), strips.index(strip)
        if not self.first <= place < self.first + STRIPS:
            self.first = place
            self.first = self.clamped()

    def choose(self, *kinds: StripKind) -> None:
        """A global view of these kinds, from its first strip; none at all is the whole mixer."""
        self.kinds, self.first = frozenset(kinds), 0
