"""What stands in the way: other people's folders, links, full disks, rights, attempts that were cut short."""

from __future__ import annotations

import ctypes
import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.ableton.installing.places import Machine
from daw_bridges.ableton.script import REMOTE_SCRIPT, fingerprint
from daw_bridges.errors import InstallError, UsageError
from daw_bridges.installer import Outcome
from tests.daw_bridges.ableton.installing.conftest import Install, contents

_INSTALL = """
import sys
import time
from pathlib import Path
from daw_bridges.ableton.installing import install
from daw_bridges.errors import InstallError
from daw_bridges.installer import InstallRequest
try:
    install(InstallRequest(data_dir=Path(sys.argv[2]), folder=Path(sys.argv[1])))
except InstallError as error:
    print(error)
    raise SystemExit(1)
"""

_PR_CAPBSET_DROP, _MAY_READ_AND_WRITE_ANYTHING = 24, (1, 2)


def _as_an_ordinary_user() -> None:
    """Take from root, where the tests run as root, the right to write what nobody may."""
    if os.geteuid() == 0:
        libc: Any = ctypes.CDLL(None, use_errno=True)
        for right in _MAY_READ_AND_WRITE_ANYTHING:
            assert libc.prctl(_PR_CAPBSET_DROP, right, 0, 0, 0) == 0


def _with_files_of_at_most(size: int) -> Callable[[], None]:
    """The system refuses to write on, as on a full disk, in whatever file gets that long."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def _install_elsewhere(
    folder: Path, data_dir: Path, prepare: Callable[[], None]
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", _INSTALL, str(folder), str(data_dir)],
        preexec_fn=prepare,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("before", ["nothing", "an older script"])
def test_a_full_disk_leaves_what_was_there(
    orbit_install: Install, library: Path, place: Path, data_dir: Path, before: str
) -> None:
    if before != "nothing":
        orbit_install()
        (place / "surface.py").write_text("# older\n", encoding="utf-8")
    held = contents(library)
    ended = _install_elsewhere(library, data_dir, _with_files_of_at_most(2000))
    assert ended.returncode == 1, ended.stderr
    assert "no space left" in ended.stdout
    assert "What was there before is still there" in ended.stdout
    assert contents(library) == held
    assert [path.name for path in place.parent.iterdir()] == (["Orbit"] if before != "nothing" else [])


def test_a_disk_that_is_full_where_the_copy_goes_leaves_what_was_there(
    orbit_install: Install, library: Path, place: Path, data_dir: Path
) -> None:
    orbit_install()
    # The script itself fits under the limit; what the user has in the folder does not, and so no copy of it.
    (place / "recording.bin").write_bytes(b"x" * 200_000)
    (place / "surface.py").write_text("# older\n", encoding="utf-8")
    held = contents(library)
    ended = _install_elsewhere(library, data_dir, _with_files_of_at_most(100_000))
    assert "no space left" in ended.stdout, ended.stderr
    assert contents(library) == held
    assert list((data_dir / "ableton" / "backups").iterdir()) == []


def test_a_folder_that_may_not_be_written_is_said(
    orbit_install: Install, library: Path, place: Path, data_dir: Path
) -> None:
    orbit_install()
    (place / "surface.py").write_text("# older\n", encoding="utf-8")
    held = contents(library)
    place.parent.chmod(0o555)
    try:
        ended = _install_elsewhere(library, data_dir, _as_an_ordinary_user)
    finally:
        place.parent.chmod(0o755)
    assert ended.returncode == 1, ended.stderr
    assert f"Check the permissions of {place.parent}" in ended.stdout
    assert contents(library) == held


def test_a_folder_of_somebody_else_is_left_alone_until_consent(orbit_install: Install, place: Path) -> None:
    place.mkdir(parents=True)
    (place / "__init__.py").write_text('"""A synth called Orbit."""\n', encoding="utf-8")
    held = contents(place)
    with pytest.raises(InstallError, match=r"not Orbit's script.*--yes"):
        orbit_install()
    with pytest.raises(InstallError, match="Remove it yourself"):
        orbit_install(uninstall=True, consent=True)
    assert contents(place) == held
    report = orbit_install(consent=True)
    assert report.outcome is Outcome.INSTALLED
    assert report.backup is not None
    assert contents(report.backup) == held
    assert fingerprint(place) == fingerprint(REMOTE_SCRIPT)


def test_an_empty_folder_is_nobodys(orbit_install: Install, place: Path) -> None:
    place.mkdir(parents=True)
    assert orbit_install().outcome is Outcome.INSTALLED


def test_a_file_in_the_place_of_the_folder_is_somebody_elses_too(orbit_install: Install, place: Path) -> None:
    place.parent.mkdir()
    place.write_text("?", encoding="utf-8")
    with pytest.raises(InstallError, match="not Orbit's script"):
        orbit_install()
    report = orbit_install(consent=True)
    assert report.backup is not None
    assert report.backup.read_text("utf-8") == "?"


def test_what_a_link_leads_to_is_never_touched(orbit_install: Install, place: Path, tmp_path: Path) -> None:
    mine = tmp_path / "checkout"
    mine.mkdir()
    (mine / "__init__.py").write_text('"""Orbit\'s Remote Script, as I change it."""\n', encoding="utf-8")
    place.parent.mkdir()
    place.symlink_to(mine)
    for wish in ({}, {"uninstall": True, "consent": True}):
        with pytest.raises(InstallError, match="a link to somewhere else"):
            orbit_install(**wish)
    report = orbit_install(consent=True)
    assert list(contents(mine)) == ["__init__.py"]
    assert not place.is_symlink()
    assert report.backup is not None
    assert report.backup.readlink() == mine


