"""Logic on this Mac: whether it is there and runs, and whether Orbit may use its menus."""

from __future__ import annotations

from daw_bridges.logic.installing.telling import ELSEWHERE
from daw_bridges.logic.macos.application import known, names
from daw_bridges.logic.macos.permissions import Permission, host_program
from orbit.doctor.finding import Finding, Status, ok, problem, warning
from orbit.doctor.logic.around import Around

__all__ = ["accessibility", "automation", "logic"]

SIMULATE = "orbit simulate logic"
_FIRST, _, _PRACTISE = ELSEWHERE.partition(" To practise here")


def logic(around: Around) -> Finding | None:
    """Which Logic there is, whether it runs, and whether it is one that Orbit knows."""
    if around.is_simulated:
        return ok(f"simulated, at {around.port}") if around.asked_for else None
    if not around.mac.is_mac:
        return _unreachable(_FIRST, f"To practise here: {SIMULATE}") if around.asked_for else None
    if not around.logics:
        if not (around.asked_for or around.running):
            return None
        return _unreachable("No Logic Pro is in /Applications or ~/Applications.", "orbit install logic")
    return _told(around)


def _told(around: Around) -> Finding:
    there, newest = names(around.logics), around.logics[0]
    about = known(newest.version)
    if about is not None:
        return warning(f"{there}. {about}", "Use Logic 10.7 to 12, or check closely what Orbit does.")
    if len(around.running) > 1:
        return problem(f"{there}; {len(around.running)} of them are running.", "Quit all but one.")
    if around.running:
        return ok(f"{there}, running")
    if around.asked_for:
        return _unreachable(f"{there}, not running.", "Start Logic and open a project.")
    return ok(f"{there}, not running")


def _unreachable(detail: str, fix: str) -> Finding:
    return Finding(Status.PROBLEM, detail, fix, unreachable=True)


def automation(around: Around) -> Finding | None:
    """Whether macOS lets Orbit use System Events, which Logic's menus are reached through."""
    return _permission(around, Permission.AUTOMATION)


def accessibility(around: Around) -> Finding | None:
    """Whether macOS lets Orbit use Logic's menus and windows."""
    return _permission(around, Permission.ACCESSIBILITY)


def _permission(around: Around, permission: Permission) -> Finding | None:
    # Asking has macOS ask the user, so it is only done for who works with Logic.
    if not around.asked_for or around.is_simulated or not around.mac.is_mac:
        return None
    given = next(each.given for each in around.granted if each.permission is permission)
    if given:
        return ok("given")
    detail = "Orbit may not use Logic's menus: tracks, names, tempo and markers are then left to you."
    if given is None:
        detail = "It is not known whether Orbit may use Logic's menus."
    return warning(detail, permission.fix(host_program()))
