"""The form of the catalogue's files; everything read from disk goes through here.

``kinds.yaml`` says which kinds of device there are: for each the words people use for it and, per DAW, the
host's own devices of that kind, best first, with their class names; ``older`` lists the classes that earlier
versions gave the kind. A DAW without a device says what to use instead::

    compressor:
      words: [comp, compression]
      hosts: {ableton: {Compressor: Compressor2}}
      older: {ableton: [Compressor]}
    de_esser:
      words: [deesser]
      hosts: {ableton: {}}
      instead: {ableton: {kind: multiband_dynamics, how: compress its high band}}

``<daw>/<device>.yaml`` is one host device: its parameters in the host's order. A parameter is a number
(``unit``, ``range``, ``default`` and the ``text`` the host displays for the default; ``steps`` where it has
only a few values), a choice (``choices``,
``default``) or a switch (``switch``: whether it is on). Numbers are as the host displays them, rounding and
all. ``also`` gives the names that other versions of the host have for it, ``shown`` what a control surface's
six characters make of its name, ``same`` what other hosts call its choices. ``instead`` says what to do about
parameters that such devices have elsewhere and this one has not, and ``like`` which of its own do the same
(`daw_bridges.catalog.counterparts`). A device that ``kinds.yaml`` does not list
says its ``kind``, and comes behind those that it does::

    name: Compressor
    class_name: Compressor2
    type: audio_effect
    sidechain: true
    instead: {range: set the dry_wet mix}
    like:
      detection: {to: [{key: model}]}
      wet_level: {to: [{key: dry_wet}], approximate: its one mix takes the dry sound down as well}
    parameters:
    - {key: threshold, name: Threshold, unit: dB, range: [-.inf, 6.0], default: 0.0, text: 0.0 dB}
    - {key: knee, name: Knee, also: [Knee Width], unit: dB, range: [0.0, 18.0], default: 6.0, text: 6.0 dB}
    - {key: model, name: Model, choices: [Peak, RMS, Expand], default: RMS}
    - {key: makeup, name: Makeup, switch: false}

``since`` gives the names that versions of the host brought, ``curve`` how a control's raw value becomes what
it reads, for the simulated host: the form, or more of it where the unit's usual one is not enough::

    - {key: clip, name: Peak Clip In, since: {"12.4": Soft Clip}, switch: false}
    - {key: drive, name: Drive, unit: dB, range: [-36.0, 36.0], default: 0.0, text: 0.0 dB, curve: linear}
    - {key: q, name: Q, range: [0.1, 12.0], default: 0.71, text: "0.71", curve: {form: log, default: 0.70711}}

``stored`` is where saved sets have it: its path below the device, or several, each with its ``law`` from the
stored number to the unit where that is not the usual one, and ``only`` for one of the ``generations`` of
files, which are told apart by the path that is their ``marker``. ``only_stored`` are parameters that no
running host shows, ``left_out`` paths that hold none. What is known from saved sets alone stands in
``<daw>/saved/<class>.yaml``, without ``type`` and ``parameters``::

    generations: {now: {}, live_8: {marker: EnvFollowerMode, left_out: [SideEqMode]}}
    parameters:
    - {key: makeup, name: Makeup, switch: false, stored: GainCompensation}
    - {key: model, name: Model, choices: [Peak, RMS], default: RMS, stored: {path: Model, only: now}}
    only_stored:
    - {name: Time Length, unit: ms, range: [10.0, 60000.0], stored: {path: TimeLength, law: seconds}}

Rows that come again with other numbers are a family, ``each`` with what takes the place of the words in
braces (``{}`` where it is but one), and a row, or several as ``rows``::

    - each: [{n: 1, fresh: true}, {n: 2, fresh: false}]
      rows:
      - {key: "oscillator_{n}_on", name: "OSC{n} On/Off", switch: "{fresh}"}
    - {each: [1, 2, 3], key: "macro_{}", name: "Macro {}", range: [0.0, 127.0], default: 0.0, text: "0"}

``words.yaml`` gives parameters their everyday names, for all kinds (``any``) and per kind, each with the keys
it may mean; the first that a device has is taken.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, RootModel, StrictStr, model_validator

from daw_bridges.catalog.counterparts import Counterpart
from daw_bridges.quantities import Unit

__all__ = [
    "Curve", "CurveForm", "DeviceHead", "DeviceTable", "Instead", "KindRow", "Kinds", "Law", "ParameterRow",
    "Place", "StoredRow", "StoredTable", "Words",
]  # fmt: skip

_KEY = r"^[a-z0-9]+(_[a-z0-9]+)*$"


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


CurveForm = Literal[
    "amplitude", "centred", "decades", "fader", "falling", "knots", "linear", "log", "own", "power", "ratio",
    "rising", "whole",
]  # fmt: skip


class Curve(_Row):
    """How a control's raw value becomes the real one that it reads; what is not said is the unit's usual."""

    form: CurveForm | None = None
    ends: tuple[float, float] | None = None
    """What it reads at its ends, where the display rounds it; of an amplitude, the factors."""
    raw: tuple[float, float] | None = None
    """The raw values at its ends."""
    by: float = 1.0
    """The exponent of a power, the scale of decades, −1 for a ratio that falls."""
    points: tuple[tuple[float, float], ...] = ()
    """Raw and real values that straight lines go through; of Logic, the places of an encoder."""
    default: float | None = None
    """The real default, where the display rounds it."""

    @model_validator(mode="before")
    @classmethod
    def _form_alone(cls, found: Any) -> Any:
        return {"form": found} if isinstance(found, str) else found


Law = Literal[
    "amplitude", "cents", "centred", "compressing", "expanding", "hundredths", "next", "note", "plain",
    "ratio", "seconds", "steps",
]  # fmt: skip


class Place(_Row):
    """Where and how saved sets have a parameter."""

    path: StrictStr
    law: Law | None = None
    """From the stored number to the unit; what is not said is the unit's usual one."""
    label: StrictStr = ""
    """The path of the user's own name for it, if it can have one."""
    only: StrictStr | None = None
    """The one generation that has it there."""


