"""What there is on this Mac for a control surface in Logic: Logic, the permissions, the MIDI service."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from daw_bridges.errors import OrbitError
from daw_bridges.logic.macos.application import Installed, Mac, Running, installed, running
from daw_bridges.logic.macos.osascript import OSASCRIPT, run_script
from daw_bridges.logic.macos.permissions import PROBES, Permission, host_program
from daw_bridges.logic.macos.refusals import permission_missing

__all__ = ["Found", "Granted", "look", "midi_trouble", "permissions", "ports"]

_PROBE_SECONDS = 10.0
OURS = ("Orbit In", "Orbit Out")


@dataclass(frozen=True)
class Granted:
    """Whether a permission is there; None where it cannot be told."""

    permission: Permission
    given: bool | None


@dataclass(frozen=True)
class Found:
    """What was found."""

    logics: tuple[Installed, ...]
    """Those installed, the newest first."""
    running: tuple[Running, ...] = ()
    program: str = ""
    """The application that Orbit runs in, to which permissions are given."""
    granted: tuple[Granted, ...] = ()
    """Nothing where nobody asked."""
    midi: str = ""
    """Why MIDI cannot be used; empty where it can."""
    ports: tuple[str, ...] = ()
    """Those of Orbit's two MIDI ports that are there at the moment: only while Orbit uses them."""


def look(mac: Mac, *, ask: bool = True) -> Found:
    """Look at a Mac. With ``ask`` the permissions are asked for, and macOS may ask the user about them."""
    return Found(
        tuple(installed(mac)),
        tuple(running()),
        host_program(),
        permissions() if ask else (),
        midi_trouble(),
        ports(),
    )


def permissions(program: str = OSASCRIPT) -> tuple[Granted, ...]:
    """Ask for each permission by a script that needs it and does nothing."""
    found: dict[Permission, bool | None] = {}
    for probe in PROBES:
        if False not in found.values():
            found[probe.permission] = _given(probe.script, program)
    return tuple(Granted(probe.permission, found.get(probe.permission)) for probe in PROBES)


def _given(script: str, program: str) -> bool | None:
    try:
        said = asyncio.run(run_script(script, _PROBE_SECONDS, program=program))
    except OrbitError:
        return None
    if said is None:
        return None
    if not said.code:
        return True
    return False if permission_missing(said.error) is not None else None


def midi_trouble() -> str:
    """Say why this machine's MIDI service cannot be used; empty where it can."""
    try:
        _names()
    except OrbitError as error:
        return str(error)
    except ImportError as error:
        return f"{error.name} is not installed."
    return ""


def ports() -> tuple[str, ...]:
    """Which of Orbit's own MIDI ports other programs see at the moment."""
    try:
        there = _names()
    except (OrbitError, ImportError):
        return ()
    return tuple(name for name in OURS if any(name in other for other in there))


def _names() -> list[str]:
    from daw_bridges.mackie.service import Service

    heard, told = Service().names
    return [*heard, *told]
