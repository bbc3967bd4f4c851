"""Tracks and their mixer strips."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field, field_validator

from daw_bridges.actions.base import ActionBase, Db, Pan, Ref, Risk, Text

__all__ = [
    "CreateTrack",
    "DeleteTrack",
    "DuplicateTrack",
    "RenameTrack",
    "SetArm",
    "SetColor",
    "SetInput",
    "SetMonitor",
    "SetMute",
    "SetOutput",
    "SetPan",
    "SetSend",
    "SetSolo",
    "SetVolume",
]


class CreateTrack(ActionBase, frozen=True):
    """Create a track; ``at`` counts from 1 among the ordinary tracks, omitted is behind the last."""

    says: ClassVar = "Create the {kind} track {name}"
    action: Literal["create_track"] = "create_track"
    kind: Literal["midi", "audio", "return"]
    name: Text
    at: int | None = None


class DuplicateTrack(ActionBase, frozen=True):
    """Duplicate a track with all that is on it; the copy stands right behind it."""

    says: ClassVar = "Duplicate the track {track}"
    action: Literal["duplicate_track"] = "duplicate_track"
    track: Ref
    name: Text | None = None


class DeleteTrack(ActionBase, frozen=True):
    """Delete a track with all that is on it."""

    risk: ClassVar = Risk.DESTRUCTIVE
    says: ClassVar = "Delete the track {track}"
    action: Literal["delete_track"] = "delete_track"
    track: Ref


class RenameTrack(ActionBase, frozen=True):
    """Rename a track."""

    says: ClassVar = "Rename {track} to {name}"
    already: ClassVar = "{track} is already called {name}"
    action: Literal["rename_track"] = "rename_track"
    track: Ref
    name: Text


class SetColor(ActionBase, frozen=True):
    """Colour a track (``#rrggbb``)."""

    says: ClassVar = "Colour {track} {color}"
    already: ClassVar = "{track} already has the colour {color}"
    action: Literal["set_color"] = "set_color"
    track: Ref
    color: Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]

    @field_validator("color")
    @classmethod
    def _lower(cls, color: str) -> str:
        return color.lower()


class SetVolume(ActionBase, frozen=True):
    """Set a track's fader, in dB."""

    says: ClassVar = "Set the volume of {track} to {db}"
    already: ClassVar = "The volume of {track} is already {db}"
    action: Literal["set_volume"] = "set_volume"
    track: Ref
    db: Db


class SetPan(ActionBase, frozen=True):
    """Pan a track, −1 left … 1 right."""

    says: ClassVar = "Pan {track} to {pan}"
    already: ClassVar = "{track} is already panned to {pan}"
    action: Literal["set_pan"] = "set_pan"
    track: Ref
    pan: Pan


class SetSend(ActionBase, frozen=True):
    """Set how much of a track is sent to a return, in dB."""

    says: ClassVar = "Send {track} to {to} at {db}"
    already: ClassVar = "The send of {track} to {to} is already at {db}"
    action: Literal["set_send"] = "set_send"
    track: Ref
    to: Ref
    db: Db


class SetMute(ActionBase, frozen=True):
    """Mute or unmute a track."""

    says: ClassVar = "Mute {track}"
    says_off: ClassVar = "Unmute {track}"
    already: ClassVar = "{track} is already muted"
    already_off: ClassVar = "{track} is already unmuted"
    action: Literal["set_mute"] = "set_mute"
    track: Ref
    on: bool


class SetSolo(ActionBase, frozen=True):
    """Solo or unsolo a track; other tracks' solos stay."""

    says: ClassVar = "Solo {track}"
    says_off: ClassVar = "Unsolo {track}"
    already: ClassVar = "{track} is already soloed"
    already_off: ClassVar = "{track} is already unsoloed"
    action: Literal["set_solo"] = "set_solo"
    track: Ref
    on: bool


class SetArm(ActionBase, frozen=True):
    """Arm or disarm a track for recording; other tracks stay."""

    says: ClassVar = "Arm {track}"
    says_off: ClassVar = "Disarm {track}"
    already: ClassVar = "{track} is already armed"
    already_off: ClassVar = "{track} is already disarmed"
    action: Literal["set_arm"] = "set_arm"
    track: Ref
    on: bool


class SetMonitor(ActionBase, frozen=True):
    """Set a track's monitoring."""

    says: ClassVar = "Set the monitoring of {track} to {mode}"
    already: ClassVar = "The monitoring of {track} is already {mode}"
    action: Literal["set_monitor"] = "set_monitor"
    track: Ref
    mode: Literal["in", "auto", "off"]


class SetOutput(ActionBase, frozen=True):
    """Route a track's output to another track, the master or a hardware output."""

    says: ClassVar = "Route {track} to {to}"
    already: ClassVar = "{track} is already routed to {to}"
    action: Literal["set_output"] = "set_output"
    track: Ref
    to: Text


class SetInput(ActionBase, frozen=True):
    """Choose what a track takes its input from."""

    says: ClassVar = "Take the input of {track} from {source}"
    already: ClassVar = "{track} already takes its input from {source}"
    action: Literal["set_input"] = "set_input"
    track: Ref
    source: Text
