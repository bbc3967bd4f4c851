"""Orbit's script answers AbletonOSC's addresses as the kept exchanges say; every address is among them."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator

import pytest

from daw_bridges.simulated.live import LiveHost
from tests.daw_bridges.ableton.conftest import answering
from tests.peers.exchanges import Controller, agrees, areas, exchange_set, load, until_settled


@pytest.fixture
def answers() -> Iterator[socket.socket]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.bind(("127.0.0.1", 0))
        yield sock


@pytest.fixture
def host(answers: socket.socket) -> Iterator[LiveHost]:
    with answering(answers, exchange_set(), tick_seconds=0.01) as host:
        yield host


@pytest.mark.parametrize("area", areas())
def test_what_is_said_is_answered_as_kept(area: str, host: LiveHost, answers: socket.socket) -> None:
    controller = Controller(answers, host.script.port)
    assert controller.read_all() == [("/live/startup", [])]
    for exchange in load(area):
        heard = controller.exchange(exchange, until_settled(host))
        assert agrees(heard, exchange.answers), (exchange, heard)


def test_the_exchanges_say_every_address_the_script_answers(host: LiveHost) -> None:
    said = {exchange.address for area in areas() for exchange in load(area)}
    package = type(host.script).__module__.rpartition(".")[0]
    addresses = sys.modules[f"{package}.addresses"].ADDRESSES
    assert set(addresses) - said == set()
    # What is said beside them is meant to be unknown.
    assert said - set(addresses) == {"/live/nothing/here", "/live/song/get/colour"}
