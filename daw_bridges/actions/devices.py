"""Devices, their parameters, side chains and automation."""

from __future__ import annotations

import math
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, field_validator

from daw_bridges.actions.base import ActionBase, Real, Ref, Risk, Text, title
from daw_bridges.session import Automated

__all__ = [
    "AutomateParameter",
    "EnableDevice",
    "InsertDevice",
    "LoadPreset",
    "MoveDevice",
    "RemoveDevice",
    "SetParameter",
    "SetSidechain",
]


class InsertDevice(ActionBase, frozen=True):
    """Insert a device; ``at`` counts from 1 along the chain, omitted is where the host puts it."""

    says: ClassVar = "Insert {device} on {track}"
    action: Literal["insert_device"] = "insert_device"
    track: Ref
    device: Text
    at: int | None = None
    label: Annotated[Text | None, Field(alias="as")] = None
    chain: Text | None = None
    """A chain of a rack on the track (``Audio Effect Rack > Chain 1``); omitted is the track's own."""

    def describe(self) -> str:
        """Say what is inserted and where, with the chain if it is one of a rack."""
        inside = "" if self.chain is None else f", in {title(self.chain)}"
        return super().describe() + inside


class RemoveDevice(ActionBase, frozen=True):
    """Remove a device with its settings."""

    risk: ClassVar = Risk.DESTRUCTIVE
    says: ClassVar = "Remove {device} from {track}"
    action: Literal["remove_device"] = "remove_device"
    track: Ref
    device: Text


class MoveDevice(ActionBase, frozen=True):
    """Move a device along its chain; ``to`` is its new place, from 1."""

    says: ClassVar = "Move {device} on {track} to place {to}"
    already: ClassVar = "{device} on {track} is already at place {to}"
    action: Literal["move_device"] = "move_device"
    track: Ref
    device: Text
    to: int


class EnableDevice(ActionBase, frozen=True):
    """Switch a device on, or bypass it."""

    says: ClassVar = "Switch on {device} on {track}"
    says_off: ClassVar = "Bypass {device} on {track}"
    already: ClassVar = "{device} on {track} is already on"
    already_off: ClassVar = "{device} on {track} is already bypassed"
    action: Literal["enable_device"] = "enable_device"
    track: Ref
    device: Text
    on: bool


class SetParameter(ActionBase, frozen=True):
    """Set a parameter: a number in its real unit, or text with its unit (``-24 dB``, ``4:1``, ``on``)."""

    says: ClassVar = "Set {parameter} of {device} on {track} to {value}"
    already: ClassVar = "{parameter} of {device} on {track} is already {value}"
    action: Literal["set_parameter"] = "set_parameter"
    track: Ref
    device: Text
    parameter: Text
    value: float | Text

    @field_validator("value", mode="before")
    @classmethod
    def _switch(cls, value: Any) -> Any:
        # YAML and JSON turn on/off into booleans before anybody can stop them.
        return ("off", "on")[value] if isinstance(value, bool) else value

    @field_validator("value")
    @classmethod
    def _in_json(cls, value: float | str) -> float | str:
        if isinstance(value, str) or math.isfinite(value):
            return value
        if math.isnan(value):
            raise ValueError("not a number")
        return f"{value}"  # JSON knows no infinity, so it is said in words


class SetSidechain(ActionBase, frozen=True):
    """Feed a device's side chain from a track, and switch it on."""

    says: ClassVar = "Feed the side chain of {device} on {track} from {source}"
    already: ClassVar = "The side chain of {device} on {track} already comes from {source}"
    action: Literal["set_sidechain"] = "set_sidechain"
    track: Ref
    device: Text
    source: Ref | None
    """A track; null takes the side chain off again."""

    def describe(self) -> str:
        """Say which track feeds the side chain, or that none does."""
        if self.source is None:
            return f"Turn the side chain of {title(self.device)} on {self.track} off"
        return super().describe()

    def describe_already(self) -> str:
        """Say which track feeds the side chain, or that none does."""
        if self.source is None:
            return f"The side chain of {title(self.device)} on {self.track} is already off"
        return super().describe_already()


class LoadPreset(ActionBase, frozen=True):
    """Load one of the host's presets into a device, over its settings."""

    risk: ClassVar = Risk.DESTRUCTIVE
    says: ClassVar = "Load the preset {preset} into {device} on {track}"
    action: Literal["load_preset"] = "load_preset"
    track: Ref
    device: Text
    preset: Text


class AutomateParameter(ActionBase, frozen=True):
    """Draw a parameter's automation: points of (beat, value), in a clip or on the timeline; none clear it."""

    says: ClassVar = "Automate {parameter} of {device} on {track}"
    action: Literal["automate_parameter"] = "automate_parameter"
    track: Ref
    device: Text
    parameter: Text
    points: tuple[tuple[Real, Automated], ...]
    clip: Ref | None = None
