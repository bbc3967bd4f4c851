"""Watching a folder of sets, on a real file system with real events."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import threading
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from watchdog.observers import Observer

from daw_bridges.ableton.saved.watching import Save, SetWatch, Unreadable
from daw_bridges.errors import SavedSetError
from tests.daw_bridges.ableton.saved.small_sets import live_saves, spoil, write_set

_AT_MOST_SECONDS = 60


class _Seen:
    """What a watch tells, one thing after the other."""

    def __init__(self, watch: SetWatch) -> None:
        self.watch, self._saves = watch, watch.saves()

    async def anything(self) -> Save | Unreadable:
        async with asyncio.timeout(_AT_MOST_SECONDS):
            return await anext(self._saves)

    async def save(self) -> Save:
        seen = await self.anything()
        assert isinstance(seen, Save)
        return seen

    async def tempos(self) -> tuple[str, float | None, float]:
        """The name of the next set that is saved, and its tempo before and after."""
        save = await self.save()
        return save.path.name, save.before and save.before.session.tempo, save.after.session.tempo


@asynccontextmanager
async def _watching(folder: Path) -> AsyncGenerator[_Seen]:
    async with SetWatch(folder, quiet_seconds=0.1) as watch:
        yield _Seen(watch)


@pytest.fixture
def song(tmp_path: Path) -> Path:
    """A set in a project folder within the one that is watched."""
    return write_set(tmp_path / "Song Project" / "Song.als", tempo=100)


async def test_a_set_written_in_place_is_told_with_what_it_was(tmp_path: Path, song: Path) -> None:
    async with _watching(tmp_path) as seen:
        assert seen.watch.sets == (song,)
        write_set(song, tempo=101)
        save = await seen.save()
        assert save.path == song
        assert save.before is not None
        assert (save.before.session.tempo, save.after.session.tempo) == (100, 101)
        assert save.after.session.name == "Song"
        write_set(song, tempo=102)
        assert await seen.tempos() == ("Song.als", 101, 102)


async def test_a_save_of_lives_is_one_save(tmp_path: Path, song: Path) -> None:
    async with _watching(tmp_path) as seen:
        for number in range(3):
            live_saves(song, f"2024-10-26 14053{number}", tempo=101 + number)
            assert await seen.tempos() == ("Song.als", 100 + number, 101 + number)


async def test_backups_and_temporary_files_are_no_sets(tmp_path: Path, song: Path) -> None:
    async with _watching(tmp_path) as seen:
        for name in ("._Song.als", "~Song.als", ".Song.als", "Song.als.tmp", "Song.wav", "Backup/Song.als"):
            write_set(song.parent / name, tempo=150)
        (song.parent / "A folder.als").mkdir()
        write_set(song, tempo=101)
        assert await seen.tempos() == ("Song.als", 100, 101)


async def test_what_did_not_change_is_not_told(tmp_path: Path, song: Path) -> None:
    other = write_set(tmp_path / "Other.als", tempo=90)
    async with _watching(tmp_path) as seen:
        os.utime(song)
        write_set(other, tempo=91)
        assert await seen.tempos() == ("Other.als", 90, 91)
        write_set(song, tempo=100, packed_at=1)
        write_set(other, tempo=92)
        assert await seen.tempos() == ("Other.als", 91, 92)
        write_set(song, tempo=101)
        assert await seen.tempos() == ("Song.als", 100, 101)


async def test_a_file_that_is_broken_is_told_once_and_the_watch_goes_on(tmp_path: Path, song: Path) -> None:
    async with _watching(tmp_path) as seen:
        spoil(song)
        broken = await seen.anything()
        assert isinstance(broken, Unreadable)
        assert broken.path == song
        assert "Song.als" in str(broken.error)
        os.utime(song)
        other = write_set(tmp_path / "Other.als", tempo=90)
        assert await seen.tempos() == (other.name, None, 90)
        write_set(song, tempo=101)
        assert await seen.tempos() == ("Song.als", 100, 101)


async def test_a_set_that_was_broken_from_the_start_is_told_when_it_is_mended(tmp_path: Path) -> None:
    song = tmp_path / "Song.als"
    song.write_text("no set at all")
    async with _watching(tmp_path) as seen:
        assert seen.watch.sets == ()
        write_set(song, tempo=101)
        assert await seen.tempos() == ("Song.als", None, 101)


async def test_a_set_that_went_and_came_back_is_the_same_set(tmp_path: Path, song: Path) -> None:
    async with _watching(tmp_path) as seen:
        shutil.move(song, tmp_path / "Song.als.away")
        other = write_set(tmp_path / "Other.als", tempo=90)
        assert await seen.tempos() == (other.name, None, 90)
        write_set(song, tempo=101)
        assert await seen.tempos() == ("Song.als", 100, 101)


async def test_a_set_by_another_name_is_the_same_set(tmp_path: Path, song: Path) -> None:
    async with _watching(tmp_path) as seen:
        write_set(Path(shutil.move(song, song.with_name("Hymn.als"))), tempo=101)
        assert await seen.tempos() == ("Hymn.als", 100, 101)


async def test_two_sets_in_one_folder_are_two(tmp_path: Path, song: Path) -> None:
    other = write_set(song.with_name("Other.als"), tempo=90)
    async with _watching(tmp_path) as seen:
        write_set(song, tempo=101)
        write_set(other, tempo=91)
        told = {await seen.tempos(), await seen.tempos()}
        assert told == {("Song.als", 100, 101), ("Other.als", 90, 91)}


async def test_a_set_nobody_knew_is_compared_with_its_newest_backup(tmp_path: Path) -> None:
    elsewhere = write_set(tmp_path / "elsewhere" / "Song.als", tempo=98)
    live_saves(elsewhere, "2024-10-26 140532", tempo=99)
    live_saves(elsewhere, "2024-10-26 150000", tempo=100)
    watched = tmp_path / "watched"
    watched.mkdir()
    async with _watching(watched) as seen:
        shutil.move(elsewhere.parent, watched / "Song Project")
        assert await seen.tempos() == ("Song.als", 99, 100)


async def test_a_folder_made_later_is_watched_too(tmp_path: Path, song: Path) -> None:
    async with _watching(tmp_path) as seen:
        late = write_set(tmp_path / "a" / "b" / "Late.als", tempo=80)
        assert await seen.tempos() == ("Late.als", None, 80)
        write_set(late, tempo=81)
        assert await seen.tempos() == ("Late.als", 80, 81)


async def test_a_folder_that_goes_ends_the_watch(tmp_path: Path, song: Path) -> None:
    async with _watching(song.parent) as seen:
        shutil.rmtree(song.parent)
        with pytest.raises(SavedSetError, match="is gone"):
            await seen.anything()


async def test_another_folder_in_its_place_is_not_taken_for_it(tmp_path: Path, song: Path) -> None:
    async with _watching(song.parent) as seen:
        song.parent.rename(tmp_path / "Moved away")
        write_set(song, tempo=101)
        with pytest.raises(SavedSetError, match="is gone"):
            await seen.anything()


async def test_a_folder_that_is_not_there_cannot_be_watched(tmp_path: Path) -> None:
    with pytest.raises(SavedSetError, match="cannot be watched"):
        await SetWatch(tmp_path / "nowhere").__aenter__()


class _NoMoreWatches(Observer):  # pyright: ignore[reportUntypedBaseClass, reportGeneralTypeIssues]
    """What the system's own observer does when all watches there are have been given away."""

    def start(self) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


async def test_without_the_systems_help_the_folder_is_looked_through(
    tmp_path: Path, song: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("daw_bridges.ableton.saved.folder.Observer", _NoMoreWatches)
    async with _watching(tmp_path) as seen:
        live_saves(song, "2024-10-26 140532", tempo=101)
        assert await seen.tempos() == ("Song.als", 100, 101)


async def test_nothing_is_left_running(tmp_path: Path, song: Path) -> None:
    before = set(threading.enumerate())
    async with _watching(tmp_path):
        assert any("Thread" in thread.name for thread in set(threading.enumerate()) - before)
    left = {
        thread for thread in set(threading.enumerate()) - before if not thread.name.startswith("asyncio_")
    }
    assert left == set()
