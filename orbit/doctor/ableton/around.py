"""What there is of Live on this machine: its folders, processes and port, and the token that Orbit has."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from daw_bridges.ableton.installing.choosing import Choice, where_installed
from daw_bridges.ableton.installing.places import Machine
from daw_bridges.ableton.installing.running import RunningLive, running_lives
from daw_bridges.ableton.installing.script_folder import Kind, ScriptFolder
from daw_bridges.ableton.probe import Probe, probe
from daw_bridges.ableton.token import ENVIRONMENT, find_token, token_file
from daw_bridges.errors import OrbitError
from orbit.doctor.ableton.osc import OscPorts, ask
from orbit.settings import Settings

__all__ = ["Around", "gather"]

Known = TypeVar("Known")


@dataclass(frozen=True)
class Around:
    """Live and what is around it; what several checks ask of it is found out once."""

    settings: Settings
    machine: Machine
    token: str
    token_source: str
    """Where the token comes from, as a user knows it."""
    controllers: tuple[int, int]
    """The UDP ports of AbletonOSC: its own, and the one it answers to."""
    probe_seconds: float = 3.0
    """How long a program on Live's port may be silent."""
    _known: dict[str, Any] = field(default_factory=dict[str, Any])
    _turn: Lock = field(default_factory=Lock)

    @property
    def asked_for(self) -> bool:
        """Whether it is Live that the user means to work with."""
        return self.settings.daw == "ableton"

    @property
    def choice(self) -> Choice | None:
        """Where Orbit's script should be; None where there is no sign of Live.

        Raises InstallError when the User Library is not there.
        """
        return where_installed(self.settings.data_dir, self.machine)

    @property
    def script(self) -> ScriptFolder | None:
        """What stands at that place; None where there is none."""
        try:
            choice = self.choice
            return None if choice is None else ScriptFolder.look(choice.place)
        except (OrbitError, OSError):
            return None

    @property
    def has_script(self) -> bool:
        """Whether Orbit's script is installed."""
        script = self.script
        return script is not None and script.kind in (Kind.OURS, Kind.LINK)

    @property
    def log(self) -> Path:
        """Where the script writes down what it does."""
        return self.machine.home / ".orbit" / "ableton.log"

    @property
    def has_live(self) -> bool:
        """Whether there is any sign of Live on this machine."""
        try:
            return bool(self.lives) or self.choice is not None
        except OrbitError:
            return True

    @property
    def lives(self) -> list[RunningLive]:
        """The Lives that run."""
        return self._once("lives", running_lives)

    @property
    def probe(self) -> Probe:
        """What answers at the port of Orbit's script."""
        port, seconds = self.settings.ableton_port, self.probe_seconds
        return self._once("probe", lambda: probe(port, self.token, seconds=seconds))

    @property
    def osc(self) -> OscPorts:
        """What there is at AbletonOSC's ports."""
        return self._once("osc", lambda: ask(*self.controllers))

    @property
    def works_through_abletonosc(self) -> bool:
        """Whether Orbit would reach Live through AbletonOSC."""
        return self.settings.ableton_via != "orbit" and self.osc.answers

    def _once(self, name: str, find: Callable[[], Known]) -> Known:
        with self._turn:
            if name not in self._known:
                self._known[name] = find()
            return self._known[name]


def gather(settings: Settings) -> Around:
    """Settle what must not change meanwhile: the practice session sets the environment for its script."""
    token, source = find_token(settings.ableton_token), str(token_file())
    if settings.ableton_token:
        given = settings.ableton_token == os.environ.get(ENVIRONMENT)
        source = ENVIRONMENT if given else "the setting ableton_token"
    return Around(
        settings, Machine.here(), token, source, (settings.ableton_port, settings.ableton_reply_port)
    )
