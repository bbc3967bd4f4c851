"""SHIFT + MARKER: the first five markers, and making and deleting them.

V-Pots 1 to 5 jump to a marker (INSIDE stands below the one the playhead is in), 6 makes one at the playhead,
7 at the nearest bar, 8 deletes the one the playhead is in. Source: Logic Pro 8 Control Surfaces Support,
Large Marker Mode.
"""

from __future__ import annotations

from daw_bridges.mackie.buttons import Button
from daw_bridges.mackie.messages import RingMode
from daw_bridges.simulated.logic.project import Marker
from daw_bridges.simulated.logic.views.base import NO_RING, Row, Shown, View, cells

__all__ = ["MarkerView"]

_SHOWN = 5


class MarkerView(View):
    """Markers by name."""

    button = Button.MARKER

    def mode(self) -> str:
        """MA."""
        return "MA"

    def upper(self) -> Row:
        """Five names and what the other three do."""
        names = [self.desk.short(each.name) for each in self.desk.project.markers[:_SHOWN]]
        return cells(*names, *[""] * (_SHOWN - len(names)), "Cr w/o", "Create", "Delete")

    def lower(self) -> Row:
        """Which of the five the playhead is in."""
        return cells(*("INSIDE" if self._inside(slot) else "" for slot in range(_SHOWN)))

    def ring(self, slot: int) -> Shown:
        """Lit at the marker the playhead is in."""
        return Shown(RingMode.WRAP, 11) if slot < _SHOWN and self._inside(slot) else NO_RING

    def push(self, slot: int) -> None:
        """Goes to a marker, makes or deletes one."""
        project = self.desk.project
        match slot:
            case 5:
                project.add_marker(project.playhead)
            case 6:
                project.add_marker(round(project.playhead / project.bar) * project.bar)
            case 7:
                if here := self._here():
                    project.delete_marker(here)
            case _ if slot < len(project.markers):
                project.set(project, "playhead", project.markers[slot].at)
            case _:
                pass

    def _here(self) -> Marker | None:
        past = [each for each in self.desk.project.markers if each.at <= self.desk.project.playhead + 1e-9]
        return past[-1] if past else None

    def _inside(self, slot: int) -> bool:
        markers = self.desk.project.markers
        return slot < len(markers) and markers[slot] is self._here()
