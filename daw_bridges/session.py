"""The immutable session: what a DAW's set looks like to Orbit, whichever DAW it is.

Models are frozen; an edit makes a new session (see ``daw_bridges.algebra``). ``model_dump(mode="json")`` is
the session document other programs read; ``Session.model_validate`` takes it back. In Python a level of −∞ is
``float("-inf")`` and an infinite ratio ``float("inf")``; JSON knows neither, so both are null there.

Units: levels dB, panning −1 (left) … 1 (right), tempo beats per minute, lengths and note times in beats
(quarter notes), positions in bars counted from 1, slots counted from 1.
"""

from __future__ import annotations

import math
from enum import StrEnum
from typing import Annotated, Any, NamedTuple

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    SerializerFunctionWrapHandler,
    model_serializer,
    model_validator,
)

from daw_bridges.quantities import Unit

__all__ = [
    "ArrangementClip",
    "Automated",
    "Chain",
    "Clip",
    "Device",
    "Envelope",
    "Level",
    "Locator",
    "Loop",
    "Monitor",
    "Note",
    "Parameter",
    "Session",
    "Track",
    "TrackKind",
]


def _level_in(value: Any) -> Any:
    return -math.inf if value is None else value


def _level_out(value: float) -> float | None:
    return None if math.isinf(value) else value


def _no_such_level(value: float) -> float:
    if math.isnan(value) or value == math.inf:
        raise ValueError("a level is a number or −∞")
    return value


Level = Annotated[
    float,
    BeforeValidator(_level_in),
    AfterValidator(_no_such_level),
    PlainSerializer(_level_out, when_used="json"),
]
"""A level in dB; −∞ is ``-inf`` in Python and null in JSON."""


def _point_out(value: float) -> float | str | None:
    return "inf" if value == math.inf else _level_out(value)


def _no_nan(value: float) -> float:
    if math.isnan(value):
        raise ValueError("not a number")
    return value


Automated = Annotated[
    float,
    BeforeValidator(_level_in),
    AfterValidator(_no_nan),
    PlainSerializer(_point_out, when_used="json"),
]
"""An automated value in its parameter's unit; JSON has null for −∞ and ``"inf"`` for ∞."""


class Model(BaseModel):
    """What all parts of a session share: frozen, and unknown fields are refused rather than lost."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Note(NamedTuple):
    """One MIDI note: pitch 0–127 (60 is middle C), times in beats from the clip's start, velocity 1–127."""

    pitch: int
    start_beat: float
    duration_beats: float
    velocity: float


