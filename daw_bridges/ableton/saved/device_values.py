"""What is stored in one device: settings by their paths, what names something, where its side chain listens.

A path is made of the element names below the device's own: ``SideChain/OnOff``. Where elements of one name
stand side by side, as a plug-in's parameters do, the second one is called ``PluginFloatParameter[1]``.
"""

from __future__ import annotations

from daw_bridges.ableton.saved.parts import Route
from daw_bridges.ableton.saved.points import Points

__all__ = ["MOST_LEVELS", "NO_PARAMETER", "OF_NO_MATTER", "DeviceValues"]

MOST_LEVELS = 48
"""The parts of a device stand in each other, but not this deep."""

OF_NO_MATTER = frozenset(
    (
        "Buffer", "KeyMidi", "LastInternalRange", "LastUserRange", "LockedScripts", "MacroVariations",
        "MidiCCOnOffThresholds", "MidiControllerRange", "ModulationTarget", "MpeSettings", "Names",
        "ParameterSettings", "Preset", "SampleRef", "SlicePoints", "SourceContext", "ViewData",
    )
)  # fmt: skip
"""Parts that hold no settings of the device; some of them hold a great deal."""

_PLACES = ("Target", "UpperDisplayString")

# Of what names something, these name parameters.
_PARAMETER_NAMES = ("MacroDisplayNames.", "ParameterList/")

NO_PARAMETER = "-1"
"""The number of a plug-in's slot to which the user has not given a parameter."""


class DeviceValues:
    """What was found in a device."""

    __slots__ = ("_seen", "_shown", "automated", "labels", "paths", "source", "values")

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        """Settings and the names of parameters, by path."""
        self.paths: dict[str, str] = {}
        """The path of a setting by the number that automation knows it by."""
        self.automated: dict[str, Points] = {}
        """Automation inside settings, by path."""
        self.labels: dict[str, str] = {}
        """What names something else, by path."""
        self.source: Route | None = None
        self._seen: dict[str, int] = {}

    def place(self, path: str) -> str:
        """The path of one more element that stands there."""
        nth = self._seen.get(path, 0)
        self._seen[path] = nth + 1
        return f"{path}[{nth}]" if nth else path

    def keep(self, path: str, value: str, target: str, events: str = "") -> None:
        """Keep a setting, with the text of the events inside it."""
        if events:
            points = Points.of(events)
            value = value or points.before or ""
            self.automated[path] = points
        self.values[path] = value
        if target:
            self.paths[target] = path

    def keep_slot(self, path: str, name: str, number: str) -> None:
        """Keep the name of a plug-in's parameter, and its number among them."""
        self.values[f"{path}/ParameterName"] = name
        self.values[f"{path}/ParameterId"] = number

    def label(self, prefix: str, name: str, text: str) -> None:
        """Keep what names something, or says where the side chain listens."""
        path = prefix + name
        if name in _PLACES:
            if "SideChain" in prefix:
                self._listen(name, text)
        elif path.startswith(_PARAMETER_NAMES):
            self.values[path] = text
        else:
            self.labels[path] = text

    def _listen(self, name: str, text: str) -> None:
        """Live stores the path to the source, then the text it last showed for it."""
        if name == "Target":
            self.source = self.source or Route(text)
        elif self.source is not None and not self.source.shown:
            self.source = Route(self.source.target, text)
