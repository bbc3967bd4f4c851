"""A machine to examine, and commands to mend it with."""

from __future__ import annotations

import re
import shlex
import socket
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pythonosc.osc_message import OscMessage
from pythonosc.osc_message_builder import OscMessageBuilder

from daw_bridges.ableton.installing.places import Machine
from orbit.doctor import Case, Finding
from orbit.doctor.ableton import Around, gather
from orbit.interfaces.cli import run


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


@contextmanager
def udp_program(answer_to: int = 0) -> Generator[int]:
    """A program at a UDP port; with ``answer_to`` it answers ``/live/test`` there, as AbletonOSC does."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.bind(("127.0.0.1", 0))
        sock.settimeout(5)

        def serve() -> None:
            try:
                question = OscMessage(sock.recv(4096))
            except OSError:  # nobody asked
                return
            for address in ("/live/song/get/tempo", question.address):  # somebody listens to the tempo
                builder = OscMessageBuilder(address)
                builder.add_arg("ok")
                sock.sendto(builder.build().dgram, ("127.0.0.1", answer_to))

        if answer_to:
            threading.Thread(target=serve, daemon=True).start()
        yield sock.getsockname()[1]


MakeCase = Callable[..., Case]
MakeAround = Callable[..., Around]


@pytest.fixture
def case(data_dir: Path) -> MakeCase:
    """Gathers a case: settings as given, and a port where nobody is."""

    def make(only: str | None = None, **given: Any) -> Case:
        return Case.gather(only=only, **{"data_dir": data_dir, "ableton_port": free_port(), **given})

    return make


@pytest.fixture
def around(case: MakeCase, home: Path) -> MakeAround:
    """Gathers what there is of Live: none on the machine, nobody at any port, but for what is given."""

    def make(**given: Any) -> Around:
        fields = {name: given.pop(name) for name in ("machine", "controllers", "token") if name in given}
        fields.setdefault("machine", Machine("linux", home, home / "Documents"))
        fields.setdefault("controllers", (free_port(socket.SOCK_DGRAM), free_port(socket.SOCK_DGRAM)))
        return replace(gather(case(**given).settings), probe_seconds=1.0, **fields)

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
