"""A machine with Live's folders on it, and the installer let loose there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.ableton.installing.install import install
from daw_bridges.ableton.installing.places import Machine
from daw_bridges.installer import InstallReport, InstallRequest

Install = Callable[..., InstallReport]

CFG = """<?xml version="1.0" encoding="UTF-8"?>
<Ableton MajorVersion="5"><ContentLibrary>
  <UserLibrary><LibraryProject Id="0"><ProjectLocation />
    <ProjectName Value="{name}" /><ProjectPath Value="{path}" /></LibraryProject></UserLibrary>
  <OtherLibrary><LibraryProject Id="9"><ProjectPath Value="/nowhere" /></LibraryProject></OtherLibrary>
</ContentLibrary></Ableton>
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own: tokens of whoever runs the tests are left alone."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("ORBIT_ABLETON_TOKEN", raising=False)
    monkeypatch.delenv("ORBIT_ABLETON_TOKEN_FILE", raising=False)
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


@pytest.fixture
def mac(home: Path) -> Machine:
    return Machine("darwin", home, home / "Documents")


@pytest.fixture
def windows(home: Path) -> Machine:
    return Machine("win32", home, home / "OneDrive" / "Documents", home / "AppData" / "Roaming")


def preferences_of(machine: Machine, version: str) -> Path:
    """The folder of preferences that a version of Live has there."""
    if machine.roaming is not None:
        return machine.roaming / "Ableton" / f"Live {version}" / "Preferences"
    return machine.home / "Library" / "Preferences" / "Ableton" / f"Live {version}"


def live_ran(machine: Machine, version: str, library: Path | None = None, *, made: bool = True) -> None:
    """Leave what a version of Live leaves: preferences that name a User Library, and the library."""
    folder = preferences_of(machine, version)
    folder.mkdir(parents=True)
    if library is not None:
        cfg = CFG.format(name=library.name, path=str(library.parent).replace("&", "&amp;"))
        (folder / "Library.cfg").write_text(cfg, encoding="utf-8")
        if made:
            (library / "Presets").mkdir(parents=True, exist_ok=True)


@pytest.fixture
def library(mac: Machine) -> Path:
    """The User Library of the one Live of this machine."""
    place = mac.home / "Music" / "Ableton" / "User Library"
    live_ran(mac, "12.3.5", place)
    return place


@pytest.fixture
def place(library: Path) -> Path:
    """Where the script belongs."""
    return library / "Remote Scripts" / "Orbit"


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def orbit_install(mac: Machine, data_dir: Path) -> Install:
    """Installs on the Mac."""

    def run(folder: Path | None = None, **given: Any) -> InstallReport:
        options = {name: given.pop(name) for name in ("port", "reply_port", "new_token") if name in given}
        request = InstallRequest(data_dir=data_dir, folder=folder, options=options, **given)
        return install(request, machine=mac)

    return run


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, what Python leaves behind aside."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
