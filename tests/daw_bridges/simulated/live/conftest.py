"""A practice set under a clock that tests move by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.simulated.live import LiveHost, practice_set
from daw_bridges.simulated.live.application import Application

SCRIPTS = Path(__file__).parent / "remote_script"


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def pass_seconds(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def song(clock: Clock) -> Any:
    """The practice set; Any because listener methods are made from a table."""
    song = practice_set()
    song.document.clock = clock
    return song


@pytest.fixture
def bass(song: Any) -> Any:
    return song.tracks[4]


@pytest.fixture
def application(song: Any) -> Any:
    return Application(song)


@pytest.fixture
def run_script() -> Iterator[Callable[..., Any]]:
    """Run one of the scripts of this folder on a fresh practice set."""
    hosts: list[LiveHost] = []

    def run(name: str, **options: Any) -> Any:
        options.setdefault("tick_seconds", 0.01)
        hosts.append(LiveHost(options.pop("song", None) or practice_set(), SCRIPTS / name, **options))
        return hosts[-1].start()

    yield run
    for host in hosts:
        host.stop()
