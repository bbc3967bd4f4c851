"""The Lives that run on this machine at the moment."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

__all__ = ["RunningLive", "live_name", "running_lives"]

_WINDOWS_NAME = re.compile(r"Ableton Live \d+[^.]*(\.exe)?$")


@dataclass(frozen=True)
class RunningLive:
    """A process of Live."""

    pid: int
    name: str
    """As its program is called: ``Ableton Live 12 Suite``."""


def running_lives() -> list[RunningLive]:
    """Every Live that runs here, as far as this user may see."""
    import psutil

    found: list[RunningLive] = []
    for process in psutil.process_iter(["name", "exe"]):
        name = live_name(process.info["name"] or "", process.info["exe"] or "")
        if name:
            found.append(RunningLive(process.pid, name))
    return found


def live_name(name: str, executable: str) -> str:
    """What a Live is called; empty for every other program, Live's own helpers among them."""
    if _WINDOWS_NAME.fullmatch(name):
        return name.removesuffix(".exe")
    # On macOS the program is `Live`, in a bundle with the whole name.
    bundle = next((part for part in Path(executable).parts if part.endswith(".app")), "")
    return bundle.removesuffix(".app") if name == "Live" and bundle.startswith("Ableton Live") else ""
