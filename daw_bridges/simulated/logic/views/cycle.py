"""SHIFT + CYCLE: the cycle area, its locators moved by bars and beats.

V-Pot 1 turns it on and off, 2 takes the selected regions' length, 3 and 4 move it by a bar and a beat, 5 and
6 move the left locator by bars and beats, 7 and 8 the right one; pushing 5 or 7 takes the playhead's place.
Sources: Apple, Control Surfaces Support Guide 10.6 (V-Pots 1 to 3) and Logic Pro 9 Control Surfaces Support,
Cycle View (4 to 8).
"""

from __future__ import annotations

from daw_bridges.mackie.buttons import Button
from daw_bridges.mackie.messages import RingMode
from daw_bridges.simulated.logic.transport import beats_text
from daw_bridges.simulated.logic.views.base import NO_RING, Row, Shown, View, cells

__all__ = ["CycleView", "place_text"]


def place_text(text: str) -> str:
    """Bar, beat, division and tick of the time display, as short as a cell wants it.

    >>> place_text("  1 2 3226"), place_text("133 1 1  1")
    ('1 2 3', '133 1 1')
    """
    return f"{text[:3].strip()} {text[3:5].strip()} {text[5:7].strip()}"


class CycleView(View):
    """The cycle area."""

    button = Button.CYCLE

    def mode(self) -> str:
        """Cy."""
        return "Cy"

    def upper(self) -> Row:
        """What the V-Pots do."""
        return cells("Cycle", "BySel", "Move", "Move", "Left", "", "Right")

    def lower(self) -> Row:
        """On or off, and where the locators are."""
        project = self.desk.project
        left, right = (place_text(beats_text(at, project)) for at in (project.left, project.right))
        return cells("On" if project.cycle else "Off", "", "Bar", "Beat", left, "", right)

    def ring(self, slot: int) -> Shown:
        """Whether the cycle is on, at the first V-Pot."""
        return Shown(RingMode.WRAP, 11) if slot == 0 and self.desk.project.cycle else NO_RING

    def turn(self, slot: int, ticks: int) -> None:
        """A bar or a beat a tick."""
        bar, beat = self.desk.project.bar, 4 / self.desk.project.signature[1]
        match slot:
            case 0:
                self._set("cycle", ticks > 0)
            case 1:
                self._by_selection()
            case 2 | 3:
                self._move(ticks * (bar if slot == 2 else beat))
            case _:
                self._shift("left" if slot < 6 else "right", ticks * (beat if slot % 2 else bar))

    def push(self, slot: int) -> None:
        """On and off, the selection, or the playhead's place."""
        match slot:
            case 0:
                self._set("cycle", not self.desk.project.cycle)
            case 1:
                self._by_selection()
            case 4 | 6:
                self._set("left" if slot == 4 else "right", self.desk.project.playhead)
            case _:
                pass

    def _set(self, what: str, value: float | bool) -> None:
        self.desk.project.set(self.desk.project, what, value)

    def _shift(self, which: str, by: float) -> None:
        self._set(which, max(0.0, getattr(self.desk.project, which) + by))

    def _move(self, by: float) -> None:
        by = max(by, -min(self.desk.project.left, self.desk.project.right))
        self._shift("left", by)
        self._shift("right", by)

    def _by_selection(self) -> None:
        regions = self.desk.selected.regions if self.desk.selected else []
        if regions:
            self._set("left", min(each.start for each in regions))
            self._set("right", max(each.start + each.length for each in regions))
