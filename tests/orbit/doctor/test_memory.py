"""The store and the index: real ones, damaged as disks and crashes damage them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from orbit.doctor import memory
from orbit.memory.store import Store
from orbit.memory.store.copying import daily_copies
from tests.orbit.doctor.conftest import MakeCase, do, free_port, orbit, told
from tests.orbit.memory.store.conftest import VERSION_1


@pytest.fixture
def store(data_dir: Path) -> Path:
    """A store with the shipped workflows in it."""
    orbit("workflows", "list", "--json")
    return data_dir / "memory.db"


def _sql(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        for statement in statements:
            database.execute(statement)


def test_where_there_is_none_yet_none_is_made(case: MakeCase, data_dir: Path) -> None:
    for look in (memory.store, memory.library, memory.index):
        assert told(look(case()))[0] == "ok"
    assert not data_dir.exists()


def test_a_sound_store(case: MakeCase, store: Path) -> None:
    status, detail, _ = told(memory.store(case()))
    assert (status, detail.split()[1]) == ("ok", "workflows,")
    assert told(memory.library(case()))[1].endswith("all loaded")


def test_looking_leaves_nothing_behind(case: MakeCase, store: Path) -> None:
    before = {path.name for path in store.parent.iterdir()}
    for look in (memory.store, memory.library, memory.index):
        assert told(look(case()))[0] == "ok"
    assert {path.name for path in store.parent.iterdir()} == before


def test_a_store_that_another_process_writes_is_read_beside_it(case: MakeCase, store: Path) -> None:
    with closing(sqlite3.connect(store, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("DELETE FROM workflow_versions")
        assert told(memory.store(case()))[0] == "ok"
        assert told(memory.library(case()))[0] == "ok"
        writer.execute("ROLLBACK")


@pytest.mark.parametrize("damage", ["not a database", "a page overwritten", "cut short"])
def test_a_damaged_store(case: MakeCase, store: Path, damage: str) -> None:
    whole = store.read_bytes()
    if damage == "not a database":
        store.write_bytes(b"not a database, whatever it was " * 200)
    elif damage == "a page overwritten":
        store.write_bytes(whole[:4096] + b"\xff" * 4096 * 3 + whole[4096 * 4 :])
    else:
        store.write_bytes(whole[: len(whole) // 2])
    for side in ("-wal", "-shm"):
        Path(f"{store}{side}").unlink(missing_ok=True)
    status, detail, fix = told(memory.store(case()))
    assert status == "problem"
    assert str(store) in detail
    assert fix == "orbit memory restore"
    for copy in daily_copies(store):
        copy.unlink()
    assert "move it away" in told(memory.store(case()))[2]
    assert memory.library(case()) is None
    store.rename(store.with_suffix(".damaged"))
    assert told(memory.store(case()))[0] == "ok"


def test_a_store_of_a_newer_orbit(case: MakeCase, store: Path) -> None:
    _sql(store, "UPDATE schema_version SET version = 99")
    status, detail, fix = told(memory.store(case()))
    assert (status, fix) == ("problem", "Update Orbit, or give another --data-dir.")
    assert "layout version 99" in detail


def test_a_store_of_an_older_layout(case: MakeCase, data_dir: Path) -> None:
    path = data_dir / "memory.db"
    data_dir.mkdir()
    with closing(sqlite3.connect(path)) as database:
        database.executescript(VERSION_1)
    before = path.read_bytes()
    status, detail, _ = told(memory.store(case()))
    assert (status, detail.split(";")[0]) == ("ok", "4 workflows, 5 runs remembered")
    assert "the next command brings it up to date and keeps a copy" in detail
    assert path.read_bytes() == before
    Store(path).close()
    [copy] = data_dir.glob("memory.version-1.*.db")
    assert f"is kept in {copy}: delete that when all is well" in told(memory.store(case()))[1]


def test_whose_memory_is_looked_at(case: MakeCase, store: Path) -> None:
    assert told(memory.store(case(user="somebody")))[1].startswith("0 workflows")
    assert told(memory.library(case(project="another")))[0] == "warning"


def test_a_store_at_a_wrong_url(case: MakeCase) -> None:
    status, detail, fix = told(memory.store(case(store_url="mysql://host/db")))
    assert (status, "PostgreSQL" in detail) == ("problem", True)
    assert "store_url" in fix
    nobody = f"postgresql://me:secret@127.0.0.1:{free_port()}/orbit"
    status, detail, fix = told(memory.store(case(store_url=nobody)))
    assert (status, "does not answer" in detail, "secret" in detail) == ("problem", True, False)
    assert "store_url" in fix


def test_an_index_at_a_wrong_url(case: MakeCase) -> None:
    status, detail, fix = told(memory.index(case(embedder="minilm", index_url="ftp://host")))
    assert (status, fix) == ("problem", "Correct the setting index_url.")
    nobody = f"http://127.0.0.1:{free_port()}"
    status, detail, fix = told(memory.index(case(embedder="minilm", index_url=nobody)))
    assert (status, "Nothing is lost" in detail) == ("warning", True)
    assert "chroma run" in fix


def test_workflows_that_were_not_taken_in_yet(case: MakeCase, store: Path) -> None:
    _sql(
        store,
        "DELETE FROM workflow_versions WHERE id = 'vocal-chain'",
        "DELETE FROM workflows WHERE id = 'vocal-chain'",
    )
    status, detail, fix = told(memory.library(case()))
    assert (status, fix) == ("warning", "orbit workflows list")
    assert "vocal-chain" in detail
    do(fix)
    assert told(memory.library(case()))[0] == "ok"


def test_a_workflow_that_the_user_threw_out_is_not_missed(case: MakeCase, store: Path) -> None:
    _sql(
        store,
        "DELETE FROM workflow_versions WHERE id = 'vocal-chain'",
        "DELETE FROM workflows WHERE id = 'vocal-chain'",
        "INSERT INTO forgotten VALUES ('local', 'default', 'vocal-chain')",
    )
    assert told(memory.library(case()))[0] == "ok"


def test_a_damaged_index_is_made_anew_by_what_the_fix_says(
    case: MakeCase, data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORBIT_EMBEDDER", "minilm")
    assert told(memory.index(case()))[1].startswith("none yet")
    orbit("memory", "rebuild", "--json")
    assert told(memory.index(case())) == ("ok", "in order", "")
    [chroma] = data_dir.glob("index/chroma-*/chroma.sqlite3")
    notes = data_dir / "index" / "current.json"
    for damage in (
        lambda: chroma.write_bytes(b"spoilt" * 1000),
        lambda: notes.write_text("{", encoding="utf-8"),
        lambda: [path.unlink() for path in data_dir.glob("index/chroma-*/chroma.sqlite3")],
    ):
        damage()
        status, detail, fix = told(memory.index(case()))
        assert (status, fix) == ("problem", "orbit memory rebuild")
        assert "Nothing is lost" in detail
        do(fix)
        assert told(memory.index(case())) == ("ok", "in order", "")
