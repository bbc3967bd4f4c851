"""The database under the store: transactions that nest, and its errors in a person's words."""

from __future__ import annotations

import threading
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from sqlalchemy import exc

from daw_bridges.errors import MemoryStoreError
from orbit.memory.store.connecting import Place, open_engine, place_of
from orbit.memory.store.explaining import LOCKED, broken
from orbit.memory.store.layout import prepare, read_version
from orbit.memory.store.moments import Moments

if TYPE_CHECKING:
    from sqlalchemy import Connection

__all__ = ["BUSY_SECONDS", "Database", "utc_now"]

BUSY_SECONDS = 15.0
"""How long a writer waits for others by default: SQLite's turns are by chance, and a busy machine is slow."""

_TURNS: WeakValueDictionary[str, threading.RLock] = WeakValueDictionary()
_TURNS_LOCK = threading.Lock()


def utc_now() -> str:
    """Give this moment as ISO 8601 text in UTC."""
    return datetime.now(UTC).isoformat(timespec="microseconds")


class Database:
    """One database of memory; every change goes through `write`, every look through `read`.

    ``target`` is a path to a SQLite file (its folder is made), ``sqlite:///path`` or ``postgresql://…``.
    Writers of one ``turn`` wait for each other, for ``busy_seconds`` at most. A transaction belongs to the
    thread that opened it: await nothing inside. Raises MemoryStoreError when the database cannot be opened,
    is damaged, or was written by a newer Orbit; an older layout is brought up to date.
    """

    def __init__(self, target: str | Path, *, busy_seconds: float = BUSY_SECONDS, turn: str = "") -> None:
        self.place = place_of(target)
        self._busy_seconds = busy_seconds
        self._active = threading.local()
        self._turn = _turn_at(self.place)
        self._moments = Moments(self.place.file) if self.place.file is not None else None
        self._engine = open_engine(self.place, busy_seconds=busy_seconds, turn=turn)
        try:
            with self._errors():
                prepare(self._engine, self.place, busy_seconds=busy_seconds)
        except BaseException:
            self.close()
            raise
        # A look at SQLite sees one moment anyway; PostgreSQL is asked for it.
        self._looking = (
            {} if self.is_file else {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        )

    @property
    def is_file(self) -> bool:
        """Say whether it is a file on this machine, and not a server that others use too."""
        return self.place.file is not None

    @contextmanager
    def write(self) -> Generator[Connection]:
        """Open a transaction that commits as a whole or not at all; inside another one it joins that one."""
        outer: Connection | None = getattr(self._active, "writing", None)
        if outer is not None:
            yield outer
            return
        with self._errors(), self._in_turn(), self._engine.connect() as connection:
            writing = connection.execution_options(orbit_write=True)
            with writing.begin():
                read_version(writing, self.place)  # a newer Orbit may have changed it under this one
                self._active.writing = writing
                try:
                    yield writing
                finally:
                    self._active.writing = None

    @contextmanager
    def part(self) -> Generator[Connection]:
        """Open a transaction of its own, or within a `write` a part that an error takes back alone."""
        outer: Connection | None = getattr(self._active, "writing", None)
        if outer is None:
            with self.write() as connection:
                yield connection
        else:
            with outer.begin_nested():
                yield outer

    @contextmanager
    def read(self) -> Generator[Connection]:
        """Open a consistent look at the database; inside a `write` it sees what that one wrote."""
        outer: Connection | None = getattr(self._active, "writing", None) or getattr(
            self._active, "reading", None
        )
        if outer is not None:
            yield outer
            return
        with self._errors(), self._engine.connect() as connection:
            reading = connection.execution_options(**self._looking)
            # Asked before the look begins: it may see more than that moment's, and never less.
            self._active.moment = self.moment()
            with reading.begin():
                self._active.reading = reading
                try:
                    yield reading
                finally:
                    self._active.reading = None

    def moment(self) -> int | None:
        """Give what is another after each commit of anybody; inside a `read` it is that look's own.

        None where that cannot be told: inside a `write`, and on a server.
        """
        if self._moments is None or getattr(self._active, "writing", None) is not None:
            return None
        if getattr(self._active, "reading", None) is not None:
            return self._active.moment
        return self._moments.now()

    def close(self) -> None:
        """Let go of every connection."""
        self._engine.dispose()
        if self._moments is not None:
            self._moments.close()

    @contextmanager
    def _in_turn(self) -> Generator[None]:
        """Let the threads of this process wait for each other, for SQLite only asks again now and then."""
        if not self._turn.acquire(timeout=self._busy_seconds):
            raise MemoryStoreError(LOCKED.format(place=self.place))
        try:
            yield
        finally:
            self._turn.release()

    @contextmanager
    def _errors(self) -> Generator[None]:
        try:
            yield
        except exc.SQLAlchemyError as error:
            raise broken(error, str(self.place)) from error


def _turn_at(place: Place) -> threading.RLock:
    """Give the lock of a file, one for all who have it open here; a server keeps its turns itself."""
    if place.file is None:
        return threading.RLock()
    with _TURNS_LOCK:
        return _TURNS.setdefault(str(place.file), threading.RLock())
