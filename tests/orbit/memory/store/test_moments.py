"""What was looked up is given again until anybody commits anything, in whichever process, no longer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from orbit.memory.store import Store
from orbit.memory.store.database import Database
from orbit.memory.store.entities import StoredName
from orbit.memory.store.moments import Recalled
from tests.orbit.memory.store.conftest import processes

pytestmark = pytest.mark.local_files


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(tmp_path / "memory.db")
    yield database
    database.close()


def _commit(database: Database) -> None:
    with database.write() as connection:
        connection.exec_driver_sql("UPDATE schema_version SET version = version")


def test_a_moment_lasts_until_the_next_commit(database: Database, tmp_path: Path) -> None:
    first = database.moment()
    with database.read() as connection:
        connection.exec_driver_sql("SELECT version FROM schema_version").all()
    assert database.moment() == first
    _commit(database)
    mine = database.moment()
    other = Database(tmp_path / "memory.db")
    _commit(other)
    other.close()
    assert len({first, mine, database.moment()}) == 3


def _fail(database: Database) -> None:
    with database.write() as connection:
        connection.exec_driver_sql("UPDATE schema_version SET version = version")
        assert database.moment() is None
        raise ValueError("no")


def test_what_is_taken_back_is_no_moment_and_inside_a_change_there_is_none(database: Database) -> None:
    first = database.moment()
    with pytest.raises(ValueError, match="no"):
        _fail(database)
    assert database.moment() == first


def test_a_look_belongs_to_the_moment_that_it_began_in(database: Database, tmp_path: Path) -> None:
    recalled, looks = Recalled[int](database), iter(range(9))
    other = Database(tmp_path / "memory.db")
    with database.read() as connection:
        connection.exec_driver_sql("SELECT version FROM schema_version").all()
        _commit(other)  # which this look does not see
        assert recalled.get("x", lambda: next(looks)) == 0
        assert recalled.get("x", lambda: next(looks)) == 0
    other.close()
    assert recalled.get("x", lambda: next(looks)) == 1
    assert recalled.get("y", lambda: next(looks)) == 2
    assert recalled.get("x", lambda: next(looks)) == 1


def test_a_closed_database_is_opened_anew(database: Database) -> None:
    assert database.moment() is not None
    database.close()
    assert database.moment() is not None


def _call(path: Path, name: str) -> None:
    store = Store(path)
    store.entities.put("track:bass", "track", "Bass", {}, source="said")
    store.entities.call("track:bass", name.casefold(), name, "said")
    store.close()


def _names(found: list[StoredName]) -> list[str]:
    return [each.name for each in found]


def test_another_process_is_seen_at_once_and_so_is_what_one_writes_oneself(tmp_path: Path) -> None:
    store = Store(tmp_path / "memory.db")
    assert store.entities.names() == []
    writer = processes().Process(target=_call, args=(tmp_path / "memory.db", "Low"))
    writer.start()
    writer.join(60)
    assert _names(store.entities.names()) == ["Low"]
    with store.transaction():
        store.entities.call("track:bass", "sub", "Sub", "said")
        assert set(_names(store.entities.names())) == {"Low", "Sub"}
    assert set(_names(store.entities.names())) == {"Low", "Sub"}
    store.entities.names().clear()
    assert set(_names(store.entities.names())) == {"Low", "Sub"}
    store.close()
