"""What there is of Logic on this machine: the application, MIDI, permissions, and what answers a surface."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeVar

from daw_bridges.errors import OrbitError
from daw_bridges.logic.installing.looking import Granted, midi_trouble, permissions, ports
from daw_bridges.logic.macos.application import Installed, Mac, Running, installed, running
from orbit.hosts import logic_port
from orbit.settings import Settings

__all__ = ["Around", "Surface", "gather"]

Known = TypeVar("Known")

_SIMULATED = "tcp:"


@dataclass(frozen=True)
class Surface:
    """What a Mackie Control at the port of the settings was told."""

    shows: tuple[str, ...] = ()
    """The names on the display; empty where nobody answered, or nothing has a name."""
    trouble: str = ""
    """Why there is no answer; empty where there is one."""


@dataclass(frozen=True)
class Around:
    """Logic and what is around it; what several checks ask of it is found out once."""

    settings: Settings
    mac: Mac
    port: str
    """The way to Logic, as ``daw_bridges.mackie.ports.open_port`` takes it."""
    seconds: float = 8.0
    """How long Logic may take to answer a surface."""
    _known: dict[str, Any] = field(default_factory=dict[str, Any])
    _turn: Lock = field(default_factory=Lock)
    _locks: dict[str, Lock] = field(default_factory=dict[str, Lock])

    @property
    def asked_for(self) -> bool:
        """Whether it is Logic that the user means to work with."""
        return self.settings.daw == "logic"

    @property
    def is_simulated(self) -> bool:
        """Whether the way leads to a simulated Logic, which needs neither a Mac nor MIDI ports."""
        return self.port.startswith(_SIMULATED)

    @property
    def logics(self) -> list[Installed]:
        """Every Logic installed here, the newest first."""
        return self._once("logics", lambda: installed(self.mac))

    @property
    def running(self) -> list[Running]:
        """Every Logic that runs here."""
        return self._once("running", lambda: running() if self.mac.is_mac else [])

    @property
    def midi(self) -> str:
        """Why MIDI cannot be used; empty where it can."""
        return self._once("midi", midi_trouble)

    @property
    def granted(self) -> tuple[Granted, ...]:
        """The permissions; asking may have macOS ask the user."""
        return self._once("granted", permissions)

    @property
    def held(self) -> tuple[str, ...]:
        """Orbit's own MIDI ports that are there before we open any: another Orbit has them."""
        return self._once("held", ports)

    @property
    def surface(self) -> Surface:
        """What a surface at the port is told; it is there only as long as it takes to look."""
        return self._once("surface", lambda: asyncio.run(_ask(self.port, self.seconds)))

    def _once(self, name: str, find: Callable[[], Known]) -> Known:
        # One lock each: what takes seconds must not keep the other checks waiting.
        with self._turn:
            lock = self._locks.setdefault(name, Lock())
        with lock:
            if name not in self._known:
                self._known[name] = find()
            return self._known[name]


async def _ask(port: str, seconds: float) -> Surface:
    from daw_bridges.mackie.link import Link
    from daw_bridges.mackie.ports import open_port

    try:
        link = await Link.open(open_port(port), timeout=seconds)
    except OrbitError as error:
        return Surface(trouble=str(error))
    try:
        names = (link.surface.cell(0, strip) for strip in range(8))
        return Surface(tuple(name for name in names if name))
    finally:
        await link.close()


def gather(settings: Settings) -> Around:
    """Settle which Logic it is about: a simulated one where it runs and nothing else was said."""
    return Around(settings, Mac.here(), logic_port(settings.logic_port))
