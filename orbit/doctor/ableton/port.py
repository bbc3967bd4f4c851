"""What answers where Orbit's script should, and whether it is the script that is installed."""

from __future__ import annotations

from daw_bridges.ableton.holders import Holder, holders_of
from daw_bridges.ableton.installing.script_folder import ScriptFolder, shipped
from daw_bridges.ableton.installing.telling import clicks
from daw_bridges.ableton.probe import Answer
from daw_bridges.ableton.token import token_file
from orbit.doctor.ableton.around import Around
from orbit.doctor.ableton.script import INSTALL, OLDEST_LIVE, TOO_OLD
from orbit.doctor.finding import Finding, Status, ok, problem, warning

__all__ = ["answers", "running"]

_THROUGH = "AbletonOSC answers, and Orbit works through it, with what that can do."
_REINSTALL = f"{INSTALL}, then restart Live"


def answers(around: Around) -> Finding | None:
    """What answers at the script's port: the script, taking our token or not, or another program."""
    match around.probe.answer:
        case Answer.ORBIT:
            return _welcomed(around)
        case Answer.NOBODY:
            return _nobody(around)
        case Answer.WRONG_TOKEN:
            return _refused(around)
        case Answer.OTHER_PROTOCOL:
            return problem(
                "Orbit's script in Live is of a version that this Orbit cannot talk to.",
                _REINSTALL,
            )
        case Answer.STRANGER | Answer.SILENCE:
            return _stranger(around)


def _welcomed(around: Around) -> Finding:
    live = str(around.probe.about.get("live", ""))
    major = live.partition(".")[0]
    if major.isdigit() and int(major) < OLDEST_LIVE:
        return problem(TOO_OLD.format(live), "Update Live.")
    return ok(f"Live {live} answers on port {around.settings.ableton_port}")


def _nobody(around: Around) -> Finding | None:
    detail = f"Nothing answers on port {around.settings.ableton_port}"
    if around.works_through_abletonosc:
        fix = clicks() if around.has_script else _REINSTALL
        return warning(f"Orbit's own script does not answer. {_THROUGH}", fix)
    if not around.lives:
        if not (around.has_live or around.asked_for):
            return None
        return _unreachable(around, f"{detail}: Live is not running.", "Start Live.")
    if not around.has_script:
        return _unreachable(around, f"{detail}: Live runs, without Orbit's script.", _REINSTALL)
    log = f" If it is, see {around.log} for why." if around.log.is_file() else ""
    return _unreachable(around, f"{detail}: Live runs, and Orbit is not chosen in it.{log}", clicks())


def _refused(around: Around) -> Finding:
    if not around.token:
        return problem("Orbit finds no token, and its script in Live asks for one.", _REINSTALL)
    detail = f"Orbit's script refuses the token from {around.token_source}."
    if around.token_source != str(token_file()):
        return problem(detail, f"Remove {around.token_source}, so that the script's own token is used.")
    return problem(
        detail,
        "Restart Live, so that its script reads the token again; if that does not help: "
        f"{INSTALL} --new-token, and restart Live once more.",
    )


def _stranger(around: Around) -> Finding:
    port = around.settings.ableton_port
    silent, holders = around.probe.answer is Answer.SILENCE, holders_of(port, "tcp")
    if silent and any(_is_live(holder, around) for holder in holders):
        return _unreachable(
            around,
            f"Live uses port {port} and does not answer.",
            "Close the dialog that is open in Live, or wait until it has loaded the set.",
        )
    who = ", ".join(map(str, holders)) or "another program"
    return _unreachable(
        around,
        f"{who} uses port {port} and {'does not answer' if silent else 'is not Orbit'}.",
        f"Quit that program, or use another port: {INSTALL} --port {_other(port)}, restart Live, and set "
        f"ableton_port = {_other(port)} (ORBIT_ABLETON_PORT={_other(port)}).",
    )


def _is_live(holder: Holder, around: Around) -> bool:
    return any(live.pid == holder.pid for live in around.lives)


def _other(port: int) -> int:
    return port + 10 if port < 65000 else port - 10


def _unreachable(around: Around, detail: str, fix: str) -> Finding:
    """Find that Live cannot be reached: wrong for whoever wants to work with it, worth a word for others."""
    if around.works_through_abletonosc:
        return warning(f"{detail} {_THROUGH}", fix)
    status = Status.PROBLEM if around.asked_for else Status.WARNING
    return Finding(status, detail, fix, unreachable=True)


def running(around: Around) -> Finding | None:
    """Whether Live runs this Orbit's script: it goes on with the one it loaded when it started."""
    if around.probe.answer is not Answer.ORBIT:
        return None
    loaded = str(around.probe.about.get("fingerprint", ""))
    version = str(around.probe.about.get("script", "")) or "of an unknown early version"
    if loaded == shipped().fingerprint:
        return ok(f"{version}, the one of this Orbit")
    there = around.script
    fix = "Restart Live." if _is_ours(there) else _REINSTALL
    return warning(
        f"Live runs a script that is {version}; this Orbit's is {shipped().version}{_same(version)}.", fix
    )


def _is_ours(found: ScriptFolder | None) -> bool:
    return found is not None and found.fingerprint == shipped().fingerprint


def _same(version: str) -> str:
    return ", with other files" if version == shipped().version else ""
