"""A Chroma server of one's own for a while: `chroma run` over a temporary folder, on loopback."""

from __future__ import annotations

import subprocess
import sysconfig
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.servers.postgres import free_port

__all__ = ["Chroma", "running_chroma"]

_SECONDS_TO_START = 60


class Chroma:
    """One server; it can be killed as a crash would, and started again over what is left."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        program = Path(sysconfig.get_path("scripts")) / "chroma"
        command = [str(program), "run", "--path", str(self.folder / "data"), "--host", "127.0.0.1"]
        with (self.folder / "log").open("ab") as log:
            self._server = subprocess.Popen(
                [*command, "--port", str(self.port)], stdout=log, stderr=log, cwd=self.folder
            )
        deadline = time.monotonic() + _SECONDS_TO_START
        while not self.answers():
            if self._server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError((self.folder / "log").read_text("utf-8", "replace"))
            time.sleep(0.05)

    def answers(self) -> bool:
        """Say whether it can be spoken to."""
        try:
            return httpx.get(f"{self.url}/api/v2/heartbeat", timeout=2).is_success
        except httpx.TransportError:
            return False

    def stop(self) -> None:
        """End it as a crash would; it has no other way that is quick."""
        if self._server is not None:
            self._server.kill()
            self._server.wait()
            self._server = None


@contextmanager
def running_chroma() -> Generator[Chroma]:
    """Run a server while the block runs, and leave nothing of it behind."""
    with tempfile.TemporaryDirectory(prefix="orbit-chroma-") as folder:
        server = Chroma(Path(folder))
        try:
            server.start()
            yield server
        finally:
            server.stop()
