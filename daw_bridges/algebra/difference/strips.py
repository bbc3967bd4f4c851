"""The part of ``diff`` that brings a mixer strip into line."""

from __future__ import annotations

from daw_bridges.actions import (
    SetArm,
    SetColor,
    SetInput,
    SetMonitor,
    SetMute,
    SetOutput,
    SetPan,
    SetSend,
    SetSolo,
    SetVolume,
)
from daw_bridges.algebra.difference.draft import Draft
from daw_bridges.catalog.palette import same_color
from daw_bridges.session import Track, TrackKind

__all__ = ["bring_strip"]


def bring_strip(draft: Draft, index: int, goal: Track) -> None:
    """Bring colour, routing, level, panning, sends and switches of a track into line."""
    here, name = draft.track(index), draft.name(index)
    if here is goal:
        return
    if goal.color and not (here.color and same_color(draft.session.daw, here.color, goal.color)):
        draft.do(SetColor, track=name, color=goal.color)
    _bring_routing(draft, index, goal)
    if here.volume_db != goal.volume_db:
        draft.do(SetVolume, track=name, db=goal.volume_db)
    if here.pan != goal.pan:
        draft.do(SetPan, track=name, pan=goal.pan)
    _bring_sends(draft, index, goal)
    _bring_switches(draft, index, goal)


def _bring_routing(draft: Draft, index: int, goal: Track) -> None:
    here, name = draft.track(index), draft.name(index)
    if goal.input and here.input != goal.input:
        sources = draft.called(goal.input, index) or [goal.input]
        any(draft.do(SetInput, track=name, source=source) for source in sources)
    if here.output != goal.output and goal.output is not None:
        places = draft.called(goal.output, index) or [goal.output]
        any(draft.do(SetOutput, track=name, to=to) for to in places)


def _bring_sends(draft: Draft, index: int, goal: Track) -> None:
    here, name = draft.track(index), draft.name(index)
    if here.sends == goal.sends:
        return
    returns = [
        (i, track.name) for i, track in enumerate(draft.session.tracks) if track.kind is TrackKind.RETURN
    ]
    for place, to in returns:
        if to in here.sends and to in goal.sends and here.sends[to] != goal.sends[to]:
            draft.do(SetSend, track=name, to=draft.name(place), db=goal.sends[to])


def _bring_switches(draft: Draft, index: int, goal: Track) -> None:
    here, name = draft.track(index), draft.name(index)
    if here.mute != goal.mute:
        draft.do(SetMute, track=name, on=goal.mute)
    if here.solo != goal.solo:
        draft.do(SetSolo, track=name, on=goal.solo)
    if here.arm != goal.arm:
        draft.do(SetArm, track=name, on=goal.arm)
    if here.monitor != goal.monitor:
        draft.do(SetMonitor, track=name, mode=goal.monitor.value)
