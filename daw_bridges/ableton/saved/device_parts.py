"""A device read part by part: racks, whose chains stand in the middle, and devices in unusual shapes."""

from __future__ import annotations

from daw_bridges.ableton.saved.attributes import attributes_of
from daw_bridges.ableton.saved.cursor import Cursor, OtherHandler
from daw_bridges.ableton.saved.device_values import MOST_LEVELS, OF_NO_MATTER, DeviceValues
from daw_bridges.ableton.saved.grammar import IS_LABEL, LABELLED
from daw_bridges.ableton.saved.points import Points, read_points
from daw_bridges.ableton.saved.titles import NAMING

__all__ = ["DeviceParts"]

_CHAINS = ("Branches", "ReturnBranches")

# Where none of these is in a part, nothing is set in it, called after a sample, or fed by a side chain.
_SOMETHING_IS_SET = ("<Manual", "<ArrangerAutomation", "<SampleParts", "<Target ")


class DeviceParts:
    """Reads one device; the chains of a rack are left to ``other_in_chains``."""

    def __init__(self, cursor: Cursor, other_in_chains: OtherHandler) -> None:
        self.found = DeviceValues()
        self._cursor = cursor
        self._racks = {name: cursor.reading(name, other=other_in_chains) for name in _CHAINS}
        self._handlers = {"AutomationTarget": self._target, "ArrangerAutomation": self._automation}
        self._prefix = ""
        self._level = 0
        self._naming = False
        self._known_by = ""
        self._alone: str | None = None
        self._points: Points | None = None

    def read(self, tag: str) -> DeviceValues:
        """What is stored in the element of the device, whose start tag was the last thing read."""
        self._label(
            self._cursor.read(tag, {**self._handlers, **self._racks}, self._part, self._setting, LABELLED)
        )
        return self.found

    def _setting(self, name: str, value: str, target: str, events: str) -> None:
        self.found.keep(self.found.place(self._prefix + name), value, target, events)

    def _part(self, tag: str, attributes: str) -> None:
        if "Value" in attributes:
            self._value(tag, attributes_of(attributes).get("Value", ""))
        if tag in OF_NO_MATTER or self._level >= MOST_LEVELS:
            self._cursor.skip(tag)
            return
        naming = self._naming or tag in NAMING
        if not naming and self._cursor.skip_unless(tag, _SOMETHING_IS_SET):
            return
        outer, around = self._prefix, (self._naming, self._known_by, self._alone, self._points)
        path = self.found.place(outer + tag)
        self._prefix, self._naming = f"{path}/", naming
        self._known_by, self._alone, self._points = "", None, None
        self._level += 1
        leaves = self._cursor.read(tag, self._handlers, self._part, self._setting, LABELLED)
        self._settle(path, leaves.pop("Manual", self._alone))
        self._label(leaves)
        self._level -= 1
        self._prefix, (self._naming, self._known_by, self._alone, self._points) = outer, around

    def _value(self, name: str, text: str) -> None:
        """Keep a plain value that stands in no row, because it has an end tag of its own, say."""
        if name == "Manual":
            self._alone = text
        elif IS_LABEL.fullmatch(name):
            self.found.label(self._prefix, name, text)

    def _settle(self, path: str, value: str | None) -> None:
        """Keep a part as a setting, if it is one."""
        points = self._points
        if value is None and points is not None:
            value = points.before or ""
        if value is not None:
            self.found.keep(path, value, self._known_by)
            if points:
                self.found.automated[path] = points

    def _label(self, leaves: dict[str, str]) -> None:
        for name, text in leaves.items():
            self.found.label(self._prefix, name, text)

    def _target(self, attributes: str) -> None:
        self._known_by = attributes_of(attributes).get("Id", "")
        self._cursor.skip("AutomationTarget")

    def _automation(self, _: str) -> None:
        self._points = read_points(self._cursor, "ArrangerAutomation")
