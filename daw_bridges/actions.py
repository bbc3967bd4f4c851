"""The action vocabulary: one frozen class per edit of a session, the same for what Orbit does and what it sees.

As JSON an action is flat and ``action`` tells the classes apart:

>>> parse_action({"action": "insert_device", "track": "Bass", "device": "compressor"}).describe()
'Insert Compressor on Bass'
>>> action_json(SetVolume(track="Kick", db=float("-inf")))
{'action': 'set_volume', 'track': 'Kick', 'db': None}

References (``track``, ``device``, ``clip`` …) are read by ``daw_bridges.references``; ranges depend on the session and
are checked by ``daw_bridges.algebra.apply``.
"""

from __future__ import annotations

import math
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    TypeAdapter,
    ValidationError,
    field_validator,
)

from daw_bridges.errors import ActionError
from daw_bridges.quantities import Quantity, Unit, format_pan, format_quantity
from daw_bridges.session import Level, Note

__all__ = [
    "ACTIONS",
    "Action",
    "AddLocator",
    "AddNotes",
    "AutomateParameter",
    "CreateClip",
    "CreateScene",
    "CreateTrack",
    "DeleteClip",
    "DeleteScene",
    "DeleteTrack",
    "DuplicateClip",
    "DuplicateTrack",
    "EnableDevice",
    "FireClip",
    "FireScene",
    "InsertDevice",
    "LoadPreset",
    "MoveDevice",
    "Play",
    "Record",
    "RemoveDevice",
    "RemoveLocator",
    "RenameClip",
    "RenameTrack",
    "Risk",
    "SetArm",
    "SetColor",
    "SetInput",
    "SetLoop",
    "SetMetronome",
    "SetMonitor",
    "SetMute",
    "SetOutput",
    "SetPan",
    "SetParameter",
    "SetSend",
    "SetSidechain",
    "SetSolo",
    "SetTempo",
    "SetTimeSignature",
    "SetVolume",
    "Stop",
    "StopClip",
    "Undo",
    "action_json",
    "parse_action",
]


class Risk(StrEnum):
    """What an edit can cost: destructive ones are never done without consent."""

    READ = "read"
    REVERSIBLE = "reversible"
    DESTRUCTIVE = "destructive"


def _reference(value: Any) -> Any:
    # A bare number is how people (and models) name the third track.
    return f"#{value}" if isinstance(value, int) and not isinstance(value, bool) else value


Ref = Annotated[str, BeforeValidator(_reference), Field(min_length=1, max_length=256)]
Text = Annotated[str, Field(min_length=1, max_length=256)]
Real = Annotated[float, Field(allow_inf_nan=False)]


class _Action(BaseModel):
    """An edit of a session."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_by_name=True, validate_by_alias=True)

    risk: ClassVar[Risk] = Risk.REVERSIBLE
    says: ClassVar[str]
    """How a person is told, over the fields (``state`` is ``on`` in words)."""

    action: str

    def describe(self) -> str:
        """Say the action in a DAW's words."""
        return self.says.format_map({name: _word(name, value) for name, value in self} | {"state": self._state()})

    def _state(self) -> str:
        return "on" if getattr(self, "on", True) else "off"


def _word(name: str, value: Any) -> str:
    match name:
        case "db":
            return format_quantity(Quantity(value, Unit.DB))
        case "pan":
            return format_pan(value)
        case "device" | "parameter":
            return _title(value)
        case _:
            return f"{value:g}" if isinstance(value, float) else str(value)


def _title(reference: str) -> str:
    # A kind is lower snake case and is said in words; a host's own name is said as it is.
    return reference.replace("_", " ").title() if reference == reference.lower() else reference


class SetTempo(_Action):
    """Set the tempo, in beats per minute."""

    says: ClassVar = "Set the tempo to {bpm} BPM"
    action: Literal["set_tempo"] = "set_tempo"
    bpm: Real


class SetTimeSignature(_Action):
    """Set the time signature."""

    says: ClassVar = "Set the time signature to {numerator}/{denominator}"
    action: Literal["set_time_signature"] = "set_time_signature"
    numerator: int
    denominator: int


class SetMetronome(_Action):
    """Turn the metronome on or off."""

    says: ClassVar = "Turn the metronome {state}"
    action: Literal["set_metronome"] = "set_metronome"
    on: bool


