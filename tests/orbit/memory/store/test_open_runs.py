"""Runs that have begun and not ended: whose they are, how far they came, and when they go."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from daw_bridges.errors import MemoryStoreError
from orbit.memory.records import OpenRun
from orbit.memory.store import Scope, Store
from tests.orbit.memory.store.conftest import SET_TEMPO, processes, run

ABLETON = {
    "daw": "ableton",
    "title": "Tempo",
    "actions": [SET_TEMPO, SET_TEMPO],
    "before": {"daw": "ableton"},
}


def _begun(store: Store, **fields: object) -> OpenRun:
    begun = OpenRun.model_validate(ABLETON | fields)
    store.open_runs.begin(begun)
    return begun


def _begin_and_wait(path: str, told: Connection) -> None:
    store = Store(path)
    begun = _begun(store)
    store.open_runs.confirm(begun.id, 1)
    told.send(begun.id)
    told.recv()


def test_a_run_is_cut_short_once_its_process_is_gone(store: Store, path: Path) -> None:
    here, there = processes().Pipe()
    other = processes().Process(target=_begin_and_wait, args=(str(path), there), daemon=True)
    other.start()
    begun = here.recv()
    assert store.open_runs.cut_short("ableton") == []
    other.kill()
    other.join()
    [left] = store.open_runs.cut_short("ableton")
    assert (left.id, left.confirmed, left.actions, left.ended) == (begun, 1, ABLETON["actions"], False)
    assert store.open_runs.cut_short("logic") == []
    with closing(Store(path, scope=Scope(user="studio"))) as others:
        assert others.open_runs.cut_short("ableton") == []


def test_one_that_this_process_could_not_keep_is_told_apart(store: Store) -> None:
    begun = _begun(store)
    assert store.open_runs.cut_short("ableton") == []
    store.open_runs.release(begun.id)
    assert [left.ended for left in store.open_runs.cut_short("ableton")] == [True]


def test_it_goes_with_what_became_of_it(store: Store) -> None:
    begun = _begun(store)
    store.open_runs.release(begun.id)
    store.record(run(id=begun.id, daw="ableton"))
    assert store.open_runs.cut_short("ableton") == []
    assert "open_runs" not in store.holds()


@pytest.mark.local_files
def test_a_number_that_another_process_has_by_now_is_not_its_own(store: Store, path: Path) -> None:
    begun = _begun(store)
    store.open_runs.release(begun.id)
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        [(process,)] = raw.execute("SELECT process FROM open_runs")
        node, pid, born = process.rsplit(" ", 2)
        others = {
            f"{node} {pid} 1.0": False,
            f"{node} {os.getppid()} 1.0": False,
            f"there {pid} {born}": True,
        }
        for process, alive in others.items():
            raw.execute("UPDATE open_runs SET process = ?", (process,))
            assert bool(store.open_runs.cut_short("ableton")) is not alive


def test_only_so_many_are_kept(store: Store) -> None:
    for _ in range(30):
        store.open_runs.release(_begun(store).id)
    assert len(store.open_runs.cut_short("ableton")) == 20


@pytest.mark.local_files
def test_where_it_cannot_be_put_on_disk_it_does_not_begin(store: Store) -> None:
    with store._database.write() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")  # as on a full disk: not a page more
    with pytest.raises(MemoryStoreError, match=r"is full\. Nothing was changed"):
        _begun(store, title="long " * 100_000)
    assert store.open_runs.cut_short("ableton") == []
