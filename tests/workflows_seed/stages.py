"""The practice sessions that seeds are proved on: a running host of each kind, shared while nothing fails."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

from daw_bridges.bridge import Bridge
from daw_bridges.logic import open_bridge
from daw_bridges.mackie.pairs import pair
from daw_bridges.simulated.live import LiveHost
from daw_bridges.simulated.logic import LogicHost, practice_project
from daw_bridges.simulated.logic.desktop import LogicDesktop
from tests.orbit.workflows.live import running_live

__all__ = ["HOSTS", "Stage", "Stages"]

HOSTS = {"ableton": "Live", "logic": "Logic"}
"""What workflows call each host, and what people do."""

Truth = dict[str, Any]


@dataclass(frozen=True)
class Stage:
    """A host with the practice session, the bridge to it, and what the host itself knows beside that."""

    host: str
    bridge: Bridge
    truth: Callable[[], Truth]


class Stages:
    """The hosts that run by now, each started when it is first asked for."""

    def __init__(self) -> None:
        self._open: dict[str, tuple[Stage, AsyncExitStack]] = {}

    async def stage(self, host: str) -> Stage:
        """The practice session on this host."""
        if host not in self._open:
            stack = AsyncExitStack()
            self._open[host] = await _START[host](stack), stack
        return self._open[host][0]

    async def drop(self, host: str) -> None:
        """End a host: what it holds is not what the next seed may rely on."""
        if host in self._open:
            await self._open.pop(host)[1].aclose()

    async def close(self) -> None:
        """End all of them."""
        for host in tuple(self._open):
            await self.drop(host)


async def _live(stack: AsyncExitStack) -> Stage:
    host, bridge = await stack.enter_async_context(running_live())
    return Stage("ableton", bridge, lambda: host.call(lambda: _of_live(host)))


def _of_live(host: LiveHost) -> Truth:
    tracks = host.song.tracks
    slots = [(track.name, slot.clip) for track in tracks for slot in track.clip_slots if slot.clip]
    clips = [*slots, *((track.name, clip) for track in tracks for clip in track.arrangement_clips)]
    return {
        "notes": [
            (name, clip.name, [(n.pitch, n.start_time, n.duration, n.velocity) for n in _notes(clip)])
            for name, clip in clips
            if clip.is_midi_clip
        ],
        "scenes": [scene.name for scene in host.song.scenes],
    }


def _notes(clip: Any) -> Any:
    return clip.get_all_notes_extended()


async def _logic(stack: AsyncExitStack) -> Stage:
    ours, theirs = pair()
    host = stack.enter_context(LogicHost(practice_project(), theirs))
    # Nothing takes time in the simulation, so no silence has to be waited out.
    bridge = await open_bridge(port=ours, desktop=LogicDesktop(host), settle=0.0)
    await stack.enter_async_context(bridge)
    return Stage("logic", bridge, lambda: host.call(lambda: _of_logic(host)))


def _of_logic(host: LogicHost) -> Truth:
    project = host.project
    return {
        "tempo": (project.tempo, project.signature),
        "markers": sorted((marker.at, marker.name) for marker in project.markers),
        "regions": [
            (strip.name, region.name, region.start, sorted(region.notes))
            for strip in project.strips
            for region in strip.regions
        ],
        "colours": {strip.name: strip.colour for strip in project.strips},
    }


_START = {"ableton": _live, "logic": _logic}
