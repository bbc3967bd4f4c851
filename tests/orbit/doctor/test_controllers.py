"""AbletonOSC's ports, with real datagrams."""

from __future__ import annotations

import os
import socket
from pathlib import Path

from daw_bridges.simulated.live import LiveHost, practice_set
from orbit.doctor.ableton import controllers
from tests.orbit.doctor.conftest import MakeAround, free_port, orbit, told, udp_program


def test_nobody_there_is_nothing_to_say_of(around: MakeAround) -> None:
    assert controllers.listening(around()) is None
    assert controllers.replies(around()) is None


def test_abletonosc_answers(around: MakeAround) -> None:
    replies = free_port(socket.SOCK_DGRAM)
    with udp_program(answer_to=replies) as at:
        status, detail, _ = told(controllers.listening(around(controllers=(at, replies))))
    assert (status, detail.split(";")[0]) == ("ok", f"runs, on UDP {at}")


def test_another_program_is_named(around: MakeAround) -> None:
    with udp_program() as at:
        examined = around(controllers=(at, free_port(socket.SOCK_DGRAM)))
        status, detail, fix = told(controllers.listening(examined))
    assert status == "warning"
    assert f"(process {os.getpid()}) uses UDP {at} and does not answer" in detail
    assert fix.startswith("Quit it if it is not AbletonOSC")


def test_another_client_has_the_answers(around: MakeAround) -> None:
    with udp_program() as replies, udp_program(answer_to=replies) as at:
        examined = around(controllers=(at, replies))
        status, detail, fix = told(controllers.replies(examined))
        assert status == "warning"
        assert f"(process {os.getpid()}) uses UDP {replies}" in detail
        assert fix.startswith("Quit it before")
        assert "was not asked" in told(controllers.listening(examined))[1]


def test_orbits_own_script_answers(around: MakeAround, library: Path, place: Path) -> None:
    at, replies = free_port(), free_port(socket.SOCK_DGRAM)
    orbit("install", "ableton", "--folder", str(library), "--port", str(at), "--json")
    with LiveHost(practice_set(), place):
        orbit("install", "ableton", "--reply-port", str(replies), "--json")
        found = told(controllers.listening(around(ableton_port=at, controllers=(at, replies))))
        assert found[::2] == ("warning", "Restart Live.")
    with LiveHost(practice_set(), place):
        found = told(controllers.listening(around(ableton_port=at, controllers=(at, replies))))
        assert found[:2] == ("ok", f"its addresses are answered by Orbit's script, to port {replies}")
