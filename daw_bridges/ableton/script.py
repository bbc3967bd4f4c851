"""Where Orbit's Remote Script is, which files it is made of, and how its content is told apart."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

__all__ = ["REMOTE_SCRIPT", "fingerprint", "script_files"]

REMOTE_SCRIPT = Path(__file__).parent / "remote_script" / "Orbit"
"""The folder that goes into Live's User Library under ``Remote Scripts``."""


def script_files(folder: Path = REMOTE_SCRIPT) -> list[str]:
    """The source files of a script, by their path in it; links are none of them."""
    found = (path for path in folder.rglob("*.py") if path.is_file() and not path.is_symlink())
    return sorted(path.relative_to(folder).as_posix() for path in found)


def fingerprint(folder: Path = REMOTE_SCRIPT) -> str:
    """Name the content of a script: equal for equal source files, as the running script tells it itself."""
    whole = sha256()
    for name in script_files(folder):
        whole.update(f"{name} {sha256((folder / name).read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()[:16]
