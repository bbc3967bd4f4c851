"""A simulated Live with Orbit's Remote Script in it, and the bridge to it, over a real socket."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from daw_bridges.ableton import REMOTE_SCRIPT, AbletonBridge
from daw_bridges.ableton.bridge import open_bridge
from daw_bridges.simulated.live import LiveHost, Song, practice_set
from tests.peers.exchanges import Controller

TOKEN = "a token for tests"

SCRIPT_OPTIONS = {"ORBIT_ABLETON_PORT": "0", "ORBIT_ABLETON_TOKEN": TOKEN}
"""Any free port, and a token of our own."""

StartLive = Callable[..., LiveHost]


@pytest.fixture
def start_live() -> Iterator[StartLive]:
    """Starts simulated Lives, on a port of their own each; none is left running or listened to."""
    hosts: list[LiveHost] = []

    def start(song: Song | None = None, *, port: int = 0, **options: Any) -> LiveHost:
        script_options = {**SCRIPT_OPTIONS, "ORBIT_ABLETON_PORT": str(port)}
        host = LiveHost(song or practice_set(), REMOTE_SCRIPT, script_options=script_options, **options)
        hosts.append(host.start())
        return host

    yield start
    for host in hosts:
        host.stop()
        assert host.leaked_listeners() == []
        assert [line for line in host.log if "Error" in line] == []


@pytest.fixture
def live(start_live: StartLive) -> LiveHost:
    """The practice session, open in a simulated Live."""
    return start_live()


async def connected(host: LiveHost, **options: Any) -> AbletonBridge:
    """A bridge to a host."""
    return await open_bridge(port=host.script.port, token=TOKEN, **options)


@pytest.fixture
async def bridge(live: LiveHost) -> AsyncIterator[AbletonBridge]:
    """The bridge to ``live``."""
    async with await connected(live) as bridge:
        yield bridge


@contextmanager
def answering(answers: socket.socket, song: Song, **options: Any) -> Generator[LiveHost]:
    """A Live whose script answers controllers at a socket; nothing is listened to behind it."""
    script_options = {**SCRIPT_OPTIONS, "ORBIT_ABLETON_REPLY_PORT": str(answers.getsockname()[1])}
    with LiveHost(song, REMOTE_SCRIPT, script_options=script_options, **options) as host:
        yield host
    assert host.leaked_listeners() == []


@pytest.fixture
def answers() -> Iterator[socket.socket]:
    """Where controllers hear."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        sock.bind(("127.0.0.1", 0))
        yield sock


@pytest.fixture
def controller(live: LiveHost, answers: socket.socket) -> Controller:
    """A controller of ``live``, once it was greeted."""
    controller = Controller(answers, live.script.port)
    assert controller.read_all() == [("/live/startup", [])]
    return controller
