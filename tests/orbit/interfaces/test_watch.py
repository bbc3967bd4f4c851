"""``orbit watch`` as a program of its own: sets are saved, trajectories are told and kept, Ctrl-C ends it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from orbit.memory import Store, Trajectory
from tests.daw_bridges.ableton.saved.small_sets import live_saves, spoil, write_set


@contextmanager
def _watching(folder: Path, *options: str) -> Generator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "orbit.interfaces.cli", "watch", str(folder), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            begun = process.stderr if "--json" in options else process.stdout
            assert begun is not None
            assert f"Watching {folder}" in begun.readline()
            yield process
        finally:
            process.kill()


def _line(stream: Any) -> str:
    line: str = stream.readline()
    assert line, "it ended before it said anything"
    return line


@pytest.fixture
def song(tmp_path: Path) -> Path:
    return write_set(tmp_path / "sets" / "Song Project" / "Song.als", tempo=100)


@pytest.mark.usefixtures("data_dir")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM], ids=lambda end: end.name)
def test_each_save_is_a_line_and_is_remembered(tmp_path: Path, song: Path, data_dir: Path, end: int) -> None:
    with _watching(tmp_path / "sets", "--json") as process:
        live_saves(song, "2024-10-26 140532", tempo=101)
        first = Trajectory.model_validate_json(_line(process.stdout))
        live_saves(song, "2024-10-26 140533", tempo=102, tracks=("Kick",))
        second = Trajectory.model_validate_json(_line(process.stdout))
        process.send_signal(end)
        out, err = process.communicate()
    assert (process.returncode, out, err) == (0, "", "Ended; 2 remembered.\n")

    for told in (first, second):
        assert (told.project, told.daw, told.goal, told.outcome) == ("Song", "ableton", None, "unknown")
        assert {step.origin for step in told.actions} == {"user"}
    assert [step.action.action for step in first.actions] == ["set_tempo"]
    assert [step.action.action for step in second.actions] == ["set_tempo", "delete_track"]
    assert first.session == second.session != ""
    assert first.started + timedelta(seconds=first.actions[-1].t) == pytest.approx(
        second.started, abs=timedelta(seconds=0.01)
    )
    store = Store(data_dir / "memory.db")
    try:
        assert store.trajectories.all() == [first, second]
    finally:
        store.close()


@pytest.mark.usefixtures("data_dir")
def test_a_person_reads_what_was_done(tmp_path: Path, song: Path) -> None:
    with _watching(tmp_path / "sets") as process:
        write_set(song, tempo=101)
        assert _line(process.stdout) == "Song: Set the tempo to 101 BPM\n"
        spoil(song)
        assert "Song.als" in _line(process.stderr)
        write_set(song.with_name("New.als"))
        assert _line(process.stderr).startswith("New.als is new here")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out, err) == (0, "Ended; 1 remembered.\n", "")


@pytest.mark.usefixtures("data_dir")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM], ids=lambda end: end.name)
def test_started_in_the_background_it_can_still_be_ended(tmp_path: Path, song: Path, end: int) -> None:
    ignoring = signal.signal(signal.SIGINT, signal.SIG_IGN)  # as a shell does for `orbit watch … &`
    try:
        with _watching(tmp_path / "sets") as process:
            process.send_signal(end)
            out, err = process.communicate(timeout=60)
    finally:
        signal.signal(signal.SIGINT, ignoring)
    assert (process.returncode, out, err) == (0, "Ended; 0 remembered.\n", "")


@pytest.mark.usefixtures("data_dir")
def test_a_folder_that_goes_ends_it_with_the_reason(tmp_path: Path, song: Path) -> None:
    folder = tmp_path / "sets"
    with _watching(folder, "--json") as process:
        folder.rename(tmp_path / "away")
        out, err = process.communicate()
    assert process.returncode == 1
    assert "is gone" in err
    assert json.loads(out)["code"] == "saved_set"


def test_a_folder_that_is_not_there_is_refused(orbit: Any, tmp_path: Path) -> None:
    ended = orbit("watch", str(tmp_path / "nowhere"), "--json")
    assert (ended.status, ended.document["code"]) == (1, "saved_set")
    assert "cannot be watched" in ended.err
