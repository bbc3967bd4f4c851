"""The folders that a private Ardour may write to, and the environment that keeps it in them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from tests.ardour.needs import Installed

__all__ = ["Places"]

_INHERITED = ("PATH", "LANG", "LC_ALL", "TZ")


@dataclass(frozen=True)
class Places:
    """One folder, in which everything of one run lies: home, settings, sockets, session, logs."""

    root: Path
    installed: Installed

    def make(self) -> None:
        """Make the folders, for nobody else to read."""
        for folder in (self.home, self.runtime, self.settings / "mcp", self.logs):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)

    @property
    def home(self) -> Path:
        """What the programs take for the user's home."""
        return self.root / "home"

    @property
    def runtime(self) -> Path:
        """Where PipeWire's socket is. A socket's path has at most 107 bytes: keep the root short."""
        return self.root / "run"

    @property
    def settings(self) -> Path:
        """Ardour's settings, where its own home folder would have them."""
        return self.home / ".config" / self.installed.generation

    @property
    def session(self) -> Path:
        """The session's folder."""
        return self.root / "session"

    @property
    def logs(self) -> Path:
        """What the programs said."""
        return self.root / "logs"

    @property
    def jack(self) -> dict[str, str]:
        """What a program needs to reach this PipeWire as JACK.

        PipeWire would make a note-on of velocity 0, which is how a lamp goes off, into a note-off.
        """
        return {
            "XDG_RUNTIME_DIR": str(self.runtime),
            "PIPEWIRE_RUNTIME_DIR": str(self.runtime),
            "PIPEWIRE_PROPS": "{ jack.fix-midi-events = false }",
        }

    @property
    def environment(self) -> dict[str, str]:
        """The whole environment of Ardour and PipeWire: nothing of the user's but PATH and language."""
        home, libraries = self.home, self.installed.libraries
        generation = self.installed.generation
        return {
            **{name: os.environ[name] for name in _INHERITED if name in os.environ},
            **self.jack,
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / ".config"),
            "XDG_CACHE_HOME": str(home / ".cache"),
            "XDG_DATA_HOME": str(home / ".local" / "share"),
            "TMPDIR": str(self.runtime),
            "TERM": "dumb",
            "COLUMNS": "100000",  # the Lua prompt echoes each line; wrapped, an echo looks like an answer
            "ARDOUR_DATA_PATH": f"/usr/share/{generation}",
            "ARDOUR_CONFIG_PATH": f"/etc/{generation}",
            "ARDOUR_DLL_PATH": str(libraries),
            "LD_LIBRARY_PATH": f"{libraries}:{self.installed.jack}",
        }
