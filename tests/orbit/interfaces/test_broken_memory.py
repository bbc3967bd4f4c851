"""A memory that is damaged, or on a disk that is full or may not be written: what works, and what is told."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from orbit.memory.store import STORE, Store
from orbit.memory.store.copying import daily_copies, keep_daily_copy
from orbit.server.host_lock import HostLock
from tests.orbit.interfaces.chat.conftest import play

Damage = Callable[[Path], Any]


def _garbage(file: Path) -> None:
    file.write_bytes(b"this is not a database " * 200)


def _cut(file: Path) -> None:
    os.truncate(file, 30_000)


def _emptied(file: Path) -> None:
    file.write_bytes(b"")


def _unreadable(file: Path) -> None:
    file.unlink()
    file.mkdir()


damages = pytest.mark.parametrize("damage", [_garbage, _cut, _emptied, _unreadable])


@pytest.fixture
def used(orbit: Any, data_dir: Path) -> Path:
    """A memory in which something was done, with its copy of the day."""
    assert orbit("do", "mute the kick").status == 0
    assert len(daily_copies(data_dir / STORE)) == 1
    return data_dir / STORE


@damages
def test_orbit_goes_on_without_a_damaged_memory_and_says_so(used: Path, orbit: Any, damage: Damage) -> None:
    damage(used)
    before = used.read_bytes() if used.is_file() else None
    assert orbit("session", "--json").document["tracks"]
    assert "sidechain-compression" in orbit("workflows", "list").out
    done = orbit("do", "mute the hats")
    assert (done.status, "Done: muted Hats." in done.out) == (0, True)
    assert "could not be saved to the memory, so “undo” works only until" in done.out
    said = play("mute the snare", "undo")
    assert (said.status, "Taken back: Mute Snare." in said.out) == (0, True)
    assert (used.read_bytes() if used.is_file() else None) == before


@damages
def test_what_only_the_memory_knows_is_refused_with_what_to_do(
    used: Path, orbit: Any, damage: Damage, caplog: pytest.LogCaptureFixture
) -> None:
    damage(used)
    for words in (
        ("memory", "done"),
        ("memory", "remember", "dry vocals"),
        ("workflows", "forget", "de-ess"),
    ):
        ended = orbit(*words)
        assert ended.status == 1
        assert STORE in ended.err
    assert "works without it and saves nothing" in caplog.text


@damages
def test_restore_gives_back_the_copy_of_the_day(used: Path, orbit: Any, damage: Damage) -> None:
    damage(used)
    document = orbit("memory", "restore", "--json").document
    assert document["ok"]
    assert document["copy"] == str(daily_copies(used)[-1])
    assert Path(document["replaced"]).exists()
    assert "Mute Kick" in orbit("memory", "done").out
    assert orbit("memory", "verify").status == 0


def test_a_sound_memory_is_replaced_only_by_consent(used: Path, orbit: Any) -> None:
    refused = orbit("memory", "restore")
    assert refused.status == 2
    assert "The memory is sound" in refused.err
    assert orbit("memory", "restore", "--yes").status == 0


def test_without_a_copy_restore_says_what_to_do(used: Path, orbit: Any) -> None:
    _garbage(used)
    for copy in daily_copies(used):
        copy.unlink()
    ended = orbit("memory", "restore")
    assert (ended.status, "Move" in ended.err) == (1, True)
    assert used.read_bytes().startswith(b"this is not")


def test_a_damaged_copy_is_passed_over(used: Path, orbit: Any) -> None:
    [copy] = daily_copies(used)
    newer = copy.with_name("memory.day-2999-01-01.db")
    _garbage(newer)
    _garbage(used)
    assert orbit("memory", "restore", "--json").document["copy"] == str(copy)


def test_a_memory_that_another_orbit_has_open_is_not_replaced(used: Path, orbit: Any) -> None:
    owner = HostLock.take(used.parent)
    assert owner is not None
    try:
        assert orbit("memory", "restore", "--yes").status == 1
    finally:
        owner.release()


def test_what_is_forgotten_lives_on_in_no_copy(used: Path, orbit: Any) -> None:
    assert orbit("memory", "remember", "the secret chorus").status == 0
    for copy in daily_copies(used):
        copy.unlink()
    assert orbit("workflows", "list").status == 0
    [copy] = daily_copies(used)
    assert b"the secret chorus" in copy.read_bytes()
    assert orbit("memory", "forget", "--everything", "--yes").status == 0
    assert b"the secret chorus" not in b"".join(each.read_bytes() for each in daily_copies(used))


def test_a_few_copies_are_kept_and_none_of_a_damaged_memory(tmp_path: Path) -> None:
    file = tmp_path / STORE
    Store(file).close()
    for day in range(1, 10):
        shutil.copy(file, tmp_path / f"memory.day-2026-01-0{day}.db")
    keep_daily_copy(file)
    kept = [copy.name for copy in daily_copies(file)]
    assert kept[:-1] == [f"memory.day-2026-01-0{day}.db" for day in range(6, 10)]
    daily_copies(file)[-1].unlink()
    _garbage(file)
    with pytest.raises(Exception, match="could not be copied"):
        keep_daily_copy(file)
    assert [copy.name for copy in daily_copies(file)] == kept[:-1]


# -- a disk that takes nothing ---------------------------------------------------------------------------

_DISKS = {
    "full": 'dd if=/dev/zero of="$1/fill" bs=1k 2>/dev/null',
    "read-only": 'mount -o remount,ro "$1"',
}
_ON_A_DISK = """
mount -t tmpfs -o size=4m,mode=700 t "$1" && cp -r "$2/." "$1" || exit 125
%s
shift 2
exec "$@"
"""


@pytest.mark.parametrize("disk", _DISKS)
def test_a_disk_that_takes_nothing_still_lets_one_read(used: Path, tmp_path: Path, disk: str) -> None:
    room = tmp_path / "room"
    room.mkdir()
    own = ("unshare", "--map-root-user", "--mount", "sh", "-c", _ON_A_DISK % _DISKS[disk], "sh")

    def on_disk(*words: str) -> subprocess.CompletedProcess[str]:
        command = [*own, str(room), str(used.parent), sys.executable, "-m", "orbit.interfaces.cli", *words]
        environment = dict(os.environ) | {"TMPDIR": str(room), "ORBIT_DATA_DIR": str(room)}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    tried = [*own, str(room), str(used.parent), "true"]
    if shutil.which("unshare") is None or subprocess.run(tried, check=False).returncode:
        pytest.skip("this machine lets nobody mount a disk of his own; it takes Linux and user namespaces")
    assert on_disk("session", "--json").returncode == 0
    assert "Mute Kick" in on_disk("memory", "done").stdout
    done = on_disk("do", "mute the kick")
    assert done.returncode == 1
    assert "could not be saved to the memory" in done.stdout
    assert "Nothing was changed" in done.stdout
