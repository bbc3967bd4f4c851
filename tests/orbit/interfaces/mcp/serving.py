"""Real servers: a process on stdin and stdout, and one on HTTP."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.session import ElicitationFnT
from mcp.client.streamable_http import streamable_http_client

__all__ = ["Served", "ServedAlone", "over_http", "over_stdio", "served", "stdio_server"]

_ROOT = Path(__file__).parents[4]


@dataclass(frozen=True)
class Served:
    """Where a server is, and the secret for it."""

    url: str
    token: str


@dataclass(frozen=True)
class ServedAlone(Served):
    """One in a process of its own, and the note that it left."""

    note: Path
    process: subprocess.Popen[str]


def environment(folder: Path) -> dict[str, str]:
    """Nothing of whoever runs the tests."""
    own = {"ORBIT_DATA_DIR": folder / "data", "XDG_CONFIG_HOME": folder / "config", "HOME": folder}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ORBIT_")}
    told = {name: str(value) for name, value in own.items()}
    return kept | told | {"ORBIT_EMBEDDER": "words", "ORBIT_ABLETON_LOG": "", "PYTHONPATH": str(_ROOT)}


def command(*options: str) -> list[str]:
    return [sys.executable, "-m", "orbit.interfaces.cli", "mcp", *options]


def stdio_server(folder: Path, *options: str) -> StdioServerParameters:
    """How a client starts a server of its own."""
    program, *arguments = command(*options)
    return StdioServerParameters(command=program, args=arguments, env=environment(folder))


@asynccontextmanager
async def over_stdio(folder: Path, mode: str, user: ElicitationFnT | None = None) -> AsyncGenerator[Client]:
    async with Client(stdio_server(folder), mode=mode, elicitation_callback=user, cache=None) as client:
        yield client


@contextmanager
def served(folder: Path, *options: str) -> Generator[ServedAlone]:
    """A server on HTTP, which is certainly gone afterwards."""
    with subprocess.Popen(
        command("--http", *options),
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        try:
            url = process.stderr.readline().split()[-1]
            note = Path(process.stderr.readline().strip().rpartition(" is in ")[2])
            token = json.loads(note.read_text(encoding="utf-8"))["token"]
            yield ServedAlone(url, token, note, process)
        finally:
            process.kill()


@asynccontextmanager
async def over_http(served: Served, mode: str, user: ElicitationFnT | None = None) -> AsyncGenerator[Client]:
    headers = {"Authorization": f"Bearer {served.token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(
            streamable_http_client(served.url, http_client=http),
            mode=mode,
            elicitation_callback=user,
            cache=None,
        ) as client,
    ):
        yield client
