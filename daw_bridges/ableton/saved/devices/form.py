"""The form of the tables: where a generation of a class of device stores which parameter, under which law."""

from __future__ import annotations

from dataclasses import dataclass

from daw_bridges.ableton.saved.devices import laws
from daw_bridges.ableton.saved.devices.laws import Law
from daw_bridges.quantities import Unit

__all__ = [
    "Generation",
    "Own",
    "Place",
    "amplitude",
    "choice",
    "hundredths",
    "plain",
    "seconds",
    "share",
    "switch",
    "under",
    "whole",
]


@dataclass(frozen=True)
class Place:
    """The path below the device at which a parameter of the catalogue is stored.

    A choice is stored as its place among the choices, a switch as ``true`` or ``false``: both are plain.
    ``label`` is where the user's own name for it is stored, if it can have one.
    """

    key: str
    path: str
    law: Law
    label: str = ""


@dataclass(frozen=True)
class Own:
    """A parameter that the catalogue has no row for, as Live calls and shows it; its key comes of its name.

    ``sample`` is what it reads somewhere, where the unit alone does not say how it is written.
    """

    name: str
    path: str
    unit: Unit = Unit.NONE
    range: tuple[float, float] | None = None
    law: Law = laws.plain
    choices: tuple[str, ...] | None = None
    sample: str = ""


@dataclass(frozen=True)
class Generation:
    """How a class is stored by the versions of Live that store the path ``marker``; without it, by the rest.

    ``left_out`` are paths that hold no parameter of the device in Live: what older versions left behind, and
    what only the device's own view shows. Paths told nowhere are read as they are stored.
    """

    places: tuple[Place | Own, ...]
    left_out: frozenset[str] = frozenset()
    marker: str = ""


def under(law: Law, **paths: str) -> tuple[Place, ...]:
    """Places of parameters under one law, ``key="path"``."""
    return tuple(Place(key, path, law) for key, path in paths.items())


def plain(**paths: str) -> tuple[Place, ...]:
    """Places of parameters that are stored in their own unit, of switches and of choices."""
    return under(laws.plain, **paths)


def hundredths(**paths: str) -> tuple[Place, ...]:
    """Places of percentages that are stored as shares of one."""
    return under(laws.hundredths, **paths)


def seconds(**paths: str) -> tuple[Place, ...]:
    """Places of times in milliseconds that are stored in seconds."""
    return under(laws.seconds, **paths)


def amplitude(**paths: str) -> tuple[Place, ...]:
    """Places of gains in dB that are stored as amplitudes."""
    return under(laws.amplitude, **paths)


def switch(name: str, path: str) -> Own:
    """A switch that the catalogue has no row for."""
    return choice(name, path, "off", "on")


def choice(name: str, path: str, *choices: str) -> Own:
    """A choice that the catalogue has no row for, stored as its place among ``choices``."""
    return Own(name, path, Unit.CHOICE, choices=choices)


def share(name: str, path: str, high: float = 100.0, low: float = 0.0) -> Own:
    """A percentage that is stored as a share of one and that the catalogue has no row for."""
    return Own(name, path, Unit.PERCENT, (low, high), laws.hundredths)


def whole(name: str, path: str, low: float, high: float) -> Own:
    """A plain number in whole steps that the catalogue has no row for."""
    return Own(name, path, range=(low, high), sample="0")
