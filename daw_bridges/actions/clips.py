"""Clips and scenes."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field, field_validator

from daw_bridges.actions.base import ActionBase, Bar, Beats, Ref, Risk, Text, field_text
from daw_bridges.session import Note

__all__ = [
    "AddNotes",
    "CreateClip",
    "CreateScene",
    "DeleteClip",
    "DeleteScene",
    "DuplicateClip",
    "FireClip",
    "FireScene",
    "RenameClip",
    "RenameScene",
    "StopClip",
]


class CreateClip(ActionBase, frozen=True):
    """Create an empty MIDI clip in a slot (from 1), of a length in beats."""

    says: ClassVar = "Create a clip of {length_beats} in slot {slot} of {track}"
    action: Literal["create_clip"] = "create_clip"
    track: Ref
    slot: int
    length_beats: Beats
    name: Text | None = None


class DeleteClip(ActionBase, frozen=True):
    """Delete a clip."""

    risk: ClassVar = Risk.DESTRUCTIVE
    says: ClassVar = "Delete {clip} on {track}"
    action: Literal["delete_clip"] = "delete_clip"
    track: Ref
    clip: Ref


class RenameClip(ActionBase, frozen=True):
    """Rename a clip."""

    says: ClassVar = "Rename {clip} on {track} to {name}"
    already: ClassVar = "{clip} on {track} is already called {name}"
    action: Literal["rename_clip"] = "rename_clip"
    track: Ref
    clip: Ref
    name: Text


class AddNotes(ActionBase, frozen=True):
    """Add MIDI notes to a clip: [pitch, start_beat, duration_beats, velocity] each."""

    says: ClassVar = "Add notes to {clip} on {track}"
    action: Literal["add_notes"] = "add_notes"
    track: Ref
    clip: Ref
    notes: tuple[Note, ...]


class DuplicateClip(ActionBase, frozen=True):
    """Copy a clip to a bar of the arrangement (from 1) or to another slot of its track (from 1)."""

    says: ClassVar = "Copy {clip} on {track}"
    action: Literal["duplicate_clip"] = "duplicate_clip"
    track: Ref
    clip: Ref
    to_bar: Bar | None = None
    to_slot: int | None = None

    def describe(self) -> str:
        """Say where the copy goes."""
        place = f"bar {field_text('bar', self.to_bar)}" if self.to_bar is not None else f"slot {self.to_slot}"
        return f"{super().describe()} to {place}"

    @field_validator("to_slot")
    @classmethod
    def _one_place(cls, to_slot: int | None, info: Any) -> int | None:
        if (to_slot is None) == (info.data.get("to_bar") is None):
            raise ValueError("give either to_bar or to_slot")
        return to_slot

    model_config = ConfigDict(validate_default=True)


class FireClip(ActionBase, frozen=True):
    """Launch a clip of the session view."""

    says: ClassVar = "Launch {clip} on {track}"
    action: Literal["fire_clip"] = "fire_clip"
    track: Ref
    clip: Ref


class StopClip(ActionBase, frozen=True):
    """Stop whatever clip plays on a track."""

    says: ClassVar = "Stop the clip on {track}"
    action: Literal["stop_clip"] = "stop_clip"
    track: Ref


class CreateScene(ActionBase, frozen=True):
    """Create a scene behind the last."""

    says: ClassVar = "Create the scene {name}"
    action: Literal["create_scene"] = "create_scene"
    name: Text


class RenameScene(ActionBase, frozen=True):
    """Give a scene another name, or none."""

    says: ClassVar = "Rename {scene} to {name}"
    already: ClassVar = "{scene} is already called {name}"
    action: Literal["rename_scene"] = "rename_scene"
    scene: Ref
    name: Annotated[str, Field(max_length=256)]


class DeleteScene(ActionBase, frozen=True):
    """Delete a scene, with the clips in its row."""

    risk: ClassVar = Risk.DESTRUCTIVE
    says: ClassVar = "Delete {scene}"
    action: Literal["delete_scene"] = "delete_scene"
    scene: Ref


class FireScene(ActionBase, frozen=True):
    """Launch a scene."""

    says: ClassVar = "Launch {scene}"
    action: Literal["fire_scene"] = "fire_scene"
    scene: Ref
