"""The commands of Logic that Orbit gives, and where each stands in the menus of Logic 10.7 to 12.

Sources: Apple's Logic Pro User Guide 10.6 (pp. 165-192 tracks, 332 regions, 575 aux channel strips, 699-707
markers) and its table of key commands; the menus of Logic 12.3.1 as logician-mcp and logic-pro-mcp found
them. Menus are in English: what to do with a Logic in another language is said in ``docs/logic_mac.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from daw_bridges.errors import NotFoundError

__all__ = ["COMMANDS", "LogicCommand", "MenuPath", "command"]

MenuPath = tuple[str, ...]
"""A menu of the menu bar, its submenus, and an item; an item is found by its whole name first, then by what
its name begins with (``MIDI File`` finds ``MIDI File…``)."""


@dataclass(frozen=True, slots=True)
class LogicCommand:
    """One command of Logic."""

    id: str
    title: str
    """As the Key Commands window calls it."""
    menus: tuple[MenuPath, ...]
    """Where it is in the menus; versions differ, so each place is tried in turn."""
    key: str = ""
    """The key that Logic assigns to it at first, for people; empty where none is known."""

    @property
    def told(self) -> str:
        """How a person is told to give it: ``Track > New Audio Track``."""
        return " > ".join(self.menus[0])


def _of(*commands: LogicCommand) -> Mapping[str, LogicCommand]:
    return MappingProxyType({each.id: each for each in commands})


_DUPLICATE = "New Track With Duplicate Settings and Content"

COMMANDS: Mapping[str, LogicCommand] = _of(
    LogicCommand("new_audio_track", "New Audio Track", (("Track", "New Audio Track"),), "⌥⌘A"),
    LogicCommand(
        "new_instrument_track",
        "New Software Instrument Track",
        (("Track", "New Software Instrument Track"),),
        "⌥⌘S",
    ),
    LogicCommand(
        "duplicate_track",
        "New Track with Duplicate Settings and Content",
        (("Track", "Other", _DUPLICATE), ("Track", "Other", _DUPLICATE.replace("With", "with"))),
    ),
    LogicCommand("delete_track", "Delete Track", (("Track", "Delete Track"),), "⌘⌫"),
    LogicCommand("rename_track", "Rename Track", (("Track", "Rename Track"),), "⇧⏎"),
    LogicCommand(
        "create_marker",
        "Create Marker",
        (("Navigate", "Create Marker"), ("Navigate", "Other", "Create Marker")),
        "⌥'",
    ),
    LogicCommand(
        "rename_marker",
        "Rename Marker",
        (("Navigate", "Rename Marker"), ("Navigate", "Other", "Rename Marker")),
        "⇧'",
    ),
    LogicCommand("import_midi", "Import MIDI File", (("File", "Import", "MIDI File"),)),
    LogicCommand("cut", "Cut", (("Edit", "Cut"),), "⌘X"),
    LogicCommand("paste", "Paste", (("Edit", "Paste"),), "⌘V"),
    LogicCommand("open_mixer", "Open Mixer", (("Window", "Open Mixer"),), "⌘2"),
)
"""Every command by its id."""


def command(id: str) -> LogicCommand:
    """Give a command by its id; NotFoundError."""
    if id not in COMMANDS:
        raise NotFoundError("command of Logic", id, COMMANDS)
    return COMMANDS[id]
