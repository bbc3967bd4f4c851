"""The lock of a data directory, and the note in which its holder says where the server listens.

The lock goes with the process that holds it, however it ends. The note may be left behind: it is trusted only
while somebody holds the lock, and its writer shows first that it knows the token.
"""

from __future__ import annotations

import hmac
import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from daw_bridges.errors import EngineError
from orbit import __version__

if TYPE_CHECKING:
    from filelock import BaseFileLock

__all__ = ["FOLDER", "NOTE", "PROTOCOL", "Address", "HostLock", "UnwritableError", "read_address"]

PROTOCOL = 6
"""Goes up whenever a message of the server's API changes."""

FOLDER = "server"
"""Where in the data directory they are kept."""
NOTE = "host.json"

_LOCK = "host.lock"
_LONGEST_NOTE = 4096


class UnwritableError(EngineError):
    """Nothing can be written in the data directory, so nobody can host it."""


@dataclass(frozen=True)
class Address:
    """Where the server listens on this machine, and the token of this launch."""

    port: int
    """0 while none does: a command works by itself."""
    token: str = field(repr=False)
    pid: int
    version: str
    protocol: int

    @property
    def url(self) -> str:
        """Where it is reached."""
        return f"http://127.0.0.1:{self.port}"

    def proof(self, nonce: str) -> str:
        """Give what only who knows the token can answer to a nonce."""
        return hmac.digest(self.token.encode(), nonce.encode(), "sha256").hex()


class HostLock:
    """The right to be the one process on a data directory, held until ``release`` or the process's end."""

    def __init__(self, data_dir: Path, lock: BaseFileLock) -> None:
        self.data_dir, self._lock = data_dir, lock
        self._note = data_dir / FOLDER / NOTE

    @classmethod
    def take(cls, data_dir: Path) -> HostLock | None:
        """Take it, or give None while another has it. Raises UnwritableError where no lock can be had."""
        from filelock import FileLock, Timeout

        folder = data_dir / FOLDER
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Taken on one thread, it may be released on another; and two engines of one process are two.
            lock = FileLock(folder / _LOCK, timeout=0, thread_local=False, is_singleton=False)
            lock.acquire()
        except Timeout:
            return None
        except (OSError, RuntimeError) as error:
            raise UnwritableError(
                f"Orbit cannot use the folder {folder}: {error}. Check the free space and permissions there, "
                "or give another --data-dir."
            ) from error
        taken = cls(data_dir, lock)
        try:
            taken.announce()
        except UnwritableError:
            taken.release()
            raise
        return taken

    def announce(self, port: int = 0, token: str = "") -> Address:
        """Say who has the lock, and where the server listens, to this user alone. Raises UnwritableError."""
        address = Address(port, token, os.getpid(), __version__, PROTOCOL)
        draft = self._note.with_name(f"{NOTE}.{uuid4().hex}")
        try:
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                json.dump(asdict(address), file)
            draft.replace(self._note)
        except OSError as error:
            with suppress(OSError):
                draft.unlink()
            raise UnwritableError(
                f"Orbit cannot write in {self._note.parent}: {error}. Check the free space there."
            ) from error
        return address

    def withdraw(self) -> None:
        """Take the note away, so that nobody new comes; the right itself is kept."""
        with suppress(OSError):
            self._note.unlink(missing_ok=True)

    def release(self) -> None:
        """Let the next one have it."""
        self.withdraw()
        self._lock.release()


def read_address(data_dir: Path) -> Address | None:
    """Read where the server is said to listen; None when there is no such note, or it makes no sense."""
    try:
        with (data_dir / FOLDER / NOTE).open("rb") as file:
            note: dict[str, Any] = json.loads(file.read(_LONGEST_NOTE))
        address = Address(**note)
    except (OSError, ValueError, TypeError):
        return None
    kinds = {"port": int, "token": str, "pid": int, "version": str, "protocol": int}
    right = all(isinstance(getattr(address, name), kind) for name, kind in kinds.items())
    return address if right and 0 <= address.port < 65536 else None
