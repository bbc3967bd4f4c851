"""Who owns a data directory: an operating-system lock, and a note that says where its holder listens.

The lock goes with the process that holds it, however it ends; the note may be left behind, so it is believed
only as far as its writer proves that it holds the same secret.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from orbit.engine.failures import UnwritableError

if TYPE_CHECKING:
    from filelock import BaseFileLock

__all__ = ["FOLDER", "Address", "Ownership", "read_address"]

FOLDER = "engine"
"""Where in the data directory it is kept."""

_LOCK, _NOTE = "owner.lock", "owner.json"
_LONGEST_NOTE = 4096


@dataclass(frozen=True)
class Address:
    """Where the owner listens on this machine, and the secret that its clients show they know."""

    port: int
    token: str = field(repr=False)
    pid: int
    version: str
    protocol: int


class Ownership:
    """The right to be the one engine of a data directory, held until ``release`` or the process's end."""

    def __init__(self, data_dir: Path, lock: BaseFileLock) -> None:
        self.data_dir, self.folder, self._lock = data_dir, data_dir / FOLDER, lock

    @classmethod
    def take(cls, data_dir: Path) -> Ownership | None:
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
        ownership = cls(data_dir, lock)
        ownership.withdraw()  # what an owner that was killed has left
        return ownership

    def announce(self, address: Address) -> None:
        """Say where to find the owner, to this user alone. Raises UnwritableError."""
        draft = self.folder / f"{_NOTE}.{uuid4().hex}"
        try:
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                json.dump(asdict(address), file)
            draft.replace(self.folder / _NOTE)
        except OSError as error:
            with suppress(OSError):
                draft.unlink()
            raise UnwritableError(
                f"Orbit cannot write in {self.folder}: {error}. Check the free space there."
            ) from error

    def withdraw(self) -> None:
        """Take the note away, so that nobody new comes; the right itself is kept."""
        with suppress(OSError):
            (self.folder / _NOTE).unlink(missing_ok=True)

    def release(self) -> None:
        """Let the next one be the owner."""
        self.withdraw()
        self._lock.release()


def read_address(data_dir: Path) -> Address | None:
    """Read where the owner says it listens; None when there is no such note, or it makes no sense."""
    try:
        with (data_dir / FOLDER / _NOTE).open("rb") as file:
            note: dict[str, Any] = json.loads(file.read(_LONGEST_NOTE))
        address = Address(**note)
    except (OSError, ValueError, TypeError):
        return None
    kinds = {"port": int, "token": str, "pid": int, "version": str, "protocol": int}
    right = all(isinstance(getattr(address, name), kind) for name, kind in kinds.items())
    return address if right and 0 < address.port < 65536 else None