class SetLoop(_Action):
    """Turn the arrangement loop on or off, and place it; bars from 1, omitted ends stay where they are."""

    says: ClassVar = "Turn the loop {state}"
    action: Literal["set_loop"] = "set_loop"
    on: bool
    start_bar: Real | None = None
    end_bar: Real | None = None

    def describe(self) -> str:
        """Say where the loop goes, when it is placed."""
        placed = self.start_bar is not None or self.end_bar is not None
        ends = f", bar {_bar(self.start_bar)} to {_bar(self.end_bar)}" if placed else ""
        return super().describe() + ends


def _bar(bar: float | None) -> str:
    return "as it is" if bar is None else f"{bar:g}"


class Play(_Action):
    """Start playing, from a bar (from 1) or from where the playhead is."""

    says: ClassVar = "Play"
    action: Literal["play"] = "play"
    from_bar: Real | None = None

    def describe(self) -> str:
        """Say from which bar, when one is given."""
        return "Play" if self.from_bar is None else f"Play from bar {self.from_bar:g}"


class Stop(_Action):
    """Stop playing."""

    says: ClassVar = "Stop"
    action: Literal["stop"] = "stop"


class Record(_Action):
    """Turn recording into the arrangement on or off."""

    risk: ClassVar = Risk.DESTRUCTIVE
    says: ClassVar = "Turn recording {state}"
    action: Literal["record"] = "record"
    on: bool


class CreateTrack(_Action):
    """Create a track; ``at`` counts from 1 among the ordinary tracks, omitted is behind the last."""

    says: ClassVar = "Create the {kind} track {name}"
    action: Literal["create_track"] = "create_track"
    kind: Literal["midi", "audio", "return"]
    name: Text
    at: int | None = None


class DuplicateTrack(_Action):
    """Duplicate a track with all that is on it; the copy stands right behind it."""

    says: ClassVar = "Duplicate the track {track}"
    action: Literal["duplicate_track"] = "duplicate_track"
    track: Ref
    name: Text | None = None


class DeleteTrack(_Action):
    """Delete a track with all that is on it."""

    risk: ClassVar = Risk.DESTRUCTIVE
    says: ClassVar = "Delete the track {track}"
    action: Literal["delete_track"] = "delete_track"
    track: Ref


class RenameTrack(_Action):
    """Rename a track."""

    says: ClassVar = "Rename {track} to {name}"
    action: Literal["rename_track"] = "rename_track"
    track: Ref
    name: Text


class SetColor(_Action):
    """Colour a track (``#rrggbb``)."""

    says: ClassVar = "Colour {track} {color}"
    action: Literal["set_color"] = "set_color"
    track: Ref
    color: Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]

    @field_validator("color")
    @classmethod
    def _lower(cls, color: str) -> str:
        return color.lower()


class SetVolume(_Action):
    """Set a track's fader, in dB."""

    says: ClassVar = "Set the volume of {track} to {db}"
    action: Literal["set_volume"] = "set_volume"
    track: Ref
    db: Level


class SetPan(_Action):
    """Pan a track, −1 left … 1 right."""

    says: ClassVar = "Pan {track} to {pan}"
    action: Literal["set_pan"] = "set_pan"
    track: Ref
    pan: Real


class SetSend(_Action):
    """Set how much of a track is sent to a return, in dB."""

    says: ClassVar = "Send {track} to {to} at {db}"
    action: Literal["set_send"] = "set_send"
    track: Ref
    to: Ref
    db: Level


class SetMute(_Action):
    """Mute or unmute a track."""

    says: ClassVar = "Turn mute {state} on {track}"
    action: Literal["set_mute"] = "set_mute"
    track: Ref
    on: bool


class SetSolo(_Action):
    """Solo or unsolo a track; other tracks' solos stay."""

    says: ClassVar = "Turn solo {state} on {track}"
    action: Literal["set_solo"] = "set_solo"
    track: Ref
    on: bool


class SetArm(_Action):
    """Arm or disarm a track for recording; other tracks stay."""

    says: ClassVar = "Turn record arm {state} on {track}"
    action: Literal["set_arm"] = "set_arm"
    track: Ref
    on: bool


class SetMonitor(_Action):
    """Set a track's monitoring."""

    says: ClassVar = "Set the monitoring of {track} to {mode}"
    action: Literal["set_monitor"] = "set_monitor"
    track: Ref
    mode: Literal["in", "auto", "off"]


class SetOutput(_Action):
    """Route a track's output to another track, the master or a hardware output."""

    says: ClassVar = "Route {track} to {to}"
    action: Literal["set_output"] = "set_output"
    track: Ref
    to: Text


