"""The installer: nothing is changed by it, here or in Logic; it looks, and says what to do."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from daw_bridges.errors import InstallError, UsageError
from daw_bridges.installer import InstallReport, InstallRequest, Outcome
from daw_bridges.logic.installing import telling
from daw_bridges.logic.installing.looking import Found, look
from daw_bridges.logic.macos.application import Installed, Mac

__all__ = ["install"]

TITLE = "Orbit's control surface for Logic Pro"


def install(
    request: InstallRequest, *, mac: Mac | None = None, looks: Callable[..., Found] = look
) -> InstallReport:
    """Say what there is of Logic on this Mac and what to click. Raises UsageError and InstallError.

    ``mac`` is where Logic is looked for, this machine unless another is given; ``looks`` how.
    """
    if request.options:
        raise UsageError(f"Logic has no option “{min(request.options)}”. There is only --folder.")
    mac = mac or Mac.here()
    if not mac.is_mac:
        raise InstallError(telling.ELSEWHERE)
    found = looks(_mac(mac, request.folder), ask=not request.dry_run)
    logic = _chosen(found, request.folder)
    away = request.uninstall
    return InstallReport(
        daw="logic",
        title=TITLE,
        outcome=Outcome.ABSENT if away else Outcome.UNCHANGED,
        folder=logic.folder,
        version=_version(),
        dry_run=request.dry_run,
        facts=telling.facts(logic, found),
        notes=() if away else telling.notes(logic, found),
        next_steps=telling.steps_away(found) if away else telling.steps(found),
    )


def _given(folder: Path | None) -> Path | None:
    return None if folder is None else folder.expanduser().absolute()


def _mac(mac: Mac, folder: Path | None) -> Mac:
    """Where to look: in the folder that the application given is in, or else where applications are."""
    given = _given(folder)
    return mac if given is None else Mac(mac.system, mac.home, given.parent)


def _chosen(found: Found, folder: Path | None) -> Installed:
    if folder is None:
        if not found.logics:
            raise InstallError(telling.NO_LOGIC)
        return found.logics[0]
    for logic in found.logics:
        if logic.folder == _given(folder):
            return logic
    raise UsageError(telling.unknown_folder(folder))


def _version() -> str:
    try:
        return version("orbit-daw")
    except PackageNotFoundError:
        return ""
