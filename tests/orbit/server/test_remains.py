"""What stands in an owner's way: what the dead leave behind, foreign programs, another version, no rights."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from daw_bridges.errors import EngineError
from orbit import __version__
from orbit.server import EngineClient
from orbit.server.host_lock import FOLDER, HostLock
from orbit.settings import Settings

pytestmark = pytest.mark.anyio


@contextmanager
def _foreign_program(says: bytes) -> Generator[int]:
    """A program that has nothing to do with Orbit, on a port that an owner once had."""
    script = (
        "import socket, sys, threading\n"
        "listening = socket.create_server(('127.0.0.1', 0))\n"
        "print(listening.getsockname()[1], flush=True)\n"
        "def answer(one):\n"
        "    sys.stderr.buffer.write(one.recv(65536)); sys.stderr.flush()\n"
        f"    one.sendall({says!r})\n"
        f"    one.close() if {bool(says)} else one.recv(1)\n"
        "while True:\n"
        "    threading.Thread(target=answer, args=listening.accept()[:1], daemon=True).start()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as foreign:
        assert foreign.stdout is not None
        try:
            yield int(foreign.stdout.readline())
        finally:
            foreign.kill()


@pytest.mark.parametrize(
    "note",
    [
        "", "{", "[]", '"port"', "{}", '{"port": 1}', "x" * 100_000,
        '{"port": "80", "token": "t", "pid": 1, "version": "1", "protocol": 1}',
        '{"port": 700000, "token": "t", "pid": 1, "version": "1", "protocol": 1}',
        '{"port": 9, "token": "t", "pid": 1, "version": "1", "protocol": 1}',
    ],
    ids=lambda note: note[:40],
)  # fmt: skip
async def test_a_note_that_makes_no_sense_is_in_nobodys_way(settings: Settings, note: str) -> None:
    folder = settings.data_dir / FOLDER
    folder.mkdir(parents=True)
    (folder / "host.json").write_text(note)
    (folder / "host.lock").write_text("12345")
    async with EngineClient(settings) as engine:
        assert engine.owns


@pytest.mark.parametrize(
    "says", [b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", b"SSH-2.0-OpenSSH_9\r\n", b""], ids=repr
)
async def test_a_foreign_program_on_the_port_is_told_nothing(settings: Settings, says: bytes) -> None:
    """The owner holds the lock and has not said yet where it listens: an older note leads elsewhere."""
    lock = HostLock.take(settings.data_dir)
    assert lock is not None
    with _foreign_program(says) as port:
        lock.announce(port, "the-token-of-the-dead")
        with pytest.raises(EngineError, match="does not answer"):
            async with EngineClient(settings, patience_seconds=0.2):
                pass
        lock.release()
        async with EngineClient(settings) as engine:
            assert engine.owns


async def test_two_versions_tell_each_other_so(settings: Settings) -> None:
    older = (
        "import asyncio, orbit, sys; orbit.__version__ = '0.0.1'\n"
        "from pathlib import Path\n"
        "from orbit.server import EngineClient\n"
        "from orbit.settings import Settings\n"
        "async def main():\n"
        "    async with EngineClient(Settings(data_dir=Path(sys.argv[1])), hosts=True):\n"
        "        print('here', flush=True)\n"
        "        await asyncio.to_thread(sys.stdin.read)\n"
        "asyncio.run(main())\n"
    )
    with subprocess.Popen(  # noqa: ASYNC220 - there is nothing else for this loop to do
        [sys.executable, "-c", older, str(settings.data_dir)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "here\n"
        with pytest.raises(EngineError, match=rf"Orbit 0\.0\.1 runs .*process {process.pid}") as raised:
            async with EngineClient(settings):
                pass
        assert __version__ in str(raised.value)
        process.communicate()
    async with EngineClient(settings) as engine:
        assert engine.owns


async def test_where_nothing_can_be_written_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    with pytest.raises(EngineError, match="Check the free space and permissions"):
        async with EngineClient(Settings(data_dir=tmp_path / "data")):
            pass
