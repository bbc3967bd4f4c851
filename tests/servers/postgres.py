"""A PostgreSQL server of one's own for a while: a fresh cluster in a temporary folder, on loopback."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import psycopg

__all__ = ["Postgres", "free_port", "running_postgres"]

_SECONDS_TO_START = 60

_SETTINGS = {"listen_addresses": "127.0.0.1", "max_connections": "200"}

# What of a cluster need not reach the disk when nothing of it outlives the tests.
_LIGHT = dict.fromkeys(("fsync", "synchronous_commit", "full_page_writes", "autovacuum"), "off")


def free_port() -> int:
    """Give a port of loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Postgres:
    """One cluster; it can be killed as a crash would, and started again over what is left."""

    def __init__(self, folder: Path, *, crash_safe: bool = False) -> None:
        self.settings = _SETTINGS | ({} if crash_safe else _LIGHT)
        self.folder, self.port, self.password = folder, free_port(), secrets.token_hex(16)
        self._server: subprocess.Popen[bytes] | None = None
        self._user = _unprivileged()
        if self._user is not None:
            shutil.chown(folder, self._user)
        self._make()

    def url(self, database: str = "postgres") -> str:
        """Give the URL of one of its databases."""
        return f"postgresql://orbit:{self.password}@127.0.0.1:{self.port}/{database}"

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = [part for name, value in self.settings.items() for part in ("-c", f"{name}={value}")]
        command = [_program("postgres"), "-D", str(self.folder / "data"), "-p", str(self.port), *options]
        command += ["-k", str(self.folder)]
        with (self.folder / "log").open("ab") as log:
            self._server = subprocess.Popen(
                command, stdout=log, stderr=log, user=self._user, cwd=self.folder, start_new_session=True
            )
        self._wait()

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it: SIGINT closes every connection at once, SIGKILL is a crash."""
        if self._server is not None:
            if how == signal.SIGKILL:
                os.killpg(self._server.pid, how)  # its own session: the server and its workers, nobody else
            else:
                self._server.send_signal(how)
            self._server.wait()
            self._server = None

    def make_database(self, name: str) -> str:
        """Make an empty database and give its URL."""
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
        return self.url(name)

    def _make(self) -> None:
        secret = self.folder / "password"
        secret.write_text(self.password)
        if self._user is not None:
            shutil.chown(secret, self._user)
        command = [_program("initdb"), "-D", str(self.folder / "data"), "-U", "orbit", "--no-sync"]
        command += ["--auth=password", f"--pwfile={secret}", "--encoding=UTF8", "--locale=C.UTF-8"]
        subprocess.run(command, check=True, capture_output=True, user=self._user, cwd=self.folder)
        secret.unlink()

    def _wait(self) -> None:
        deadline = time.monotonic() + _SECONDS_TO_START
        while True:
            try:
                psycopg.connect(self.url(), connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                ended = self._server is None or self._server.poll() is not None
                if ended or time.monotonic() > deadline:
                    raise RuntimeError((self.folder / "log").read_text("utf-8", "replace")) from None
                time.sleep(0.05)


@contextmanager
def running_postgres(*, crash_safe: bool = False) -> Generator[Postgres]:
    """Run a cluster while the block runs, and leave nothing of it behind."""
    folder = Path(tempfile.mkdtemp(prefix="orbit-postgres-"))
    server = Postgres(folder, crash_safe=crash_safe)
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


def _program(name: str) -> str:
    """Find a program of the server; Debian keeps them out of the way, one folder a version."""
    found = shutil.which(name) or next(
        (str(path) for path in sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)), None
    )
    if found is None:
        raise RuntimeError(f"“{name}” is not here: install PostgreSQL (on Debian, “postgresql”).")
    return found


def _unprivileged() -> str | None:
    """Give a user to run it as: PostgreSQL refuses to run as root."""
    if os.getuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in known)
