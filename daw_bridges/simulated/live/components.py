"""The building block of ``ableton.v2`` and ``v3`` scripts: a component, part of the surface it is made in."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Protocol

from daw_bridges.simulated.live.live_api import runtime

if TYPE_CHECKING:
    from daw_bridges.simulated.live.application import Application
    from daw_bridges.simulated.live.song import Song

__all__ = ["Component", "Guarding", "guards"]


class Guarding(Protocol):
    """A surface inside its component guard."""

    def register_disconnectable(self, disconnectable: Any) -> Any:
        """Disconnect something together with the surface."""
        ...

    def register_control(self, control: Any) -> None:
        """Pass MIDI on to a control."""
        ...


class _Guards(threading.local):
    def __init__(self) -> None:
        self.surfaces: list[Guarding] = []


guards = _Guards()


class Component:
    """A part of a script; made inside a component guard it is disconnected with the surface."""

    def __init__(
        self, name: str = "", parent: Component | None = None, is_enabled: bool = True, **_: Any
    ) -> None:
        self.name = name
        self.parent = parent
        self._is_enabled = is_enabled
        self._disconnectables: list[Any] = []
        if guards.surfaces:
            guards.surfaces[-1].register_disconnectable(self)

    @property
    def song(self) -> Song:
        return runtime().application.get_document()

    @property
    def application(self) -> Application:
        return runtime().application

    def is_enabled(self) -> bool:
        return self._is_enabled

    def set_enabled(self, enable: bool) -> None:
        """Switch the component on or off and let it update."""
        self._is_enabled = bool(enable)
        self.on_enabled_changed()

    def on_enabled_changed(self) -> None:
        self.update()

    def update(self) -> None:
        """Show everything anew; overridden by scripts."""

    def register_disconnectable(self, disconnectable: Any) -> Any:
        """Disconnect something together with the component."""
        self._disconnectables.append(disconnectable)
        return disconnectable

    def disconnect(self) -> None:
        """End, with all that was registered."""
        for disconnectable in self._disconnectables:
            disconnectable.disconnect()
        self._disconnectables.clear()
