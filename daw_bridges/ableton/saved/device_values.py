"""What is stored in one device: settings by their paths, what names them, and where its side chain listens.

A path is made of the element names below the device's own: ``SideChain/OnOff``. Where elements of one name
stand side by side, as a plug-in's parameters do, the second one is called ``PluginFloatParameter[1]``.
"""

from __future__ import annotations

from collections import Counter

from daw_bridges.ableton.saved.cursor import SETTINGS, SLOTS, Cursor, OtherHandler, attributes_of, unescaped
from daw_bridges.ableton.saved.grammar import LABEL, SETTING, SLOT
from daw_bridges.ableton.saved.parts import Route
from daw_bridges.ableton.saved.points import Points, read_points
from daw_bridges.ableton.saved.titles import Title

__all__ = ["DeviceValues"]

# The parts of a device stand in each other, but not this deep.
_MOST_LEVELS = 48

# They hold no settings of the device, and some of them hold a great deal.
_OF_NO_MATTER = frozenset(
    (
        "Buffer", "KeyMidi", "LastInternalRange", "LastUserRange", "LockedScripts", "MacroVariations",
        "MidiCCOnOffThresholds", "MidiControllerRange", "ModulationTarget", "MpeSettings", "Names",
        "ParameterSettings", "Preset", "SampleRef", "SlicePoints", "SourceContext", "ViewData",
    )
)  # fmt: skip

_CHAINS = ("Branches", "ReturnBranches")

# Of what names something, these name parameters.
_PARAMETER_NAMES = ("MacroDisplayNames.", "ParameterList/")

_PLACES = ("Manual", "Target", "UpperDisplayString")

_NO_PARAMETER = "-1"


class DeviceValues:
    """Reads one device; the chains of a rack are left to ``other_in_chains``."""

    def __init__(self, cursor: Cursor, other_in_chains: OtherHandler) -> None:
        self._cursor = cursor
        self._racks = {name: cursor.reading(name, other=other_in_chains) for name in _CHAINS}
        self._title = Title(cursor)
        self._handlers = {
            **self._title.handlers,
            SETTINGS: self._row,
            SLOTS: self._slots,
            "AutomationTarget": self._target,
            "ArrangerAutomation": self._automation,
        }
        self._prefix = ""
        self._level = 0
        self._slot = 0
        self._seen: Counter[str] = Counter()
        self._known_by = ""
        self._points: Points | None = None
        self.values: dict[str, str] = {}
        self.paths: dict[str, str] = {}
        """By the number that automation knows it by, the path of a setting."""
        self.automated: dict[str, Points] = {}
        self.title: str | None = None
        self.source: Route | None = None

    def read(self, tag: str) -> None:
        """Read the element of the device, whose start tag was the last thing read."""
        leaves = self._cursor.read(tag, {**self._handlers, **self._racks}, self._part, LABEL)
        self._label(leaves)
        self.title = self._title.of(tag, leaves)

    def _row(self, row: str) -> None:
        prefix, values, paths = self._prefix, self.values, self.paths
        for name, before, value, target in SETTING.findall(row):
            path = self._unique(prefix + name)
            values[path] = value or before
            if target:
                paths[target] = path

    def _slots(self, row: str) -> None:
        for name, number, before, value, target in SLOT.findall(row):
            self._slot += 1
            if number == _NO_PARAMETER:
                continue
            stem = f"{self._prefix}PluginFloatParameter[{self._slot - 1}]"
            self.values[f"{stem}/ParameterName"] = unescaped(name)
            self.values[f"{stem}/ParameterId"] = number
            self.values[f"{stem}/ParameterValue"] = value or before
            if target:
                self.paths[target] = f"{stem}/ParameterValue"

    def _part(self, tag: str, _: str) -> None:
        if tag in _OF_NO_MATTER or self._level >= _MOST_LEVELS:
            self._cursor.skip(tag)
            return
        outer, around = self._prefix, (self._known_by, self._points)
        path = self._unique(outer + tag)
        self._prefix, self._known_by, self._points = f"{path}/", "", None
        self._level += 1
        leaves = self._cursor.read(tag, self._handlers, self._part, LABEL)
        if leaves:
            self._label(leaves)
        self._settle(path, leaves.get("Manual"))
        self._level -= 1
        self._prefix, (self._known_by, self._points) = outer, around

    def _unique(self, path: str) -> str:
        if path not in self._seen:
            self._seen[path] = 1
            return path
        self._seen[path] += 1
        return f"{path}[{self._seen[path] - 1}]"

    def _settle(self, path: str, value: str | None) -> None:
        """Keep an element as a setting, if it is one."""
        points = self._points
        if value is None and points is not None:
            value = points.before
        if value is None:
            return
        self.values[path] = value
        if self._known_by:
            self.paths[self._known_by] = path
        if points:
            self.automated[path] = points

    def _label(self, leaves: dict[str, str]) -> None:
        prefix = self._prefix
        for name, text in leaves.items():
            path = prefix + name
            if path.startswith(_PARAMETER_NAMES) and name not in _PLACES:
                self.values[path] = text
        if "Target" in leaves and "SideChain" in prefix and self.source is None:
            self.source = Route(leaves["Target"], leaves.get("UpperDisplayString", ""))

    def _target(self, attributes: str) -> None:
        self._known_by = attributes_of(attributes).get("Id", "")
        self._cursor.skip("AutomationTarget")

    def _automation(self, _: str) -> None:
        self._points = read_points(self._cursor, "ArrangerAutomation")
