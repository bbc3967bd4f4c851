"""Where the script goes: the folder given, the one given last time, or the newest Live's User Library."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from daw_bridges.ableton.installing.places import Machine, UserLibrary, remote_scripts_in, user_libraries
from daw_bridges.ableton.installing.putting import leftovers
from daw_bridges.ableton.installing.script_folder import NAME, Kind, ScriptFolder
from daw_bridges.errors import InstallError, UsageError

__all__ = ["Choice", "choose", "forget_given", "remember_given", "where_installed"]

_HELP = (
    "Give the folder: orbit install ableton --folder DIR. Live shows where its User Library is under "
    "Settings → Library."
)
_AGAIN = "This is where --folder put it the last time; --folder names another place."


@dataclass(frozen=True)
class Choice:
    """A script's place, and how it was found."""

    place: Path
    """The script's own folder."""
    library: UserLibrary | None = None
    """The User Library that it is in, where Live's preferences were asked."""
    notes: tuple[str, ...] = ()


def choose(folder: Path | None, data_dir: Path, machine: Machine) -> Choice:
    """Choose where to install. Raises UsageError for what is no folder, InstallError where none is found."""
    if folder is not None:
        return Choice(_given(folder))
    last = _last_given(data_dir)
    if last is not None:
        return Choice(last, notes=(_AGAIN,))
    libraries = user_libraries(machine)
    if not libraries:
        raise InstallError(f"No User Library of Live was found on this machine. {_HELP}")
    return _of_newest(libraries)


def where_installed(data_dir: Path, machine: Machine) -> Choice | None:
    """Where the script should be, for whoever only looks; None where there is no sign of Live.

    Raises InstallError when the newest Live's User Library is not there.
    """
    last = _last_given(data_dir)
    if last is not None:
        return Choice(last)
    libraries = user_libraries(machine)
    return _of_newest(libraries) if libraries else None


def _given(folder: Path) -> Path:
    folder = folder.expanduser().absolute()
    if not folder.is_dir():
        raise UsageError(f"There is no folder {folder}. {_HELP}")
    if folder.name == NAME and ScriptFolder.look(folder).kind is Kind.OURS:
        return folder
    # Links on the way to the library are the user's own arrangement; from here on none is followed.
    return remote_scripts_in(folder.resolve()) / NAME


def _of_newest(libraries: list[UserLibrary]) -> Choice:
    newest, *others = libraries
    if not newest.folder.is_dir():
        raise InstallError(
            f"{_whose(newest)} keeps its User Library in {newest.folder}, and that is not there. Connect the "
            f"disk it is on, or start Live once, and try again. {_HELP}{_others(others)}"
        )
    note = f"This is the User Library of {_whose(newest)}.{_others(others)}" if others else ""
    place = newest.folder.resolve() / newest.remote_scripts.name / NAME
    return Choice(place, newest, (note,) if note else ())


def _others(libraries: list[UserLibrary]) -> str:
    if not libraries:
        return ""
    return (
        " There is also " + " and ".join(f"that of {_whose(each)}: {each.folder}" for each in libraries) + "."
    )


def _whose(library: UserLibrary) -> str:
    return f"Live {library.lives[0]}" if library.lives else "Live"


def _record(data_dir: Path) -> Path:
    return data_dir / "ableton" / "folder.json"


def remember_given(data_dir: Path, place: Path) -> None:
    """Remember where ``--folder`` put the script, for upgrades and checks. Raises OSError."""
    record = _record(data_dir)
    record.parent.mkdir(parents=True, exist_ok=True)
    record.write_text(json.dumps({"place": str(place)}), encoding="utf-8")


def forget_given(data_dir: Path) -> None:
    """Forget it again. Raises OSError."""
    _record(data_dir).unlink(missing_ok=True)


def _last_given(data_dir: Path) -> Path | None:
    """Where ``--folder`` put the script; None when it is not there any more."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        place = Path(json.loads(_record(data_dir).read_text(encoding="utf-8"))["place"])
        return place if ScriptFolder.look(place).kind is Kind.OURS or leftovers(place) else None
    return None
