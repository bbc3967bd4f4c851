"""The way to Logic as a Mackie Control: MIDI ports, and whether something at their other end answers."""

from __future__ import annotations

from daw_bridges.logic.installing.telling import SETUP
from orbit.doctor.finding import Finding, Status, ok
from orbit.doctor.logic.around import Around
from orbit.doctor.logic.mac import SIMULATE
from orbit.doctor.pip import reinstall

__all__ = ["answers", "midi"]


def midi(around: Around) -> Finding | None:
    """Whether this Mac's MIDI service can be used, for the ports that Logic finds Orbit at."""
    if around.is_simulated or not around.mac.is_mac or not (around.asked_for or around.logics):
        return None
    if not around.midi:
        return ok("the system's MIDI service can be used")
    fix = "Open Audio MIDI Setup once; if that does not help, restart the Mac."
    if "not installed" in around.midi:
        fix = reinstall()
    status = Status.PROBLEM if around.asked_for else Status.WARNING
    return Finding(status, around.midi, fix, unreachable=True)


def answers(around: Around) -> Finding | None:
    """Whether Logic takes Orbit for a Mackie Control, and shows its strips. Only for who works with Logic."""
    if not around.asked_for:
        return None
    if not around.is_simulated and (not around.mac.is_mac or around.midi):
        return None  # said by the checks of these
    if around.port == "virtual" and around.held:
        # A second pair would be a second surface to Logic.
        return ok(
            f"another Orbit has {' and '.join(around.held)} open at the moment, "
            "so this was not checked further"
        )
    surface = around.surface
    if not surface.trouble:
        shows = f": {', '.join(surface.shows)} …" if surface.shows else ", with no strips on it"
        return ok(f"answers at {around.port}{shows}")
    fix = f"{SIMULATE}, and try again" if around.is_simulated else SETUP
    return Finding(Status.PROBLEM, surface.trouble, fix, unreachable=True)
