"""A script of lines given to ``orbit chat``, and what it answers."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from orbit.interfaces.cli import run

Played = Callable[..., "Script"]


@dataclass(frozen=True)
class Script:
    """What became of a script."""

    status: int
    out: str
    err: str

    @property
    def documents(self) -> list[Any]:
        """The JSON documents on stdout, one a line."""
        return [json.loads(line, parse_constant=pytest.fail) for line in self.out.splitlines()]


def play(*lines: str, options: tuple[str, ...] = ()) -> Script:
    """Give a script to the command, with the settings that the environment says."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        status = run(["chat", *options])
    assert "Traceback" not in out.getvalue() + err.getvalue()
    return Script(status, out.getvalue(), err.getvalue())


@pytest.fixture
def played(data_dir: Path) -> Played:
    return play


@pytest.fixture
def documents(played: Played) -> Callable[..., list[Any]]:
    """What each line comes to, as programs are told."""
    return lambda *lines, options=(): played(*lines, options=("--json", *options)).documents


@pytest.fixture(scope="module")
def played_once(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Give scripts that many tests look at, each on a data directory of its own."""

    def once(*lines: str, options: tuple[str, ...] = ()) -> Script:
        folder = tmp_path_factory.mktemp("chat")
        with pytest.MonkeyPatch.context() as patch:
            for name in ("DAW", "MODEL", "CONFIRM", "ABLETON_PORT", "ABLETON_TOKEN"):
                patch.delenv(f"ORBIT_{name}", raising=False)
            patch.setenv("ORBIT_DATA_DIR", str(folder))
            patch.setenv("ORBIT_EMBEDDER", "words")
            patch.setenv("XDG_CONFIG_HOME", str(folder))
            return play(*lines, options=options)

    return once
