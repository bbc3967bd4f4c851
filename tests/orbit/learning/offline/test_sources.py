"""What there is to learn from: files as named, and what is in folders."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from daw_bridges.errors import UsageError
from orbit.learning.offline.sources import Kind, Source, sources
from tests.daw_bridges.ableton.saved.small_sets import live_saves, write_set


def _names(folder: Path, *paths: Path) -> list[str]:
    found, troubles = sources(paths or [folder])
    assert troubles == []
    return [os.path.relpath(source.path, folder) for source in found]


def test_folders_are_looked_through_and_what_is_none_of_it_is_left(tmp_path: Path) -> None:
    song = write_set(tmp_path / "Song Project" / "Song.als")
    live_saves(song, "2024-10-26 140000")
    for name in (
        "b.jsonl",
        "deep/er/A.JSONL",
        "notes.txt",
        "Song Project/.hidden.als",
        "Song Project/~x.jsonl",
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert _names(tmp_path) == ["Song Project/Song.als", "b.jsonl", "deep/er/A.JSONL"]


def test_each_file_is_there_once_in_one_order_however_it_was_named(tmp_path: Path) -> None:
    one, two = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    one.touch()
    two.touch()
    (tmp_path / "link.jsonl").symlink_to(one)
    assert _names(tmp_path, two, one, tmp_path / "link.jsonl", two) == ["1.jsonl", "2.jsonl"]
    assert _names(tmp_path, tmp_path, one) == _names(tmp_path, one, tmp_path)


def test_a_loop_of_links_ends(tmp_path: Path) -> None:
    (tmp_path / "1.jsonl").touch()
    (tmp_path / "again").symlink_to(tmp_path, target_is_directory=True)
    assert _names(tmp_path) == ["1.jsonl"]


def test_what_is_named_is_read_whatever_its_name(tmp_path: Path) -> None:
    backup = write_set(tmp_path / "Backup" / "Song [2024-10-26 140000].als")
    (tmp_path / "export.txt").touch()
    found, _ = sources([backup, tmp_path / "export.txt", Path("-")])
    assert found == [
        Source("-", Kind.LINES),
        Source(str(backup), Kind.SET),
        Source(str(tmp_path / "export.txt"), Kind.LINES),
    ]


def test_what_is_not_there_is_said_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"There is no .*nowhere\.jsonl"):
        sources([tmp_path, tmp_path / "nowhere.jsonl"])


def test_a_folder_that_is_shut_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "open.jsonl").touch()
    shut = tmp_path / "shut"
    shut.mkdir()
    scandir = os.scandir

    def refusing(path: str) -> object:
        if Path(path) == shut:
            raise PermissionError(13, "Permission denied", str(shut))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refusing)  # root may look into every folder
    found, [trouble] = sources([tmp_path])
    assert [source.path for source in found] == [str(tmp_path / "open.jsonl")]
    assert (trouble.file, trouble.line, trouble.why) == (
        str(shut),
        None,
        "It cannot be opened: Permission denied.",
    )