class Parameter(Model):
    """A device parameter in its real unit, with the text the host displays for it.

    ``value`` is a number, or the choice's text where ``unit`` is ``choice`` (switches are ``off`` and
    ``on``).
    """

    name: str
    value: float | str
    unit: Unit = Unit.NONE
    text: str = ""
    range: tuple[float, float] | None = None
    """Lowest and highest value in ``unit``, where the host says; a bound may be infinite."""
    choices: tuple[str, ...] | None = None

    @model_validator(mode="before")
    @classmethod
    def _infinities_in(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        fields: dict[str, Any] = dict(data)  # pyright: ignore[reportUnknownArgumentType]
        low = -math.inf if fields.get("unit") == Unit.DB else math.inf
        if "value" in fields and fields["value"] is None:
            fields["value"] = low
        if (bounds := fields.get("range")) is not None:
            fields["range"] = (
                -math.inf if bounds[0] is None else bounds[0],
                math.inf if bounds[1] is None else bounds[1],
            )
        return fields

    @model_serializer(mode="wrap", when_used="json")
    def _infinities_out(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        fields: dict[str, Any] = handler(self)
        fields["value"] = _finite(self.value)
        if self.range is not None:
            fields["range"] = [_finite(bound) for bound in self.range]
        return {key: value for key, value in fields.items() if value is not None or key == "value"}


def _finite(value: float | str) -> float | str | None:
    return None if isinstance(value, float) and math.isinf(value) else value


class Device(Model):
    """A device on a track. ``kind`` is the catalogue's word for it, null where it knows none."""

    name: str
    kind: str | None = None
    enabled: bool = True
    sidechain: str | None = None
    """The name of the track that feeds the side chain."""
    parameters: dict[str, Parameter] = Field(default_factory=dict)
    """By neutral name where the catalogue knows one, else the host's name in lower snake case."""
    label: str | None = Field(default=None, exclude_if=lambda label: label is None)
    """What an earlier step of the same plan called it (``as``); hosts know nothing of it."""
    chains: tuple[Chain, ...] = Field(default=(), exclude_if=lambda chains: not chains)
    """What is inside a rack, in the rack's order; empty for every other device."""
    unread: bool = Field(default=False, exclude_if=lambda unread: not unread)
    """A plug-in that is only predicted: which parameters it has, and at which values, only the host knows."""


class Chain(Model):
    """One of the chains of a rack: devices in a row, with a mixer strip of its own."""

    name: str
    devices: tuple[Device, ...] = ()
    volume_db: Level = 0.0
    pan: float = 0.0
    mute: bool = False
    solo: bool = False


class Envelope(Model):
    """The automation of one parameter: points of (beat, value), the beat from the start of what holds it.

    In a clip that is the clip's start, on a track the timeline's. ``device`` is a reference, or ``mixer`` for
    the strip itself (``volume``, ``pan``, a return's name for the send to it, ``tempo`` on the master).
    """

    device: str
    parameter: str
    points: tuple[tuple[float, Automated], ...]


class _Notes(Model):
    """What clips of both views share: a name, a length, and their notes or their audio."""

    name: str
    length_beats: float
    notes: int = 0
    """How many notes there are; ``note_list`` says which, where the host can be asked."""
    note_list: tuple[Note, ...] = ()
    sample: str | None = Field(default=None, exclude_if=lambda sample: sample is None)
    """The file name of the audio it plays; null for MIDI, and where it is not known."""

    @model_validator(mode="before")
    @classmethod
    def _count(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        fields: dict[str, Any] = dict(data)  # pyright: ignore[reportUnknownArgumentType]
        if fields.get("note_list"):
            fields["notes"] = len(fields["note_list"])
        return fields


class Clip(_Notes):
    """A clip in a slot of the session view (slots count from 1)."""

    slot: int
    envelopes: tuple[Envelope, ...] = ()


class ArrangementClip(_Notes):
    """A clip on the timeline."""

    start_bar: float


class TrackKind(StrEnum):
    """What a track is."""

    MIDI = "midi"
    AUDIO = "audio"
    GROUP = "group"
    RETURN = "return"
    MASTER = "master"


class Monitor(StrEnum):
    """What a track lets through of its input."""

    IN = "in"
    AUTO = "auto"
    OFF = "off"


class Track(Model):
    """A track, return or the master, with its mixer strip, devices and clips."""

    name: str
    kind: TrackKind
    volume_db: Level = 0.0
    pan: float = 0.0
    mute: bool = False
    solo: bool = False
    arm: bool = False
    monitor: Monitor = Monitor.AUTO
    color: str = "#808080"
    """``#rrggbb``; empty on a track that is only predicted, for the host chooses the colour of a new one."""
    group: str | None = None
    input: str | None = None
    output: str | None = None
    sends: dict[str, Level] = Field(default_factory=dict)
    devices: tuple[Device, ...] = ()
    clips: tuple[Clip, ...] = ()
    arrangement_clips: tuple[ArrangementClip, ...] = ()
    playing_slot: int | None = None
    """The slot that plays or is launched to play; null when none is."""
    automation: tuple[Envelope, ...] = Field(default=(), exclude_if=lambda automation: not automation)
    """Automation on the timeline; a saved set shows it, a running Live lets nobody read it."""

    @property
    def ordinary(self) -> bool:
        """Whether it is neither a return nor the master."""
        return self.kind not in (TrackKind.RETURN, TrackKind.MASTER)


class Loop(Model):
    """The arrangement loop (Logic: cycle), in bars from 1; ``end_bar`` is where it turns back."""

    on: bool = False
    start_bar: float = 1.0
    end_bar: float = 5.0


class Locator(Model):
    """A named place on the timeline (Logic: marker)."""

    bar: float
    name: str


class Session(Model):
    """A whole set: ordinary tracks first, then the returns, then ``Master``."""

    daw: str
    name: str = ""
    tempo: float = 120.0
    time_signature: tuple[int, int] = (4, 4)
    metronome: bool = False
    playing: bool = False
    recording: bool = False
    loop: Loop = Loop()
    locators: tuple[Locator, ...] = ()
    scenes: tuple[str, ...] = ()
    tracks: tuple[Track, ...] = ()

    @property
    def track_names(self) -> tuple[str, ...]:
        """The names of all tracks, in order."""
        return tuple(track.name for track in self.tracks)

    @property
    def returns(self) -> tuple[Track, ...]:
        """The return tracks, in order."""
        return tuple(track for track in self.tracks if track.kind is TrackKind.RETURN)

    @property
    def ordinary_tracks(self) -> tuple[Track, ...]:
        """The tracks before the returns, in order."""
        return tuple(track for track in self.tracks if track.ordinary)
