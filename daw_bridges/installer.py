"""Putting a host's plug-in in place: what an installer is asked and what it tells, and finding installers.

An installer is an entry point of the group ``orbit.installers``, ours and a third party's alike, under the
name of its DAW: a function ``def install(request: InstallRequest) -> InstallReport``. It raises InstallError
or UsageError, and then what was there before is still there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, cast

from daw_bridges.errors import UsageError
from daw_bridges.extensions import extensions

__all__ = [
    "GROUP",
    "InstallReport",
    "InstallRequest",
    "Installer",
    "Outcome",
    "find_installer",
    "installable",
]

GROUP = "orbit.installers"


@dataclass(frozen=True, kw_only=True)
class InstallRequest:
    """What is to be done."""

    data_dir: Path
    """Where copies of what was replaced are kept; never a folder that the host reads."""
    folder: Path | None = None
    """Where to put it, instead of where the host is found to look for it."""
    uninstall: bool = False
    dry_run: bool = False
    """Only tell what would be done."""
    consent: bool = False
    """Replace what is not ours too (a copy of it is kept)."""
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What only some hosts know: ``port``, ``reply_port``, ``new_token``; only those that were given."""


class Outcome(StrEnum):
    """What became of it, or would in a dry run."""

    INSTALLED = "installed"
    """It was not there before."""
    UPGRADED = "upgraded"
    """Another version or another content of it was there before."""
    CHANGED = "changed"
    """It was there; only its settings or its secret are other ones now."""
    UNCHANGED = "unchanged"
    """It was there already, exactly as it would be put there."""
    REMOVED = "removed"
    ABSENT = "absent"
    """There was nothing to remove."""


@dataclass(frozen=True, kw_only=True)
class InstallReport:
    """What was done."""

    daw: str
    title: str
    """What it is that was installed, for people."""
    outcome: Outcome
    folder: Path
    """Where it is, or was."""
    version: str
    """The version that comes with this Orbit."""
    previous: str | None = None
    """The version that was there before; empty when nobody can say."""
    backup: Path | None = None
    """Where a copy of what was there is kept."""
    dry_run: bool = False
    facts: Mapping[str, str] = field(default_factory=dict[str, str])
    """More of where things are, for people and programs, by a name in snake case."""
    notes: tuple[str, ...] = ()
    """What the reader should know."""
    next_steps: tuple[str, ...] = ()
    """What is left to do by hand, in order."""

    def to_json(self) -> dict[str, Any]:
        """The document: one object, JSON types only."""
        return {
            "ok": True,
            "daw": self.daw,
            "outcome": self.outcome.value,
            "folder": str(self.folder),
            "version": self.version,
            "previous": self.previous,
            "backup": str(self.backup) if self.backup else None,
            "dry_run": self.dry_run,
            "facts": dict(self.facts),
            "notes": list(self.notes),
            "next_steps": list(self.next_steps),
        }


Installer = Callable[[InstallRequest], InstallReport]


def installable() -> list[str]:
    """The DAWs that an installed package has something to install for."""
    return sorted({entry.name for entry in extensions(GROUP)})


def find_installer(daw: str) -> Installer:
    """The installer of a DAW. Raises UsageError, naming those that there are."""
    for entry in extensions(GROUP, daw):
        return cast("Installer", entry.load())
    known = ", ".join(installable()) or "nothing: install the project (pip install -e .) to register it"
    raise UsageError(f"There is nothing to install for “{daw}”. Available: {known}.")
