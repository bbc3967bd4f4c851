"""The simulated Live under each of the scripts, and the client that belongs to it."""

from __future__ import annotations

import shutil
import socket
import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.peers.clients import Client, JsonCommands, OrbitBatch, SendAndWait
from daw_bridges.ableton import REMOTE_SCRIPT
from daw_bridges.simulated.live import LiveHost
from daw_bridges.simulated.live.song import Song

__all__ = ["Way", "ways"]

_TOKEN = "benchmark"  # noqa: S105 - a throw-away secret of this process

# AbletonOSC and ableton-mcp have their ports written into them.
_OSC_PORT, _OSC_REPLY_PORT, _JSON_PORT = 11000, 11001, 9877


@dataclass(frozen=True)
class Way:
    """A script in Live and how its client is opened once Live runs."""

    name: str
    folder: Path
    options: dict[str, str]
    client: Callable[[LiveHost], Client]

    @contextmanager
    def open(self, song: Song) -> Generator[tuple[LiveHost, Client]]:
        """Run Live with ``song`` and the script, and connect."""
        # Live names a script's package after its folder, which a checkout need not suit.
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch) / self.folder.name.replace("-", "_")
            shutil.copytree(self.folder, folder, ignore=shutil.ignore_patterns(".git", "logs"))
            with LiveHost(song, folder, script_options=self.options) as host:
                client = self.client(host)
                try:
                    yield host, client
                finally:
                    client.close()


def _port(host: LiveHost) -> int:
    return host.call(lambda: host.script.port)


def _free_port() -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def ways(abletonosc: Path | None, ableton_mcp: Path | None) -> list[Way]:
    """Orbit first, then what it is compared with."""
    own = {"ORBIT_ABLETON_PORT": "0", "ORBIT_ABLETON_TOKEN": _TOKEN}
    found = [Way("Orbit, one batch", REMOTE_SCRIPT, own, lambda host: OrbitBatch(_port(host), _TOKEN))]
    if abletonosc is None:
        reply_port = _free_port()
        options = own | {"ORBIT_ABLETON_REPLY_PORT": str(reply_port)}
        name = "AbletonOSC's addresses, on Orbit's script"
        found.append(Way(name, REMOTE_SCRIPT, options, lambda host: SendAndWait(_port(host), reply_port)))
    else:
        name = "AbletonOSC, send and wait"
        found.append(Way(name, abletonosc, {}, lambda _: SendAndWait(_OSC_PORT, _OSC_REPLY_PORT)))
    if ableton_mcp is not None:
        found.append(Way("ableton-mcp", ableton_mcp, {}, lambda _: JsonCommands(_JSON_PORT)))
    return found
