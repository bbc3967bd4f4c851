"""``orbit record`` as a program of its own: a person works in a simulated Live, and it is remembered."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.simulated.live import LiveHost
from orbit.hosts import script_port, simulated_live
from orbit.memory import Store, Trajectory
from tests.orbit.interfaces.conftest import Orbit

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


@pytest.fixture
def orbit(orbit: Orbit, live: LiveHost, monkeypatch: pytest.MonkeyPatch) -> Orbit:
    """The command line, in this process and in others, with the simulated Live for its DAW."""
    monkeypatch.setenv("ORBIT_DAW", "ableton")
    monkeypatch.setenv("ORBIT_ABLETON_PORT", str(script_port(live)))
    monkeypatch.setenv("ORBIT_ABLETON_TOKEN", TOKEN)
    monkeypatch.setenv("ORBIT_ABLETON_VIA", "orbit")
    return orbit


@contextmanager
def recording(*options: str) -> Generator[Recording]:
    command = [sys.executable, "-m", "orbit.interfaces.cli", "record", *options]
    pipes: dict[str, Any] = {
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
        "stdin": subprocess.DEVNULL,
    }
    with subprocess.Popen(command, text=True, **pipes) as process:
        try:
            yield Recording(process)
        finally:
            process.kill()


@contextmanager
def begun(*options: str) -> Generator[Recording]:
    with recording("--json", "--yes", *options) as recorded:
        assert recorded.line().startswith("Recording what you do in “Practice”")
        yield recorded


def ask(orbit: Orbit, *words: str) -> tuple[int, Any]:
    ended = orbit(*words, "--json")
    return ended.status, ended.document


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
    live: LiveHost, orbit: Orbit, data_dir: Path, end: int
) -> None:
    with begun() as recorded:
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


def test_killed_it_has_lost_nothing(live: LiveHost, orbit: Orbit, data_dir: Path) -> None:
    with begun() as recorded:
        mute(live, 0)
        mute(live, 1)
        noted(data_dir, 2)
        recorded.end(signal.SIGKILL)
    assert ask(orbit, "memory", "done")[0] == 0  # whoever opens the memory next takes it in
    [kept] = remembered(data_dir)
    assert names(kept) == ["set_mute", "set_mute"]
    assert list((data_dir / "recording").glob("*/*.jsonl")) == []


def test_without_consent_nothing_is_recorded(orbit: Orbit, data_dir: Path) -> None:
    status, said = ask(orbit, "record")
    assert (status, said["ok"], said["code"]) == (1, False, "not_possible")
    for told in ("stays on this machine", "orbit record pause", "--yes"):
        assert told in said["reply"]
    assert ask(orbit, "record", "status")[1]["consented_at"] is None
    assert not (data_dir / "recording").exists()


def test_it_rests_goes_on_and_ends_from_another_terminal(
    live: LiveHost, orbit: Orbit, data_dir: Path
) -> None:
    with begun() as recorded:
        status, state = ask(orbit, "record", "status")
        assert (status, state["recording"], state["recorder"]["daw"]) == (0, True, "ableton")
        mute(live, 0)
        noted(data_dir, 1)
        status, state = ask(orbit, "record", "pause")
        assert (status, state["recording"], state["paused_at"] is not None) == (0, False, True)
        mute(live, 1)
        assert names(recorded.trajectory()) == ["set_mute"]
        assert recorded.line() == "Recording is paused."
        assert ask(orbit, "record", "resume")[1]["recording"]
        assert recorded.line() == "Recording continues."
        mute(live, 2)
        noted(data_dir, 1)
        status, state = ask(orbit, "record", "forget-consent")
        assert (status, state["consented_at"]) == (0, None)
        out, err = recorded.process.communicate(timeout=60)
    assert (recorded.process.returncode, out) == (0, "")
    assert err.splitlines() == ["Consent was withdrawn: nothing more is recorded.", "Ended; 1 remembered."]
    assert [names(each) for each in remembered(data_dir)] == [["set_mute"]]
    assert ask(orbit, "record")[0] == 1  # it asks again


def test_a_person_reads_what_is_noted(live: LiveHost, orbit: Orbit, data_dir: Path) -> None:
    with recording("--yes") as recorded:
        assert recorded.line(aside=False).startswith("Recording what you do in “Practice” (15 tracks).")
        mute(live, 0)
        noted(data_dir, 1)
        out, err = recorded.end()
    assert out.splitlines() == ["  Mute Kick", "Remembered: 1 edit.", "Ended; 1 remembered."]
    assert err == ""


def test_it_ends_after_so_many_seconds(orbit: Orbit) -> None:
    with begun("--seconds", "0.5") as recorded:
        out, err = recorded.process.communicate(timeout=60)
    assert (recorded.process.returncode, out, err) == (0, "", "Ended; 0 remembered.\n")


def test_two_recordings_of_one_daw_are_one_too_many(orbit: Orbit) -> None:
    with begun() as recorded:
        status, said = ask(orbit, "record", "--yes")
        assert (status, said["code"]) == (1, "not_possible")
        assert f"by process {recorded.process.pid}" in said["reply"]


def test_orbit_is_used_while_it_records(live: LiveHost, orbit: Orbit, data_dir: Path) -> None:
    with begun() as recorded:
        mute(live, 0)
        noted(data_dir, 1)
        assert ask(orbit, "do", "make the bass duck under the kick")[0] == 0
        out, _ = recorded.end()
    by_hand = Trajectory.model_validate_json(out)
    assert names(by_hand) == ["set_mute"]
    [other] = [each for each in remembered(data_dir) if each.id != by_hand.id]
    assert {step.origin for step in other.actions} == {"agent"}


def test_wrong_usage_and_a_daw_that_is_not_there(orbit: Orbit, live: LiveHost) -> None:
    assert ask(orbit, "record", "--daw", "practice")[0] == 2
    live.stop()
    status, said = ask(orbit, "record", "--yes")
    assert (status, said["code"]) == (3, "unreachable")
