"""``orbit memory restore``: the memory as it was when it was last copied, which Orbit does once a day."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from daw_bridges.errors import EngineError, MemoryStoreError, NotPossibleError, UsageError
from orbit.interfaces.cli.failures import DONE
from orbit.interfaces.cli.options import DataDir, Json, load_settings
from orbit.interfaces.cli.output import print_json, screen

if TYPE_CHECKING:
    from orbit.settings import Settings

__all__ = ["register"]


def register(app: typer.Typer) -> None:
    """Add this module's commands to ``orbit memory``."""
    app.command()(restore)


def restore(
    day: Annotated[
        str | None,
        typer.Option("--day", metavar="YYYY-MM-DD", help="Which day's copy; by default the latest."),
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Restore even if the memory is not damaged.")
    ] = False,
    as_json: Json = False,
    data_dir: DataDir = None,
) -> int:
    """Replace a damaged memory with a copy."""
    from orbit.server.host_lock import HostLock

    settings = load_settings(data_dir=data_dir)
    lock = HostLock.take(settings.data_dir)
    if lock is None:
        raise EngineError("Another Orbit has this memory open. Nothing was changed: close it first.")
    try:
        copy, replaced = _restored(settings, day, yes=yes)
    finally:
        lock.release()
    if as_json:
        print_json({"ok": True, "copy": str(copy), "replaced": str(replaced) if replaced else None})
    else:
        kept = f" What was there is kept in {replaced}." if replaced else ""
        screen().print(f"The memory was restored from {copy}.{kept}", markup=False)
    return DONE


def _restored(settings: Settings, day: str | None, *, yes: bool) -> tuple[Path, Path | None]:
    from orbit.memory.health import INDEX, STORE
    from orbit.memory.store.copying import daily_copies, is_sound, put_back

    if settings.store_url:
        raise UsageError("The memory is on a database server: restore it there.")
    file = settings.data_dir / STORE
    copies = daily_copies(file)
    wanted = [copy for copy in copies if day is None or copy.stem.endswith(f".day-{day}")]
    if not wanted:
        there = (
            f"The copies are: {', '.join(map(str, copies))}"
            if copies
            else f"Move {file} away to start afresh"
        )
        raise NotPossibleError(f"There is no such copy of the memory. {there}.")
    if not yes and _is_in_use(settings):
        raise UsageError(
            f"The memory is sound. {wanted[-1]} would take the place of all that came after it. Nothing was "
            "changed: add --yes if that is meant."
        )
    sound = [copy for copy in wanted[1:] if is_sound(copy)]  # the oldest is tried anyway
    copy = (wanted[0], *sound)[-1]
    replaced = put_back(file, copy)
    shutil.rmtree(settings.data_dir / INDEX, ignore_errors=True)  # made anew from what is stored
    return copy, replaced


def _is_in_use(settings: Settings) -> bool:
    from orbit.memory.health import store_health

    try:
        return store_health(settings.data_dir) is not None
    except MemoryStoreError:
        return False
