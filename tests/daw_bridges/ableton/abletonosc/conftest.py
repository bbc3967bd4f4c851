"""Each test runs against every script that speaks AbletonOSC, each on a simulated Live of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from daw_bridges.ableton.abletonosc import AbletonOscBridge, open_bridge
from daw_bridges.simulated.live import LiveHost, Song, practice_set
from tests.daw_bridges.ableton.abletonosc.hosts import QUICK, SCRIPTS, Script


@dataclass(frozen=True)
class Served:
    """A running Live and where it is reached."""

    live: LiveHost
    port: int
    reply_port: int

    async def connected(self, **options: Any) -> AbletonOscBridge:
        """A bridge to it."""
        return await open_bridge(port=self.port, reply_port=self.reply_port, **options)


StartOsc = Callable[..., Served]


@pytest.fixture(params=SCRIPTS)
def script(request: pytest.FixtureRequest) -> str:
    """Which script Live runs."""
    return str(request.param)


@pytest.fixture
def start_osc(script: str, tmp_path: Path) -> Iterator[StartOsc]:
    """Starts simulated Lives that answer AbletonOSC's addresses; none is left running or listened to."""
    started: list[LiveHost] = []

    def start(song: Song | None = None, reply_port: int | None = None, **options: Any) -> Served:
        made = Script.make(script, tmp_path, reply_port)
        options = {"tick_seconds": QUICK, **options}
        live = LiveHost(song or practice_set(), made.folder, script_options=made.options, **options)
        started.append(live.start())
        return Served(live, made.port or live.script.port, made.reply_port)

    yield start
    for live in started:
        live.stop()
        close_log(live)
        assert live.leaked_listeners() == []
        assert [line for line in live.log if "Error" in line] == []


def close_log(live: LiveHost) -> None:
    """Close the log that the stock script opens beside itself and leaves to Live's end."""
    if (log := getattr(live.script, "log_file_handler", None)) is not None:
        log.close()


def with_devices() -> Song:
    """The practice session with a compressor and an equaliser on Bass, and two locators."""
    song = practice_set()
    with song.unrecorded():
        song.tracks[4].insert_device("Compressor")
        song.tracks[4].insert_device("EQ Eight")
    return song


@pytest.fixture
def served(start_osc: StartOsc) -> Served:
    """The practice session with devices on Bass."""
    return start_osc(with_devices())


@pytest.fixture
async def bridge(served: Served) -> AsyncIterator[AbletonOscBridge]:
    """The bridge to ``served``."""
    async with await served.connected() as bridge:
        yield bridge
