"""The plug-in procedures on a simulated Logic, over its wire."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeVar

from daw_bridges.actions import Action, parse_action
from daw_bridges.bridge import Result
from daw_bridges.logic.plug_ins import PlugIns
from daw_bridges.logic.scanning import scan
from daw_bridges.logic.strip import Strip
from daw_bridges.logic.strips import Desk
from daw_bridges.mackie.link import Link
from daw_bridges.mackie.pairs import pair
from daw_bridges.session import Session, Track, TrackKind
from daw_bridges.simulated.logic import strips as simulated
from daw_bridges.simulated.logic.faults import Faults
from daw_bridges.simulated.logic.host import LogicHost
from daw_bridges.simulated.logic.knobs import Knob
from daw_bridges.simulated.logic.latency import Latency
from daw_bridges.simulated.logic.plugins import EFFECTS, library_of
from daw_bridges.simulated.logic.practice import practice_project
from daw_bridges.simulated.logic.project import Change, Project

T = TypeVar("T")


@dataclass
class Rig:
    """A running Logic, a desk on it, and the session as far as these tests need it."""

    logic: LogicHost
    desk: Desk
    plug_ins: PlugIns
    session: Session

    async def reset(self) -> None:
        """Everything that actions on plug-ins, sends and routing change as in a fresh practice project."""
        self.logic.call(self._as_new)
        await self.desk.pulse.send()
        self.plug_ins, self.session = PlugIns(self.desk), session_of(self.logic.project)

    def _as_new(self) -> None:
        project, library = self.logic.project, library_of(self.logic.project)
        self.logic.faults.before_message = None
        library.effects = EFFECTS
        library.reordered.clear()
        library.stuck.clear()
        for strip, new in zip(project.strips, practice_project().strips, strict=True):
            strip.inserts[:], strip.sends[:] = new.inserts, new.sends
            strip.input, strip.output = new.input, new.output
        project.select(project.strips[0])

    async def scan(self) -> None:
        """Everything read anew."""
        self.desk = Desk(self.desk.link)
        await self.desk.pulse.send()
        found = await scan(self.desk)
        project = self.logic.project
        self.desk.strips = tuple(
            Strip(place, strip.name, each, input=strip.input or None)
            for place, (strip, each) in enumerate(zip(project.strips, found, strict=True))
        )
        self.desk.tracks = tuple(range(len(found)))
        self.plug_ins, self.session = PlugIns(self.desk), session_of(project)

    async def do(self, **action: object) -> Result:
        """Do an action on the session as it is now, and bring the session up to date."""
        result = await self.plug_ins.perform(self.action(**action), self.session)
        await self.read(str(action["track"]))
        return result

    @staticmethod
    def action(**fields: object) -> Action:
        """An action from its fields."""
        return parse_action(fields)

    async def read(self, name: str, *, inside: bool = False) -> Track:
        """Read a track's devices anew."""
        index = self.index(name)
        devices = await self.plug_ins.devices(index, inside=inside)
        tracks = list(self.session.tracks)
        tracks[index] = tracks[index].model_copy(update={"devices": devices})
        self.session = self.session.model_copy(update={"tracks": tuple(tracks)})
        return tracks[index]

    def index(self, name: str) -> int:
        return self.session.track_names.index(name)

    def strip(self, name: str) -> simulated.Strip:
        """The host's own strip."""
        return self.logic.project.strip(name)

    def plugs(self, name: str) -> list[str | None]:
        """The names in the host's own insert slots."""
        return self.logic.call(lambda: [plug and plug.name for plug in self.strip(name).inserts])

    def knob(self, track: str, slot: int, name: str) -> Knob:
        """The host's own parameter (slot from 0)."""

        def find() -> Knob:
            plug = self.strip(track).inserts[slot]
            assert plug is not None
            found = next(each for each in plug.parameters if each.name == name)
            assert isinstance(found, Knob)
            return found

        return self.logic.call(find)

    def changes(self, since: int = 0) -> list[Change]:
        """What was changed on the host."""
        return self.logic.call(lambda: list(self.logic.journal[since:]))

    def call(self, do: Callable[[], T]) -> T:
        return self.logic.call(do)


def session_of(project: Project) -> Session:
    """The strips of a project as tracks without devices."""
    returns = {strip.input: strip.name for strip in project.strips if strip.kind is simulated.StripKind.AUX}
    kinds = {simulated.StripKind.INSTRUMENT: TrackKind.MIDI, simulated.StripKind.AUX: TrackKind.RETURN}
    return Session(
        daw="logic",
        tracks=tuple(
            Track(
                name=strip.name,
                kind=kinds.get(strip.kind, TrackKind.AUDIO),
                sends={returns[send.destination]: send.level_db for send in strip.sends if send.destination},
            )
            for strip in project.strips
        ),
    )


@asynccontextmanager
async def open_rig(
    project: Project | None = None, *, faults: Faults | None = None, latency: Latency | None = None
) -> AsyncGenerator[Rig]:
    """The practice project, or another, with a desk that has scanned it."""
    port, host_port = pair()
    project = project or practice_project()
    with LogicHost(project, host_port, faults=faults, latency=latency or Latency()) as logic:
        link = await Link.open(port)
        try:
            desk = Desk(link)
            rig = Rig(logic, desk, PlugIns(desk), session_of(project))
            await rig.scan()
            yield rig
        finally:
            await link.close()
