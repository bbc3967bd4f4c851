"""The store on PostgreSQL: turns, looks, crashes of the server, who may get in; version 1."""

from __future__ import annotations

import signal
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from multiprocessing.connection import Connection

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import LargeBinary, MetaData, create_engine, insert, select

from daw_bridges.errors import MemoryStoreError
from orbit.memory.records import RunRecord
from orbit.memory.store import Scope, Store, schema
from tests.orbit.memory.store.conftest import DUCK, VERSION_1, processes, run
from tests.servers.postgres import running_postgres


def test_a_memory_is_made_once_and_found_again(url: str) -> None:
    store = Store(url)
    store.workflows.put(DUCK)
    store.close()
    again = Store(url.replace("postgresql://", "postgresql+psycopg://"))
    assert [stored.body for stored in again.workflows.all()] == [DUCK]
    again.close()


def test_the_layout_is_the_one_the_code_names(url: str) -> None:
    Store(url).close()
    assert differences(url) == []


def differences(url: str) -> list[object]:
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        found = compare_metadata(MigrationContext.configure(connection, opts=options), schema.metadata)
    engine.dispose()
    return list(found)


def put_version_1(url: str) -> None:
    """Write a version 1 memory, as SQLite has it, into a PostgreSQL database."""
    engine = create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    source = create_engine("sqlite://")
    tables = MetaData()
    with source.connect() as old, engine.begin() as new:
        raw = old.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        raw.executescript(VERSION_1)
        tables.reflect(old)
        tables.tables["vectors"].c.vector.type = LargeBinary()
        tables.create_all(new)
        for table in tables.sorted_tables:
            new.execute(insert(table), [dict(row) for row in old.execute(select(table)).mappings()])
        new.exec_driver_sql("SELECT setval('runs_sequence_seq', max(sequence)) FROM runs")
    engine.dispose()
    source.dispose()


def test_a_version_1_is_brought_up_to_date(url: str) -> None:
    put_version_1(url)
    store = Store(url)
    assert [stored.id for stored in store.workflows.all()] == ["found", "parallel", "sidechain", "tried"]
    assert [found.id for found in store.runs.recent()] == [f"local-r{number}" for number in (5, 4, 3, 2, 1)]
    assert store.vectors.load("minilm:1")[0] == ["parallel", "sidechain"]
    store.record(run())  # the numbers of the rows go on where they were
    store.close()
    assert differences(url) == []
    with psycopg.connect(url) as raw:
        trusted = raw.execute("SELECT id FROM workflows WHERE scope_user = 'local' AND trusted ORDER BY id")
        assert trusted.fetchall() == [("parallel",), ("sidechain",), ("tried",)]


def test_a_newer_layout_is_refused(url: str) -> None:
    Store(url).close()
    with psycopg.connect(url) as raw:
        raw.execute("UPDATE schema_version SET version = 99")
    with pytest.raises(MemoryStoreError, match=r"layout version 99.*update Orbit"):
        Store(url)


def test_a_database_of_another_program_is_left_alone(url: str) -> None:
    with psycopg.connect(url) as raw:
        raw.execute("CREATE TABLE notes (id int)")
    with pytest.raises(MemoryStoreError, match=r"another program's tables \(notes\)"):
        Store(url)


def test_writers_of_one_scope_wait_and_are_told_when_it_is_too_long(url: str) -> None:
    ann, other = Store(url, scope=Scope(user="ann")), Store(url, scope=Scope(user="ann"), busy_seconds=0.1)
    ben = Store(url, scope=Scope(user="ben"), busy_seconds=0.1)
    with ann.transaction():
        ann.record(run())
        ben.workflows.put(DUCK)  # somebody else's memory is not held up
        with pytest.raises(MemoryStoreError, match="Another program is writing"):
            other.workflows.put(DUCK)
    assert other.workflows.put(DUCK).version == 1
    for store in (ann, other, ben):
        store.close()


def test_a_look_sees_one_moment_whatever_is_written_meanwhile(url: str) -> None:
    store = Store(url)
    store.workflows.put(DUCK)
    with store._database.read():
        assert store.workflows.all()[0].version == 1
        saving = threading.Thread(target=store.workflows.put, args=(DUCK | {"task": "new"},))
        saving.start()
        saving.join()
        assert store.workflows.all()[0].version == 1
    assert store.workflows.all()[0].version == 2
    store.close()


def test_a_look_changes_nothing(url: str) -> None:
    store = Store(url)
    with pytest.raises(MemoryStoreError, match="read-only"), store._database.read() as connection:
        connection.execute(schema.forgotten.insert(), store.scope.columns() | {"id": "x"})
    store.close()


def test_ids_are_sorted_letter_by_letter_as_everywhere(url: str) -> None:
    store = Store(url)
    names = ["b", "B", "a", "a:b", "a-b", "ä", "_"]
    for name in names:
        store.workflows.put(DUCK | {"workflow_name": name})
    assert [stored.id for stored in store.workflows.all()] == sorted(names)
    store.close()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda url: url.replace("orbit:", "orbit:wrong-"), "does not let Orbit in"),
        (lambda url: f"{url}_none", "There is no database at"),
        (lambda url: url.replace("127.0.0.1:", "127.0.0.1:1"), "does not answer|cannot be used"),
        (lambda url: url.replace("127.0.0.1", "nowhere.invalid"), "does not answer"),
    ],
)
def test_what_keeps_orbit_out_is_said_but_no_password(
    url: str, change: Callable[[str], str], words: str
) -> None:
    secret = url.split(":")[2].split("@", maxsplit=1)[0]
    with pytest.raises(MemoryStoreError, match=words) as caught:
        Store(change(url))
    assert secret not in str(caught.value)


def _record_until_the_end(url: str, name: str, told: Connection) -> None:
    store, number = Store(url), 0
    while True:
        try:
            store.record(RunRecord(id=f"{name}-{number}", daw="practice", ok=True))
        except MemoryStoreError as error:
            told.send(f"! {error}")
            return
        told.send(f"{name}-{number}")
        number += 1


@pytest.mark.timeout(180)
def test_what_was_acknowledged_outlives_crashes_of_the_server() -> None:
    acknowledged: set[str] = set()
    with running_postgres(crash_safe=True) as server:
        url = server.make_database("orbit")
        long_lived = Store(url)
        for turn in range(2):
            context, writers = processes(), []
            for number in range(3):
                told, telling = context.Pipe(duplex=False)
                writer = context.Process(
                    target=_record_until_the_end, args=(url, f"r{turn}w{number}", telling), daemon=True
                )
                writer.start()
                telling.close()
                writers.append((writer, told))
            acknowledged |= {told.recv() for _, told in writers}
            time.sleep(0.1 * (turn + 1))
            server.stop(signal.SIGKILL)
            for writer, told in writers:
                heard: list[str] = []
                with closing(told):
                    while not heard or not heard[-1].startswith("!"):
                        heard.append(told.recv())
                writer.join()
                acknowledged |= set(heard[:-1])
                assert "does not answer" in heard[-1]
            with pytest.raises(MemoryStoreError, match="does not answer"):
                long_lived.runs.recent()
            server.start()
            kept = {found.id for found in long_lived.runs.recent(100_000)}  # the same store goes on
            assert acknowledged <= kept
            assert len(kept - acknowledged) <= 3 * (turn + 1)
        long_lived.close()
