"""The checks there are, in the order in which they are shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from orbit.doctor import memory, practice, system, understanding
from orbit.doctor.ableton import controllers, log, port, script, token
from orbit.doctor.case import Case
from orbit.doctor.finding import Finding

__all__ = ["CHECKS", "Check"]

Look = Callable[[Case], Finding | None]


@dataclass(frozen=True)
class Check:
    """One thing to look at."""

    id: str
    """Its name for programs."""
    title: str
    """Its name for people."""
    look: Look
    """Look at it; None when there is nothing to say of it here. It only looks, and changes nothing."""
    daw: str | None = None
    """The DAW that it is about; None when it is about Orbit itself."""
    seconds: float = 15.0
    """How long it may take."""


CHECKS: tuple[Check, ...] = (
    Check("python", "Python", system.python),
    Check("packages", "Packages", system.packages, seconds=30.0),
    Check("settings", "Settings", system.settings),
    Check("data_dir", "Data directory", system.data_dir),
    Check("space", "Free space", system.space),
    Check("store", "Memory", memory.store),
    Check("library", "Workflows", memory.library),
    Check("index", "Search index", memory.index),
    Check("embedder", "Sentence model", understanding.embedder),
    Check("model", "Language model", understanding.model, seconds=60.0),
    Check("bridge", "Bridge to the DAW", practice.bridge),
    Check("practice", "Practice session", practice.session, seconds=60.0),
    Check("ableton.library", "User Library", script.library, daw="ableton"),
    Check("ableton.script", "Orbit's script", script.installed, daw="ableton"),
    Check("ableton.config", "The script's settings", script.config, daw="ableton"),
    Check("ableton.token", "Token", token.token, daw="ableton"),
    Check("ableton.live", "Live", script.live, daw="ableton"),
    Check("ableton.chosen", "Control Surface", log.chosen, daw="ableton"),
    Check("ableton.port", "Connection to Live", port.answers, daw="ableton"),
    Check("ableton.running", "The script in Live", port.running, daw="ableton"),
    Check("ableton.controllers", "AbletonOSC", controllers.listening, daw="ableton"),
    Check("ableton.replies", "AbletonOSC's answers", controllers.replies, daw="ableton"),
)
