"""A machine to examine, and commands to mend it with."""

from __future__ import annotations

import re
import shlex
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.ableton.installing.places import Machine
from daw_bridges.ableton.token import find_token
from orbit.doctor import Case, Finding
from orbit.interfaces.cli import run
from orbit.settings import Settings

NOBODY_KNOWS = "linux"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home, a configuration and a data directory of their own."""
    for name in ("DAW", "MODEL", "CONFIRM", "ABLETON_PORT", "ABLETON_TOKEN", "ABLETON_TOKEN_FILE"):
        monkeypatch.delenv(f"ORBIT_{name}", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home" / "config"))
    monkeypatch.setenv("ORBIT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("ORBIT_EMBEDDER", "words")
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """A User Library that Orbit is told of with ``--folder``."""
    folder = tmp_path / "Ableton" / "User Library"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def place(library: Path) -> Path:
    return library / "Remote Scripts" / "Orbit"


def free_port(kind: socket.SocketKind = socket.SOCK_STREAM) -> int:
    with socket.socket(socket.AF_INET, kind) as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


MakeCase = Callable[..., Case]


@pytest.fixture
def case(data_dir: Path, home: Path) -> MakeCase:
    """Gathers a case: settings as given, no Live on the machine, nobody at any port."""

    def make(**given: Any) -> Case:
        fields = {
            name: given.pop(name) for name in ("machine", "controllers", "only", "token") if name in given
        }
        settings = Settings.load(**{"data_dir": data_dir, "ableton_port": free_port(), **given})
        fields.setdefault("machine", Machine(NOBODY_KNOWS, home, home / "Documents"))
        fields.setdefault("controllers", (free_port(socket.SOCK_DGRAM), free_port(socket.SOCK_DGRAM)))
        fields.setdefault("token", find_token(settings.ableton_token))
        source = "ORBIT_ABLETON_TOKEN" if settings.ableton_token else str(home / ".orbit" / "ableton-token")
        return Case(settings, token_source=source, probe_seconds=1.0, **fields)

    return make


def orbit(*arguments: str) -> None:
    """Run a command that must do what it says."""
    assert run(arguments) == 0


def do(fix: str) -> None:
    """Do what a fix says, as far as it is a command of Orbit's."""
    [command] = re.findall(r"^orbit ([^,;(]+)", fix)
    orbit(*shlex.split(command))


def told(finding: Finding | None) -> tuple[str, str, str]:
    """A finding's status, detail and fix; there must be one."""
    assert finding is not None
    return finding.status.value, finding.detail, finding.fix
