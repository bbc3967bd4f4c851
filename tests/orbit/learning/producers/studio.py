"""A producer at work while Orbit records: a simulated Live, an engine on it, and a recording beside."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

from daw_bridges.ableton import REMOTE_SCRIPT
from daw_bridges.session import Session
from daw_bridges.simulated.live import LiveHost, Song
from orbit.learning.recording import Journal, Recorder
from orbit.memory import Trajectory
from orbit.memory.trajectory import TrajectoryAction
from orbit.server import Engine, LocalEngine
from orbit.settings import Settings
from tests.orbit.learning.producers.hands import Hands
from tests.orbit.learning.producers.people import Producer

TOKEN = "a-token-of-the-tests"
_LONGEST_SECONDS = 60.0
_QUIET_SECONDS = 0.02


class Heard:
    """What a recording tells."""

    def __init__(self) -> None:
        self.sessions: list[Session] = []
        self.steps: list[TrajectoryAction] = []
        self.trajectories: list[Trajectory] = []
        self.offers: list[str] = []
        self.rested: list[bool] = []
        self.lines: list[str] = []

    def opened(self, session: Session) -> None:
        self.sessions.append(session)

    def noted(self, step: TrajectoryAction) -> None:
        self.steps.append(step)

    def kept(self, trajectory: Trajectory) -> None:
        self.trajectories.append(trajectory)

    def offered(self, line: str) -> None:
        self.offers.append(line)

    def rests(self, resting: bool) -> None:
        self.rested.append(resting)

    def aside(self, line: str) -> None:
        self.lines.append(line)


async def until(condition: Any) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(_LONGEST_SECONDS):
        while not condition():  # noqa: ASYNC110 - what is waited for is told by another task
            await asyncio.sleep(0.005)


def started(song: Song, port: int = 0) -> LiveHost:
    """A simulated Live that stays at one port whatever set is opened in it; its script is quick to tell."""
    options = {"ORBIT_ABLETON_PORT": str(port or _free_port()), "ORBIT_ABLETON_TOKEN": TOKEN}
    host = LiveHost(song, REMOTE_SCRIPT, tick_seconds=0.01, script_options=options).start()
    hasten(host)
    return host


def hasten(host: LiveHost) -> None:
    """Let the script wait for less quiet than for people."""
    vars(type(host.script._observing))["_step"].__globals__.update(QUIET_SECONDS=_QUIET_SECONDS)


def on_live(settings: Settings, host: LiveHost) -> Settings:
    """The settings that lead to a simulated Live."""
    return replace(settings, daw="ableton", ableton_port=host.script.port, ableton_token=TOKEN)


@asynccontextmanager
async def recorded(engine: Engine, **options: Any) -> AsyncGenerator[Heard]:
    """Record beside a block, with consent; what was done is remembered at its end."""
    heard, settings = Heard(), engine.settings
    await engine.call("consent_to_recording", agreed=True)
    journal = Journal.open(settings.data_dir, settings.user, settings.project, settings.daw)
    recorder = Recorder(engine, journal, heard, daw=settings.daw, retry_seconds=0.05, **options)
    running = asyncio.create_task(recorder.run())
    try:
        await until(lambda: heard.sessions or running.done())
        yield heard
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


@dataclass(frozen=True)
class Sitting:
    """One set that somebody worked on: as it was opened, as it was left, and what was remembered of it."""

    before: Session
    after: Session
    trajectory: Trajectory


@dataclass(frozen=True)
class Worked:
    """What somebody did, oldest first, where it is remembered, and what they were told was found in it."""

    settings: Settings
    sittings: list[Sitting]
    offers: list[str]

    @property
    def trajectories(self) -> list[Trajectory]:
        return [sitting.trajectory for sitting in self.sittings]


async def work_of(producer: Producer, settings: Settings, *, care: float = 0.8) -> Worked:
    """Have a producer work through all their sets, recorded."""
    host = started(producer.set(0))
    left: list[Session] = []
    try:
        async with LocalEngine(on_live(settings, host)) as engine, recorded(engine) as heard:
            hands = Hands(host, producer.chance, care=care)
            for number in range(producer.sessions):
                if number:
                    await _open(host, producer.set(number), heard)
                await producer.work(hands, number)
                left.append(await engine.session())
    finally:
        host.stop()
    sittings = [Sitting(*each) for each in zip(heard.sessions, left, heard.trajectories, strict=True)]
    return Worked(settings, sittings, heard.offers)


async def _open(host: LiveHost, song: Song, heard: Heard) -> None:
    count = len(heard.sessions)
    await asyncio.to_thread(host.open_set, song)
    hasten(host)
    await until(lambda: len(heard.sessions) > count)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port
