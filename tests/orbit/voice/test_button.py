"""A pad or a footswitch as the talk button, over a port that gives MIDI's bytes."""

from __future__ import annotations

import socket
from collections.abc import Generator
from contextlib import contextmanager
from queue import SimpleQueue
from threading import Thread

import pytest

from daw_bridges.errors import OrbitError, SoundError, UsageError
from orbit.voice.button import Button, learn, talk_button
from tests.orbit.voice import midi_loopback

PAD_DOWN, PAD_UP, PAD_UP_BY_VELOCITY = "90 3c 64", "80 3c 40", "90 3c 00"
PEDAL_DOWN, PEDAL_UP, OTHERS = "b0 40 7f", "b0 40 00", "90 3d 64 80 3d 40 b0 01 7f e0 00 40 f8"


@contextmanager
def controller() -> Generator[tuple[str, socket.socket]]:
    """A controller on a port of this machine: the port's name, and what it sends from."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"tcp:127.0.0.1:{server.getsockname()[1]}", server


@pytest.mark.parametrize(
    ("what", "sent", "told"),
    [
        ("note 60", [PAD_DOWN, PAD_UP], ["down", "up"]),
        ("note 60", [PAD_DOWN, PAD_DOWN, PAD_UP_BY_VELOCITY, PAD_UP], ["down", "up"]),
        ("note 60", [OTHERS, PAD_DOWN, OTHERS, PAD_UP], ["down", "up"]),
        ("cc 64", [PEDAL_DOWN, OTHERS, PEDAL_UP, PAD_DOWN, PEDAL_DOWN], ["down", "up", "down", "up"]),
        ("cc 64", ["b0 40", "7f b0", "40 00"], ["down", "up"]),
    ],
    ids=["pad", "twice", "others", "pedal", "in pieces"],
)
def test_a_button_goes_down_and_up(what: str, sent: list[str], told: list[str]) -> None:
    seen: SimpleQueue[str] = SimpleQueue()
    with controller() as (port, server):
        button = Button.read(f"{port}: {what}")
        with talk_button(button, lambda: seen.put("down"), lambda: seen.put("up")):
            connection, _ = server.accept()
            with connection:
                for data in sent:
                    connection.sendall(bytes.fromhex(data))
                expected = [seen.get(timeout=30) for _ in told[: 3 if len(told) > 2 else 2]]
        # One that is down when the port is let go comes up with it.
        expected += [seen.get(timeout=30) for _ in told[len(expected) :]]
    assert expected == told
    assert seen.empty()


def test_a_button_is_learned_by_pressing_it() -> None:
    with controller() as (port, server):

        def press() -> None:
            connection, _ = server.accept()
            with connection:
                connection.sendall(bytes.fromhex(f"{PEDAL_UP} f8 {PEDAL_DOWN}"))

        Thread(target=press).start()
        assert str(learn(port)) == f"{port}: cc 64"
        with pytest.raises(SoundError, match="Nothing was pressed"):
            learn(port, seconds=0.05)


@pytest.mark.parametrize("text", ["note 60", "FS-1: cc 200", "FS-1: pedal 3", ""])
def test_what_names_no_button_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(UsageError, match="Launchpad Mini: note 60"):
        Button.read(text)


def test_a_port_that_is_not_there_says_what_to_do() -> None:
    with pytest.raises(OrbitError) as raised, talk_button(Button("FS-1", "cc", 64), print, print):
        pass
    assert "MIDI" in str(raised.value)


def test_a_footswitch_is_found_by_a_part_of_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MIDO_BACKEND", midi_loopback.__name__)
    seen: SimpleQueue[str] = SimpleQueue()
    with talk_button(Button.read("fs-1: cc 64"), lambda: seen.put("down"), lambda: seen.put("up")):
        footswitch = midi_loopback.opened.get(timeout=30)
        footswitch.sends(f"{OTHERS} {PEDAL_DOWN}")
        assert seen.get(timeout=30) == "down"
        footswitch.sends(PEDAL_UP)
        assert seen.get(timeout=30) == "up"
    assert footswitch.name == midi_loopback.FOOTSWITCH
    assert footswitch.closed


def test_of_all_that_is_connected_what_is_pressed_is_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MIDO_BACKEND", midi_loopback.__name__)
    presses = Thread(target=lambda: midi_loopback.opened.get(timeout=30).sends(PAD_DOWN))
    presses.start()
    learned = learn()
    presses.join()
    assert learned == Button(midi_loopback.FOOTSWITCH, "note", 60)
    assert Button.read(str(learned)) == learned
