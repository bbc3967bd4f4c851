"""What the catalogue gives out: a host device and its parameters, in real units and neutral names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Literal

from daw_bridges.catalog.counterparts import Counterpart
from daw_bridges.catalog.names import neutral_key, plain_words
from daw_bridges.catalog.schema import DeviceTable, ParameterRow
from daw_bridges.errors import NotFoundError
from daw_bridges.quantities import Unit
from daw_bridges.session import Device, Parameter

__all__ = ["DeviceEntry", "DeviceType", "ParameterEntry"]

DeviceType = Literal["instrument", "audio_effect", "midi_effect"]

_SWITCH = ("off", "on")


@dataclass(frozen=True)
class ParameterEntry:
    """A parameter as a session shows it; choices have no ``min`` and ``max``, numbers no ``choices``."""

    key: str
    name: str
    unit: Unit
    min: float | None
    max: float | None
    default: float | str
    choices: tuple[str, ...] | None
    text: str
    """What the host displays for the default."""
    also: tuple[str, ...] = ()
    """What other versions of the host call it."""
    steps: tuple[float, ...] | None = None
    """The values in ``unit`` that it can have, where they are few; None where it takes all in its range."""
    same: Mapping[str, str] = field(default_factory=dict[str, str], hash=False, repr=False)
    """What other hosts call a choice, in lower case, with the choice it is here."""
    shown: str = ""
    """What a cell of a control surface was seen to show for the name."""

    @property
    def range(self) -> tuple[float, float] | None:
        """Lowest and highest value in ``unit``; None for choices."""
        return None if self.min is None or self.max is None else (self.min, self.max)

    def choice(self, word: str) -> str:
        """A choice by this host's name or another's: ``High Pass 12dB`` is ``12 dB/Oct``; else the word."""
        return self.same.get(word.strip().casefold(), word)

    def new(self) -> Parameter:
        """The parameter of a freshly inserted device."""
        return Parameter(
            name=self.name,
            value=self.default,
            unit=self.unit,
            text=self.text,
            range=self.range,
            choices=self.choices,
        )


@dataclass(frozen=True)
class DeviceEntry:
    """A host's device of a kind; ``sidechain`` says whether the source of its key can be set from outside."""

    kind: str
    daw: str
    name: str
    class_name: str
    type: DeviceType
    sidechain: bool
    parameters: tuple[ParameterEntry, ...]
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]], repr=False)
    """Everyday names of its parameters, each with the keys it may mean."""
    instead: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    """Keys that its like have on other hosts: what to do about each here."""
    like: Mapping[str, Counterpart] = field(default_factory=dict[str, Counterpart], repr=False)
    """Keys that its like have on other hosts: its own parameters that do the same."""

    @cached_property
    def _by_key(self) -> dict[str, ParameterEntry]:
        return {parameter.key: parameter for parameter in self.parameters}

    @cached_property
    def _by_name(self) -> dict[str, ParameterEntry]:
        known = {name.casefold(): entry for entry in self.parameters for name in entry.also}
        return known | {entry.name.casefold(): entry for entry in self.parameters}

    def parameter(self, reference: str) -> ParameterEntry:
        """The parameter that a neutral key, a host's name or an everyday word means.

        Raises NotFoundError, which offers what is near, or says what to do where only other hosts have it.
        """
        wanted = reference.strip()
        for found in (self._by_key.get(wanted), self._by_name.get(wanted.casefold()), self._by_words(wanted)):
            if found is not None:
                return found
        raise self._none(reference)

    def _none(self, reference: str) -> NotFoundError:
        error = NotFoundError("parameter", reference, self._near(reference.strip()), self.name)
        way = next((self.instead[key] for key in self.meant(reference) if key in self.instead), None)
        if way is not None:
            error.args = (f"{self.name} has no {reference.strip()}. {way}.",)
        return error

    def meant(self, reference: str) -> tuple[str, ...]:
        """The keys that a reference may mean, likeliest first."""
        plain = plain_words(reference)
        return (plain.replace(" ", "_"), *self.words.get(plain, ()))

    def host_parameter(self, host_name: str) -> ParameterEntry | None:
        """The parameter the host, in this or another version, calls by that name; None if there is none."""
        return self._by_name.get(host_name.casefold())

    def key_of(self, host_name: str) -> str:
        """The neutral key of the host's parameter of that name; lower snake case if the table has none."""
        found = self.host_parameter(host_name)
        return neutral_key(host_name) if found is None else found.key

    def _by_words(self, reference: str) -> ParameterEntry | None:
        return next((self._by_key[key] for key in self.meant(reference) if key in self._by_key), None)

    def _near(self, reference: str) -> list[str]:
        near = get_close_matches(neutral_key(reference), self._by_key, n=5, cutoff=0.5)
        return near or list(self._by_key)[:12]

    def new(self, label: str | None = None) -> Device:
        """The device as a host shows it freshly inserted, every parameter at its default."""
        parameters = {parameter.key: parameter.new() for parameter in self.parameters}
        return Device(name=self.name, kind=self.kind, parameters=parameters, label=label)


def parameter_entry(row: ParameterRow) -> ParameterEntry:
    """A row of a device's table in the form the catalogue gives out."""
    if row.switch is not None:
        state = _SWITCH[row.switch]
        return _choice(row, state, _SWITCH, state.capitalize())
    if row.choices is not None:
        return _choice(row, str(row.default), row.choices, str(row.default))
    low, high = row.range or (0.0, 0.0)
    default = row.default if row.default is not None else 0.0
    return ParameterEntry(
        row.key,
        row.name,
        row.unit,
        low,
        high,
        default,
        None,
        row.text,
        _other_names(row),
        row.steps,
        shown=row.shown,
    )


def _other_names(row: ParameterRow) -> tuple[str, ...]:
    return (*row.since.values(), *row.also)


def _choice(row: ParameterRow, default: str, choices: tuple[str, ...], text: str) -> ParameterEntry:
    same = {word.casefold(): choice for word, choice in row.same.items()}
    text = row.text or text
    return ParameterEntry(
        row.key,
        row.name,
        Unit.CHOICE,
        None,
        None,
        default,
        choices,
        text,
        _other_names(row),
        same=same,
        shown=row.shown,
    )


def device_entry(
    kind: str, daw: str, table: DeviceTable, words: Mapping[str, tuple[str, ...]]
) -> DeviceEntry:
    """A device's table in the form the catalogue gives out."""
    return DeviceEntry(
        kind=kind,
        daw=daw,
        name=table.name,
        class_name=table.class_name,
        type=table.type,
        sidechain=table.sidechain,
        parameters=tuple(parameter_entry(row) for row in table.parameters),
        words=words,
        instead=table.instead,
        like=table.like,
    )
