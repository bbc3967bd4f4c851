"""One process at a time, among all that share a memory: by a lock beside its file, or on its server."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from time import monotonic, sleep

from sqlalchemy import exc, func, select

from daw_bridges.errors import MemoryStoreError
from orbit.memory.store.connecting import Place, open_engine

__all__ = ["only_one"]

_WAIT_SECONDS = 5.0
_POLL_SECONDS = 0.05


@contextmanager
def only_one(place: Place, name: str, *, wait_seconds: float = _WAIT_SECONDS) -> Generator[bool]:
    """Hold the turn of that name; False when another process has it for longer than ``wait_seconds``.

    The turn of a process that dies is free at once. Raises MemoryStoreError when it cannot even be asked for.
    """
    held = _by_file(place.file, name, wait_seconds) if place.file else _by_server(place, name, wait_seconds)
    with held as mine:
        yield mine


@contextmanager
def _by_file(file: Path, name: str, wait_seconds: float) -> Generator[bool]:
    from filelock import FileLock, Timeout

    path = file.with_name(f"{file.name}.{sha256(name.encode()).hexdigest()[:12]}.lock")
    lock = FileLock(path, timeout=wait_seconds, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        yield False
        return
    except OSError as error:
        raise MemoryStoreError(f"Orbit cannot write beside its memory: {path}: {error.strerror}.") from error
    try:
        yield True
    finally:
        lock.release()


@contextmanager
def _by_server(place: Place, name: str, wait_seconds: float) -> Generator[bool]:
    # On a connection of its own: it ends with it, and what is read meanwhile is read by others.
    number = int.from_bytes(sha256(f"orbit:turn:{name}".encode()).digest()[:8], "big", signed=True)
    ask = select(func.pg_try_advisory_lock(number))
    engine, until = open_engine(place, busy_seconds=wait_seconds, turn=name), monotonic() + wait_seconds
    try:
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            while not (mine := bool(connection.scalar(ask))) and monotonic() < until:
                sleep(_POLL_SECONDS)
            yield mine
            if mine:
                with suppress(exc.SQLAlchemyError):  # a lost connection has let go of it already
                    connection.scalar(select(func.pg_advisory_unlock(number)))
    except exc.SQLAlchemyError as error:
        raise MemoryStoreError(f"Orbit's memory at {place} does not answer: {error}.") from error
    finally:
        engine.dispose()
