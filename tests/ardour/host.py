"""A private Ardour that runs: PipeWire, the session, both surfaces; started anew where a start fails.

Everything here happens inside the namespaces that ``needs.isolated`` gives.
"""

from __future__ import annotations

import fcntl
import shutil
import socket
import struct
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.ardour.needs import Installed
from tests.ardour.osc import Osc
from tests.ardour.places import Places
from tests.ardour.prepared import SNAPSHOT, TRACKS, keep, place
from tests.ardour.prompt import Prompt, PromptError, running_prompt
from tests.ardour.sound import ports, running_sound

__all__ = ["IN", "OUT", "Ardour", "loopback_up", "running_ardour"]

IN, OUT = "ardour:mackie control in", "ardour:mackie control out"
"""The JACK ports of Ardour's Mackie surface."""
ATTEMPTS = 3
_FAILURES = (PromptError, TimeoutError)


@dataclass(frozen=True)
class Ardour:
    """A host that runs, with its two ways in that are no control surface."""

    places: Places
    lua: Prompt
    osc: Osc
    failures: tuple[str, ...]
    """Why earlier starts failed; usually there was none."""

    def route(self, name: str) -> str:
        """Write the Lua for a strip, by its name."""
        return f's:route_by_name("{name}")'


@contextmanager
def running_ardour(root: Path, installed: Installed, cache: Path) -> Generator[Ardour]:
    """Start Ardour with the prepared session and both surfaces; end it afterwards.

    A start that fails is tried again, in a folder of its own, three times in all.

    Raises:
        PromptError | TimeoutError: the last start failed as well. The folder ``root`` has the logs.
    """
    kept = _kept(root / "0", installed, cache)
    failures: list[str] = []
    with ExitStack() as stack:
        while True:
            places = Places(root / str(len(failures) + 1), installed)
            try:
                lua, osc = stack.enter_context(_started(places, kept))
                break
            except _FAILURES as error:
                failures.append(f"{type(error).__name__}: {error}")
                if len(failures) == ATTEMPTS:
                    raise
        yield Ardour(places, lua, osc, tuple(failures))


def _kept(root: Path, installed: Installed, cache: Path) -> Path:
    places = Places(root, installed)
    places.make()
    try:
        return keep(places, cache)
    finally:
        shutil.rmtree(root, ignore_errors=True)


@contextmanager
def _started(places: Places, kept: Path) -> Generator[tuple[Prompt, Osc]]:
    places.make()
    place(places, kept)
    with running_sound(places), running_prompt(places) as lua, Osc() as osc:
        # The backend's type is opaque to Lua: a name that is local to the line keeps it from being printed.
        lua.run('local backend = AudioEngine:set_backend("JACK", "ardour", "")')
        lua.run(f's = load_session("{places.session}", "{SNAPSHOT}") assert(s)', timeout=20)
        _check(places, lua, osc)
        yield lua, osc


def _check(places: Places, lua: Prompt, osc: Osc) -> None:
    """See that this is our session, that it plays into our PipeWire, and that both surfaces are there."""
    listed = [strip.name for strip in osc.strips()]
    if missing := [name for name in TRACKS if name not in listed]:
        raise PromptError(f"Ardour runs without {', '.join(missing)}")
    if not {IN, OUT} <= set(ports(places)):
        raise PromptError("Ardour's Mackie surface has no ports")
    osc.subscribe()


def loopback_up() -> None:
    """Switch on this namespace's loopback, which a new one has switched off (Linux's SIOCSIFFLAGS)."""
    up_and_running, set_flags = 0x1 | 0x40, 0x8914
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as handle:
        fcntl.ioctl(handle, set_flags, struct.pack("16sh14x", b"lo", up_and_running))
