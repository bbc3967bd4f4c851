"""Logic itself on this Mac: which there is, which runs, and whether Orbit knows its version.

Logic is called ``Logic Pro X.app`` up to 10.6 and ``Logic Pro.app`` from 10.7 on, with the bundle id
``com.apple.logic10`` throughout; ``Logic Pro Creator Studio.app`` (from 2026 on) is
``com.apple.mobilelogic``.
"""

from __future__ import annotations

import plistlib
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

__all__ = [
    "BUNDLES",
    "OLDEST",
    "Installed",
    "Mac",
    "Running",
    "installed",
    "known",
    "names",
    "running",
]

BUNDLES = ("com.apple.logic10", "com.apple.mobilelogic")
OLDEST = (10, 7)
"""The oldest version whose menus Orbit knows."""
NEWEST = 12

_LARGEST_PLIST = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Mac:
    """What there is to look at; ``system`` is as ``sys.platform`` has it."""

    system: str
    home: Path
    applications: Path = Path("/Applications")

    @classmethod
    def here(cls) -> Mac:
        """This machine, for its present user."""
        return cls(sys.platform, Path.home())

    @property
    def is_mac(self) -> bool:
        """Whether it is one at all."""
        return self.system == "darwin"


@dataclass(frozen=True, slots=True)
class Installed:
    """A Logic on the disk."""

    folder: Path
    version: str
    """Such as ``12.3.1``; empty where its Info.plist does not say."""
    bundle: str


@dataclass(frozen=True, slots=True)
class Running:
    """A Logic that runs."""

    pid: int
    folder: Path


def installed(mac: Mac) -> list[Installed]:
    """Every Logic in the Applications folders, the newest version first."""
    if not mac.is_mac:
        return []
    found = [
        logic
        for place in (mac.applications, mac.home / "Applications")
        for folder in sorted(place.glob("Logic*.app"))
        if (logic := _look(folder)) is not None
    ]
    return sorted(found, key=lambda logic: _numbers(logic.version), reverse=True)


def running() -> list[Running]:
    """Every Logic that runs here, as far as this user may see."""
    import psutil

    found: list[Running] = []
    for process in psutil.process_iter(["exe"]):
        folder = _bundle_folder(process.info["exe"] or "")
        if folder is not None:
            found.append(Running(process.pid, folder))
    return found


def known(version: str) -> str | None:
    """Say what there is to say of a version of Logic; None where Orbit knows its menus."""
    found = _numbers(version)
    if not found:
        return "Its version cannot be read."
    if found < OLDEST:
        return (
            f"Logic {version} is older than {'.'.join(map(str, OLDEST))}, the first whose menus Orbit knows."
        )
    if found[0] > NEWEST:
        return f"Logic {version} is newer than {NEWEST}, the last whose menus Orbit knows; it may work."
    return None


def _numbers(version: str) -> tuple[int, ...]:
    """Give a version's numbers, to compare; empty for none."""
    parts = version.split(".")
    return tuple(map(int, parts)) if all(part.isascii() and part.isdigit() for part in parts) else ()


def _bundle_folder(executable: str) -> Path | None:
    parts = Path(executable).parts
    for place, part in enumerate(parts):
        inside = parts[place + 1 : -1] == ("Contents", "MacOS")
        if inside and part.endswith(".app") and part.startswith("Logic Pro"):
            return Path(*parts[: place + 1])
    return None


def _look(folder: Path) -> Installed | None:
    info = _info(folder / "Contents" / "Info.plist")
    bundle = str(info.get("CFBundleIdentifier", ""))
    if bundle not in BUNDLES:
        return None
    return Installed(folder, str(info.get("CFBundleShortVersionString", "")), bundle)


def _info(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > _LARGEST_PLIST:
            return {}
        read: Any = plistlib.loads(path.read_bytes())
    except (OSError, ValueError, plistlib.InvalidFileException):
        return {}
    return cast("dict[str, Any]", read) if isinstance(read, dict) else {}


def names(logics: Iterable[Installed]) -> str:
    """Say which Logics there are, for people."""
    return ", ".join(f"{logic.folder.stem} {logic.version}".strip() for logic in logics)