class SetInput(_Action):
    """Choose what a track takes its input from."""

    says: ClassVar = "Take the input of {track} from {source}"
    action: Literal["set_input"] = "set_input"
    track: Ref
    source: Text


class InsertDevice(_Action):
    """Insert a device; ``at`` counts from 1 along the chain, omitted is where the host puts it, at the end."""

    says: ClassVar = "Insert {device} on {track}"
    action: Literal["insert_device"] = "insert_device"
    track: Ref
    device: Text
    at: int | None = None
    label: Annotated[Text | None, Field(alias="as")] = None


class RemoveDevice(_Action):
    """Remove a device with its settings."""

    risk: ClassVar = Risk.DESTRUCTIVE
    says: ClassVar = "Remove {device} from {track}"
    action: Literal["remove_device"] = "remove_device"
    track: Ref
    device: Text


class MoveDevice(_Action):
    """Move a device along its chain; ``to`` is its new place, from 1."""

    says: ClassVar = "Move {device} on {track} to place {to}"
    action: Literal["move_device"] = "move_device"
    track: Ref
    device: Text
    to: int


class EnableDevice(_Action):
    """Switch a device on, or bypass it."""

    says: ClassVar = "Turn {device} on {track} {state}"
    action: Literal["enable_device"] = "enable_device"
    track: Ref
    device: Text
    on: bool


class SetParameter(_Action):
    """Set a device's parameter: a number in its real unit, or text with its unit (``-24 dB``, ``4:1``, ``on``)."""

    says: ClassVar = "Set {parameter} of {device} on {track} to {value}"
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
    def _is_number(cls, value: float | str) -> float | str:
        if isinstance(value, float) and math.isnan(value):
            raise ValueError("not a number")
        return value


class SetSidechain(_Action):
    """Feed a device's side chain from a track, and switch it on."""

    says: ClassVar = "Feed the side chain of {device} on {track} from {source}"
    action: Literal["set_sidechain"] = "set_sidechain"
    track: Ref
    device: Text
    source: Ref | None
    """A track; null takes the side chain off again."""

    def describe(self) -> str:
        """Say which track feeds the side chain, or that none does."""
        if self.source is None:
            return f"Turn the side chain of {_title(self.device)} on {self.track} off"
        return super().describe()


class LoadPreset(_Action):
    """Load one of the host's presets into a device, over its settings."""

    risk: ClassVar = Risk.DESTRUCTIVE
    says: ClassVar = "Load the preset {preset} into {device} on {track}"
    action: Literal["load_preset"] = "load_preset"
    track: Ref
    device: Text
    preset: Text


class AutomateParameter(_Action):
    """Draw a parameter's automation: points of (beat, value), in a clip or on the timeline; no points clear it."""

    says: ClassVar = "Automate {parameter} of {device} on {track}"
    action: Literal["automate_parameter"] = "automate_parameter"
    track: Ref
    device: Text
    parameter: Text
    points: tuple[tuple[Real, float], ...]
    clip: Ref | None = None


class CreateClip(_Action):
    """Create an empty MIDI clip in a slot (from 1), of a length in beats."""

    says: ClassVar = "Create a clip of {length_beats} beats in slot {slot} of {track}"
    action: Literal["create_clip"] = "create_clip"
    track: Ref
    slot: int
    length_beats: Real
    name: Text | None = None


class DeleteClip(_Action):
    """Delete a clip."""

    risk: ClassVar = Risk.DESTRUCTIVE
    says: ClassVar = "Delete the clip {clip} on {track}"
    action: Literal["delete_clip"] = "delete_clip"
    track: Ref
    clip: Ref


class RenameClip(_Action):
    """Rename a clip."""

    says: ClassVar = "Rename the clip {clip} on {track} to {name}"
    action: Literal["rename_clip"] = "rename_clip"
    track: Ref
    clip: Ref
    name: Text


class AddNotes(_Action):
    """Add MIDI notes to a clip: [pitch, start_beat, duration_beats, velocity] each."""

    says: ClassVar = "Add notes to the clip {clip} on {track}"
    action: Literal["add_notes"] = "add_notes"
    track: Ref
    clip: Ref
    notes: tuple[Note, ...]


