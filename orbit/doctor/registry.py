"""The checks there are, in the order in which they are shown.

Each is named by where it is, and imported when it is run: a package that is missing is then a finding of the
checks that need it, and the others count.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from orbit.doctor.case import Case
from orbit.doctor.finding import Finding

__all__ = ["CHECKS", "Check"]

Look = Callable[[Any], Finding | None]


@dataclass(frozen=True)
class Check:
    """One thing to look at."""

    id: str
    """Its name for programs."""
    title: str
    """Its name for people."""
    at: str | Look
    """A function, or a module of this package and the function in it. It is given the case, or what there is
    of its DAW, and says what it finds; None when there is nothing to say here. It changes nothing."""
    daw: str | None = None
    """The DAW that it is about; None when it is about Orbit itself."""
    seconds: float = 15.0
    """How long it may take."""

    @property
    def function(self) -> Look:
        """The function, imported."""
        if not isinstance(self.at, str):
            return self.at
        module, _, name = self.at.partition(":")
        return getattr(import_module(f"orbit.doctor.{module}"), name)

    def look(self, case: Case) -> Finding | None:
        """Look at it."""
        return self.function(case if self.daw is None else case.host(self.daw))


CHECKS: tuple[Check, ...] = (
    Check("python", "Python", "system:python"),
    Check("packages", "Packages", "system:packages", seconds=30.0),
    Check("settings", "Settings", "system:settings"),
    Check("data_dir", "Data directory", "system:data_dir"),
    Check("space", "Free space", "system:space"),
    Check("store", "Memory", "memory:store"),
    Check("library", "Workflows", "memory:library"),
    Check("index", "Search index", "memory:index"),
    Check("embedder", "Sentence model", "understanding:embedder"),
    Check("model", "Language model", "understanding:model", seconds=60.0),
    Check("voice", "Voice", "voice:recognisers"),
    Check("microphone", "Microphone", "voice:microphone"),
    Check("bridge", "Bridge to the DAW", "practice:bridge"),
    Check("practice", "Practice session", "practice:session", seconds=60.0),
    Check("ableton.library", "User Library", "ableton.script:library", daw="ableton"),
    Check("ableton.script", "Orbit's script", "ableton.script:installed", daw="ableton"),
    Check("ableton.config", "The script's settings", "ableton.script:config", daw="ableton"),
    Check("ableton.token", "Token", "ableton.token:token", daw="ableton"),
    Check("ableton.live", "Live", "ableton.script:live", daw="ableton"),
    Check("ableton.chosen", "Control Surface", "ableton.log:chosen", daw="ableton"),
    Check("ableton.port", "Connection to Live", "ableton.port:answers", daw="ableton"),
    Check("ableton.running", "The script in Live", "ableton.port:running", daw="ableton"),
    Check("ableton.controllers", "AbletonOSC", "ableton.controllers:listening", daw="ableton"),
    Check("ableton.replies", "AbletonOSC's answers", "ableton.controllers:replies", daw="ableton"),
    Check("logic.logic", "Logic", "logic.mac:logic", daw="logic"),
    Check("logic.midi", "MIDI", "logic.surface:midi", daw="logic"),
    Check("logic.automation", "Automation", "logic.mac:automation", daw="logic", seconds=45.0),
    Check("logic.accessibility", "Accessibility", "logic.mac:accessibility", daw="logic", seconds=45.0),
    Check("logic.surface", "Mackie Control", "logic.surface:answers", daw="logic", seconds=30.0),
)
