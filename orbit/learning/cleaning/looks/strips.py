"""Edits of tracks and their mixer strips."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from daw_bridges.actions import (
    Action,
    CreateTrack,
    DeleteTrack,
    DuplicateTrack,
    RenameTrack,
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
from orbit.learning.cleaning.sighting import Sighting
from orbit.learning.cleaning.vocabulary import deed
from orbit.learning.cleaning.world import World

__all__ = ["LOOKS"]


def _strip(field: str) -> Callable[[World, Any], Sighting]:
    """A setting of a track."""

    def seen(world: World, action: Any) -> Sighting:
        track = world.tracks.find(action.track)
        name = action.action
        return Sighting(action, name, (track,), sets=(name, track), value=getattr(action, field))

    return seen


def _create_track(world: World, action: CreateTrack) -> Sighting:
    # Returns stand behind the others: their place is no number among those.
    at = None if action.kind == "return" else action.at
    track = world.tracks.create(action.name, at)
    return Sighting(action, deed(action.action, action.kind), (track,), makes=("track", track))


def _duplicate_track(world: World, action: DuplicateTrack) -> Sighting:
    track = world.tracks.find(action.track)
    copy = world.tracks.duplicate(track, action.name)
    return Sighting(action, action.action, (track, copy), makes=("track", copy))


def _delete_track(world: World, action: DeleteTrack) -> Sighting:
    track = world.tracks.find(action.track)
    world.tracks.delete(track)
    return Sighting(action, action.action, (track,), unmakes=("track", track))


def _rename_track(world: World, action: RenameTrack) -> Sighting:
    track = world.tracks.find(action.track)
    was = world.tracks.name(track)
    world.tracks.rename(track, action.name)
    sets = (action.action, "track", track)
    return Sighting(action, action.action, (track,), sets=sets, value=action.name, was=was)


def _send(world: World, action: SetSend) -> Sighting:
    tracks = (world.tracks.find(action.track), world.tracks.find(action.to))
    return Sighting(action, action.action, tracks, sets=(action.action, *tracks), value=action.db)


def _output(world: World, action: SetOutput) -> Sighting:
    return _routing(world, action, action.track, action.to)


def _input(world: World, action: SetInput) -> Sighting:
    return _routing(world, action, action.track, action.source)


def _routing(world: World, action: Action, name: str, other: str) -> Sighting:
    track = world.tracks.find(name)
    there = world.routed(other)
    sets = (action.action, track)
    return Sighting(action, action.action, (track, *there), sets=sets, value=there or other)


LOOKS: Mapping[type[Any], Callable[[World, Any], Sighting]] = {
    CreateTrack: _create_track,
    DuplicateTrack: _duplicate_track,
    DeleteTrack: _delete_track,
    RenameTrack: _rename_track,
    SetColor: _strip("color"),
    SetVolume: _strip("db"),
    SetPan: _strip("pan"),
    SetMute: _strip("on"),
    SetSolo: _strip("on"),
    SetArm: _strip("on"),
    SetMonitor: _strip("mode"),
    SetSend: _send,
    SetOutput: _output,
    SetInput: _input,
}
"""What each of these actions is as an edit of certain things."""
