"""The points of an automation as Live stores them."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator

from daw_bridges.ableton.saved.attributes import EVENTS
from daw_bridges.ableton.saved.cursor import Cursor
from daw_bridges.ableton.saved.numbers import finite

__all__ = ["Points", "read_points"]

_BEFORE_ALL_TIMES = -63072000.0
"""The beat at which Live keeps the value from before the first point."""


class Points:
    """Beats and stored values, and the value from before all times.

    Live keeps that at a beat of its own, from where it runs into the first point. So it says nothing that the
    first point does not, and alone it is no automation: it is kept apart.
    """

    __slots__ = ("beats", "before", "values")

    def __init__(self) -> None:
        self.beats = array("d")
        self.values = array("d")
        self.before: str | None = None

    def __bool__(self) -> bool:
        return bool(self.beats)

    def __iter__(self) -> Iterator[tuple[float, float]]:
        return zip(self.beats, self.values, strict=True)

    @classmethod
    def of(cls, text: str) -> Points:
        """The points in the text of events."""
        points = cls()
        points.take(text)
        return points

    def take(self, text: str) -> None:
        """Add the events of a text; one without a number says nothing."""
        found = EVENTS.of(text)
        if not self._all_added(found):
            for beat, value in found:
                self._add(finite(beat), finite(value), value)

    def _all_added(self, found: list[tuple[str, ...]]) -> bool:
        """Add events that are plain numbers all of them, as nearly every row is."""
        try:
            beats = [float(beat) for beat, _ in found]
            values = [float(value) for _, value in found]
        except ValueError:
            return False
        plain = math.isfinite(sum(beats) + sum(values)) and min(beats, default=0.0) > _BEFORE_ALL_TIMES
        if plain:
            self.beats.extend(beats)
            self.values.extend(values)
        return plain

    def _add(self, beat: float | None, value: float | None, text: str) -> None:
        if beat is None or value is None:
            return
        if beat <= _BEFORE_ALL_TIMES:
            self.before = text
        else:
            self.beats.append(beat)
            self.values.append(value)


def read_points(cursor: Cursor, name: str) -> Points:
    """Read the events of an element whose start tag was the last thing read."""
    points = Points()

    def events(_: str) -> None:
        for piece in cursor.content("Events"):
            points.take(piece)

    cursor.read(name, {"Events": events})
    return points
