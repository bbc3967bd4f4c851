"""The two permissions that macOS asks for, whom they are given to, and whether they are there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

__all__ = ["PROBES", "Permission", "Probe", "host_program"]

_PANE = "System Settings → Privacy & Security"
_SOME_PROGRAM = "the program that Orbit runs in (Terminal, iTerm or an editor)"


class Permission(StrEnum):
    """A permission of macOS; it belongs to the program that Orbit is started from, not to Python."""

    ACCESSIBILITY = "Accessibility"
    AUTOMATION = "Automation"

    def fix(self, program: str = "") -> str:
        """Say what to tick. ``program`` is the one that Orbit runs in, where it is known."""
        whom = program or _SOME_PROGRAM
        if self is Permission.ACCESSIBILITY:
            return f"{_PANE} → Accessibility: switch on {whom}, then end that program and start it again."
        return f"{_PANE} → Automation: under {whom}, switch on System Events."


@dataclass(frozen=True, slots=True)
class Probe:
    """A script that does nothing and succeeds only with a permission."""

    permission: Permission
    script: str


PROBES = (
    Probe(Permission.AUTOMATION, 'tell application "System Events" to get name of startup disk\n'),
    # A name is given without the permission; only windows are asked through accessibility.
    Probe(
        Permission.ACCESSIBILITY,
        'tell application "System Events" to count windows of (first application process whose '
        'bundle identifier is "com.apple.finder")\n',
    ),
)
"""In this order: without Automation nothing can be found out about Accessibility."""


def host_program() -> str:
    """The application that Orbit was started from, as macOS lists it (``iTerm``); empty if there is none."""
    import psutil

    try:
        for process in psutil.Process().parents():
            application = _application(process.exe())
            if application:
                return application
    except psutil.Error:
        pass
    return ""


def _application(executable: str) -> str:
    """The outermost bundle that a program is in."""
    return next((Path(part).stem for part in Path(executable).parts if part.endswith(".app")), "")