def _places(found: Any) -> Any:
    each = cast("list[Any]", found if isinstance(found, list) else [found])
    return [{"path": place} if isinstance(place, str) else place for place in each]


class StoredRow(_Row):
    """One parameter as saved sets have it."""

    name: StrictStr
    unit: Unit = Unit.NONE
    range: tuple[float, float] | None = None
    steps: tuple[float, ...] | None = None
    choices: tuple[StrictStr, ...] | None = None
    text: StrictStr = ""
    curve: Curve = Curve()
    stored: Annotated[tuple[Place, ...], BeforeValidator(_places)] = ()


class ParameterRow(StoredRow):
    """One parameter of a host device."""

    key: StrictStr = Field(pattern=_KEY)
    also: tuple[StrictStr, ...] = ()
    since: dict[StrictStr, StrictStr] = Field(default_factory=dict)
    """By version of the host (``12.4``), what it has called it from then on."""
    shown: StrictStr = Field(default="", max_length=6)
    """What a cell of a control surface was seen to show for the name."""
    default: float | StrictStr | None = None
    same: dict[StrictStr, StrictStr] = Field(default_factory=dict)
    """What other hosts call a choice, with the choice it is here."""
    switch: bool | None = None

    @model_validator(mode="after")
    def _one_form(self) -> Self:
        if self.switch is not None:
            complaint = self._complaint_of_switch()
        elif self.choices is not None:
            complaint = self._complaint_of_choice(self.choices)
        else:
            complaint = self._complaint_of_number()
        if complaint:
            raise ValueError(f"{self.name}: {complaint}")
        return self

    def _complaint_of_switch(self) -> str | None:
        others = (self.range, self.steps, self.default, self.choices)
        return None if others == (None, None, None, None) else "a switch has no range, default or choices"

    def _complaint_of_choice(self, choices: tuple[str, ...]) -> str | None:
        if self.default not in choices:
            return f"default {self.default!r} is not one of its choices"
        strange = sorted(set(self.same.values()) - set(choices))
        return f"{', '.join(strange)}: not one of its choices" if strange else None

    def _complaint_of_number(self) -> str | None:
        if self.range is None or not isinstance(self.default, float):
            return "a number needs a range and a default"
        if not self.range[0] <= self.default <= self.range[1]:
            return f"default {self.default:g} lies outside {self.range[0]:g} … {self.range[1]:g}"
        if self.steps is not None and (self.default not in self.steps or self.range != _ends(self.steps)):
            return "steps go from one end of the range to the other, and the default is one of them"
        return None if self.text else "a number needs the text the host displays for its default"


