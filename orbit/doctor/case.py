"""What the checks are given to look at, settled before the first of them begins."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any, Self

from daw_bridges.ableton.installing.choosing import Choice, where_installed
from daw_bridges.ableton.installing.places import Machine
from daw_bridges.ableton.installing.running import RunningLive, running_lives
from daw_bridges.ableton.installing.script_folder import Kind, ScriptFolder
from daw_bridges.ableton.probe import Probe, probe
from daw_bridges.ableton.token import ENVIRONMENT, find_token, token_file
from daw_bridges.errors import OrbitError, UsageError
from orbit.settings import Settings

__all__ = ["ABLETON_OSC", "ABLETON_OSC_REPLIES", "Case"]

ABLETON_OSC, ABLETON_OSC_REPLIES = 11000, 11001
"""The UDP ports that AbletonOSC listens on and answers to."""


@dataclass(frozen=True)
class Case:
    """The settings and the machine; what several checks ask of it is found out once."""

    settings: Settings
    wrong_settings: str = ""
    """Why the user's settings could not be read; then the others are as they come."""
    only: str | None = None
    """The one DAW that is asked about; None for all."""
    machine: Machine = field(default_factory=Machine.here)
    token: str = ""
    token_source: str = ""
    """Where the token comes from, as a user knows it."""
    controllers: tuple[int, int] = (ABLETON_OSC, ABLETON_OSC_REPLIES)
    """The UDP ports of AbletonOSC: its own, and the one it answers to."""
    probe_seconds: float = 3.0
    """How long a program on Live's port may be silent."""
    _known: dict[str, Any] = field(default_factory=dict[str, Any])
    _turn: Lock = field(default_factory=Lock)

    @classmethod
    def gather(cls, *, only: str | None = None, **overrides: Any) -> Self:
        """Take the settings as every other command does; wrong ones are a finding, no failure."""
        wrong = ""
        try:
            settings = Settings.load(daw=only, **overrides)
        except UsageError as error:
            wrong = str(error)
            settings = _without_files(overrides | {"daw": only})
        token, source = _token(settings)
        return cls(settings, wrong, only, token=token, token_source=source)

    def asks_for(self, daw: str) -> bool:
        """Whether it is this DAW that the user means to work with."""
        return self.settings.daw == daw

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

    def _once(self, name: str, find: Any) -> Any:
        with self._turn:
            if name not in self._known:
                self._known[name] = find()
            return self._known[name]


def _without_files(given: dict[str, Any]) -> Settings:
    """The settings as they come, with what the command line says, and the data directory that is in use."""
    said: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    folder = said.get("data_dir") or os.environ.get("ORBIT_DATA_DIR")
    if folder:
        said["data_dir"] = Path(folder).expanduser().absolute()
    return Settings(**said)


def _token(settings: Settings) -> tuple[str, str]:
    # Settled here, because the practice session sets the environment for its script while it starts.
    token = find_token(settings.ableton_token)
    if not settings.ableton_token:
        return token, str(token_file())
    given = settings.ableton_token == os.environ.get(ENVIRONMENT)
    return token, ENVIRONMENT if given else "the setting ableton_token"
