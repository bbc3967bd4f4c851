"""Settings as they are stored: a value, what automation knows it by, and automation that stands inside it.

Until Live 8 a setting is nothing but its timeline automation, and the value is the one from before all times.
Live 9 stores the value beside it; since Live 10 automation stands at the track.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from daw_bridges.ableton.saved.attributes import attributes_of
from daw_bridges.ableton.saved.cursor import Cursor, Handler, SettingHandler
from daw_bridges.ableton.saved.points import Points, read_points

__all__ = ["Setting", "SettingReader"]

Keep = Callable[[str, "Setting"], object]


class Setting(NamedTuple):
    """A stored value, the number its automation is known by, and its automation where that stands inside."""

    value: str
    target: str = ""
    points: Points | None = None


class SettingReader:
    """Reads the settings of a mixer, those in a row and those that stand in another shape."""

    def __init__(self, cursor: Cursor) -> None:
        self._cursor = cursor
        self._handlers = {"ArrangerAutomation": self._automation, "AutomationTarget": self._target}
        self._known_by = ""
        self._points: Points | None = None

    def in_rows(self, keep: Keep) -> SettingHandler:
        """A handler for settings in a row, which are given to ``keep`` by name."""

        def setting(name: str, value: str, target: str, events: str) -> None:
            points = Points.of(events) if events else None
            if points is not None:
                value = value or points.before or ""
            keep(name, Setting(value, target, points))

        return setting

    def single(self, names: Iterable[str], keep: Keep) -> dict[str, Handler]:
        """Handlers for settings of some names that stand in no row."""
        return {name: self._handler(name, keep) for name in names}

    def _handler(self, name: str, keep: Keep) -> Handler:
        return lambda _: keep(name, self._read(name))

    def _read(self, name: str) -> Setting:
        self._known_by, self._points = "", None
        value = self._cursor.read(name, self._handlers).get("Manual")
        points = self._points
        if value is None:
            value = "" if points is None else points.before or ""
        return Setting(value, self._known_by, points)

    def _target(self, attributes: str) -> None:
        self._known_by = attributes_of(attributes).get("Id", "")
        self._cursor.skip("AutomationTarget")

    def _automation(self, _: str) -> None:
        self._points = read_points(self._cursor, "ArrangerAutomation")
