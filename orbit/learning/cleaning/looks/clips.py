"""Edits of clips."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from daw_bridges.actions import (
    AddNotes,
    CreateClip,
    DeleteClip,
    DuplicateClip,
    FireClip,
    RenameClip,
    StopClip,
)
from orbit.learning.cleaning.sighting import Sighting
from orbit.learning.cleaning.vocabulary import deed
from orbit.learning.cleaning.world import World

__all__ = ["LOOKS"]


def _on_track(world: World, action: Any) -> Sighting:
    return Sighting(action, action.action, (world.tracks.find(action.track),))


def _create_clip(world: World, action: CreateClip) -> Sighting:
    track = world.tracks.find(action.track)
    clip = world.make_clip(track, f"#{action.slot}", action.name)
    return Sighting(action, action.action, (track,), makes=clip)


def _duplicate_clip(world: World, action: DuplicateClip) -> Sighting:
    track = world.tracks.find(action.track)
    to_bar = action.to_slot is None
    place = f"@{action.to_bar:g}" if to_bar else f"#{action.to_slot}"
    clip = world.make_clip(track, place, None)
    return Sighting(action, deed(action.action, "to bar" if to_bar else "to slot"), (track,), makes=clip)


def _delete_clip(world: World, action: DeleteClip) -> Sighting:
    track = world.tracks.find(action.track)
    return Sighting(action, action.action, (track,), unmakes=world.forget_clip(track, action.clip))


def _rename_clip(world: World, action: RenameClip) -> Sighting:
    track = world.tracks.find(action.track)
    clip = world.clip(track, action.clip)
    world.name_clip(track, clip, action.name)
    return Sighting(action, action.action, (track,), sets=(action.action, *clip), value=action.name)


def _notes(world: World, action: AddNotes) -> Sighting:
    track = world.tracks.find(action.track)
    # What kind of edit it is does not tell the clip, but notes are gathered clip by clip.
    return Sighting(action, action.action, (track,), value=world.clip(track, action.clip))


LOOKS: Mapping[type[Any], Callable[[World, Any], Sighting]] = {
    CreateClip: _create_clip,
    DuplicateClip: _duplicate_clip,
    DeleteClip: _delete_clip,
    RenameClip: _rename_clip,
    AddNotes: _notes,
    FireClip: _on_track,
    StopClip: _on_track,
}
"""What each of these actions is as an edit of certain things."""
