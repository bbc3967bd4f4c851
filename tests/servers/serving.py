"""Memory that says it is kept in a local file is kept on the servers instead: same tests, other engines.

Each file gets a PostgreSQL database of its own, made when it is first opened and named after its path, so
that every process that opens the same file finds the same database; each folder of an index gets a Chroma
database in the same way.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from hashlib import sha256
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

__all__ = ["CHILD", "CHROMA", "POSTGRES", "PROFILE", "drop_under", "serve"]

POSTGRES, CHROMA = "ORBIT_TEST_POSTGRES", "ORBIT_TEST_CHROMA"
"""The environment variables that hold the URLs; of PostgreSQL, of the database that keeps the books."""

PROFILE = "servers"
"""The hypothesis profile: laws are tried by the thousand on SQLite; here it is seen that they hold too."""

CHILD = Path(__file__).with_name("child")
"""On the path of every Python process started by a test, so that it is served too."""


def serve() -> None:
    """From now on, keep on the servers what this process would keep in files."""
    sys.meta_path.insert(0, _WhenImported())
    for name, change in _CHANGES.items():
        if name in sys.modules:
            change(sys.modules[name])


def _serve_store(connecting: Any) -> None:
    def served(path: Path) -> Any:
        url = connecting.make_url(_database_of(str(path.absolute())))
        return connecting.Place(url.set(drivername="postgresql+psycopg"))

    connecting._file = served


def _serve_index(embedded: Any) -> None:
    def served(folder: Path) -> Any:
        from orbit.memory.index.server import Server

        return Server(f"{os.environ[CHROMA]}/?database={_name(str(folder.absolute()))}", folder)

    embedded.Embedded = served


_CHANGES = {"orbit.memory.store.connecting": _serve_store, "orbit.memory.index.embedded": _serve_index}
"""What is changed in which module, as soon as it is loaded."""


def _name(path: str) -> str:
    return f"t{sha256(path.encode()).hexdigest()[:40]}"


@cache
def _database_of(path: str) -> str:
    """Give the URL of the database that stands for a file, made if need be."""
    import psycopg

    books = os.environ[POSTGRES]
    name = _name(path)
    with psycopg.connect(books, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(1)")  # until the connection ends
        known = connection.execute("SELECT 1 FROM places WHERE name = %s", (name,)).fetchone()
        if known is None:
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
            connection.execute("INSERT INTO places VALUES (%s, %s)", (name, path))
    return f"{books.rpartition('/')[0]}/{name}"


def drop_under(folder: Path) -> None:
    """Drop every database that stands for a file in this folder."""
    import psycopg

    _database_of.cache_clear()
    with psycopg.connect(os.environ[POSTGRES], autocommit=True) as connection:
        found = connection.execute(
            "DELETE FROM places WHERE starts_with(path, %s) RETURNING name", (f"{folder}/",)
        ).fetchall()
        for (name,) in found:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


class _WhenImported(MetaPathFinder, Loader):
    """Lets a module be loaded as ever, and changes it before anyone gets it."""

    def __init__(self) -> None:
        self._loaders: dict[str, Loader] = {}

    def find_spec(self, name: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        if name not in _CHANGES or name in self._loaders:
            return None
        spec = PathFinder.find_spec(name, path)
        assert spec is not None
        assert spec.loader is not None
        self._loaders[name], spec.loader = spec.loader, self
        return spec

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loaders[spec.name].create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._loaders[module.__name__].exec_module(module)
        _CHANGES[module.__name__](module)
