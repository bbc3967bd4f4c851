"""Workflow files that are edited, broken, renamed, thrown out and gone while a library lives."""

from __future__ import annotations

import errno
import logging
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from watchdog.observers import Observer

from orbit.memory import Library
from orbit.memory.store import Store
from orbit.memory.workflow_files import WorkflowFiles
from tests.orbit.memory.conftest import write_file

_AT_MOST_SECONDS = 60


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "memory.db")
    yield store
    store.close()


@pytest.fixture
def shipped(tmp_path: Path) -> Path:
    folder = tmp_path / "shipped"
    write_file(folder, "one", "first")
    write_file(folder, "two", "second")
    return folder


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return tmp_path / "own"


@pytest.fixture
def files(store: Store, shipped: Path, own: Path) -> WorkflowFiles:
    files = WorkflowFiles(store, shipped, own)
    assert files.refresh() == ["one", "two"]
    return files


def tasks(store: Store) -> dict[str, str]:
    return {each.id: each.body["task"] for each in store.workflows.all()}


def test_a_broken_file_is_told_of_once_with_its_line_and_its_last_good_version_stays(
    files: WorkflowFiles, store: Store, shipped: Path, caplog: pytest.LogCaptureFixture
) -> None:
    good = (shipped / "one.yaml").read_text()
    for broken in (good.replace("action:", "acton:"), good[: len(good) // 2], "\x00", ""):
        caplog.clear()
        (shipped / "one.yaml").write_text(broken)
        assert files.refresh() == files.refresh() == []
        [told] = [record.getMessage() for record in caplog.records]
        assert f"{shipped / 'one.yaml'}" in told
        assert "The last good version of “one” stays." in told
        assert tasks(store) == {"one": "first", "two": "second"}
    (shipped / "one.yaml").write_text(good.replace("acton", "action").replace("first", "better"))
    with caplog.at_level(logging.INFO):
        assert files.refresh() == ["one"]
    assert "in order again" in caplog.text
    assert tasks(store)["one"] == "better"


def test_the_line_is_said(files: WorkflowFiles, shipped: Path, caplog: pytest.LogCaptureFixture) -> None:
    text = (shipped / "one.yaml").read_text()
    (shipped / "one.yaml").write_text(text.replace("set_tempo", "set_temper"))
    files.refresh()
    assert "one.yaml:5:" in caplog.text
    assert "set_temper" in caplog.text


def test_a_file_that_is_broken_from_the_first_keeps_no_other_out(tmp_path: Path, shipped: Path) -> None:
    (shipped / "half.yaml").write_text("workflow_name: half\nsteps:\n- {")
    library = Library.open(tmp_path / "data", seeds=shipped, embedder="words")
    assert set(library.titles()) == {"one", "two"}
    library.close()


def test_of_two_files_with_one_id_the_second_is_wrong(
    files: WorkflowFiles, store: Store, shipped: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("one", "three"):
        write_file(shipped, name, f"as {name} says")
    (shipped / "three.yaml").write_text(
        (shipped / "three.yaml").read_text().replace("name: three", "name: one")
    )
    files.refresh()
    assert "one.yaml holds a workflow called “one” already" in caplog.text
    assert tasks(store) == {"one": "as one says", "two": "second"}


def test_a_file_that_is_renamed_is_the_same_workflow_and_one_that_goes_takes_it_along(
    files: WorkflowFiles, store: Store, shipped: Path
) -> None:
    (shipped / "two.yaml").rename(shipped / "deux.yaml")
    assert files.refresh() == []
    assert tasks(store) == {"one": "first", "two": "second"}
    (shipped / "deux.yaml").unlink()
    assert files.refresh() == ["two"]
    assert tasks(store) == {"one": "first"}


def test_a_folder_that_is_gone_as_a_whole_takes_nothing_along(
    files: WorkflowFiles, store: Store, shipped: Path, own: Path
) -> None:
    write_file(own, "mine", "my own")
    assert files.refresh() == ["mine"]
    for folder in (shipped, own):
        shutil.move(folder, folder.with_name("away"))
        assert files.refresh() == []
        assert set(tasks(store)) == {"one", "two", "mine"}
        shutil.move(folder.with_name("away"), folder)
    assert files.refresh() == []


def test_what_an_editor_puts_beside_a_file_is_no_workflow(
    files: WorkflowFiles, store: Store, shipped: Path
) -> None:
    for name in (".one.yaml", "~one.yaml", "#one.yaml", "one.yaml~", "one.yml.swp"):
        (shipped / name).write_text("nothing")
    assert files.refresh() == []
    assert set(tasks(store)) == {"one", "two"}


# -- the user's own ------------------------------------------------------------------------------------


def test_a_file_of_ones_own_goes_before_the_shipped_one_until_it_goes(
    files: WorkflowFiles, store: Store, shipped: Path, own: Path
) -> None:
    write_file(own, "one", "my way")
    assert files.refresh() == ["one"]
    found = store.workflows.get("one")
    assert found is not None
    assert (found.body["task"], found.body["provenance"]["source"]) == ("my way", "taught")
    write_file(shipped, "one", "a newer release")
    assert files.refresh() == []
    assert tasks(store)["one"] == "my way"
    (own / "one.yaml").unlink()
    assert files.refresh() == ["one"]
    assert tasks(store)["one"] == "a newer release"


def test_what_was_thrown_out_stays_out_until_its_file_is_changed(
    files: WorkflowFiles, store: Store, own: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write_file(own, "mine", "my own")
    files.refresh()
    assert store.workflows.forget("mine")
    os.utime(own / "mine.yaml")
    assert files.refresh() == []
    assert "thrown out. Delete the file, or change it" in caplog.text
    assert WorkflowFiles(store, None, own).refresh() == []
    write_file(own, "mine", "another try")
    assert files.refresh() == ["mine"]


def test_what_was_made_of_a_file_since_is_not_undone_by_it(
    files: WorkflowFiles, store: Store, own: Path
) -> None:
    write_file(own, "mine", "my own")
    files.refresh()
    body = store.workflows.all()[0].body
    body = next(each.body for each in store.workflows.all() if each.id == "mine")
    store.workflows.put(body | {"task": "edited by command"})
    os.utime(own / "mine.yaml")
    assert WorkflowFiles(store, None, own).refresh() == []
    assert tasks(store)["mine"] == "edited by command"


# -- watched -------------------------------------------------------------------------------------------


def until(store: Store, expected: dict[str, str]) -> None:
    last = time.monotonic() + _AT_MOST_SECONDS
    while tasks(store) != expected:
        assert time.monotonic() < last, tasks(store)
        time.sleep(0.02)


def test_a_change_is_taken_in_as_it_happens(
    files: WorkflowFiles, store: Store, shipped: Path, own: Path
) -> None:
    with files.watched():
        write_file(shipped, "one", "better")
        until(store, {"one": "better", "two": "second"})
        write_file(own, "mine", "my own")
        until(store, {"one": "better", "two": "second", "mine": "my own"})
        (shipped / "one.yaml").write_text("broken: [")
        (shipped / "two.yaml").unlink()
        until(store, {"one": "better", "mine": "my own"})


def test_without_the_systems_help_the_next_request_takes_it_in(
    files: WorkflowFiles, store: Store, shipped: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_left(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Observer, "schedule", none_left)
    with files.watched():
        write_file(shipped, "one", "better")
        assert files.refresh() == ["one"]
    assert tasks(store)["one"] == "better"
