"""The application around the set: version, views, browser, dialogs."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import cast

from daw_bridges.simulated.live.browser import Browser
from daw_bridges.simulated.live.devices.spec import DeviceSpec
from daw_bridges.simulated.live.document import Document
from daw_bridges.simulated.live.lom import LomObject, Property, strict
from daw_bridges.simulated.live.song import Song
from daw_bridges.simulated.live.undo import Undo

__all__ = ["Application", "ApplicationView"]

_DIRECTIONS = 4
_VIEWS = ("Browser", "Arranger", "Session", "Detail", "Detail/Clip", "Detail/DeviceChain")
_INSTEAD_OF = {
    "Arranger": "Session",
    "Session": "Arranger",
    "Detail/Clip": "Detail/DeviceChain",
    "Detail/DeviceChain": "Detail/Clip",
}


class ApplicationView(LomObject):
    """Which parts of Live's window are shown."""

    focused_document_view = Property(str, "Session", read_only=True)
    NavDirection = IntEnum("NavDirection", {"up": 0, "down": 1, "left": 2, "right": 3})
    _observable = ("view_focus_changed", "is_view_visible", "browse_mode")

    def available_main_views(self) -> tuple[str, ...]:
        return _VIEWS

    def is_view_visible(self, identifier: str, main_window_only: bool = True) -> bool:
        """Whether a view is shown; RuntimeError for an unknown one."""
        return self._checked(identifier) in self._shown()

    def show_view(self, identifier: str) -> None:
        """Show a view, in place of the one it shares its room with."""
        name = self._checked(identifier)
        shown = (self._shown() - {_INSTEAD_OF.get(name, "")}) | {name}
        with self.doc_.change():
            self.assign_("is_view_visible", frozenset(shown), Undo.NONE)
            if name in ("Session", "Arranger"):
                self.assign_("focused_document_view", name, Undo.NONE)

    def focus_view(self, identifier: str) -> None:
        self.show_view(identifier)

    def toggle_browse(self) -> None:
        """Start swapping the selected device, or stop."""
        browser = self.application_.browser
        target = self.doc_.song.view.selected_track.view.selected_device
        with self.doc_.change():
            browser.hotswap_target = None if browser.hotswap_target is not None else target
            self.show_view("Browser")

    @property
    def browse_mode(self) -> bool:
        """Whether something is being swapped."""
        return self.application_.browser.hotswap_target is not None

    @property
    def application_(self) -> Application:
        return cast("Application", self.parent_)

    def scroll_view(self, direction: int, identifier: str, modifier_pressed: bool) -> None:
        """Scroll a view up (0), down, left or right (3); in the Session that moves the selection."""
        name = self._checked(identifier)
        if strict(int, direction, "scroll_view") not in range(_DIRECTIONS):
            raise RuntimeError("Invalid direction: 0 to 3 expected")
        if name == "Session":
            self.doc_.song.view.step_(direction)

    def zoom_view(self, direction: int, identifier: str, modifier_pressed: bool) -> None:
        """Zoom the Arrangement or the Session; RuntimeError for other views."""
        if strict(int, direction, "zoom_view") not in range(_DIRECTIONS):
            raise RuntimeError("Invalid direction: 0 to 3 expected")
        if self._checked(identifier) not in ("Arranger", "Session"):
            raise RuntimeError("Only the Arrangement and the Session can be zoomed")

    def hide_view(self, identifier: str) -> None:
        """Hide a view; of Session and Arranger one is always shown."""
        name = self._checked(identifier)
        if name in ("Session", "Arranger"):
            self.show_view(_INSTEAD_OF[name])
        else:
            self.assign_("is_view_visible", self._shown() - {name}, Undo.NONE)

    def _shown(self) -> frozenset[str]:
        return self.get_("is_view_visible") or frozenset({"Session", "Detail", "Detail/DeviceChain"})

    def _checked(self, identifier: str) -> str:
        name = strict(str, identifier, "view") or self.focused_document_view
        if name not in _VIEWS:
            raise RuntimeError(f"Unknown view '{name}'")
        return name


class Application(LomObject):
    """Live.Application.Application."""

    View = ApplicationView
    _observable = (
        "open_dialog_count", "average_process_usage", "peak_process_usage", "control_surfaces",
        "unavailable_features",
    )  # fmt: skip

    def __init__(self, song: Song, installed: Sequence[DeviceSpec] | None = None) -> None:
        doc: Document = song.doc_
        super().__init__(doc, None)
        self.view = ApplicationView(doc, self)
        self.browser = Browser(doc, lambda: self.view.show_view("Browser"), installed)
        self.control_surfaces: tuple[object, ...] = ()

    @property
    def open_dialog_count(self) -> int:
        return 0

    @property
    def current_dialog_message(self) -> str:
        return ""

    @property
    def current_dialog_button_count(self) -> int:
        return 0

    @property
    def average_process_usage(self) -> float:
        return 0.0

    @property
    def peak_process_usage(self) -> float:
        return 0.0

    @property
    def unavailable_features(self) -> tuple[int, ...]:
        """What this edition of Live cannot do: nothing that Suite could not."""
        return ()

    def get_document(self) -> Song:
        """The open set."""
        return self.doc_.song

    def get_major_version(self) -> int:
        return self.doc_.version[0]

    def get_minor_version(self) -> int:
        return self.doc_.version[1]

    def get_bugfix_version(self) -> int:
        return self.doc_.version[2]

    def get_version_string(self) -> str:
        return ".".join(str(part) for part in self.doc_.version)

    def get_variant(self) -> str:
        return "Suite"

    def get_build_id(self) -> str:
        return "simulated"

    def has_option(self, option: str) -> bool:
        return False

    def press_current_dialog_button(self, index: int) -> None:
        raise RuntimeError("There is no dialog")
