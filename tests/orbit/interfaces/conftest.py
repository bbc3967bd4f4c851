"""A command line to call as a shell would: words in; status, stdout and stderr out."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from orbit.interfaces.cli import run


@dataclass(frozen=True)
class Ended:
    status: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on stdout."""
        [line] = self.out.splitlines()
        return json.loads(line, parse_constant=pytest.fail)


Orbit = Callable[..., Ended]


@pytest.fixture
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory of its own, and no settings of whoever runs the tests."""
    monkeypatch.setenv("ORBIT_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("ORBIT_EMBEDDER", "words")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("ORBIT_DAW", "ORBIT_MODEL", "ORBIT_CONFIRM", "ORBIT_ABLETON_PORT", "ORBIT_ABLETON_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "data"


@pytest.fixture
def orbit(data_dir: Path, capsys: pytest.CaptureFixture[str]) -> Orbit:
    def call(*arguments: str) -> Ended:
        capsys.readouterr()
        status = run(arguments)
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return Ended(status, said.out, said.err)

    return call
