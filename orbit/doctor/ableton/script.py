"""Which Live there is, where its User Library is, and whether Orbit's script is in it and how set."""

from __future__ import annotations

import re
from collections.abc import Sequence

from daw_bridges.ableton.installing.choosing import Choice
from daw_bridges.ableton.installing.config_file import problems_of, read_config
from daw_bridges.ableton.installing.places import live_preferences
from daw_bridges.ableton.installing.putting import leftovers
from daw_bridges.ableton.installing.script_folder import CONFIG, Kind, ScriptFolder, is_newer, shipped
from daw_bridges.ableton.script import REMOTE_SCRIPT
from daw_bridges.errors import InstallError
from orbit.doctor.ableton.around import Around
from orbit.doctor.finding import Finding, ok, problem, warning

__all__ = ["INSTALL", "OLDEST_LIVE", "TOO_OLD", "config", "installed", "library", "live"]

INSTALL = "orbit install ableton"
OLDEST_LIVE = 11
TOO_OLD = f"This is Live {{}}; Orbit works with Live {OLDEST_LIVE} and newer."
_RESTART = "then restart Live"


def library(around: Around) -> Finding:
    """Whether the place where Live looks for scripts is known."""
    try:
        choice = around.choice
    except InstallError as error:
        return problem(str(error).partition(" Connect")[0], "Connect the disk it is on, or start Live once.")
    if choice is not None:
        return ok(_told(choice))
    if around.asked_for:
        return problem("No User Library of Live was found on this machine.", f"{INSTALL} --folder DIR")
    return ok("Live was not found here; the practice session does not need it")


def _told(choice: Choice) -> str:
    if choice.library is None:
        return f"{choice.place.parent}, given with --folder"
    lives = ", ".join(f"Live {version}" for version in choice.library.lives)
    return f"{choice.library.folder}{f' (of {lives})' if lives else ''}"


def installed(around: Around) -> Finding | None:
    """Whether Orbit's script is there, whole, and the one that belongs to this Orbit."""
    choice = None if around.script is None else around.choice
    if choice is None:
        return None
    found = ScriptFolder.look(choice.place)
    if leftovers(choice.place):
        return problem(f"An installation in {choice.place.parent} was cut short.", f"{INSTALL}, {_RESTART}")
    match found.kind:
        case Kind.NOTHING:
            missing = problem if around.asked_for else warning
            return missing(f"It is not in {choice.place.parent}.", INSTALL)
        case Kind.FOREIGN:
            return problem(f"{choice.place} is not Orbit's script.", f"{INSTALL} --yes (keeps a copy of it)")
        case Kind.LINK:
            return _linked(found)
        case Kind.OURS:
            return _compared(found)


def _linked(found: ScriptFolder) -> Finding:
    target = found.path.resolve()
    if target == REMOTE_SCRIPT.resolve():
        return ok(f"{shipped().version}, by a link to this Orbit's own folder")
    return warning(f"{found.path} is a link to {target}, which Orbit does not manage.", f"{INSTALL} --yes")


def _compared(found: ScriptFolder) -> Finding:
    ours = shipped()
    if found.fingerprint == ours.fingerprint:
        return ok(f"{found.version}, the one of this Orbit")
    if found.version != ours.version:
        if is_newer(found.version, ours.version):
            detail = f"It is {found.version}, of a newer Orbit; this Orbit's is {ours.version}."
            return problem(detail, f"Update Orbit, or go back: {INSTALL}, {_RESTART}")
        version = found.version or "of an unknown early version"
        return problem(f"It is {version}; this Orbit's is {ours.version}.", f"{INSTALL}, {_RESTART}")
    if found.edited:
        return warning("Its files were changed by hand.", f"{INSTALL} (keeps a copy of it), {_RESTART}")
    return problem(
        f"It is {found.version}, but with other files than this Orbit's.", f"{INSTALL}, {_RESTART}"
    )


def config(around: Around) -> Finding | None:
    """Whether the script's own settings can be used, and agree with Orbit's."""
    script = around.script
    if script is None or not around.has_script:
        return None
    try:
        said = read_config(script.path)
    except InstallError as error:
        return problem(str(error), f"Correct {script.path / CONFIG} or remove it, {_RESTART}.")
    wrong = problems_of(said)
    if wrong:
        return warning(f"{script.path / CONFIG}: {'; '.join(wrong)}.", f"Correct it, {_RESTART}.")
    port = int(said.get("port", 11000))
    if port != around.settings.ableton_port:
        return problem(
            f"The script listens on port {port}, and Orbit looks for it on {around.settings.ableton_port}.",
            f"{INSTALL} --port {around.settings.ableton_port}, {_RESTART}",
        )
    return ok(f"port {port}{_controllers(int(said.get('reply_port', 0)))}")


def _controllers(reply_port: int) -> str:
    return f"; AbletonOSC's addresses are answered to port {reply_port}" if reply_port else ""


def live(around: Around) -> Finding | None:
    """Which Live there is, whether it runs, and whether it is one that Orbit works with."""
    known = [preferences.version for preferences in live_preferences(around.machine)]
    running = [live.name for live in around.lives]
    if not known and not running:
        return None
    newest = known[0] if known else _number_in(running)
    now = f"running ({', '.join(running)})" if running else "not running"
    if newest and int(newest.partition(".")[0]) < OLDEST_LIVE:
        return problem(TOO_OLD.format(newest), "Update Live.")
    return ok(f"{newest or 'of an unknown version'}, {now}")


def _number_in(names: Sequence[str]) -> str:
    found = re.search(r"\d+", " ".join(names))
    return found[0] if found else ""
