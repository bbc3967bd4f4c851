from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


class Ear:
    """A listener that counts."""

    def __init__(self) -> None:
        self.heard = 0

    def __call__(self) -> None:
        self.heard += 1


def test_a_listener_hears_changes_and_only_changes(song: Any) -> None:
    ear = Ear()
    song.add_tempo_listener(ear)
    song.tempo = 130.0
    song.tempo = 130.0
    assert ear.heard == 1


def test_connecting_twice_and_disconnecting_a_stranger_raise(song: Any) -> None:
    ear = Ear()
    song.add_tempo_listener(ear)
    with pytest.raises(RuntimeError):
        song.add_tempo_listener(ear)
    song.remove_tempo_listener(ear)
    assert not song.tempo_has_listener(ear)
    with pytest.raises(RuntimeError):
        song.remove_tempo_listener(ear)


def test_a_listener_sees_the_new_state(song: Any) -> None:
    seen: list[int] = []
    song.add_tracks_listener(lambda: seen.append(len(song.tracks)))
    song.create_midi_track(-1)
    song.undo()
    assert seen == [13, 12]


@pytest.mark.parametrize(
    "change",
    [
        lambda song: setattr(song, "metronome", True),
        lambda song: song.create_scene(-1),
        lambda song: song.undo(),
        lambda song: setattr(song.tracks[0].mixer_device.volume, "value", 0.2),
    ],
)
def test_changing_anything_from_within_a_listener_is_refused(
    song: Any, change: Callable[[Any], None]
) -> None:
    errors: list[str] = []

    def listener() -> None:
        try:
            change(song)
        except RuntimeError as error:
            errors.append(str(error))

    song.add_tempo_listener(listener)
    song.tempo = 130.0
    assert errors == ["Changes cannot be triggered by notifications. You will need to defer your response."]
    assert (song.metronome, len(song.scenes), song.tempo) == (False, 8, 130.0)


def test_what_a_listener_raises_is_logged_and_stops_nobody(song: Any) -> None:
    log: list[str] = []
    song.document.log = log.append
    ear = Ear()

    def broken() -> None:
        raise ValueError("no")

    song.add_tempo_listener(broken)
    song.add_tempo_listener(ear)
    song.tempo = 99.0
    assert (ear.heard, log) == (1, ["RemoteScriptError: ValueError: no"])


def test_properties_that_follow_from_others_are_announced(song: Any, bass: Any) -> None:
    watched = {
        "activator": (bass.mixer_device.track_activator, "value", lambda: setattr(bass, "mute", True)),
        "color": (bass, "color", lambda: setattr(bass, "color_index", 3)),
        "muted_via_solo": (bass, "muted_via_solo", lambda: setattr(song.tracks[0], "solo", True)),
        "has_clip": (
            song.tracks[0].clip_slots[0],
            "has_clip",
            lambda: song.tracks[0].clip_slots[0].create_clip(4.0),
        ),
        "visible": (song, "visible_tracks", lambda: song.create_audio_track(-1)),
        "send name": (
            bass.mixer_device.sends[0],
            "name",
            lambda: setattr(song.return_tracks[0], "name", "Hall"),
        ),
    }
    for what, (target, name, change) in watched.items():
        ear = Ear()
        getattr(target, f"add_{name}_listener")(ear)
        change()
        assert ear.heard == 1, what


def test_switching_a_device_off_is_heard_as_is_active(bass: Any) -> None:
    device, ear = bass.insert_device("Utility"), Ear()
    device.add_is_active_listener(ear)
    device.parameters[0].value = 0.0
    assert (ear.heard, device.is_active) == (1, False)


def test_the_listeners_of_what_is_deleted_are_forgotten(song: Any, bass: Any) -> None:
    bass.add_name_listener(Ear())
    song.delete_track(4)
    assert not song.document.listeners
