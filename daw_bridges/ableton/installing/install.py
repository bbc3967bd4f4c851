"""`orbit install ableton`: Orbit's Remote Script put into Live's User Library, upgraded, or taken away."""

from __future__ import annotations

import errno
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from daw_bridges.ableton.installing.backups import back_up, backups_in
from daw_bridges.ableton.installing.choosing import Choice, choose, forget_given, remember_given
from daw_bridges.ableton.installing.places import Machine
from daw_bridges.ableton.installing.putting import leftovers, put_config, recover, staged, swap, take_away
from daw_bridges.ableton.installing.script_folder import CONFIG, Kind, ScriptFolder, shipped
from daw_bridges.ableton.installing.telling import report
from daw_bridges.ableton.installing.wish import Secret, Wish
from daw_bridges.errors import InstallError, UsageError
from daw_bridges.installer import InstallReport, InstallRequest, Outcome

__all__ = ["install"]

_TURN_SECONDS = 10.0
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_FORBIDDEN = {errno.EACCES, errno.EPERM, errno.EROFS}


@dataclass(frozen=True)
class _Job:
    request: InstallRequest
    wish: Wish
    choice: Choice
    found: ScriptFolder
    """What stands at the place before anything is done."""


def install(request: InstallRequest, *, machine: Machine | None = None) -> InstallReport:
    """Install, upgrade or uninstall the script. Raises UsageError and InstallError; then nothing changed.

    ``machine`` is where Live's places are looked for, this one unless another is given.
    """
    wish = Wish.read(request.options)
    choice = choose(request.folder, request.data_dir, machine or Machine.here())
    _check_backups(request.data_dir, choice.place)
    with _explained(choice.place), _alone(request):
        if leftovers(choice.place) and not request.dry_run:
            recover(choice.place)
        job = _Job(request, wish, choice, ScriptFolder.look(choice.place))
        _ask_consent(job)
        return _uninstall(job) if request.uninstall else _install(job)


@contextmanager
def _alone(request: InstallRequest) -> Generator[None]:
    """Let no other installation get between; a dry run changes nothing and needs no turn."""
    if request.dry_run:
        yield
        return
    from filelock import FileLock, Timeout

    folder = backups_in(request.data_dir).parent
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with FileLock(folder / "install.lock", timeout=_TURN_SECONDS):
            yield
    except Timeout:
        raise InstallError("Another installation is running. Wait until it has finished.") from None


def _check_backups(data_dir: Path, place: Path) -> None:
    if backups_in(data_dir).absolute().is_relative_to(place.parent):
        raise UsageError(
            f"{data_dir} is in the folder that Live reads scripts from: copies kept there would be listed by "
            "Live. Give another --data-dir."
        )


def _ask_consent(job: _Job) -> None:
    if job.found.kind not in (Kind.LINK, Kind.FOREIGN):
        return
    what = "a link to somewhere else" if job.found.kind is Kind.LINK else "not Orbit's script"
    left = f"{job.found.path} is {what}, so it is left alone."
    if job.request.uninstall:
        raise InstallError(f"{left} Remove it yourself if you do not need it.")
    if not job.request.consent:
        raise InstallError(
            f"{left} With --yes Orbit puts its script in that place; a copy of what is there is kept in "
            f"{backups_in(job.request.data_dir)}, and what a link leads to is not touched."
        )


def _install(job: _Job) -> InstallReport:
    config, changed = job.wish.config_for(job.found)
    secret = Secret.plan(job.wish, config)
    outcome = _outcome(job.found, changes=changed is not None or secret.changes)
    backup = None
    if not job.request.dry_run:
        backup = _perform(job, outcome, changed, secret)
        if job.request.folder is not None:
            remember_given(job.request.data_dir, job.found.path)
    return report(job.request, job.choice, job.found, outcome, backup=backup, secret=secret, config=config)


def _outcome(found: ScriptFolder, *, changes: bool) -> Outcome:
    if found.kind is not Kind.OURS:
        return Outcome.INSTALLED
    # A script copied by hand gets its note, by which an uninstall knows what to remove.
    if found.fingerprint != shipped().fingerprint or not found.noted:
        return Outcome.UPGRADED
    return Outcome.CHANGED if changes else Outcome.UNCHANGED


def _perform(job: _Job, outcome: Outcome, changed: dict[str, object] | None, secret: Secret) -> Path | None:
    place = job.found.path
    if outcome in (Outcome.CHANGED, Outcome.UNCHANGED):
        secret.settle()
        if changed is not None:
            put_config(place, changed)
        return None
    carried = place / CONFIG if job.found.kind is Kind.OURS and (place / CONFIG).is_file() else None
    with staged(place, shipped().version, carried if changed is None else changed) as draft:
        backup = back_up(place, job.request.data_dir) if job.found.kind is not Kind.NOTHING else None
        secret.settle()
        swap(draft, place)
    return backup


def _uninstall(job: _Job) -> InstallReport:
    found = job.found
    backup, left = None, list[str]()
    outcome = Outcome.ABSENT if found.kind is Kind.NOTHING else Outcome.REMOVED
    if outcome is Outcome.REMOVED and not job.request.dry_run:
        backup = back_up(found.path, job.request.data_dir)
        left = _take_away(found, backup)
        forget_given(job.request.data_dir)
    return report(job.request, job.choice, found, outcome, backup=backup, left=left)


def _take_away(found: ScriptFolder, backup: Path) -> list[str]:
    try:
        return take_away(found)
    except OSError as error:
        raise InstallError(
            f"{_reason(error, found.path)} Part of the script is still there: run this again. A copy of the "
            f"whole is in {backup}."
        ) from None


@contextmanager
def _explained(place: Path) -> Generator[None]:
    """Tell what the system refuses in words that help."""
    try:
        yield
    except OSError as error:
        raise InstallError(f"{_reason(error, place)} {_STILL}") from None


_STILL = "What was there before is still there."


def _reason(error: OSError, place: Path) -> str:
    where = error.filename or place
    if error.errno in _FULL:
        return f"There is no space left to write {where}. Free some, then run this again."
    if error.errno in _FORBIDDEN:
        return (
            f"Orbit may not write {where} ({error.strerror}). Check the permissions of {place.parent}, close "
            "Live if it holds the folder, or give another --folder."
        )
    return f"{where}: {error.strerror or error}."
