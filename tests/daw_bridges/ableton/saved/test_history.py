"""The Backup folder beside a set, as its history."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from unicodedata import normalize

import pytest

from daw_bridges.ableton.saved.history import versions
from daw_bridges.errors import SavedSetError
from tests.daw_bridges.ableton.saved.small_sets import live_saves, write_set

_STAMPS = ("2024-10-26 140532", "2024-10-26 140508", "2023-01-02 000000")


def _local(stamp: str) -> datetime:
    return datetime.strptime(stamp, "%Y-%m-%d %H%M%S").astimezone()


def test_versions_come_oldest_first_and_the_set_itself_last(tmp_path: Path) -> None:
    song = write_set(tmp_path / "Song.als")
    backups = [live_saves(song, stamp) for stamp in _STAMPS]
    os.utime(song, (1e9, 1e9))
    found = versions(song)
    assert [version.path for version in found] == [*reversed(backups), song]
    assert [version.saved for version in found[:-1]] == [_local(stamp) for stamp in reversed(_STAMPS)]
    assert found[-1].saved == datetime.fromtimestamp(1e9, UTC)
    assert all(version.saved.tzinfo for version in found)


def test_a_set_that_was_saved_once_has_one_version(tmp_path: Path) -> None:
    song = write_set(tmp_path / "Song.als")
    assert [version.path for version in versions(song)] == [song]


def test_what_else_lies_in_the_folder_is_left_out(tmp_path: Path) -> None:
    song = write_set(tmp_path / "Song.als")
    kept = live_saves(song, _STAMPS[0])
    for name in (
        "Song.als",
        "Song [yesterday].als",
        "Song [2024-13-26 140532].als",
        "Song [0000-00-00 000000].als",
        "Song [2024-10-26 140532].als.asd",
        "Song [2024-10-26 140532] copy.als",
        "Other Song [2024-10-26 140532].als",
        "Song 2 [2024-10-26 140532].als",
        "notes.txt",
        ".DS_Store",
    ):
        (kept.parent / name).write_bytes(b"")
    (kept.parent / "Song [2022-10-26 140532].als").mkdir()
    assert [version.path for version in versions(song)] == [kept, song]


def test_a_name_with_brackets_is_a_name(tmp_path: Path) -> None:
    song = write_set(tmp_path / "Song [2020-01-01 000000].als")
    kept = live_saves(song, _STAMPS[0])
    assert [version.path for version in versions(song)] == [kept, song]


def test_accents_are_the_same_however_they_are_written(tmp_path: Path) -> None:
    song = write_set(tmp_path / normalize("NFC", "Café.als"))
    kept = live_saves(song, _STAMPS[0])
    apart = kept.rename(kept.with_name(normalize("NFD", kept.name)))
    assert [version.path for version in versions(song)] == [apart, song]


def test_no_set_has_no_history(tmp_path: Path) -> None:
    with pytest.raises(SavedSetError, match=r"Nowhere\.als cannot be read"):
        versions(tmp_path / "Nowhere.als")


def test_a_backup_folder_that_is_a_file_is_none(tmp_path: Path) -> None:
    song = write_set(tmp_path / "Song.als")
    (tmp_path / "Backup").write_text("not a folder")
    assert [version.path for version in versions(song)] == [song]
