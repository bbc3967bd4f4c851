"""Engines in processes of their own, to be spoken to, told to leave, stopped and killed.

Run as ``python crew.py SETTINGS`` (JSON). It prints whether it owns the data directory; then, for each line
``{"say": …}`` on stdin, how the request ended. At the end of stdin it leaves.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from daw_bridges.errors import OrbitError
from orbit.agent import Started
from orbit.server import EngineClient
from orbit.settings import Settings


class Member:
    """A process with an engine."""

    def __init__(self, settings: Settings, *, hosts: bool = True) -> None:
        told = json.dumps(asdict(settings) | {"data_dir": str(settings.data_dir), "hosts": hosts})
        self.process = subprocess.Popen(
            [sys.executable, __file__, told],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])},
        )

    def hear(self) -> dict[str, Any] | None:
        """What it says next; None when it has ended."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        return json.loads(line) if line.endswith("\n") else None

    def tell(self, **message: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def leave(self) -> int:
        """Tell it to go, and give its exit status."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(60)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@contextmanager
def member(settings: Settings, *, hosts: bool = True) -> Generator[Member]:
    """A process that is certainly gone afterwards."""
    one = Member(settings, hosts=hosts)
    try:
        yield one
    finally:
        one.kill()
        for stream in (one.process.stdin, one.process.stdout, one.process.stderr):
            assert stream is not None
            stream.close()


def _say(**message: Any) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


async def _request(engine: EngineClient, say: str) -> None:
    try:
        outcome = await engine.do(
            say,
            approve=lambda _plan: True,
            on_event=lambda event: _say(started=say) if isinstance(event, Started) else None,
        )
    except OrbitError as error:
        _say(said=say, ok=False, code=error.code, reply=str(error), owns=engine.owns)
    else:
        _say(said=say, ok=outcome.ok, code=outcome.answer.code, reply=outcome.reply, owns=engine.owns)


async def _main(told: dict[str, Any]) -> None:
    hosts = told.pop("hosts")
    settings = Settings.load(**told)
    loop = asyncio.get_running_loop()
    async with EngineClient(settings, hosts=hosts) as engine:
        _say(owns=engine.owns)
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            await _request(engine, json.loads(line)["say"])


if __name__ == "__main__":
    asyncio.run(_main(json.loads(sys.argv[1])))
