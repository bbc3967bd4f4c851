"""The action vocabulary: a frozen class per edit of a session, the same for what Orbit does and what it sees.

As JSON an action is flat and ``action`` tells the classes apart:

>>> parse_action({"action": "insert_device", "track": "Bass", "device": "compressor"}).describe()
'Insert Compressor on Bass'
>>> action_json(SetVolume(track="Kick", db=float("-inf")))
{'action': 'set_volume', 'track': 'Kick', 'db': None}

References (``track``, ``device``, ``clip`` …) are read by ``daw_bridges.references``; ranges depend on the
session and are checked by ``daw_bridges.algebra.apply``.
"""

from __future__ import annotations

from typing import Annotated, Any, cast, get_args

from pydantic import ValidationError

from daw_bridges.actions.base import ActionBase, ReadBy, Risk
from daw_bridges.actions.clips import (
    AddNotes,
    CreateClip,
    CreateScene,
    DeleteClip,
    DeleteScene,
    DuplicateClip,
    FireClip,
    FireScene,
    RenameClip,
    RenameScene,
    StopClip,
)
from daw_bridges.actions.devices import (
    AutomateParameter,
    EnableDevice,
    InsertDevice,
    LoadPreset,
    MoveDevice,
    RemoveDevice,
    SetParameter,
    SetSidechain,
)
from daw_bridges.actions.tracks import (
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
from daw_bridges.actions.transport import (
    AddLocator,
    Play,
    Record,
    RemoveLocator,
    SetLoop,
    SetMetronome,
    SetTempo,
    SetTimeSignature,
    Stop,
    Undo,
)
from daw_bridges.errors import ActionError
from daw_bridges.problems import in_words

__all__ = [
    "ACTIONS",
    "TRACK_FIELDS",
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
    "RenameScene",
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


def _read(given: Any) -> ActionBase:
    if isinstance(given, ActionBase):
        return given
    name = cast("dict[object, object]", given).get("action") if isinstance(given, dict) else None
    if not isinstance(name, str) or name not in ACTIONS:
        raise ValueError(f"there is no action “{name}”")
    return ACTIONS[name].model_validate(given)


Action = Annotated[
    SetTempo | SetTimeSignature | SetMetronome | SetLoop | Play | Stop | Record
    | CreateTrack | DuplicateTrack | DeleteTrack | RenameTrack | SetColor
    | SetVolume | SetPan | SetSend | SetMute | SetSolo | SetArm | SetMonitor | SetOutput | SetInput
    | InsertDevice | RemoveDevice | MoveDevice | EnableDevice | SetParameter | SetSidechain | LoadPreset
    | AutomateParameter | CreateClip | DeleteClip | RenameClip | AddNotes | DuplicateClip | FireClip
    | StopClip | CreateScene | RenameScene | DeleteScene | FireScene | AddLocator | RemoveLocator | Undo,
    ReadBy(_read),
]  # fmt: skip
"""Any action."""

_CLASSES: tuple[type[ActionBase], ...] = get_args(get_args(Action)[0])

ACTIONS: dict[str, type[ActionBase]] = {cls.model_fields["action"].default: cls for cls in _CLASSES}
"""The whole vocabulary: the class of each action's name."""


TRACK_FIELDS = ("track", "to", "source")
"""The fields that refer to tracks, where they are text."""


def parse_action(data: Any) -> Action:
    """Read an action from its JSON form. Raises ActionError naming the field that is wrong."""
    if not isinstance(data, dict):
        raise ActionError(f"An action is an object with the field “action”, not {type(data).__name__}.")
    name = cast("dict[object, object]", data).get("action")
    if not isinstance(name, str) or name not in ACTIONS:
        raise ActionError(f"There is no action “{name}”. The vocabulary is: {', '.join(ACTIONS)}.")
    try:
        return cast("Action", ACTIONS[name].model_validate(data))
    except ValidationError as error:
        fields = (info.alias or key for key, info in ACTIONS[name].model_fields.items() if key != "action")
        raise ActionError(f"{name}: {in_words(error, fields)}") from None


def action_json(action: Action) -> dict[str, Any]:
    """The flat JSON form of an action, without the fields that were left open."""
    document = action.model_dump(mode="json", by_alias=True)
    keep = {"db", "source"}  # null means something there: −∞, and no side chain
    return {key: value for key, value in document.items() if value is not None or key in keep}
