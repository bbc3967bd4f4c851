"""Chroma in a folder: one writer, and made again whenever the files are not what they should be."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Collection, Iterator
from pathlib import Path

import numpy as np
import pytest

from daw_bridges.errors import MemoryStoreError
from orbit.memory.index import Index, Truth
from orbit.memory.index.embedded import Embedded
from tests.orbit.memory.index.conftest import TRUTH, truth_of

pytestmark = pytest.mark.local_files


def folder_of(index: Index) -> Path:
    assert isinstance(index.place, Embedded)
    return index.place.folder


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    index = Index(tmp_path / "index", "model:1:local:default")
    yield index
    index.close()


def reopened(index: Index, truth: Truth = TRUTH) -> Index:
    index.close()
    again = Index(folder_of(index), "model:1:local:default")
    assert again.open(truth)
    return again


def assert_finds_all(index: Index, truth: Truth) -> None:
    assert index.ids() == set(truth.ids)
    for item, vector in zip(truth.ids, truth.vectors, strict=True):
        assert next(iter(index.query(vector, 1))) == item


def generation(index: Index) -> Path:
    (folder,) = folder_of(index).glob("chroma-*")
    return folder


def test_what_is_written_is_found_with_its_cosine(index: Index) -> None:
    assert index.open(TRUTH)
    found = index.query(TRUTH.vectors[3], 5)
    exact = TRUTH.vectors @ TRUTH.vectors[3]
    best = [TRUTH.ids[at] for at in np.argsort(-exact)[:5]]
    assert list(found) == best
    np.testing.assert_allclose(list(found.values()), np.sort(exact)[::-1][:5], atol=1e-5)


def test_whether_it_is_in_step_is_known_without_opening_it(index: Index) -> None:
    assert not index.in_step(TRUTH)
    index.open(TRUTH)
    index.close()
    assert index.in_step(TRUTH)
    assert not index.in_step(truth_of(51))
    assert not index.in_step(truth_of(50, text="two"))
    assert not Index(folder_of(index), "other model").in_step(TRUTH)


def test_only_what_changed_is_written(index: Index) -> None:
    index.open(TRUTH)
    folder = generation(index)
    changed = truth_of(40, seed=2, text="two")
    again = reopened(index, changed)
    assert_finds_all(again, changed)
    assert generation(again) == folder
    again.close()


def test_two_models_or_scopes_never_meet(index: Index) -> None:
    index.open(TRUTH)
    index.close()
    other = Index(folder_of(index), "model:1:alice:default")
    other.open(truth_of(3, seed=9))
    assert other.ids() == {"w00000", "w00001", "w00002"}
    other.close()
    assert_finds_all(reopened(index), TRUTH)


def test_an_empty_library_has_an_empty_index(index: Index) -> None:
    assert index.open(truth_of(0))
    assert index.ids() == set()
    assert index.query(TRUTH.vectors[0], 1) == {}


def test_a_damaged_database_is_made_again(index: Index) -> None:
    index.open(TRUTH)
    index.close()
    (generation(index) / "chroma.sqlite3").write_bytes(b"garbage" * 1000)
    again = reopened(index)
    assert_finds_all(again, TRUTH)
    assert again.in_step(TRUTH)
    again.close()


def test_lost_vectors_are_noticed_although_ids_and_count_are_there(tmp_path: Path) -> None:
    # Past Chroma's sync threshold the vectors live in the HNSW folder alone.
    truth = truth_of(1200)
    index = Index(tmp_path / "index", "big")
    index.open(truth)
    index.close()
    for folder in generation(index).iterdir():
        if folder.is_dir():
            shutil.rmtree(folder)
    again = Index(tmp_path / "index", "big")
    assert again.open(truth)
    assert again.ids() == set(truth.ids)
    for at in range(0, 1200, 37):
        assert next(iter(again.query(truth.vectors[at], 1))) == truth.ids[at]
    again.close()


def test_a_row_lost_from_the_database_comes_back(index: Index) -> None:
    index.open(TRUTH)
    index.close()
    raw = sqlite3.connect(generation(index) / "chroma.sqlite3")
    raw.execute("DELETE FROM embeddings WHERE embedding_id = 'w00007'")
    raw.commit()
    raw.close()
    assert_finds_all(reopened(index), TRUTH)


def test_an_index_deleted_from_under_orbit_is_made_again(index: Index) -> None:
    index.open(TRUTH)
    index.close()
    shutil.rmtree(folder_of(index))
    assert not index.in_step(TRUTH)
    assert_finds_all(reopened(index), TRUTH)


@pytest.mark.parametrize("note", ["", "[]", "{", '{"generation": 3, "collections": []}'])
def test_a_damaged_note_only_costs_a_check(index: Index, note: str) -> None:
    index.open(TRUTH)
    index.close()
    (folder_of(index) / "current.json").write_text(note)
    assert not index.in_step(TRUTH)
    assert_finds_all(reopened(index), TRUTH)


def test_a_first_call_that_fails_is_only_repeated(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    index.open(TRUTH)
    index.close()
    folder, sync, failures = generation(index), Index._sync, [RuntimeError("torn"), None]

    def fail_once(self: Index, truth: Truth, gone: Collection[str]) -> None:
        failure = failures.pop(0)
        if failure:
            raise failure
        sync(self, truth, gone)

    monkeypatch.setattr(Index, "_sync", fail_once)
    assert index.open(TRUTH)
    assert_finds_all(index, TRUTH)
    assert generation(index) == folder


def test_rebuilding_gives_the_same_ids_and_answers(index: Index) -> None:
    index.open(TRUTH)
    before = index.query(TRUTH.vectors[0], 50)
    old = generation(index)
    assert index.rebuild(TRUTH)
    assert generation(index) != old
    after = index.query(TRUTH.vectors[0], 50)
    assert list(after) == list(before)
    np.testing.assert_allclose(list(after.values()), list(before.values()), atol=1e-6)


def test_one_process_at_a_time_holds_the_index(index: Index) -> None:
    index.open(TRUTH)
    second = Index(folder_of(index), "model:1:local:default")
    assert not second.open(TRUTH)
    assert not second.rebuild(TRUTH)
    assert not second.is_open
    index.close()
    assert second.open(TRUTH)
    second.close()


_HOLD = """
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from tests.orbit.memory.index.conftest import TRUTH, Index
index = Index(Path({folder!r}), "model:1:local:default")
print(index.open(TRUTH), flush=True)
sys.stdin.read()
"""


def test_the_lock_of_a_killed_process_is_free(index: Index) -> None:
    code = _HOLD.format(tests=str(Path(__file__).parents[4]), folder=str(folder_of(index)))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        assert not index.open(TRUTH)
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    assert index.open(TRUTH)
    assert_finds_all(index, TRUTH)


_WRITE = """
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from tests.orbit.memory.index.conftest import Index, truth_of
print("ready", flush=True)
for round in range(1000):
    index = Index(Path({folder!r}), "model:1:local:default")
    index.open(truth_of(400, seed=round, text=str(round)))
    print(round, flush=True)
    index.close()
"""


@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_a_writer_killed_at_any_moment_leaves_an_index_that_is_put_right(index: Index, rounds: int) -> None:
    code = _WRITE.format(tests=str(Path(__file__).parents[4]), folder=str(folder_of(index)))
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=environment
    ) as writer:
        assert writer.stdout is not None
        for _ in range(1 + rounds):
            writer.stdout.readline()
        writer.kill()
        writer.wait()
    truth = truth_of(300, seed=77, text="truth")
    assert index.open(truth)
    assert_finds_all(index, truth)


def test_no_room_for_an_index_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "index").write_text("in the way")
    with pytest.raises(MemoryStoreError, match="orbit memory rebuild"):
        Index(tmp_path / "index", "model").open(TRUTH)
