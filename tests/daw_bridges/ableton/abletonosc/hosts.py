"""Simulated Lives that speak AbletonOSC: Orbit's script, and the stock one where a checkout is at hand.

``ORBIT_ABLETONOSC`` names the folder of an AbletonOSC checkout. It is copied, and its two ports are set to
free ones; everything else is as it was published.
"""

from __future__ import annotations

import os
import shutil
import socket
from dataclasses import dataclass
from pathlib import Path

from daw_bridges.ableton import REMOTE_SCRIPT

__all__ = ["SCRIPTS", "Script", "free_udp_port"]

QUICK = 0.02
"""Seconds of a tick: fast enough for tests, and far from what is sent at once."""

_STOCK = os.environ.get("ORBIT_ABLETONOSC")
SCRIPTS = ("orbit", "stock") if _STOCK else ("orbit",)


def free_udp_port() -> int:
    """A port that nobody has at the moment."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass(frozen=True)
class Script:
    """A script that answers to ``reply_port``; ``port`` is where it listens, 0 for one of its own choice."""

    folder: Path
    port: int
    reply_port: int
    options: dict[str, str]

    @classmethod
    def make(cls, kind: str, parent: Path, reply_port: int | None = None) -> Script:
        """Prepare the script of a kind; ``parent`` is a folder for what must be copied."""
        reply_port = reply_port or free_udp_port()
        if kind == "orbit":
            options = {"ORBIT_ABLETON_PORT": "0", "ORBIT_ABLETON_REPLY_PORT": str(reply_port)}
            return cls(REMOTE_SCRIPT, 0, reply_port, {**options, "ORBIT_ABLETON_TOKEN": "a token"})
        port = free_udp_port()
        folder = parent / f"live{port}" / "AbletonOSC"
        shutil.copytree(str(_STOCK), folder, ignore=shutil.ignore_patterns(".git", "tests", "logs"))
        ports = f"OSC_LISTEN_PORT = {port}\nOSC_RESPONSE_PORT = {reply_port}\n"
        (folder / "abletonosc" / "constants.py").write_text(ports)
        return cls(folder, port, reply_port, {})
