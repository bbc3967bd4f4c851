"""What is told: what there is, which menu of Logic it is about, and what to switch on in macOS."""

from __future__ import annotations

from collections.abc import Iterator

from daw_bridges.logic.installing.looking import OURS, Found, Granted
from daw_bridges.logic.macos.application import Installed, known

__all__ = ["ELSEWHERE", "NO_LOGIC", "SETUP", "facts", "notes", "steps", "steps_away", "unknown_folder"]

_IN, _OUT = OURS
SETUP = (
    "In Logic: Logic Pro > Control Surfaces > Setup… shows a Mackie Control at these ports, which Logic adds "
    f"by itself. If it does not: New > Install…, Mackie Control, Add; then its Output Port “{_IN}” and Input "
    f"Port “{_OUT}”."
)
ELSEWHERE = (
    "Logic Pro runs on a Mac, and Orbit has to run on that same Mac: its MIDI ports and Logic's menus are "
    "not reached from another machine. To practise here, run the simulated Logic (orbit simulate logic), "
    "and use it with --daw logic."
)
NO_LOGIC = (
    "No Logic Pro is in /Applications or ~/Applications. Install it, or give its place: orbit install logic "
    '--folder "/Volumes/Disk/Logic Pro.app". To practise without it: orbit simulate logic.'
)
_NOTHING = (
    "Nothing is copied into Logic: it takes Orbit for a Mackie Control as soon as Orbit opens its MIDI "
    "ports. No key commands are installed either, as Orbit uses Logic's menus."
)
_ENGLISH = (
    "Menus are found by their English names. For a Logic in another language, add it under System Settings → "
    "General → Language & Region → Applications with English, or do what Orbit tells you by hand."
)
_CHECK = "Check it: orbit doctor --daw logic"


def facts(logic: Installed, found: Found) -> dict[str, str]:
    """Where things are, by name."""
    told = {"logic": logic.version or "of an unknown version", "bundle": logic.bundle}
    told["running"] = "yes" if found.running else "no"
    told["ports"] = ", ".join(found.ports) or "not open (Orbit opens them when it works)"
    told |= {each.permission.value.lower(): _state(each) for each in found.granted}
    return told


def _state(granted: Granted) -> str:
    return {True: "given", False: "missing", None: "unknown"}[granted.given]


def notes(logic: Installed, found: Found) -> tuple[str, ...]:
    """What the reader should know."""
    said = [_NOTHING]
    about = known(logic.version)
    if about is not None:
        said.append(about)
    if found.midi:
        said.append(found.midi)
    if len(found.running) > 1:
        said.append("More than one Logic is running. Quit all but the one that Orbit should work with.")
    return tuple(said)


def steps(found: Found) -> tuple[str, ...]:
    """What is left to do, in order."""
    return tuple(_steps(found))


def _steps(found: Found) -> Iterator[str]:
    if not found.running:
        yield "Start Logic and open a project."
    yield "Have Orbit open its ports: orbit session --daw logic"
    yield SETUP
    for each in found.granted:
        if not each.given:
            yield each.permission.fix(found.program)
    if not found.granted:
        yield "Switch on what orbit install logic says is missing under Privacy & Security."
    yield _ENGLISH
    yield _CHECK


def steps_away(found: Found) -> tuple[str, ...]:
    """What takes Orbit out of Logic again."""
    whom = found.program or "the program that Orbit runs in"
    surface = f"Control Surfaces > Setup…, click the Mackie Control at “{_OUT}”, and press Delete."
    rights = f"Accessibility and Automation: switch off {whom}, if nothing else needs it."
    return (f"In Logic: Logic Pro > {surface}", f"System Settings → Privacy & Security → {rights}")


def unknown_folder(folder: object) -> str:
    """Say that a folder is no Logic."""
    return f"{folder} is not Logic Pro: give the application itself, such as “/Applications/Logic Pro.app”."
