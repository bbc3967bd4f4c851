"""Copies of what was replaced, kept out of Live's reach: beside the script, Live would list them as scripts.

They lie in the data directory under ``ableton/backups``, each in a folder named after the moment; the last
five are kept.
"""

from __future__ import annotations

import re
import shutil
from datetime import datetime
from pathlib import Path

__all__ = ["KEPT", "back_up", "backups_in"]

KEPT = 5


def backups_in(data_dir: Path) -> Path:
    """The folder of the copies."""
    return data_dir / "ableton" / "backups"


def back_up(path: Path, data_dir: Path) -> Path:
    """Copy a file, a folder or a link as it is, and drop the oldest copies; give where the copy is.

    Raises OSError; then there is no half of a copy.
    """
    folder = backups_in(data_dir)
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / f"{datetime.now().astimezone():%Y-%m-%d-%H%M%S-%f}"
    draft = folder / f".{place.name}"
    shutil.rmtree(draft, ignore_errors=True)
    try:
        draft.mkdir()
        _copy(path, draft / path.name)
        draft.rename(place)
    except (OSError, shutil.Error) as error:
        shutil.rmtree(draft, ignore_errors=True)
        raise _plain(error) from None
    copies = sorted(kept for kept in folder.iterdir() if not kept.name.startswith("."))
    halves = folder.glob(".*")  # of an attempt that was cut short
    for old in (*copies[:-KEPT], *halves):
        shutil.rmtree(old, ignore_errors=True)
    return place / path.name


def _copy(path: Path, to: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.copytree(path, to, symlinks=True)
    else:
        shutil.copy2(path, to, follow_symlinks=False)


def _plain(error: OSError) -> OSError:
    """Give the first reason of many: what goes wrong in copying a folder comes as texts in one error."""
    if isinstance(error, shutil.Error):
        reasons: list[tuple[str, str, str]] = error.args[0]
        _, target, text = reasons[0]
        number = re.search(r"\[Errno (\d+)\] ([^:]+)", text)
        return OSError(int(number[1]), number[2], target) if number else OSError(text)
    return error
