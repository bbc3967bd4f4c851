"""A saved set as a demonstration: what it takes to build its tracks' sound, and its history besides."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from daw_bridges.ableton.saved import read_set
from daw_bridges.actions import Action, CreateTrack, InsertDevice
from daw_bridges.algebra import apply_all
from daw_bridges.errors import SavedSetError
from daw_bridges.session import Session, Track, TrackKind
from orbit.learning.cleaning import clean
from orbit.learning.offline.sets import built, set_trajectories
from orbit.memory.trajectory import Trajectory
from tests.daw_bridges.ableton.saved.conftest import REAL_SETS
from tests.daw_bridges.ableton.saved.sets import LAYOUTS, Layout, written
from tests.daw_bridges.ableton.saved.small_sets import live_saves, spoil, write_set
from tests.daw_bridges.ableton.saved.songs import song
from tests.laws import tries
from tests.orbit.learning.offline.libraries import ducked, plain, write_song
from tests.strategies import sessions


def _bare(session: Session) -> Session:
    """The same tracks as new ones are, with nothing on them; a group's strip counts as any other."""
    ordinary = [
        CreateTrack(kind="midi" if each.kind is TrackKind.MIDI else "audio", name=each.name)
        for each in session.ordinary_tracks
    ]
    master = Track(name="Master", kind=TrackKind.MASTER)
    return apply_all(Session(daw=session.daw, tracks=(master,)), ordinary)


def _done(session: Session) -> Session:
    return apply_all(_bare(session), [action for group in built(session) for action in group])


def _chains(session: Session) -> list[list[str]]:
    """The devices of each track, by kind; older versions of Live call some otherwise."""
    return [[device.kind or device.name for device in track.devices] for track in session.tracks]


def _ways(session: Session) -> list[object]:
    """Where each track sends to, and what feeds its side chains."""
    return [(each.sends, [device.sidechain for device in each.devices]) for each in session.tracks]


def _said(path: Path) -> list[str]:
    [trajectory] = set_trajectories(path)
    assert isinstance(trajectory, Trajectory)
    return [step.action.describe() for step in trajectory.actions]


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.version)
def test_done_by_hand_it_gives_the_chains_of_the_set(layout: Layout, tmp_path: Path) -> None:
    session = read_set(written(tmp_path, song(layout))).session
    after = _done(session)
    assert after.track_names == session.track_names
    assert _chains(after) == _chains(session)
    assert _ways(after) == _ways(session)


def test_done_by_hand_real_sets_come_out_too() -> None:
    for path in REAL_SETS:
        session = read_set(path).session
        assert _chains(_done(session)) == _chains(session), path


@given(sessions(rebuildable=True))
@settings(max_examples=tries(50, 1000))
def test_any_session_s_chains_are_built(session: Session) -> None:
    assert _chains(_done(session)) == _chains(session)


def test_a_track_is_told_device_by_device_with_its_side_chain(tmp_path: Path) -> None:
    path = write_song(tmp_path / "Song.als", [("Kick", []), ("Bass", [*plain("Saturator"), ducked(10)])])
    assert _said(path) == [
        "Insert Saturator on Bass",
        "Insert Compressor on Bass",
        "Set Threshold of Compressor on Bass to -20",
        "Feed the side chain of Compressor on Bass from Kick",
    ]


def test_a_return_may_be_called_as_a_track_is() -> None:
    session = apply_all(
        _bare(Session(daw="ableton", tracks=(Track(name="Vox", kind=TrackKind.AUDIO),))),
        [CreateTrack(kind="return", name="Vox"), InsertDevice(track="#2", device="reverb")],
    )
    assert _chains(_done(session)) == _chains(session) == [[], ["reverb"], []]


def test_tracks_of_one_name_are_told_apart(tmp_path: Path) -> None:
    path = write_song(tmp_path / "Song.als", [("Pad", plain("Reverb")), ("Pad", plain("Delay", "Delay"))])
    assert _said(path) == ["Insert Reverb on track 1", "Insert Delay on track 2", "Insert Delay on track 2"]
    [trajectory] = set_trajectories(path)
    assert isinstance(trajectory, Trajectory)
    assert [event.does for event in clean(trajectory).events] == [
        "insert_device reverb",
        "insert_device delay",
        "insert_device delay",
    ]


def test_a_set_read_again_is_the_same_and_another_is_not(tmp_path: Path) -> None:
    one, two = (write_song(tmp_path / name, [("Pad", plain("Reverb"))]) for name in ("1.als", "2.als"))
    [first], [again], [other] = set_trajectories(one), set_trajectories(one), set_trajectories(two)
    assert isinstance(first, Trajectory)
    assert isinstance(other, Trajectory)
    assert first == again
    assert (first.project, first.daw, first.outcome) == ("1", "ableton", "success")
    assert first.id != other.id
    assert first.session != other.session


def test_what_the_set_shows_is_not_told_again_by_its_history(tmp_path: Path) -> None:
    path = write_song(tmp_path / "Song.als", [("Pad", [])])
    backup = tmp_path / "Backup" / "Song [2024-10-26 140000].als"
    backup.parent.mkdir()
    path.rename(backup)
    write_song(path, [("Pad", plain("Reverb")), ("Keys", [])])
    whole, history = set_trajectories(path)
    assert isinstance(whole, Trajectory)
    assert isinstance(history, Trajectory)
    assert [step.action.describe() for step in whole.actions] == ["Insert Reverb on Pad"]
    assert [step.action.action for step in history.actions] == ["duplicate_track"]


def test_a_spoilt_backup_is_told_and_the_rest_is_read(tmp_path: Path) -> None:
    path = write_set(tmp_path / "Song.als", tempo=100)
    spoil(live_saves(path, "2024-10-26 140000", tempo=101))
    live_saves(path, "2024-10-26 140001", tempo=102)
    kinds = [type(found) for found in set_trajectories(path)]
    assert kinds == [Trajectory, SavedSetError, Trajectory]


def test_a_spoilt_set_is_an_error(tmp_path: Path) -> None:
    spoil(path := write_set(tmp_path / "Song.als"))
    with pytest.raises(SavedSetError):
        list(set_trajectories(path))


def test_how_the_edits_of_a_track_are_grouped_shows_in_their_times() -> None:
    for path in REAL_SETS[:4]:
        [whole, *_] = set_trajectories(path)
        assert isinstance(whole, Trajectory)
        gaps = [later.t - step.t for step, later in zip(whole.actions, whole.actions[1:], strict=False)]
        assert all(gap > 0 for gap in gaps)


def _actions(groups: list[list[Action]]) -> list[str]:
    return [action.describe() for group in groups for action in group]


def test_a_return_is_created_before_what_sends_to_it_and_sends_itself_last() -> None:
    quiet = float("-inf")
    master = Track(name="Master", kind=TrackKind.MASTER)
    tracks = (
        Track(name="Vox", kind=TrackKind.AUDIO, sends={"A": -6.0, "B": quiet}),
        Track(name="A", kind=TrackKind.RETURN, sends={"A": quiet, "B": -3.0}),
        Track(name="B", kind=TrackKind.RETURN, sends={"A": quiet, "B": quiet}),
        master,
    )
    assert _actions(built(Session(daw="ableton", tracks=tracks))) == [
        "Create the return track A",
        "Create the return track B",
        "Send Vox to A at -6.0 dB",
        "Send A to B at -3.0 dB",
    ]