def test_settings_behind_a_link_are_carried_over_as_the_link(
    orbit_install: Install, place: Path, tmp_path: Path
) -> None:
    orbit_install()
    mine = tmp_path / "mine.json"
    mine.write_text('{"port": 12345}', encoding="utf-8")
    (place / "config.json").symlink_to(mine)
    (place / "surface.py").write_text("# older\n", encoding="utf-8")
    orbit_install()
    assert (place / "config.json").readlink() == mine
    orbit_install(reply_port=11001)
    assert json.loads((place / "config.json").read_text("utf-8")) == {"port": 12345, "reply_port": 11001}
    assert mine.read_text("utf-8") == '{"port": 12345}'


@pytest.mark.parametrize("at", ["while writing", "between the two names", "before clearing away"])
def test_an_attempt_that_was_cut_short_is_made_good(orbit_install: Install, place: Path, at: str) -> None:
    orbit_install()
    if at == "while writing":
        half = place.with_name(".Orbit.new-0123abcd")
        half.mkdir()
        (half / "surface.py").write_text("# ha", encoding="utf-8")
    elif at == "between the two names":
        (place / "config.json").write_text('{"port": 12345}', encoding="utf-8")
        place.rename(place.with_name(".Orbit.old-0123abcd"))
    else:
        place.with_name(".Orbit.old-0123abcd").mkdir()
    report = orbit_install()
    assert report.outcome is Outcome.UNCHANGED
    assert [path.name for path in place.parent.iterdir()] == ["Orbit"]
    assert fingerprint(place) == fingerprint(REMOTE_SCRIPT)
    if at == "between the two names":
        assert (place / "config.json").read_text("utf-8") == '{"port": 12345}'


def test_halves_of_copies_and_tokens_do_not_pile_up(
    orbit_install: Install, place: Path, home: Path, data_dir: Path
) -> None:
    orbit_install()
    half = data_dir / "ableton" / "backups" / ".2026-01-01-000000-000000"
    half.mkdir(parents=True)
    (home / ".orbit" / ".ableton-token.0123abcd").write_text("", encoding="utf-8")
    (place / "surface.py").write_text("# older", encoding="utf-8")
    orbit_install(new_token=True)
    assert not half.exists()
    assert [path.name for path in (home / ".orbit").iterdir()] == ["ableton-token"]


def test_copies_are_never_kept_where_live_would_list_them(mac: Machine, library: Path) -> None:
    from daw_bridges.ableton.installing.install import install
    from daw_bridges.installer import InstallRequest

    with pytest.raises(UsageError, match="folder that Live reads scripts from"):
        install(InstallRequest(data_dir=library / "Remote Scripts" / "data"), machine=mac)
    assert not (library / "Remote Scripts").exists()


def test_a_token_that_cannot_be_read_is_said_and_a_new_one_helps(
    orbit_install: Install, home: Path, place: Path
) -> None:
    (home / ".orbit").mkdir()
    (home / ".orbit" / "ableton-token").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(InstallError, match="cannot be read"):
        orbit_install()
    assert not place.exists()
    assert orbit_install(new_token=True).outcome is Outcome.INSTALLED


# -- taking it away --------------------------------------------------------------------------------------


