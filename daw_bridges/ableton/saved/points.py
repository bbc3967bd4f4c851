"""The points of an automation as Live stores them."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator

from daw_bridges.ableton.saved.cursor import EVENTS, Cursor, attributes_of
from daw_bridges.ableton.saved.grammar import EVENT
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

    def take(self, row: str) -> None:
        """Add the events of a row; one without a number says nothing."""
        found: list[tuple[str, str]] = EVENT.findall(row)
        if len(found) != row.count("<"):
            found = [_said(event) for event in row.split("<")[1:]]
        if not self._all_added(found):
            for beat, value in found:
                self._add(finite(beat), finite(value), value)

    def _all_added(self, found: list[tuple[str, str]]) -> bool:
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


def _said(event: str) -> tuple[str, str]:
    attributes = attributes_of(event)
    return attributes.get("Time", ""), attributes.get("Value", "")


def read_points(cursor: Cursor, name: str) -> Points:
    """Read the events of an element whose start tag was the last thing read."""
    points = Points()

    def single(tag: str, attributes: str) -> None:
        if tag.endswith("Event"):
            points.take(f"<{tag}{attributes}/>")
        cursor.skip(tag)

    def events(_: str) -> None:
        cursor.read("Events", {EVENTS: points.take}, single)

    cursor.read(name, {"Events": events})
    return points
