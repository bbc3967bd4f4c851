"""The chains of saved sets that recur: counted on tracks, each where it is not part of a longer one."""

from __future__ import annotations

from pathlib import Path

import pytest

from orbit.learning.cleaning import clean
from orbit.learning.demonstration import Demonstration
from orbit.learning.offline.chains import chain_patterns, plainly
from orbit.learning.offline.sets import is_of_a_set, set_trajectories
from orbit.learning.pattern import Pattern
from orbit.memory.trajectory import Trajectory
from tests.orbit.learning.offline.libraries import ducked, plain, write_song

Song = list[tuple[str, ...]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def _demonstrations(folder: Path, *songs: Song) -> list[Demonstration]:
    """One a song, each a list of chains."""
    found: list[Demonstration] = []
    for number, song in enumerate(songs):
        tracks = [(f"Track {place}", plain(*tags)) for place, tags in enumerate(song)]
        [trajectory] = set_trajectories(write_song(folder / f"{number}.als", tracks))
        assert isinstance(trajectory, Trajectory)
        assert is_of_a_set(trajectory.id)
        found.append(clean(trajectory))
    return found


def _counted(folder: Path, *songs: Song) -> dict[tuple[str, ...], int]:
    demonstrations = _demonstrations(folder, *songs)
    patterns = chain_patterns(demonstrations, range(len(demonstrations)))
    return {_devices(pattern): len(pattern.occurrences) for pattern in patterns}


def _devices(pattern: Pattern) -> tuple[str, ...]:
    return tuple(does.split()[1] for does in pattern.does if does.startswith("insert_device"))


def test_a_chain_of_two_tracks_recurs(folder: Path) -> None:
    song: Song = [("Eq8", "Reverb"), ("Delay",), ("Eq8", "Reverb"), ("Reverb", "Eq8")]
    assert _counted(folder, song) == {("eq", "reverb"): 2}


def test_within_a_longer_one_it_counts_only_for_that(folder: Path) -> None:
    long, short = ("Eq8", "Gate", "Reverb"), ("Eq8", "Gate")
    assert _counted(folder, [long, long, short]) == {("eq", "gate", "reverb"): 2}
    assert _counted(folder, [long, long], [short, short]) == {
        ("eq", "gate", "reverb"): 2,
        ("eq", "gate"): 2,
    }


def test_other_devices_around_it_do_not_matter(folder: Path) -> None:
    song: Song = [("Eq8", "Gate", "Delay"), ("Limiter", "Eq8", "Gate"), ("Saturator", "Reverb")]
    assert _counted(folder, song) == {("eq", "gate"): 2}


def test_on_one_track_a_chain_recurs_for_nobody(folder: Path) -> None:
    assert _counted(folder, [("Eq8", "Gate", "Eq8", "Gate")]) == {}
    assert _counted(folder, [("Eq8", "Eq8", "Eq8"), ("Eq8", "Eq8", "Eq8")]) == {("eq",) * 3: 2}


def test_in_a_large_library_twice_is_too_few(folder: Path) -> None:
    tags = ("Eq8", "Gate", "Reverb", "Delay", "Saturator", "Limiter", "AutoFilter", "StereoGain")
    others: Song = [(one, other, third) for one in tags for other in tags for third in tags][:250]
    assert ("glue_compressor", "compressor") not in _counted(
        folder, others, [("GlueCompressor", "Compressor2")] * 2
    )
    assert ("glue_compressor", "compressor") in _counted(
        folder, others, [("GlueCompressor", "Compressor2")] * 5
    )


def test_settings_belong_to_the_devices_and_may_be_left_out(folder: Path) -> None:
    devices = [plain("Saturator", "Compressor2"), *([*plain("Saturator"), ducked(10)] for _ in range(3))]
    songs = [
        write_song(folder / f"{number}.als", [("Kick", []), ("Bass", each)])
        for number, each in enumerate(devices)
    ]
    told = [clean(each) for song in songs for each in set_trajectories(song) if isinstance(each, Trajectory)]
    [pattern] = chain_patterns(told, range(4))
    assert pattern.does == (
        "insert_device saturator",
        "insert_device compressor",
        "set_parameter compressor threshold",
        "set_sidechain compressor",
    )
    assert pattern.optional == {2, 3}
    assert [each.places.count(None) for each in pattern.occurrences] == [2, 0, 0, 0]
    bare = plainly(pattern)
    assert bare.does == pattern.does[:2]
    assert [len(each.places) for each in bare.occurrences] == [2] * 4


def test_what_is_of_no_set_is_not_looked_at(folder: Path) -> None:
    demonstrations = _demonstrations(folder, [("Eq8", "Reverb")] * 2, [("Eq8", "Gate")] * 2)
    assert [_devices(each) for each in chain_patterns(demonstrations, [1])] == [("eq", "gate")]
    assert chain_patterns(demonstrations, []) == chain_patterns([], []) == []
