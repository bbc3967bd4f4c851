"""The ground: each condition is made for real, in packages, files and rights."""

from __future__ import annotations

import ctypes
import json
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from orbit.doctor import Case, pip, system
from tests.orbit.doctor.conftest import MakeCase, told


def _package(folder: Path, name: str, version: str, *metadata: str, modules: tuple[str, ...] = ()) -> None:
    """Install a distribution: its metadata, and a record of files that may or may not be there."""
    info = folder / f"{name}-{version}.dist-info"
    info.mkdir(parents=True)
    lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}", *metadata]
    (info / "METADATA").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (info / "RECORD").write_text("".join(f"{module}.py,,\n" for module in modules), encoding="utf-8")


@pytest.fixture
def needy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Makes a package the one that is examined."""
    monkeypatch.syspath_prepend(str(tmp_path / "site"))

    def make(*metadata: str) -> None:
        _package(tmp_path / "site", "needy", "1.0", *metadata)
        for module in (system, pip):
            monkeypatch.setattr(module, "PACKAGE", "needy")

    return make


def test_this_python_and_these_packages_will_do(case: MakeCase) -> None:
    assert told(system.python(case()))[0] == "ok"
    assert told(system.packages(case()))[0] == "ok"


def test_a_python_that_is_too_old(case: MakeCase, needy: Callable[..., None]) -> None:
    needy("Requires-Python: >=3.99")
    status, detail, fix = told(system.python(case()))
    assert (status, fix) == ("problem", "make demo PYTHON=/path/to/python3.11")
    assert "needs >=3.99" in detail


def test_packages_that_are_missing_too_old_or_hollow(
    case: MakeCase, needy: Callable[..., None], tmp_path: Path
) -> None:
    _package(tmp_path / "site", "hollow", "1.0", modules=("hollow_module",))
    needy(
        "Requires-Dist: psutil>=1",
        "Requires-Dist: psutil>=99; extra == 'voice'",
        "Requires-Dist: nowhere-to-be-found",
        "Requires-Dist: numpy>=99",
        "Requires-Dist: hollow",
    )
    status, detail, fix = told(system.packages(case()))
    assert (status, fix) == ("problem", f"{sys.executable} -m pip install --upgrade needy")
    assert "nowhere-to-be-found is not installed" in detail
    assert "and >=99 is needed" in detail
    assert "hollow 1.0 is installed but its files are gone" in detail
    assert "psutil" not in detail


def test_an_orbit_that_is_not_from_a_clone_is_installed_again_by_its_name(needy: Callable[..., None]) -> None:
    needy()
    assert pip.reinstall() == f"{sys.executable} -m pip install --upgrade needy"


def test_an_orbit_from_a_clone_is_installed_again_from_there(
    needy: Callable[..., None], tmp_path: Path
) -> None:
    needy()
    clone = tmp_path / "my clone"
    [info] = (tmp_path / "site").glob("needy-*.dist-info")
    source = {"url": clone.as_uri(), "dir_info": {"editable": True}}
    (info / "direct_url.json").write_text(json.dumps(source), encoding="utf-8")
    assert pip.reinstall() == f"{sys.executable} -m pip install -e '{clone}'"


def test_no_package_at_all(case: MakeCase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "PACKAGE", "nowhere-to-be-found")
    for look in (system.python, system.packages):
        assert told(look(case()))[2] == f"{sys.executable} -m pip install -e ."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("daw = [", "cannot be read"),
        ('dwa = "ableton"', "no setting “dwa”"),
        ('ableton_port = "x"', "not a value"),
    ],
)
def test_settings_that_cannot_be_read(home: Path, text: str, words: str) -> None:
    path = home / "config" / "orbit" / "config.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    gathered = Case.gather()
    status, detail, fix = told(system.settings(gathered))
    assert status == "problem"
    assert words in detail
    assert str(path) in fix
    path.write_text('daw = "practice"', encoding="utf-8")
    assert told(system.settings(Case.gather())) == ("ok", str(path), "")


def test_wrong_settings_do_not_move_the_data_directory(home: Path, data_dir: Path) -> None:
    (home / "config" / "orbit").mkdir(parents=True)
    (home / "config" / "orbit" / "config.toml").write_text("???", encoding="utf-8")
    assert Case.gather().settings.data_dir == data_dir


def test_a_file_where_the_data_directory_should_be(case: MakeCase, data_dir: Path) -> None:
    data_dir.write_text("", encoding="utf-8")
    assert told(system.data_dir(case())) == (
        "problem",
        f"{data_dir} is not a folder.",
        f"Move {data_dir} away, or give another --data-dir.",
    )
    data_dir.unlink()
    assert told(system.data_dir(case()))[0] == "ok"
    assert not data_dir.exists()


def _as_an_ordinary_user() -> None:
    if os.geteuid() == 0:
        libc: Any = ctypes.CDLL(None, use_errno=True)
        for right in (1, 2):  # to write, and to read, what one's rights do not allow
            assert libc.prctl(24, right, 0, 0, 0) == 0


def _with_a_full_disk() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


@pytest.mark.parametrize(
    ("prepare", "reason"),
    [(_as_an_ordinary_user, "Permission denied"), (_with_a_full_disk, "File too large")],
)
def test_a_data_directory_that_cannot_be_written(
    data_dir: Path, prepare: Callable[[], None], reason: str
) -> None:
    data_dir.mkdir(mode=0o555 if reason.startswith("Permission") else 0o755)
    command = "from orbit.doctor import Case, pip, system; import json; f = system.data_dir(Case.gather()); "
    done = subprocess.run(
        [sys.executable, "-c", f"{command}print(json.dumps([f.status, f.detail, f.fix]))"],
        preexec_fn=prepare,
        capture_output=True,
        text=True,
        check=True,
    )
    status, detail, fix = json.loads(done.stdout)
    assert (status, detail) == ("problem", f"{data_dir} cannot be written: {reason}.")
    assert fix.startswith(f"Check the permissions and the free space of {data_dir}")


def test_no_space_left(case: MakeCase) -> None:
    assert told(system.space(case()))[0] in ("ok", "warning")
    full = next(place for place in ("/sys", "/dev") if shutil.disk_usage(place).free < 1024)
    status, detail, fix = told(system.space(Case(Case.gather(data_dir=Path(full) / "orbit").settings)))
    assert (status, detail[:4]) == ("problem", "0 MB")
    assert fix.startswith("Free some space")