def _ends(steps: tuple[float, ...]) -> tuple[float, float]:
    return min(steps), max(steps)


class Generation(_Row):
    """The files of some versions of a host, which have the path ``marker``; without it, all the others."""

    marker: StrictStr = ""
    left_out: frozenset[StrictStr] = frozenset()


class StoredTable(_Row):
    """A class of device as saved sets have it."""

    name: StrictStr
    class_name: StrictStr
    left_out: frozenset[StrictStr] = frozenset()
    """Paths that hold no parameter: what older versions left behind, and what only a view shows."""
    generations: dict[StrictStr, Generation] = {"now": Generation()}
    """The youngest first."""
    only_stored: tuple[StoredRow, ...] = ()

    @property
    def rows(self) -> tuple[StoredRow, ...]:
        """Everything that may be stored, in the order in which it is shown."""
        return self.only_stored

    @model_validator(mode="after")
    def _known_generations(self) -> Self:
        named = {place.only for row in self.rows for place in row.stored if place.only is not None}
        if strange := sorted(named - set(self.generations)):
            raise ValueError(f"{', '.join(strange)}: not one of its generations")
        if sum(not generation.marker for generation in self.generations.values()) != 1:
            raise ValueError("one of its generations, and only one, is without a marker")
        return self


class DeviceHead(StoredTable):
    """What is said of a host device before its parameters."""

    kind: StrictStr = ""
    """Its kind, where kinds.yaml does not list it."""
    type: Literal["instrument", "audio_effect", "midi_effect"]
    sidechain: bool = False
    instead: dict[StrictStr, StrictStr] = Field(default_factory=dict)
    like: dict[StrictStr, Counterpart] = Field(default_factory=dict)
    """Keys that devices of the kind have on other hosts and this one has not: its own that do the same."""
    """Keys that devices of the kind have on other hosts and this one has not: what to do about each."""


class DeviceTable(DeviceHead):
    """One host device."""

    parameters: tuple[ParameterRow, ...]

    @property
    def rows(self) -> tuple[StoredRow, ...]:
        """Everything that may be stored, in the order in which it is shown."""
        return (*self.parameters, *self.only_stored)

    @model_validator(mode="after")
    def _unique_keys(self) -> Self:
        keys = [parameter.key for parameter in self.parameters]
        twice = sorted({key for key in keys if keys.count(key) > 1})
        if twice:
            raise ValueError(f"keys used twice: {', '.join(twice)}")
        if idle := sorted(set(keys) & {*self.instead, *self.like}):
            raise ValueError(f"{', '.join(idle)}: there, so that nothing is to be used instead")
        if strange := sorted({to.key for each in self.like.values() for to in each.to} - set(keys)):
            raise ValueError(f"{', '.join(strange)}: not one of its parameters, so nothing is like it")
        return self


class Instead(_Row):
    """What to use on a DAW that has no device of a kind."""

    kind: StrictStr
    how: StrictStr
    like: dict[StrictStr, Counterpart] = Field(default_factory=dict)
    """The keys of the missing kind, and what of that kind's device does the same."""


class KindRow(_Row):
    """One kind of device."""

    words: tuple[StrictStr, ...] = ()
    hosts: dict[StrictStr, dict[StrictStr, StrictStr]]
    """Per DAW: the names of its devices of this kind, best first, with their class names."""
    older: dict[StrictStr, tuple[StrictStr, ...]] = Field(default_factory=dict)
    """Per DAW: classes of this kind in its earlier versions, recognised in sessions but never inserted."""
    instead: dict[StrictStr, Instead] = Field(default_factory=dict)


class Kinds(RootModel[dict[StrictStr, KindRow]]):
    """All kinds, by name."""


class Words(_Row):
    """Everyday names of parameters, each with the keys it may mean."""

    any: dict[StrictStr, tuple[StrictStr, ...]]
    kinds: dict[StrictStr, dict[StrictStr, tuple[StrictStr, ...]]] = Field(default_factory=dict)
