"""Putting a script folder in place as a whole, and taking it away again, whatever breaks on the way.

The new folder is written beside the old one and takes its name when it is whole. Until then its name begins
with a dot and its ``__init__.py`` is missing, so that Live does not take it for a script. What an earlier
attempt left behind is cleared away first, and an old script that it had set aside is put back.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from daw_bridges.ableton.installing.script_folder import CONFIG, NAME, NOTE, ScriptFolder
from daw_bridges.ableton.script import REMOTE_SCRIPT, fingerprint, script_files

__all__ = ["leftovers", "put_config", "recover", "staged", "swap", "take_away"]

_NEW, _OLD = f".{NAME}.new-", f".{NAME}.old-"
_FIRST = "__init__.py"
_CACHE = "__pycache__"


def leftovers(place: Path) -> list[Path]:
    """What an attempt that was cut short left beside a script's place."""
    return sorted(path for mark in (_NEW, _OLD) for path in place.parent.glob(f"{mark}*"))


def recover(place: Path) -> None:
    """Put back what an attempt that was cut short had set aside, and clear the rest away. Raises OSError."""
    for path in leftovers(place):
        if path.name.startswith(_OLD) and not _there(place):
            path.rename(place)
        else:
            _remove(path)


@contextmanager
def staged(place: Path, version: str, config: Path | Mapping[str, Any] | None) -> Generator[Path]:
    """Write the whole new folder beside its place; it is gone after the block unless it was swapped in.

    ``config`` is a file to carry over as it is, or settings to write. Raises OSError.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    draft = place.with_name(f"{_NEW}{secrets.token_hex(4)}")
    try:
        _write(draft, version, config)
        _to_disk(draft)
        yield draft
    finally:
        _remove(draft)


def _write(draft: Path, version: str, config: Path | Mapping[str, Any] | None) -> None:
    files = script_files(REMOTE_SCRIPT)
    for name in sorted(files, key=lambda name: name == _FIRST):
        target = draft / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if name == _FIRST:
            _write_note(draft, version, files)
            _write_config(draft, config)
        shutil.copyfile(REMOTE_SCRIPT / name, target)


def _to_disk(folder: Path) -> None:
    """Let the disk have the files before they take the old ones' place: a name is quicker than a content."""
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            with path.open("rb+") as file:
                os.fsync(file.fileno())


def _write_note(draft: Path, version: str, files: list[str]) -> None:
    note = {
        "orbit": version,
        "fingerprint": fingerprint(REMOTE_SCRIPT),
        "installed": datetime.now(UTC).isoformat(timespec="seconds"),
        "files": files,
    }
    (draft / NOTE).write_text(json.dumps(note, indent=1) + "\n", encoding="utf-8")


def _write_config(draft: Path, config: Path | Mapping[str, Any] | None) -> None:
    if isinstance(config, Path):
        shutil.copy2(config, draft / CONFIG, follow_symlinks=False)
    elif config:
        _write_json(draft / CONFIG, config)


def _write_json(path: Path, document: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    path.chmod(0o600)  # it may hold a token


def swap(draft: Path, place: Path) -> None:
    """Give the new folder its name. When that fails the old one has it again. Raises OSError."""
    aside = place.with_name(f"{_OLD}{secrets.token_hex(4)}")
    if _there(place):
        place.rename(aside)
    try:
        draft.rename(place)
    except OSError:
        if _there(aside):
            aside.rename(place)
        raise
    # The new one is in place; what cannot be cleared away now is cleared away the next time.
    with suppress(OSError):
        _remove(aside)


def put_config(place: Path, config: Mapping[str, Any]) -> None:
    """Write the settings of an installed script, or remove the file when none are left. Raises OSError."""
    if not config:
        (place / CONFIG).unlink(missing_ok=True)
        return
    draft = place / f".{CONFIG}.{secrets.token_hex(4)}"
    try:
        _write_json(draft, config)
        draft.replace(place / CONFIG)
    finally:
        draft.unlink(missing_ok=True)


def take_away(found: ScriptFolder) -> list[str]:
    """Remove what was installed, ``__init__.py`` first, and give what is left in the folder. Raises OSError.

    What somebody else put there stays, and so does everything behind a link.
    """
    names = sorted(found.files, key=lambda name: name != _FIRST)
    for name in (*names, CONFIG, NOTE):
        if _is_inside(found.path, name):
            (found.path / name).unlink(missing_ok=True)
    for folder in sorted(_folders(found.path), key=lambda path: len(path.parts), reverse=True):
        if folder.name == _CACHE:
            shutil.rmtree(folder)
        elif not any(folder.iterdir()):
            folder.rmdir()
    if not found.path.exists():
        return []
    return sorted(path.relative_to(found.path).as_posix() for path in found.path.rglob("*"))


def _folders(root: Path) -> list[Path]:
    inner = [path for path in root.rglob("*") if path.is_dir() and not path.is_symlink()]
    return [root, *inner]


def _is_inside(root: Path, name: str) -> bool:
    """Whether a file is really in the folder, and not behind a link that somebody put on the way."""
    return (root / name).parent.resolve().is_relative_to(root.resolve())


def _there(path: Path) -> bool:
    return path.exists() or path.is_symlink()


def _remove(path: Path) -> None:
    if path.is_symlink() or path.is_file():
        path.unlink()
    elif path.is_dir():
        shutil.rmtree(path)
