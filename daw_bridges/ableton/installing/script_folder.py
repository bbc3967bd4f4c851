"""What stands at a script's place: nothing, Orbit's script of some version, a link, or something else.

What is installed carries a note, ``installed.json``, of the files that were put there. A script that was
copied by hand has none, and is known by its first line. The version is read from the text of ``about.py``;
nothing of a script is ever run to look at it.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import Any

from daw_bridges.ableton.script import REMOTE_SCRIPT, fingerprint, script_files

__all__ = ["CONFIG", "NAME", "NOTE", "Kind", "ScriptFolder", "is_newer", "shipped", "version_of"]

NAME = REMOTE_SCRIPT.name
"""The folder's name is the name that Live offers as a Control Surface."""
CONFIG = "config.json"
NOTE = "installed.json"

_VERSION = re.compile(r'^VERSION = "([^"\n]+)"', re.MULTILINE)
_FIRST_WORDS = '"""Orbit\'s Remote Script'


class Kind(Enum):
    """What there is."""

    NOTHING = auto()
    OURS = auto()
    LINK = auto()
    """A symbolic link, whatever is behind it: somebody's own arrangement."""
    FOREIGN = auto()


@dataclass(frozen=True)
class ScriptFolder:
    """The place of a script, as it was when it was looked at."""

    path: Path
    kind: Kind
    version: str = ""
    """Empty when nobody can say: versions before the first installer carried none."""
    fingerprint: str = ""
    """Of the source files as they are now, whoever changed them."""
    noted: str = ""
    """The fingerprint that was noted when it was installed; empty for a script copied by hand."""
    files: tuple[str, ...] = ()
    """What was put there, by the note; for a script copied by hand, its source files."""

    @classmethod
    def look(cls, path: Path) -> ScriptFolder:
        """Look at a place. Raises OSError when it cannot be read."""
        if path.is_symlink():
            return cls(path, Kind.LINK)
        if not path.is_dir():
            return cls(path, Kind.FOREIGN if path.exists() else Kind.NOTHING)
        if not any(path.iterdir()):
            return cls(path, Kind.NOTHING)
        note = _note(path)
        if note is None and not _first_line(path).startswith(_FIRST_WORDS):
            return cls(path, Kind.FOREIGN)
        files = note["files"] if note else script_files(path)
        noted = str(note["fingerprint"]) if note else ""
        return cls(path, Kind.OURS, version_of(path), fingerprint(path), noted, tuple(files))

    @property
    def edited(self) -> bool:
        """Whether somebody changed its files after they were installed."""
        return bool(self.noted) and self.noted != self.fingerprint


def shipped() -> ScriptFolder:
    """The script that comes with this Orbit."""
    return ScriptFolder.look(REMOTE_SCRIPT)


def version_of(folder: Path) -> str:
    """The version that a script says it has; empty when it says none."""
    with suppress(OSError, UnicodeDecodeError):
        found = _VERSION.search((folder / "about.py").read_text(encoding="utf-8"))
        return found[1] if found else ""
    return ""


def is_newer(version: str, than: str) -> bool:
    """Whether one version of the script came after another; one that nobody can say came before."""
    from packaging.version import InvalidVersion, Version

    try:
        return Version(version) > Version(than)
    except InvalidVersion:
        return False


def _note(folder: Path) -> dict[str, Any] | None:
    with suppress(OSError, ValueError, TypeError, KeyError):
        note = json.loads((folder / NOTE).read_text(encoding="utf-8"))
        # A name that leads elsewhere is no file of ours, whoever wrote it there.
        files = [name for name in note["files"] if _inside(name)]
        return {"files": files, "fingerprint": note["fingerprint"]}
    return None


def _inside(name: Any) -> bool:
    return isinstance(name, str) and not Path(name).is_absolute() and ".." not in Path(name).parts


def _first_line(folder: Path) -> str:
    with suppress(OSError, UnicodeDecodeError), (folder / "__init__.py").open(encoding="utf-8") as file:
        return file.readline()
    return ""
