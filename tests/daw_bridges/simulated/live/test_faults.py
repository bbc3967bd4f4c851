from __future__ import annotations

import threading
from typing import Any

import pytest


@pytest.fixture
def host(run_script: Any) -> Any:
    return run_script("second_hand")


def volume(host: Any, index: int) -> Any:
    return host.song.tracks[index].mixer_device.volume


def write(host: Any, index: int, value: float) -> float:
    host.call(setattr, volume(host, index), "value", value)
    return volume(host, index).value


def test_a_write_can_be_ignored(host: Any) -> None:
    host.faults.ignore("DeviceParameter.value")
    assert write(host, 4, 0.5) == 0.85
    assert not host.song.can_undo
    host.faults.clear()
    assert write(host, 4, 0.5) == 0.5


def test_a_write_can_be_ignored_on_one_object(host: Any) -> None:
    host.faults.ignore("Track.name", name="Bass")
    for index in (4, 5):
        host.call(setattr, host.song.tracks[index], "name", "Other")
    assert [track.name for track in host.song.tracks[4:6]] == ["Bass", "Other"]


def test_a_write_can_be_ignored_within_one_track(host: Any) -> None:
    host.faults.ignore("DeviceParameter.value", name="Track Volume", within="Bass")
    assert (write(host, 4, 0.5), write(host, 5, 0.5)) == (0.85, 0.5)


def test_a_write_can_raise(host: Any) -> None:
    host.faults.fail("Song.tempo", RuntimeError("disk overload"))
    with pytest.raises(RuntimeError, match="disk overload"):
        host.call(setattr, host.song, "tempo", 99.0)
    assert host.song.tempo == 120.0


def bassline(song: Any) -> Any:
    return song.tracks[4].clip_slots[0].clip


@pytest.mark.parametrize(
    ("path", "edit", "unchanged"),
    [
        ("Song.tracks", lambda song: song.delete_track(4), lambda song: len(song.tracks)),
        ("Track.devices", lambda song: song.tracks[4].insert_device("Delay"),
         lambda song: list(song.tracks[4].devices)),
        ("Track.color", lambda song: setattr(song.tracks[4], "color", 0), lambda song: song.tracks[4].color),
        ("Clip.notes", lambda song: bassline(song).remove_notes_extended(0, 128, 0, 16),
         lambda song: bassline(song).get_notes(0, 0, 16, 128)),
        ("ClipSlot.clip", lambda song: song.tracks[4].clip_slots[0].delete_clip(),
         lambda song: bassline(song).name),
        ("Song.cue_points", lambda song: song.set_or_delete_cue(), lambda song: list(song.cue_points)),
        ("Song.is_playing", lambda song: song.start_playing(), lambda song: song.is_playing),
        ("Track.mute", lambda song: setattr(song.tracks[4], "mute", True), lambda song: song.tracks[4].mute),
    ],
)  # fmt: skip
def test_every_kind_of_write_can_be_ignored(host: Any, path: str, edit: Any, unchanged: Any) -> None:
    before = unchanged(host.song)
    host.faults.ignore(path)
    host.call(edit, host.song)
    assert unchanged(host.song) == before


def test_the_user_can_delete_a_track_under_the_script_s_hands(host: Any) -> None:
    host.faults.delete_track_at(2, "Kick")
    bass = host.song.tracks[4]
    write(host, 4, 0.5)
    host.call(setattr, bass, "name", "Sub")
    assert host.song.tracks[3] == bass
    assert bass.name == "Sub"


def test_a_frozen_host_answers_when_it_thaws(host: Any) -> None:
    host.faults.freeze()
    done = threading.Event()
    caller = threading.Thread(target=lambda: (host.call(setattr, host.song, "tempo", 99.0), done.set()))
    caller.start()
    assert not done.wait(0.2)
    assert host.song.tempo == 120.0
    host.faults.thaw()
    assert done.wait(20)
    caller.join()
    assert host.song.tempo == 99.0


def test_a_frozen_host_can_be_stopped(host: Any) -> None:
    host.faults.freeze()
    host.stop()
    assert host.faults.operations == 0


def test_a_path_needs_a_class_and_a_property(host: Any) -> None:
    with pytest.raises(ValueError, match=r"Track\.name"):
        host.faults.ignore("tempo")
