"""A simulated Logic with a screen, and actions done there as a bridge does them."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass

import pytest

from daw_bridges.actions import parse_action
from daw_bridges.logic.macos import Desktop, Manual, Procedure
from daw_bridges.logic.macos.screen import Screen
from daw_bridges.mackie.pairs import pair
from daw_bridges.session import Session, Track, TrackKind
from daw_bridges.simulated.logic import by_hand
from daw_bridges.simulated.logic.desktop import LogicDesktop
from daw_bridges.simulated.logic.host import LogicHost
from daw_bridges.simulated.logic.practice import practice_project
from daw_bridges.simulated.logic.project import Project
from daw_bridges.simulated.logic.strips import Strip, StripKind

_KINDS = {StripKind.INSTRUMENT: "midi", StripKind.AUDIO: "audio", StripKind.AUX: "return"}


@dataclass
class Room:
    """A simulated Logic, and the screen of it."""

    logic: LogicHost
    desktop: LogicDesktop
    screen: Screen

    @property
    def project(self) -> Project:
        return self.logic.project

    @property
    def tracks(self) -> list[str]:
        return [each.name for each in self.project.strips if each.is_track]

    def find(self, name: str) -> Strip:
        return self.project.strip(name)

    def session(self) -> Session:
        """What a bridge would know of it."""
        kinds = [(each.name, _KINDS[each.kind]) for each in self.project.strips if each.kind in _KINDS]
        tracks = [Track(name=name, kind=TrackKind(kind)) for name, kind in kinds]
        return Session(daw="logic", tracks=(*tracks, Track(name="Master", kind=TrackKind.MASTER)))

    async def do(self, **fields: object) -> str | None:
        """Does an action as a bridge would: the surface selects, then the screen."""
        step = self.step(**fields)
        assert isinstance(step, Procedure), step
        if step.selects is not None:
            by_hand.select(self.logic, step.selects)
        return await self.screen.perform(step)

    def step(self, **fields: object) -> Procedure | Manual:
        return self.screen.step(parse_action(fields), self.session())


@pytest.fixture
async def room() -> AsyncGenerator[Room]:
    with LogicHost(practice_project(), pair()[0]) as logic:
        desktop = LogicDesktop(logic)
        used: Desktop = desktop
        screen = Screen(used)
        yield Room(logic, desktop, screen)
        screen.close()
