r"""Where Live keeps things on this machine: its preferences, and the User Library that they name.

Each version of Live has a folder of preferences: ``~/Library/Preferences/Ableton/Live 12.3.5`` on macOS,
``%APPDATA%\Ableton\Live 12.3.5\Preferences`` on Windows. In it ``Library.cfg`` (XML) says where the User
Library is: ``UserLibrary/LibraryProject`` holds the folder it is in (``ProjectPath``) and its name
(``ProjectName``).
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

import platformdirs

__all__ = [
    "REMOTE_SCRIPTS",
    "LivePreferences",
    "Machine",
    "UserLibrary",
    "live_preferences",
    "remote_scripts_in",
    "user_libraries",
]

REMOTE_SCRIPTS = "Remote Scripts"
USER_LIBRARY = "User Library"

_VERSION = re.compile(r"Live (\d+(?:\.\d+)*)(b\d+)?$")
_LARGEST_CFG = 4 * 1024 * 1024
_USUAL_FOLDERS = ("Ableton Folder Info", "Clips", "Defaults", "Presets", "Samples", "Templates")
"""What Live makes in a User Library; one of them is enough to know it by."""


@dataclass(frozen=True)
class Machine:
    """What Live's places depend on."""

    system: str
    """As ``sys.platform`` has it: ``darwin``, ``win32``, or another, on which there is no Live."""
    home: Path
    documents: Path
    """The user's documents, which Windows may have redirected."""
    roaming: Path | None = None
    """``%APPDATA%`` on Windows."""

    @classmethod
    def here(cls) -> Machine:
        """This machine, for its present user."""
        roaming = os.environ.get("APPDATA")
        documents = Path(platformdirs.user_documents_dir())
        return cls(sys.platform, Path.home(), documents, Path(roaming) if roaming else None)

    @property
    def usual_library(self) -> Path | None:
        """Where Live makes the User Library unless it is told otherwise."""
        if self.system == "darwin":
            return self.home / "Music" / "Ableton" / USER_LIBRARY
        return self.documents / "Ableton" / USER_LIBRARY if self.system == "win32" else None


@dataclass(frozen=True)
class LivePreferences:
    """The preferences of one version of Live."""

    version: str
    """Such as ``12.3.5``, or ``12.4b15`` of a beta."""
    folder: Path

    @property
    def library(self) -> Path | None:
        """Where ``Library.cfg`` says that the User Library is; None where it does not say."""
        return _library_of(self.folder / "Library.cfg")


@dataclass(frozen=True)
class UserLibrary:
    """A User Library and the versions of Live that use it, newest first; none when it is only found."""

    folder: Path
    lives: tuple[str, ...] = ()

    @property
    def remote_scripts(self) -> Path:
        """Where Live looks for Remote Scripts in it."""
        return self.folder / REMOTE_SCRIPTS


def live_preferences(machine: Machine) -> list[LivePreferences]:
    """The preferences of every version of Live that ran here, the newest version first."""
    found = [
        LivePreferences("".join(part or "" for part in match.groups()), preferences)
        for folder, preferences in _preference_folders(machine)
        if (match := _VERSION.match(folder.name)) and preferences.is_dir()
    ]
    return sorted(found, key=lambda live: _age(live.version), reverse=True)


def user_libraries(machine: Machine) -> list[UserLibrary]:
    """The User Libraries that Live uses here, that of the newest Live first.

    Where no preferences name one, the usual place counts if it is there. A library that is named may be on a
    disk that is not connected.
    """
    lives: dict[Path, list[str]] = {}
    for live in live_preferences(machine):
        library = live.library or machine.usual_library
        if library is not None:
            lives.setdefault(library, []).append(live.version)
    usual = machine.usual_library
    if not lives and usual is not None and usual.is_dir():
        return [UserLibrary(usual)]
    return [UserLibrary(folder, tuple(versions)) for folder, versions in lives.items()]


def remote_scripts_in(folder: Path) -> Path:
    """Where a script goes in a folder that the user named.

    A ``Remote Scripts`` folder is taken as it is; in a User Library it goes into its ``Remote Scripts``, also
    where the folder that holds the library is named; in any other folder it goes right there.
    """
    if folder.name == REMOTE_SCRIPTS:
        return folder
    if (folder / USER_LIBRARY).is_dir():
        return folder / USER_LIBRARY / REMOTE_SCRIPTS
    known = any((folder / name).is_dir() for name in (REMOTE_SCRIPTS, *_USUAL_FOLDERS))
    return folder / REMOTE_SCRIPTS if known or folder.name == USER_LIBRARY else folder


def _preference_folders(machine: Machine) -> Iterator[tuple[Path, Path]]:
    if machine.system == "darwin":
        for folder in (machine.home / "Library" / "Preferences" / "Ableton").glob("Live *"):
            yield folder, folder
    elif machine.system == "win32" and machine.roaming is not None:
        for folder in (machine.roaming / "Ableton").glob("Live *"):
            yield folder, folder / "Preferences"


def _age(version: str) -> tuple[tuple[int, ...], bool, int]:
    """Order versions: by number, a beta before what it became."""
    numbers, _, beta = version.partition("b")
    return tuple(int(part) for part in numbers.split(".")), not beta, int(beta or 0)


def _library_of(cfg: Path) -> Path | None:
    try:
        if cfg.stat().st_size > _LARGEST_CFG:
            return None
        root = ET.fromstring(cfg.read_bytes())  # noqa: S314 - the user's own file, and of bounded size
    except (OSError, ValueError, LookupError, ET.ParseError):
        return None
    project = root.find(".//UserLibrary/LibraryProject")
    path, name = (_value(project, tag) for tag in ("ProjectPath", "ProjectName"))
    return Path(path) / (name or USER_LIBRARY) if path else None


def _value(project: ET.Element | None, tag: str) -> str:
    element = None if project is None else project.find(tag)
    return "" if element is None else element.get("Value", "")
