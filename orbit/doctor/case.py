"""What the checks are given to look at, settled before the first of them begins."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, Self

from daw_bridges.errors import UsageError
from orbit.settings import Settings

__all__ = ["Case"]


@dataclass(frozen=True)
class Case:
    """The settings, and what there is to look at of each DAW."""

    settings: Settings
    wrong_settings: str = ""
    """Why the user's settings could not be read; then the others are as they come."""
    only: str | None = None
    """The one DAW that is asked about; None for all."""
    hosts: dict[str, Any] = field(default_factory=dict[str, Any])
    """What the checks of each DAW are given, by DAW; what is not here is gathered when it is needed."""

    @classmethod
    def gather(cls, *, only: str | None = None, **overrides: Any) -> Self:
        """Take the settings as every other command does; wrong ones are a finding, no failure."""
        given = overrides if only is None else overrides | {"daw": only}
        try:
            return cls(Settings.load(**given), only=only)
        except UsageError as error:
            return cls(_without_files(given), str(error), only)

    def host(self, daw: str) -> Any:
        """What the checks of a DAW are given: ``gather(settings)`` of the package ``orbit.doctor.<daw>``."""
        if daw not in self.hosts:
            self.hosts[daw] = import_module(f"orbit.doctor.{daw}").gather(self.settings)
        return self.hosts[daw]


def _without_files(given: dict[str, Any]) -> Settings:
    """The settings as they come, with what the command line says, and the data directory that is in use."""
    said: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    folder = said.get("data_dir") or os.environ.get("ORBIT_DATA_DIR")
    if folder:
        said["data_dir"] = Path(folder).expanduser().absolute()
    return Settings(**said)
