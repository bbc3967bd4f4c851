"""A simulated Logic on one end of a MIDI cable, and the bridge to it on the other."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest

from daw_bridges.logic import LogicBridge, open_bridge
from daw_bridges.mackie.pairs import PairedPort, pair
from daw_bridges.simulated.logic import LogicHost, Project, practice_project
from daw_bridges.simulated.logic.desktop import LogicDesktop

StartLogic = Callable[..., "Rig"]


class Rig:
    """A running Logic and the surface's end of the cable."""

    def __init__(self, project: Project, **options: Any) -> None:
        self.port: PairedPort
        self.port, theirs = pair()
        self.host = LogicHost(project, theirs, **options)

    @property
    def project(self) -> Project:
        """The project that is open."""
        return self.host.project

    async def connected(self, *, screen: bool = True, settle: float = 0.0, **options: Any) -> LogicBridge:
        """A bridge to it; ``settle`` is for tests in which Logic does something by itself."""
        desktop = LogicDesktop(self.host) if screen else None
        return await open_bridge(port=self.port, desktop=desktop, settle=settle, **options)

    def mixer(self) -> dict[str, tuple[Any, ...]]:
        """Everything that a surface can change of each strip, by its name."""
        return self.host.call(
            lambda: {
                strip.name: (
                    strip.volume_db, strip.pan, strip.mute, strip.solo, strip.arm, strip.input, strip.output,
                    tuple((s.destination, s.level_db, s.position, s.muted) for s in strip.sends),
                    tuple(plug and (plug.name, plug.bypassed) for plug in strip.inserts),
                )
                for strip in self.project.strips
            }
        )  # fmt: skip


@pytest.fixture
def start_logic() -> Iterator[StartLogic]:
    """Starts simulated Logics; none is left running."""
    rigs: list[Rig] = []

    def start(project: Project | None = None, **options: Any) -> Rig:
        rigs.append(Rig(project or practice_project(), **options))
        rigs[-1].host.start()
        return rigs[-1]

    yield start
    for rig in rigs:
        rig.host.stop()


@pytest.fixture
def logic(start_logic: StartLogic) -> Rig:
    """The practice session, open in a simulated Logic."""
    return start_logic()


@pytest.fixture
async def bridge(logic: Rig) -> AsyncIterator[LogicBridge]:
    """The bridge to ``logic``."""
    async with await logic.connected() as bridge:
        yield bridge
