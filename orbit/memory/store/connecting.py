"""How the store reaches its database: a SQLite file or a PostgreSQL server, made to keep the same promises.

On both, a change takes its turn before it reads anything, and a look sees one moment of the database. SQLite
has one writer at a time anyway; on PostgreSQL the writers of one scope take turns by an advisory lock.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import create_engine, event, exc
from sqlalchemy.engine import URL, make_url

from daw_bridges.errors import MemoryStoreError
from orbit.memory.store.explaining import BrokenStoreError
from orbit.secrets import known_secrets, without_secrets

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

__all__ = ["Place", "open_engine", "place_of"]

_CONNECT_SECONDS = "5"


@dataclass(frozen=True)
class Place:
    """Where a memory is kept: the URL to connect by, and the file if it is one on this machine."""

    url: URL
    file: Path | None = None

    def __str__(self) -> str:
        """Name the place for a person: without user, password or options."""
        if self.file is not None:
            return str(self.file)
        port = f":{self.url.port}" if self.url.port else ""
        return f"{self.url.host or 'localhost'}{port}/{self.url.database}"


def place_of(target: str | Path) -> Place:
    """Understand a path, ``sqlite:///path`` or ``postgresql://…``; else MemoryStoreError."""
    if not isinstance(target, str) or "://" not in target:
        return _file(Path(target))
    try:
        url = make_url(target)
    except exc.ArgumentError:
        raise MemoryStoreError(f"store_url cannot be read as a URL. {_KINDS}") from None
    if url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:":
        return _file(Path(url.database))
    if url.drivername in {"postgres", "postgresql", "postgresql+psycopg"} and url.database:
        return Place(url.set(drivername="postgresql+psycopg"))
    raise MemoryStoreError(f"Orbit cannot keep its memory by a URL of “{url.drivername}”. {_KINDS}")


_KINDS = (
    "Give a PostgreSQL database (postgresql://user:password@host/database) or a SQLite file (sqlite:///path)."
)


def _file(path: Path) -> Place:
    path = path.absolute()
    return Place(URL.create("sqlite", database=str(path)), path)


def open_engine(place: Place, *, busy_seconds: float, turn: str, foreign_keys: bool = True) -> Engine:
    """Give the engine for a place, not yet connected; of a file the folder is made.

    Writers of one ``turn`` wait for each other, for ``busy_seconds`` at most. ``foreign_keys`` off lets a
    migration write a SQLite table anew without losing the rows that point at it. Raises MemoryStoreError.
    """
    if place.file is not None:
        engine = _sqlite(place, place.file, busy_seconds, foreign_keys=foreign_keys)
    else:
        engine = _postgres(place, busy_seconds, turn)
    event.listen(engine, "before_cursor_execute", _without(known_secrets()), retval=True)
    return engine


def _without(secrets: Sequence[str]) -> Callable[..., tuple[str, Any]]:
    """Let no secret into the database, and nothing that is no text: all that is kept passes here."""

    def clean(value: Any) -> Any:
        match value:
            case str():
                # Half a character comes in as a word of a command line, or in JSON from another program.
                text = value if value.isascii() else value.encode("utf-8", "replace").decode()
                return without_secrets(text, secrets)
            case Mapping():
                return {name: clean(each) for name, each in cast("Mapping[str, Any]", value).items()}
            case tuple():
                return tuple(clean(each) for each in cast("tuple[Any, ...]", value))
            case list():
                return [clean(each) for each in cast("list[Any]", value)]
            case _:
                return value

    def before(_connection: Any, _cursor: Any, statement: str, values: Any, *_: Any) -> tuple[str, Any]:
        return statement, clean(values)

    return before


# -- SQLite ----------------------------------------------------------------------------------------------


def _sqlite(place: Place, file: Path, busy_seconds: float, *, foreign_keys: bool) -> Engine:
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        usable = error.errno in {errno.ENOTDIR, errno.EEXIST}  # elsewhere than on this way there is room
        kind = MemoryStoreError if usable else BrokenStoreError
        raise kind(f"Orbit cannot make the folder {file.parent}: {error.strerror}.") from error
    with suppress(OSError):  # SQLite makes its other files with the rights of this one
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    engine = create_engine(place.url, connect_args={"timeout": busy_seconds})
    event.listen(engine, "connect", _set_up_sqlite(foreign_keys=foreign_keys))
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(*, foreign_keys: bool) -> Callable[[Any, object], None]:
    pragmas = (
        "journal_mode=WAL",
        "synchronous=FULL",  # what was acknowledged outlives the loss of power, not only of the process
        "secure_delete=ON",  # what was forgotten is not left readable in the file's free pages
        f"foreign_keys={'ON' if foreign_keys else 'OFF'}",
    )

    def set_up(connection: Any, _record: object) -> None:
        # Python's sqlite3 opens transactions late and on its own; Orbit says BEGIN itself, so that a whole
        # block is one transaction and a writer takes its turn at the start, not in the middle.
        connection.isolation_level = None
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}").close()

    return set_up


def _begin_sqlite(connection: Connection) -> None:
    writing = connection.get_execution_options().get("orbit_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


# -- PostgreSQL ------------------------------------------------------------------------------------------


def _postgres(place: Place, busy_seconds: float, turn: str) -> Engine:
    url = place.url
    if "connect_timeout" not in url.query:
        url = url.update_query_dict({"connect_timeout": _CONNECT_SECONDS})
    try:
        engine = create_engine(url, pool_pre_ping=True)  # a server may have been started anew meanwhile
    except ModuleNotFoundError:
        raise MemoryStoreError(
            "store_url names a PostgreSQL database, and its driver is not installed: "
            "run pip install '.[postgres]' in Orbit's folder."
        ) from None
    event.listen(engine, "begin", _begin_postgres(busy_seconds, turn))
    return engine


def _begin_postgres(busy_seconds: float, turn: str) -> Callable[[Connection], None]:
    values = (f"{max(1, int(busy_seconds * 1000))}ms", _number(turn))

    def begin(connection: Connection) -> None:
        # Statements of one transaction see what was committed before each of them, the first of them waits
        # here: so all that follows sees the last writer's work.
        if connection.get_execution_options().get("orbit_write", False):
            connection.exec_driver_sql(
                "SELECT set_config('lock_timeout', %s, true), pg_advisory_xact_lock(%s)", values
            )

    return begin


def _number(turn: str) -> int:
    """Give the 64-bit number by which PostgreSQL knows the turns of this name."""
    return int.from_bytes(sha256(f"orbit:{turn}".encode()).digest()[:8], "big", signed=True)
