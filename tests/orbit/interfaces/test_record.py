"""``orbit record`` as a program of its own: a person works in a simulated Live, and it is remembered."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.simulated.live import LiveHost
from orbit.hosts import script_port, simulated_live
from orbit.memory import Store, Trajectory

TOKEN = "a-token-of-the-tests"


@pytest.fixture
def live() -> Generator[LiveHost]:
    with simulated_live(token=TOKEN, tick_seconds=0.01) as host:
        yield host


class Recording:
    """An ``orbit record`` that runs beside a test, and what it says."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def line(self, *, aside: bool = True) -> str:
        stream = self.process.stderr if aside else self.process.stdout
        assert stream is not None
        line = stream.readline()
        assert line, "it ended before it said anything"
        return line.rstrip("\n")

    def trajectory(self) -> Trajectory:
        return Trajectory.model_validate_json(self.line(aside=False))

    def end(self, by: int = signal.SIGINT) -> tuple[str, str]:
        self.process.send_signal(by)
        return self.process.communicate(timeout=60)


Start = Callable[..., Any]


@pytest.fixture
def environment(data_dir: Path, live: LiveHost) -> dict[str, str]:
    del data_dir  # it has said where it is
    return os.environ | {
        "ORBIT_DAW": "ableton",
        "ORBIT_ABLETON_PORT": str(script_port(live)),
        "ORBIT_ABLETON_TOKEN": TOKEN,
        "ORBIT_ABLETON_VIA": "orbit",
    }


@contextmanager
def recording(environment: dict[str, str], *options: str) -> Generator[Recording]:
    command = [sys.executable, "-m", "orbit.interfaces.cli", "record", *options]
    pipes: dict[str, Any] = {
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "stdin": subprocess.DEVNULL,
    }
    with subprocess.Popen(command, env=environment, text=True, **pipes) as process:
        try:
            yield Recording(process)
        finally:
            process.kill()


@contextmanager
def begun(environment: dict[str, str], *options: str) -> Generator[Recording]:
    with recording(environment, "--json", "--yes", *options) as recorded:
        assert recorded.line().startswith("Recording what you do in “Practice”")
        yield recorded


def orbit(environment: dict[str, str], *words: str) -> tuple[int, Any]:
    command = [sys.executable, "-m", "orbit.interfaces.cli", *words, "--json"]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert "Traceback" not in ended.stderr
    return ended.returncode, json.loads(ended.stdout)


def remembered(data_dir: Path) -> list[Trajectory]:
    store = Store(data_dir / "memory.db")
    try:
        return store.trajectories.all()
    finally:
        store.close()


def names(trajectory: Trajectory) -> list[str]:
    return [step.action.action for step in trajectory.actions]


def mute(live: LiveHost, place: int) -> None:
    live.call(lambda: setattr(live.song.tracks[place], "mute", True))


def noted(data_dir: Path, count: int) -> None:
    """Wait until so many edits are in the journal."""
    for _ in range(6000):
        files = (data_dir / "recording").glob("*/*.jsonl")
        if sum(len(file.read_text().splitlines()) - 1 for file in files) == count:
            return
        time.sleep(0.01)
    pytest.fail("the edits were not noted")


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM], ids=lambda end: end.name)
def test_what_is_done_by_hand_is_remembered_when_it_ends(
    live: LiveHost, environment: dict[str, str], data_dir: Path, end: int
) -> None:
    with begun(environment) as recorded:
        mute(live, 0)
        noted(data_dir, 1)
        live.call(lambda: setattr(live.song, "tempo", 90.0))
        noted(data_dir, 2)
        out, err = recorded.end(end)
    assert (recorded.process.returncode, err) == (0, "Ended; 1 remembered.\n")
    told = Trajectory.model_validate_json(out)
    assert remembered(data_dir) == [told]
    assert (told.daw, told.project, told.goal, told.outcome) == ("ableton", "Practice", None, "unknown")
    assert names(told) == ["set_mute", "set_tempo"]
    assert {step.origin for step in told.actions} == {"user"}
    assert list((data_dir / "recording").glob("*/*.jsonl")) == []


def test_killed_it_has_lost_nothing(live: LiveHost, environment: dict[str, str], data_dir: Path) -> None:
    with begun(environment) as recorded:
        mute(live, 0)
        mute(live, 1)
        noted(data_dir, 2)
        recorded.end(signal.SIGKILL)
    with begun(environment) as recorded:
        [kept] = remembered(data_dir)
        assert names(kept) == ["set_mute", "set_mute"]
        assert recorded.trajectory() == kept
        recorded.end()
    assert remembered(data_dir) == [kept]
