"""A private Ardour leaves nothing behind: no process, no file of the user's touched, whatever ends first."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.ardour import needs
from tests.ardour.needs import PACKAGES, Installed, MissingError
from tests.ardour.outside import REPOSITORY, Report, run

_GONE_SECONDS = 10.0
_STARTER = """
import sys
from pathlib import Path
from tests.ardour.needs import installed
from tests.ardour.outside import started
with started(installed(), Path(sys.argv[1]), ("wait",)) as process:
    print(process.stdout.readline(), flush=True)
    process.wait()
"""


def _alive(mark: str) -> list[str]:
    """List the processes whose command or environment has a mark in it, but this one."""
    found: list[str] = []
    for process in psutil.process_iter():
        try:
            said = [*process.cmdline(), *process.environ().values()]
        except (psutil.Error, OSError):
            continue
        if process.pid != os.getpid() and any(mark in text for text in said):
            found.append(f"{process.pid} {process.name()}")
    return found


@pytest.fixture
def mark() -> Iterator[str]:
    """A folder for one test's files; a socket's path has 107 bytes, so that pytest's own is too deep."""
    with tempfile.TemporaryDirectory(prefix="orbit-") as folder:
        yield folder


def test_nothing_is_left_when_whoever_started_it_is_killed(
    installed: Installed, cache: Path, mark: str
) -> None:
    starter = subprocess.Popen(
        [sys.executable, "-c", _STARTER, str(cache)],
        cwd=REPOSITORY,
        env={**os.environ, "TMPDIR": mark},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert starter.stdout is not None
    try:
        with starter.stdout:
            said = json.loads(starter.stdout.readline())
            assert "failures" in said, said
            names = " ".join(_alive(mark))
            assert "luasession" in names
            assert "pipewire" in names
    finally:
        starter.send_signal(signal.SIGKILL)
        starter.wait()
    end = time.monotonic() + _GONE_SECONDS
    while _alive(mark) and time.monotonic() < end:
        time.sleep(0.05)
    assert _alive(mark) == []


def test_the_users_settings_are_not_touched(
    installed: Installed, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(home))
    report = run(installed, cache, ["start"])
    assert "why" not in report.of("end"), report.of("end")["why"]
    assert list(home.rglob("*")) == []


def test_it_listens_to_nobody_outside(report: Report) -> None:
    """Ardour's OSC is on every interface, but on those of a network that has only a loopback."""
    assert "why" not in report.of("start"), report.of("start")["why"]
    assert report.of("start")["interfaces"] == ["lo"]


def test_what_is_missing_is_said_with_what_brings_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingError) as told:
        needs.installed()
    assert "apt-get install" in str(told.value) or "Linux" in str(told.value)
    assert all(package in needs.INSTALL for package in PACKAGES)