class DuplicateClip(_Action):
    """Copy a clip to a bar of the arrangement (from 1) or to another slot of its track (from 1)."""

    says: ClassVar = "Copy the clip {clip} on {track}"
    action: Literal["duplicate_clip"] = "duplicate_clip"
    track: Ref
    clip: Ref
    to_bar: Real | None = None
    to_slot: int | None = None

    def describe(self) -> str:
        """Say where the copy goes."""
        place = f"bar {self.to_bar:g}" if self.to_bar is not None else f"slot {self.to_slot}"
        return f"{super().describe()} to {place}"

    @field_validator("to_slot")
    @classmethod
    def _one_place(cls, to_slot: int | None, info: Any) -> int | None:
        if (to_slot is None) == (info.data.get("to_bar") is None):
            raise ValueError("give either to_bar or to_slot")
        return to_slot

    model_config = ConfigDict(validate_default=True)


class FireClip(_Action):
    """Launch a clip of the session view."""

    says: ClassVar = "Launch the clip {clip} on {track}"
    action: Literal["fire_clip"] = "fire_clip"
    track: Ref
    clip: Ref


class StopClip(_Action):
    """Stop whatever clip plays on a track."""

    says: ClassVar = "Stop the clip on {track}"
    action: Literal["stop_clip"] = "stop_clip"
    track: Ref


class CreateScene(_Action):
    """Create a scene behind the last."""

    says: ClassVar = "Create the scene {name}"
    action: Literal["create_scene"] = "create_scene"
    name: Text


class DeleteScene(_Action):
    """Delete a scene, with the clips in its row."""

    risk: ClassVar = Risk.DESTRUCTIVE
    says: ClassVar = "Delete the scene {scene}"
    action: Literal["delete_scene"] = "delete_scene"
    scene: Ref


class FireScene(_Action):
    """Launch a scene."""

    says: ClassVar = "Launch the scene {scene}"
    action: Literal["fire_scene"] = "fire_scene"
    scene: Ref


class AddLocator(_Action):
    """Put a named locator at a bar (from 1)."""

    says: ClassVar = "Put the locator {name} at bar {bar}"
    action: Literal["add_locator"] = "add_locator"
    bar: Real
    name: Text


class RemoveLocator(_Action):
    """Remove the locator at a bar (from 1)."""

    risk: ClassVar = Risk.DESTRUCTIVE
    says: ClassVar = "Remove the locator at bar {bar}"
    action: Literal["remove_locator"] = "remove_locator"
    bar: Real


class Undo(_Action):
    """The host's own undo: Orbit sees it happen; to take back its own work it performs the inverse instead."""

    says: ClassVar = "Undo in the DAW"
    action: Literal["undo"] = "undo"


Action = Annotated[
    SetTempo | SetTimeSignature | SetMetronome | SetLoop | Play | Stop | Record
    | CreateTrack | DuplicateTrack | DeleteTrack | RenameTrack | SetColor
    | SetVolume | SetPan | SetSend | SetMute | SetSolo | SetArm | SetMonitor | SetOutput | SetInput
    | InsertDevice | RemoveDevice | MoveDevice | EnableDevice | SetParameter | SetSidechain | LoadPreset
    | AutomateParameter | CreateClip | DeleteClip | RenameClip | AddNotes | DuplicateClip | FireClip | StopClip
    | CreateScene | DeleteScene | FireScene | AddLocator | RemoveLocator | Undo,
    Discriminator("action"),
]  # fmt: skip
"""Any action."""

_ADAPTER: TypeAdapter[Action] = TypeAdapter(Action)

ACTIONS: dict[str, type[_Action]] = {cls.model_fields["action"].default: cls for cls in _Action.__subclasses__()}
"""The whole vocabulary: the class of each action's name."""


def parse_action(data: Any) -> Action:
    """Read an action from its JSON form. Raises ActionError naming the field that is wrong."""
    if not isinstance(data, dict):
        raise ActionError(f"An action is an object with the field “action”, not {type(data).__name__}.")
    name = data.get("action")  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    if name not in ACTIONS:
        raise ActionError(f"There is no action “{name}”. The vocabulary is: {', '.join(ACTIONS)}.")
    try:
        return _ADAPTER.validate_python(data)
    except ValidationError as error:
        raise ActionError(f"{name}: {_problems(error)}") from None


def _problems(error: ValidationError) -> str:
    problems = [(".".join(str(part) for part in item["loc"][1:]) or "fields", item["msg"]) for item in error.errors()]
    return "; ".join(f"{field}: {message}" for field, message in problems)


def action_json(action: Action) -> dict[str, Any]:
    """The flat JSON form of an action, without the fields that were left open."""
    document = action.model_dump(mode="json", by_alias=True)
    keep = {"db", "source"}  # null means something there: −∞, and no side chain
    return {key: value for key, value in document.items() if value is not None or key in keep}
