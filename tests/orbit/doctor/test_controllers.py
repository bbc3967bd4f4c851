"""AbletonOSC's ports, with real datagrams."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from pythonosc.osc_message import OscMessage
from pythonosc.osc_message_builder import OscMessageBuilder

from daw_bridges.simulated.live import LiveHost, practice_set
from orbit.doctor.ableton import controllers
from tests.orbit.doctor.conftest import MakeCase, free_port, orbit, told


@contextmanager
def _bound(answer_to: int = 0) -> Generator[int]:
    """A program at a UDP port; with ``answer_to`` it answers ``/live/test`` there, as AbletonOSC does."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.bind(("127.0.0.1", 0))
        sock.settimeout(5)

        def serve() -> None:
            try:
                question = OscMessage(sock.recv(4096))
            except OSError:  # nobody asked
                return
            builder = OscMessageBuilder(question.address)
            builder.add_arg("ok")
            sock.sendto(builder.build().dgram, ("127.0.0.1", answer_to))

        if answer_to:
            threading.Thread(target=serve, daemon=True).start()
        yield sock.getsockname()[1]


def test_nobody_there_is_nothing_to_say_of(case: MakeCase) -> None:
    assert controllers.listening(case()) is None
    assert controllers.replies(case()) is None


def test_abletonosc_answers(case: MakeCase) -> None:
    replies = free_port(socket.SOCK_DGRAM)
    with _bound(answer_to=replies) as at:
        status, detail, _ = told(controllers.listening(case(controllers=(at, replies))))
    assert (status, detail.split(";")[0]) == ("ok", f"runs, on UDP {at}")


def test_another_program_is_named(case: MakeCase) -> None:
    with _bound() as at:
        examined = case(controllers=(at, free_port(socket.SOCK_DGRAM)))
        status, detail, fix = told(controllers.listening(examined))
    assert status == "warning"
    assert f"(process {os.getpid()}) holds UDP {at} and does not answer" in detail
    assert fix.startswith("End it if it is not AbletonOSC")


def test_another_client_has_the_answers(case: MakeCase) -> None:
    with _bound() as replies, _bound(answer_to=replies) as at:
        examined = case(controllers=(at, replies))
        status, detail, fix = told(controllers.replies(examined))
        assert status == "warning"
        assert f"(process {os.getpid()}) holds UDP {replies}" in detail
        assert fix.startswith("End it before")
        assert "was not asked" in told(controllers.listening(examined))[1]


def test_orbits_own_script_answers(case: MakeCase, library: Path, place: Path) -> None:
    at, replies = free_port(), free_port(socket.SOCK_DGRAM)
    orbit("install", "ableton", "--folder", str(library), "--port", str(at), "--json")
    with LiveHost(practice_set(), place):
        orbit("install", "ableton", "--reply-port", str(replies), "--json")
        found = told(controllers.listening(case(ableton_port=at, controllers=(at, replies))))
        assert found[::2] == ("warning", "Restart Live.")
    with LiveHost(practice_set(), place):
        found = told(controllers.listening(case(ableton_port=at, controllers=(at, replies))))
        assert found[:2] == ("ok", f"its addresses are answered by Orbit's script, to port {replies}")
