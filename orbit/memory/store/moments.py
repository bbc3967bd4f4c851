"""What was read of a database, for as long as nobody has changed it: telling that costs no look at a table.

SQLite counts, for each connection, the commits of all the others (``PRAGMA data_version``). A connection that
never writes therefore sees every commit, of this process and of any other. A server has no such count:
there everything is looked up each time.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from orbit.memory.store.database import Database

__all__ = ["Moments", "Recalled"]

Value = TypeVar("Value")

_MOST = 64
"""So much is kept of one table between two commits."""


class Moments:
    """Tells the moments of a SQLite file apart: there is another after each commit."""

    def __init__(self, file: Path) -> None:
        self._file, self._turn = file, threading.Lock()
        self._connection: sqlite3.Connection | None = None

    def now(self) -> int | None:
        """Give this moment; None where it cannot be told."""
        with self._turn:
            try:
                if self._connection is None:
                    self._connection = sqlite3.connect(
                        self._file, timeout=0, check_same_thread=False, isolation_level=None
                    )
                row = self._connection.execute("PRAGMA data_version").fetchone()
            except sqlite3.Error:
                return None
        return int(row[0])

    def close(self) -> None:
        """Let go of the file."""
        with self._turn:
            if self._connection is not None:
                self._connection.close()
                self._connection = None


class Recalled(Generic[Value]):
    """What was looked up in a database, by what was asked, until anybody changes anything there.

    Whoever is given it must not change it: the next one is given the same.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._held: tuple[object, dict[Hashable, Value]] = (None, {})

    def get(self, asked: Hashable, look: Callable[[], Value]) -> Value:
        """Give what is known, or look."""
        moment = self._database.moment()
        if moment is None:
            return look()
        if self._held[0] != moment or len(self._held[1]) >= _MOST:
            self._held = (moment, {})
        known = self._held[1]
        if asked not in known:
            known[asked] = look()
        return known[asked]
