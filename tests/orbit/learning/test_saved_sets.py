"""Trajectories from saved sets."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from daw_bridges.ableton.saved import SavedSet, read_set
from daw_bridges.ableton.saved.watching import Save
from daw_bridges.algebra import apply_all
from daw_bridges.errors import SavedSetError
from orbit.learning.saved_sets import SavedSteps, WatchRecorder, history_of
from tests.daw_bridges.ableton.saved.small_sets import live_saves, spoil, write_set


def _steps(path: Path) -> list[SavedSteps]:
    return [found for found in history_of(path) if isinstance(found, SavedSteps)]


def _saved(path: Path, tempo: float) -> SavedSet:
    return read_set(write_set(path, tempo=tempo))


def test_a_history_leads_from_the_first_version_to_the_last(tmp_path: Path) -> None:
    song = write_set(tmp_path / "Song.als", tempo=100)
    first = read_set(song).session
    for number, tracks in enumerate([("Kick",), ("Kick", "Bass", "Keys"), ("Bass",)]):
        live_saves(song, f"2024-10-26 14000{number}", tempo=110 + number, tracks=tracks)
    steps = _steps(song)
    assert len(steps) == 3
    actions = [step.action for found in steps for step in found.trajectory.actions]
    assert apply_all(first, actions).track_names == ("Bass", "Master")
    assert [found.trajectory.started.astimezone().second for found in steps] == [0, 1, 2]
    assert [found.unsaid for found in steps] == [()] * 3


def test_a_history_read_again_has_the_same_ids(tmp_path: Path) -> None:
    song = write_set(tmp_path / "Song.als", tempo=100)
    live_saves(song, "2024-10-26 140000", tempo=101)
    live_saves(song, "2024-10-26 140001", tempo=102)
    ids = [found.trajectory.id for found in _steps(song)]
    assert ids == [found.trajectory.id for found in _steps(song)]
    assert len(set(ids)) == 2


def test_a_copy_that_is_older_than_its_backups_takes_no_time(tmp_path: Path) -> None:
    song = write_set(tmp_path / "Song.als", tempo=100)
    live_saves(song, "2024-10-26 140000", tempo=101)
    os.utime(song, (1e9, 1e9))
    [found] = _steps(song)
    assert [step.t for step in found.trajectory.actions] == [0.0]


def test_a_version_that_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    song = write_set(tmp_path / "Song.als", tempo=100)
    live_saves(song, "2024-10-26 140000", tempo=101)
    spoil(live_saves(song, "2024-10-26 140001", tempo=102))
    error, steps = history_of(song)
    assert isinstance(error, SavedSetError)
    assert isinstance(steps, SavedSteps)
    [step] = steps.trajectory.actions
    assert step.action.describe() == "Set the tempo to 102 BPM"


def test_saves_of_one_watch_belong_together_and_follow_each_other(tmp_path: Path) -> None:
    song = tmp_path / "Song.als"
    states = [_saved(song, tempo) for tempo in (100, 101, 102)]
    recorder, begun = WatchRecorder(), datetime.now(UTC)
    times = [begun + timedelta(seconds=60), begun + timedelta(seconds=90)]
    saves = [
        Save(song, before, after, at) for before, after, at in zip(states, states[1:], times, strict=False)
    ]
    one, two = (recorder.steps(save) for save in saves)
    assert one is not None
    assert two is not None
    assert one.trajectory.session == two.trajectory.session == recorder.session
    assert one.trajectory.id != two.trajectory.id
    assert abs(one.trajectory.actions[0].t - 60) < 5
    assert (two.trajectory.started, two.trajectory.actions[0].t) == (times[0], 30.0)
    assert WatchRecorder().session != recorder.session


def test_a_set_nobody_knew_has_no_trajectory_and_its_next_save_has(tmp_path: Path) -> None:
    song = tmp_path / "Song.als"
    first, second = _saved(song, 100), _saved(song, 101)
    recorder, now = WatchRecorder(), datetime.now(UTC)
    assert recorder.steps(Save(song, None, first, now)) is None
    steps = recorder.steps(Save(song, first, second, now + timedelta(seconds=5)))
    assert steps is not None
    assert (steps.trajectory.started, steps.trajectory.actions[0].t) == (now, 5.0)
