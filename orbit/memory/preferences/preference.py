"""The kinds of preference there are, as documents, and how each is said.

>>> wanted = read_preference({"kind": "slot", "workflow": "reverb-send", "slot": "level", "value": "-15 dB"})
>>> key_of(wanted), wanted.describe()
('slot:reverb-send:level', 'level -15 dB for reverb send')
>>> read_preference({"kind": "protect", "track": "Master"}).describe()
'ask before anything changes Master'
"""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from daw_bridges.actions import ACTIONS
from daw_bridges.errors import UsageError
from orbit.memory.entities.names import checked_name, name_key
from orbit.workflows.memory_tasks.keys import escaped

__all__ = [
    "EVERYTHING",
    "Ask",
    "Confirm",
    "DeviceName",
    "Preference",
    "Protect",
    "SlotValueWanted",
    "key_of",
    "read_preference",
]

EVERYTHING = "everything"
_LONGEST_PART = 60
_LONGEST = 200


def _shown(text: str) -> str:
    line = " ".join(text.split())
    if not line.isprintable():
        raise ValueError("it contains invisible characters")
    return line


def _action(name: str) -> str:
    if name not in ACTIONS:
        raise ValueError(f"there is no action “{name[:40]}”")
    return name


def _device_name(name: str) -> str:
    try:
        return checked_name(name)
    except UsageError as error:
        raise ValueError(str(error)) from None


Words = Annotated[str, Field(min_length=1, max_length=_LONGEST), AfterValidator(_shown)]
"""One line that can be seen."""
Where = Annotated[str, Field(max_length=_LONGEST), AfterValidator(_shown)]


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SlotValueWanted(_Model):
    """How a workflow's slot is filled where the request does not say; ``where`` on which tracks only."""

    kind: Literal["slot"] = "slot"
    workflow: Words
    slot: Words
    value: Words
    where: Where = ""

    def describe(self) -> str:
        """Say it in a few words."""
        where = f" on {self.where}" if self.where else ""
        slot, workflow = self.slot.replace("_", " "), self.workflow.replace("-", " ")
        return f"{slot} {self.value} for {workflow}{where}"


class Protect(_Model):
    """A track that nothing changes unasked, by the words it is called."""

    kind: Literal["protect"] = "protect"
    track: Words

    def describe(self) -> str:
        """Say it in a few words."""
        return f"ask before anything changes {self.track}"


class Ask(_Model):
    """An action of the vocabulary that is never done unasked."""

    kind: Literal["ask"] = "ask"
    action: Annotated[str, AfterValidator(_action)]

    def describe(self) -> str:
        """Say it in a few words."""
        return f"ask before {_GERUNDS.get(self.action) or self.action.replace('_', ' ')}"


class Confirm(_Model):
    """Whether every plan is asked about, or only what cannot simply be taken back (which always is)."""

    kind: Literal["confirm"] = "confirm"
    on: bool

    def describe(self) -> str:
        """Say it in a few words."""
        if self.on:
            return "ask before every change"
        return "do not ask before what can be taken back"


class DeviceName(_Model):
    """What the user calls a device: a kind (``compressor``) or a host's own, on some tracks only."""

    kind: Literal["device"] = "device"
    name: Annotated[str, AfterValidator(_device_name)]
    device: Words
    where: Where = ""

    def describe(self) -> str:
        """Say it in a few words."""
        where = f" on {self.where}" if self.where else ""
        return f"“{self.name}” is the {self.device.replace('_', ' ')}{where}"


Preference = Annotated[SlotValueWanted | Protect | Ask | Confirm | DeviceName, Field(discriminator="kind")]
_ADAPTER: TypeAdapter[SlotValueWanted | Protect | Ask | Confirm | DeviceName] = TypeAdapter(Preference)

_GERUNDS = {
    "delete_track": "deleting tracks", "delete_clip": "deleting clips", "remove_device": "removing devices",
    "create_track": "creating tracks", "rename_track": "renaming tracks", "set_tempo": "changing the tempo",
    "insert_device": "adding devices", "set_volume": "changing levels", "set_mute": "muting",
    "record": "recording", "play": "playing", "set_pan": "panning", "set_send": "changing sends",
}  # fmt: skip


def read_preference(document: Any) -> Preference:
    """Read a preference from JSON. Raises UsageError for what is none."""
    try:
        return _ADAPTER.validate_python(document)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UsageError(f"That is not a preference ({where}: {first['msg'].rstrip('.')}).") from None


def key_of(preference: Preference) -> str:
    """Give the key that a preference is kept under: of two with the same key, the later one holds."""
    match preference:
        case SlotValueWanted(workflow=workflow, slot=slot, where=where):
            parts = ["slot", workflow, slot, *([name_key(where) or where] if where else [])]
        case Protect(track=track):
            parts = ["protect", name_key(track) or track]
        case Ask(action=action):
            parts = ["ask", action]
        case Confirm():
            parts = ["confirm"]
        case DeviceName(name=name, where=where):
            parts = ["device", name_key(name), *([name_key(where) or where] if where else [])]
    return ":".join(map(_part, parts))


def _part(text: str) -> str:
    part = escaped(text)
    return part if len(part) <= _LONGEST_PART else f"{sha256(part.encode()).hexdigest()[:32]}"
