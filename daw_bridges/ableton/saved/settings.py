"""Settings as they are stored: a value, what automation knows it by, and automation that stands inside it.

Until Live 8 a setting is nothing but its timeline automation, and the value is the one from before all times.
Live 9 stores the value beside it; since Live 10 automation stands at the track.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from daw_bridges.ableton.saved.cursor import Cursor, Handler, attributes_of
from daw_bridges.ableton.saved.grammar import SETTING
from daw_bridges.ableton.saved.points import Points, read_points

__all__ = ["Setting", "SettingReader", "settings_in"]


class Setting(NamedTuple):
    """A stored value, the number its automation is known by, and its automation where that stands inside."""

    value: str
    target: str = ""
    points: Points | None = None


def settings_in(row: str) -> Iterator[tuple[str, Setting]]:
    """The settings of a row, by name."""
    for name, before, value, target in SETTING.findall(row):
        yield name, Setting(value or before, target)


class SettingReader:
    """Reads settings that stand in no row: automated ones, and those mapped to a key or a controller."""

    def __init__(self, cursor: Cursor) -> None:
        self._cursor = cursor
        self._handlers = {"ArrangerAutomation": self._automation, "AutomationTarget": self._target}
        self._known_by = ""
        self._points: Points | None = None

    def read(self, name: str) -> Setting:
        """The setting whose start tag was the last thing read."""
        self._known_by, self._points = "", None
        leaves = self._cursor.read(name, self._handlers)
        value, points = leaves.get("Manual"), self._points
        if value is None:
            value = "" if points is None else points.before or ""
        return Setting(value, self._known_by, points or None)

    def into(self, name: str, found: Callable[[str, Setting], object]) -> Handler:
        """A handler for elements of a name that hands on what was read."""
        return lambda _: found(name, self.read(name))

    def _target(self, attributes: str) -> None:
        self._known_by = attributes_of(attributes).get("Id", "")
        self._cursor.skip("AutomationTarget")

    def _automation(self, _: str) -> None:
        self._points = read_points(self._cursor, "ArrangerAutomation")