def test_an_uninstall_removes_what_was_installed_and_keeps_a_copy(
    orbit_install: Install, library: Path, place: Path
) -> None:
    orbit_install(reply_port=11001)
    (place / "__pycache__").mkdir()
    (place / "__pycache__" / "surface.cpython-37.pyc").write_bytes(b"")
    neighbour = place.parent / "Push9" / "__init__.py"
    neighbour.parent.mkdir()
    neighbour.write_text("", encoding="utf-8")
    held = contents(place)
    report = orbit_install(uninstall=True)
    assert report.outcome is Outcome.REMOVED
    assert set(contents(library)) == {"Remote Scripts/Push9/__init__.py"}
    assert not place.exists()
    assert report.backup is not None
    assert contents(report.backup) == held


def test_what_somebody_else_put_there_stays_and_is_named(orbit_install: Install, place: Path) -> None:
    orbit_install()
    (place / "notes.txt").write_text("mine", encoding="utf-8")
    report = orbit_install(uninstall=True)
    assert contents(place) == {"notes.txt": b"mine"}
    assert any("notes.txt" in note for note in report.notes)


def test_an_uninstall_follows_no_link_out_of_the_folder(
    orbit_install: Install, place: Path, tmp_path: Path
) -> None:
    orbit_install()
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "precious.py").write_text("", encoding="utf-8")
    (place / "inner").symlink_to(outside)
    note = json.loads((place / "installed.json").read_text("utf-8"))
    note["files"] += ["inner/precious.py", "../../../outside/precious.py", str(outside / "precious.py")]
    (place / "installed.json").write_text(json.dumps(note), encoding="utf-8")
    orbit_install(uninstall=True)
    assert (outside / "precious.py").exists()


def test_where_nothing_is_there_is_nothing_to_remove(orbit_install: Install, place: Path) -> None:
    assert orbit_install(uninstall=True).outcome is Outcome.ABSENT


def test_an_uninstall_can_be_tried_dry(orbit_install: Install, place: Path) -> None:
    orbit_install()
    held = contents(place)
    assert orbit_install(uninstall=True, dry_run=True).outcome is Outcome.REMOVED
    assert contents(place) == held


_AGAIN_AND_AGAIN = """
import sys
import time
from pathlib import Path
from daw_bridges.ableton.installing import install
from daw_bridges.installer import InstallRequest
request = InstallRequest(data_dir=Path(sys.argv[2]), folder=Path(sys.argv[1]))
place = install(request).folder
(place / "config.json").write_text('{"port": 12345}', encoding="utf-8")
print("begun", flush=True)
while True:
    (place / "surface.py").write_text("# older", encoding="utf-8")
    install(request)
"""


@pytest.mark.parametrize("seed", range(6))
def test_a_killed_installation_never_costs_the_script_or_its_settings(
    orbit_install: Install, library: Path, place: Path, data_dir: Path, seed: int
) -> None:
    command = [sys.executable, "-c", _AGAIN_AND_AGAIN, str(library), str(data_dir)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as upgrading:
        assert upgrading.stdout is not None
        assert upgrading.stdout.readline() == b"begun\n"
        time.sleep(random.Random(seed).uniform(0.0, 0.1))
        upgrading.kill()
    whole = [path for path in place.parent.iterdir() if (path / "__init__.py").is_file()]
    assert whole, "neither the old script nor the new one is there"
    orbit_install()
    assert [path.name for path in place.parent.iterdir()] == ["Orbit"]
    assert fingerprint(place) == fingerprint(REMOTE_SCRIPT)
    assert json.loads((place / "config.json").read_text("utf-8")) == {"port": 12345}


_TIME_AND_AGAIN = """
import sys
from pathlib import Path
from daw_bridges.ableton.installing import install
from daw_bridges.installer import InstallRequest
request = InstallRequest(data_dir=Path(sys.argv[2]), folder=Path(sys.argv[1]))
place = install(request).folder
for number in range(10):
    (place / "installed.json").unlink(missing_ok=True)  # so that there is something to do
    install(request)
"""


def test_two_at_once_take_turns(orbit_install: Install, library: Path, place: Path, data_dir: Path) -> None:
    orbit_install()
    command = [sys.executable, "-c", _TIME_AND_AGAIN, str(library), str(data_dir)]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)]
    assert [process.communicate()[1] for process in both] == [b"", b""]
    assert [path.name for path in place.parent.iterdir()] == ["Orbit"]
    assert fingerprint(place) == fingerprint(REMOTE_SCRIPT)
