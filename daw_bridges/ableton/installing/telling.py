"""What is told after an installation: what was done, where things are, and what to click in Live."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from daw_bridges.ableton.installing.choosing import Choice
from daw_bridges.ableton.installing.config_file import Config, problems_of
from daw_bridges.ableton.installing.running import running_lives
from daw_bridges.ableton.installing.script_folder import NAME, Kind, ScriptFolder, is_newer, shipped
from daw_bridges.ableton.installing.wish import Secret
from daw_bridges.installer import InstallReport, InstallRequest, Outcome

__all__ = ["clicks", "report"]

TITLE = "Orbit's Remote Script for Ableton Live"

_CHOOSE = f"Control Surface: choose “{NAME}”. Input and Output stay None."
_PLACES = {"12": "Settings → Link, Tempo & MIDI", "11": "Preferences → Link/Tempo/MIDI"}
_CHECK = "Check it: orbit doctor --daw ableton"


def clicks(version: str = "") -> str:
    """What to click in a version of Live; what differs in Live 11 is told where the version is not known."""
    if version.startswith("11"):
        return f"In Live: {_PLACES['11']} → {_CHOOSE}"
    other = "" if version else f" (In Live 11: {_PLACES['11']}.)"
    return f"In Live: {_PLACES['12']} → {_CHOOSE}{other}"


def report(
    request: InstallRequest,
    choice: Choice,
    found: ScriptFolder,
    outcome: Outcome,
    *,
    backup: Path | None = None,
    secret: Secret | None = None,
    config: Config | None = None,
    left: Sequence[str] = (),
) -> InstallReport:
    """Put together what is told."""
    running = [live.name for live in running_lives()]
    return InstallReport(
        daw="ableton",
        title=TITLE,
        outcome=outcome,
        folder=found.path,
        version=shipped().version,
        previous=found.version if found.kind is Kind.OURS else None,
        backup=backup,
        dry_run=request.dry_run,
        facts=_facts(choice, secret, running),
        notes=(*choice.notes, *_notes(found, outcome, config or {}, left)),
        next_steps=tuple(_steps(choice, outcome, running)),
    )


def _facts(choice: Choice, secret: Secret | None, running: list[str]) -> dict[str, str]:
    facts: dict[str, str] = {}
    if choice.library is not None and choice.library.lives:
        facts["used_by"] = ", ".join(f"Live {version}" for version in choice.library.lives)
    if secret is not None:
        facts["token"] = secret.told
    if running:
        facts["running"] = ", ".join(running)
    return facts


def _notes(found: ScriptFolder, outcome: Outcome, config: Config, left: Sequence[str]) -> list[str]:
    notes = [f"config.json: {problem}; the script ignores it." for problem in problems_of(config)]
    if is_newer(found.version, shipped().version):
        notes.append("The script that was there belongs to a newer Orbit. Was Orbit itself downgraded too?")
    if found.edited and outcome is Outcome.UPGRADED:
        notes.append("Its files had been changed by hand; the changes are in the copy.")
    if left:
        notes.append(f"What Orbit did not put there is left in the folder: {', '.join(left)}.")
    return notes


def _steps(choice: Choice, outcome: Outcome, running: list[str]) -> list[str]:
    now = f"it is running ({', '.join(running)})"
    if outcome is Outcome.REMOVED and running:
        return [f"Restart Live: {now} and keeps the script until it ends."]
    if outcome in (Outcome.ABSENT, Outcome.REMOVED):
        return []
    if outcome is Outcome.UNCHANGED:
        return [_CHECK]
    first = f"Restart Live: {now} and reads scripts only when it starts." if running else "Start Live."
    version = choice.library.lives[0] if choice.library and choice.library.lives else ""
    return [first, clicks(version), _CHECK]
