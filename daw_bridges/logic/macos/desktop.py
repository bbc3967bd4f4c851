"""Whatever can do a procedure at Logic's screen: one interface for macOS, practice and absence."""

from __future__ import annotations

import sys
from typing import Protocol

from daw_bridges.errors import UnsupportedError
from daw_bridges.logic.macos.procedure import Procedure

__all__ = ["AbsentDesktop", "Desktop", "open_desktop"]


class Desktop(Protocol):
    """Does procedures, one at a time.

    The simulated Logic brings one of its own (``daw_bridges.simulated.logic.desktop``).
    """

    async def perform(self, procedure: Procedure) -> str | None:
        """Do the gestures in order and give the last reading, None where nothing was read.

        Raises UnsupportedError where this desktop can do nothing at all or Logic has no such command,
        RefusedError when macOS or a dialog stands in the way, NotFoundError or AmbiguousError when a track
        or control is not there once, UnreachableError without Logic, TimedOutError. What was done by then
        stays; the message says what to do.
        """
        ...


class AbsentDesktop:
    """No Mac under our hands: nothing can be done at the screen, and why not is said."""

    def __init__(self, why: str = "Logic runs on another machine, so Orbit cannot use its menus.") -> None:
        self.why = why

    async def perform(self, procedure: Procedure) -> str | None:
        """Refuse. Raises UnsupportedError with what to do by hand."""
        raise UnsupportedError(f"{self.why} {procedure.by_hand}")


def open_desktop(port: str = "virtual", system: str = sys.platform) -> Desktop:
    """Give the desktop of this machine: its own on a Mac, elsewhere an absent one.

    ``port`` is the way to Logic (``daw_bridges.mackie.ports.open_port``): at the other end of a loopback
    connection is a simulated Logic, and the menus of a real one on the same machine are none of its business.
    """
    if port.startswith("tcp:"):
        return AbsentDesktop("This simulated Logic has no screen.")
    if system != "darwin":
        return AbsentDesktop("Logic's menus can only be used on the Mac that it runs on.")
    from daw_bridges.logic.macos.osascript import MacDesktop

    return MacDesktop()
