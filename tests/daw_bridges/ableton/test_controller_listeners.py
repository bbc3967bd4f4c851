"""Controllers' listeners: they follow their object to its place, end there, and tell each change once."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from daw_bridges.simulated.live import LiveHost
from tests.daw_bridges.ableton.conftest import answering
from tests.peers.exchanges import Controller, Message, exchange_set, until_settled

GET = "/live/{}/get/{}"


@pytest.fixture
def live(answers: socket.socket) -> Iterator[LiveHost]:
    with answering(answers, exchange_set(), tick_seconds=0.01) as host:
        yield host
    assert [line for line in host.log if "Error" in line or "failed" in line] == []


class Listened:
    """A listener over OSC, and the set it listens to."""

    def __init__(self, live: LiveHost, controller: Controller, area: str, name: str) -> None:
        self.live, self.controller, self.area, self.name = live, controller, area, name

    def say(self, verb: str, *at: int) -> list[Message]:
        self.controller.send(f"/live/{self.area}/{verb}/{self.name}", *at)
        return self.controller.read_all()

    def told_of(self, change: Callable[[Any], None]) -> list[Message]:
        self.live.call(change, self.live.song)
        until_settled(self.live)()
        return self.controller.read_all()


def last_first(song: Any) -> None:
    """Move the last track in front of all others, as with the mouse."""
    *others, last = song.tracks
    song.assign_("tracks", (last, *others))


def set_utility(value: float) -> Callable[[Any], None]:
    def change(song: Any) -> None:
        [device] = [each for track in song.tracks for each in track.devices if each.name == "Utility"]
        device.parameters[0].value = value

    return change


def in_audio(change: Callable[[Any], None]) -> Callable[[Any], None]:
    """Change the track 3-Audio, wherever it is by now."""
    return lambda song: change(next(track for track in song.tracks if track.name == "3-Audio"))


def attribute(name: str) -> Callable[[Any], Callable[[Any], None]]:
    return lambda value: in_audio(lambda track: setattr(track, name, value))


def of_clip(name: str) -> Callable[[Any], Callable[[Any], None]]:
    return lambda value: in_audio(lambda track: setattr(track.clip_slots[0].clip, name, value))


def stop_button(value: Any) -> Callable[[Any], None]:
    return in_audio(lambda track: setattr(track.clip_slots[0], "has_stop_button", value))


def volume(value: Any) -> Callable[[Any], None]:
    return in_audio(lambda track: setattr(track.mixer_device.volume, "value", value))


def send(value: Any) -> Callable[[Any], None]:
    return in_audio(lambda track: setattr(track.mixer_device.sends[1], "value", value))


ON_A_TRACK = [
    ("track", "mute", (), attribute("mute"), (True, False)),
    ("track", "volume", (), volume, (0.5, 0.25)),
    ("track", "send", (1,), send, (0.5, 0.25)),
    ("clip", "muted", (0,), of_clip("muted"), (True, False)),
    ("clip_slot", "has_stop_button", (0,), stop_button, (False, True)),
    ("device", "parameter/value", (0, 0), set_utility, (0.0, 1.0)),
]


@pytest.mark.parametrize("row", ON_A_TRACK, ids=[f"{area} {name}" for area, name, *_ in ON_A_TRACK])
@pytest.mark.parametrize(
    ("move", "place"),
    [(lambda song: song.delete_track(0), 1), (last_first, 3), (lambda song: song.create_midi_track(0), 3)],
    ids=["one before deleted", "another moved before", "one made before"],
)
def test_a_listener_follows_its_track(
    live: LiveHost,
    controller: Controller,
    row: Any,
    move: Callable[[Any], None],
    place: int,
) -> None:
    area, name, further, set_to, values = row
    listened, get = Listened(live, controller, area, name), GET.format(area, name)

    def told(value: Any) -> list[Any]:
        # A parameter's value is told as Live displays it too.
        return [told for told in listened.told_of(set_to(value)) if told[0] == get]

    assert listened.say("start_listen", 2, *further) != []
    assert listened.told_of(move) == []
    assert told(values[0]) == [(get, [place, *further, values[0]])]
    assert [told for told, _ in listened.say("start_listen", place, *further)][:1] == [get]
    assert told(values[1]) == [(get, [place, *further, values[1]])]
    assert listened.say("stop_listen", place, *further) == []
    assert told(values[0]) == []


def test_a_listener_follows_its_device_along_the_chain_and_to_another_track(
    live: LiveHost, controller: Controller
) -> None:
    listened, get = (
        Listened(live, controller, "device", "parameter/value"),
        "/live/device/get/parameter/value",
    )
    listened.say("start_listen", 2, 0, 0)
    listened.told_of(lambda song: song.move_device(song.tracks[2].devices[0], song.tracks[2], 2))
    assert (get, [2, 1, 0, 0.0]) in listened.told_of(set_utility(0.0))
    listened.told_of(lambda song: song.move_device(song.tracks[2].devices[1], song.tracks[3], 0))
    assert (get, [3, 0, 0, 1.0]) in listened.told_of(set_utility(1.0))
    listened.say("stop_listen", 3, 0, 0)
    assert listened.told_of(set_utility(0.0)) == []


def test_a_listener_follows_its_send_when_a_return_goes(live: LiveHost, controller: Controller) -> None:
    listened = Listened(live, controller, "track", "send")
    listened.say("start_listen", 2, 1)
    listened.told_of(lambda song: song.delete_return_track(0))
    change = in_audio(lambda track: setattr(track.mixer_device.sends[0], "value", 0.5))
    assert listened.told_of(change) == [("/live/track/get/send", [2, 0, 0.5])]


def test_a_listener_follows_its_scene(live: LiveHost, controller: Controller) -> None:
    listened = Listened(live, controller, "scene", "name")
    listened.say("start_listen", 2)
    listened.told_of(lambda song: song.delete_scene(0))
    renamed = listened.told_of(lambda song: setattr(song.scenes[1], "name", "Drop"))
    assert renamed == [("/live/scene/get/name", [1, "Drop"])]
    listened.say("stop_listen", 1)
    assert listened.told_of(lambda song: setattr(song.scenes[1], "name", "Break")) == []


def test_what_is_deleted_is_told_of_no_more(live: LiveHost, controller: Controller) -> None:
    listened = Listened(live, controller, "track", "mute")
    listened.say("start_listen", 2)
    assert listened.told_of(lambda song: song.delete_track(2)) == []
    # Another stands at its place: nobody listens to that one.
    assert listened.told_of(lambda song: setattr(song.tracks[2], "mute", True)) == []
    assert listened.say("stop_listen", 2) == []


def named(name: str) -> Callable[[Any], None]:
    def change(song: Any) -> None:
        song.cue_points[0].name = name

    return change


def route(name: str, display_name: str) -> Callable[[Any], None]:
    def change(song: Any) -> None:
        offered = getattr(song.tracks[2], f"available_{name}s")
        setattr(song.tracks[2], name, next(each for each in offered if each.display_name == display_name))

    return change


@pytest.mark.parametrize(
    ("area", "name", "at", "first", "changes"),
    [
        ("track", "send", (2, 1), [0.0], [(send(0.5), [0.5])]),
        ("track", "num_devices", (2,), [2], [
            (lambda song: song.tracks[2].delete_device(0), [1]),
            (lambda song: song.tracks[2].insert_device("Limiter"), [2]),
        ]),
        ("track", "output_routing_type", (2,), ["Main"], [
            (route("output_routing_type", "Ext. Out"), ["Ext. Out"]),
        ]),
        ("track", "input_routing_type", (2,), ["Ext. In"], [
            (route("input_routing_type", "Resampling"), ["Resampling"]),
        ]),
        ("track", "input_routing_channel", (2,), ["1/2"], [(route("input_routing_channel", "2"), ["2"])]),
        ("track", "output_routing_channel", (2,), [""], [
            (route("output_routing_type", "Ext. Out"), ["1/2"]),
        ]),
        ("song", "num_tracks", (), [4], [
            (lambda song: song.create_midi_track(-1), [5]),
            (lambda song: song.delete_track(0), [4]),
            (last_first, None),
        ]),
        ("song", "num_scenes", (), [8], [(lambda song: song.create_scene(-1), [9])]),
        ("song", "cue_points", (), ["Start", 0.0], [
            (named("Intro"), ["Intro", 0.0]),
            (lambda song: setattr(song, "current_song_time", 16.0), None),
            (lambda song: song.set_or_delete_cue(), ["Intro", 0.0, "2", 16.0]),
            (lambda song: setattr(song.cue_points[1], "name", "Verse"), ["Intro", 0.0, "Verse", 16.0]),
            (lambda song: song.set_or_delete_cue(), ["Intro", 0.0]),
        ]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_each_change_is_told_once(
    live: LiveHost,
    controller: Controller,
    area: str,
    name: str,
    at: tuple[int, ...],
    first: list[Any],
    changes: list[tuple[Callable[[Any], None], list[Any] | None]],
) -> None:
    listened, get = Listened(live, controller, area, name), GET.format(area, name)
    for _ in range(2):
        assert listened.say("start_listen", *at) == [(get, [*at, *first])]
    for change, values in changes:
        assert listened.told_of(change) == ([] if values is None else [(get, [*at, *values])])
    assert listened.say("stop_listen", *at) == []
    assert listened.told_of(changes[0][0]) == []


def test_a_selected_return_has_no_place_and_is_told_as_nil(live: LiveHost, controller: Controller) -> None:
    listened = Listened(live, controller, "view", "selected_track")
    assert listened.say("start_listen") != []
    selected = listened.told_of(lambda song: setattr(song.view, "selected_track", song.return_tracks[0]))
    assert selected == [("/live/view/get/selected_track", [None])]
