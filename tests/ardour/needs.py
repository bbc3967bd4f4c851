"""What a private Ardour needs on a machine, where it lies there, and what to do where it is missing.

Linux only: the host runs in a network namespace of its own, because Ardour opens its OSC port on every
interface and has no setting for that. The packages' paths are those of Debian and Ubuntu.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["INSTALL", "PACKAGES", "Installed", "MissingError", "installed", "isolated"]

PACKAGES = ("ardour", "pipewire", "pipewire-bin", "pipewire-jack")
INSTALL = f"apt-get update && apt-get install -y --no-install-recommends {' '.join(PACKAGES)}"
"""What to run, as root, so that a private Ardour can be started."""


class MissingError(Exception):
    """Something that a private Ardour needs is not here; the message says what, and what brings it."""


@dataclass(frozen=True)
class Installed:
    """Where the parts are."""

    libraries: Path
    """Ardour's own folder, such as ``/usr/lib/ardour7``; ``luasession`` is in it."""
    jack: Path
    """The folder of PipeWire's ``libjack.so.0``."""

    @property
    def luasession(self) -> Path:
        """Ardour without a window: the whole program, with a Lua prompt on its standard input."""
        return self.libraries / "luasession"

    @property
    def generation(self) -> str:
        """Ardour's main version as its folders have it: ``ardour7``."""
        return self.libraries.name

    @property
    def libjack(self) -> Path:
        """PipeWire's stand-in for JACK's client library."""
        return self.jack / "libjack.so.0"


def installed() -> Installed:
    """Find the parts, the newest Ardour where there are several.

    Raises:
        MissingError: one is not there, or this machine gives nobody a network of his own.
    """
    if not sys.platform.startswith("linux"):
        raise MissingError("a private Ardour needs Linux: it runs in a network namespace of its own")
    sessions = sorted(Path("/usr/lib").glob("ardour*/luasession"))
    jacks = sorted(Path("/usr/lib").glob("*/pipewire-0.3/jack/libjack.so.0"))
    lacking = [
        *(["Ardour"] if not sessions else []),
        *(["PipeWire's JACK library"] if not jacks else []),
        *(program for program in ("pipewire", "pw-link") if shutil.which(program) is None),
    ]
    if lacking:
        raise MissingError(f"not on this machine: {', '.join(lacking)}. As root: {INSTALL}")
    refused = subprocess.run(isolated(["true"]), capture_output=True, text=True, check=False)
    if refused.returncode:
        raise MissingError(
            f"no namespace of its own can be had here ({refused.stderr.strip()}). Run as root, or where "
            "users may have namespaces"
        )
    return Installed(libraries=sessions[-1].parent, jack=jacks[-1].parent)


def isolated(command: Sequence[str]) -> list[str]:
    """Give the command that runs another one with a network and processes of its own.

    It is the first process of its process namespace, so the kernel ends all that it started when it ends; and
    it ends when ``unshare`` does, which ends when whoever started it dies: nothing is ever left over.
    """
    as_user = [] if os.geteuid() == 0 else ["--map-root-user"]
    namespaces = ["--net", "--pid", "--fork", "--kill-child=SIGKILL", "--mount-proc", *as_user]
    return ["setpriv", "--pdeathsig", "KILL", "unshare", *namespaces, "--", *command]
