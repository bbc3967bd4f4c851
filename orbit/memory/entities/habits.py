"""What the user usually does, counted from what their songs show: devices of a kind, settings, levels.

A habit's evidence is one fact a place (see ``observing``), the latest one. What Orbit set itself is marked,
and counts for nothing until the user changes it: else it would learn its own defaults as the user's habits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import quantiles
from typing import Any

__all__ = ["BY_ORBIT", "Habit", "LevelHabit", "Setting", "device_habit", "level_habit", "merged"]

BY_ORBIT = "orbit"
_MOST_PLACES = 400
_FEWEST, _SHARE = 3, 0.5
"""Fewer places than three show no habit, and neither does what happens in less than half of them."""


@dataclass(frozen=True)
class Setting:
    """A parameter that is usually set so: ``count`` of ``of`` devices have it, as ``text`` or near it."""

    parameter: str
    value: float | str
    text: str
    count: int
    of: int

    def __str__(self) -> str:
        return f"{self.parameter.replace('_', ' ')} {self.text} in {self.count} of {self.of}"


@dataclass(frozen=True)
class Habit:
    """The usual device of a kind, on tracks of a role (None: on any), and how it is usually set."""

    kind: str
    role: str | None
    device: str
    count: int
    of: int
    settings: tuple[Setting, ...] = ()

    def __str__(self) -> str:
        where = f" on the {self.role.replace('_', ' ')}" if self.role else ""
        usual = (
            f"your usual {self.kind.replace('_', ' ')}{where} is {self.device} ({self.count} of {self.of})"
        )
        return ", ".join([usual, *map(str, self.settings)])


@dataclass(frozen=True)
class LevelHabit:
    """Where the faders of a role usually stand: the middle, and the range of the middle half, in dB."""

    role: str
    db: float
    low_db: float
    high_db: float
    of: int

    def __str__(self) -> str:
        where = self.role.replace("_", " ")
        return (
            f"your {where} usually sits at {self.db:g} dB ({self.low_db:g} to {self.high_db:g}, of {self.of})"
        )


Places = Mapping[str, Mapping[str, Any]]


def merged(before: Places, seen: Places, song: str, *, by_orbit: bool) -> dict[str, dict[str, Any]] | None:
    """The evidence with what a look at a song shows in the place of what it showed before; None: no news.

    ``by_orbit``: whatever is new or different was set by Orbit just now.
    """
    others = {place: dict(fact) for place, fact in before.items() if not place.startswith(f"{song}/")}
    mine = {place: _fact(before.get(place), fact, by_orbit=by_orbit) for place, fact in seen.items()}
    if all(before.get(place) == fact for place, fact in mine.items()) and len(others) + len(mine) == len(
        before
    ):
        return None
    places = others | mine
    return dict(list(places.items())[-_MOST_PLACES:])


def _fact(before: Mapping[str, Any] | None, seen: Mapping[str, Any], *, by_orbit: bool) -> dict[str, Any]:
    if before is not None and {**before, "by": None} == {**seen, "by": None}:
        return dict(before)
    return {**seen, "by": BY_ORBIT if by_orbit else "user"}


def _users(places: Places, role: str | None) -> list[Mapping[str, Any]]:
    mine = [fact for fact in places.values() if fact.get("by") != BY_ORBIT]
    return [fact for fact in mine if role is None or fact.get("role") == role]


def device_habit(kind: str, places: Places, role: str | None = None) -> Habit | None:
    """The habit with devices of a kind; None where there is too little to go by, or no device stands out."""
    facts = _users(places, role)
    if len(facts) < _FEWEST:
        return None
    [(device, count)] = Counter(str(fact["device"]) for fact in facts).most_common(1)
    if count < _FEWEST or count < _SHARE * len(facts):
        return None
    settings = _settings([fact["settings"] for fact in facts if fact["device"] == device])
    return Habit(kind, role, device, count, len(facts), settings)


def _settings(devices: list[Mapping[str, Any]]) -> tuple[Setting, ...]:
    keys = sorted({key for settings in devices for key in settings})
    usual = (
        _setting(key, [device[key] for device in devices if key in device], len(devices)) for key in keys
    )
    return tuple(setting for setting in usual if setting is not None)


def _setting(key: str, values: list[Any], of: int) -> Setting | None:
    [((value, text), count)] = Counter((value, text) for value, text in values).most_common(1)
    usual = count >= _FEWEST and count >= _SHARE * of
    return Setting(key, value, text, count, of) if usual else None


def level_habit(role: str, places: Places) -> LevelHabit | None:
    """The habit with levels of a role; None where there is too little to go by."""
    levels = [float(fact["db"]) for fact in _users(places, None)]
    # A fader at exactly 0 dB is where the host left it.
    touched = [level for level in levels if level != 0.0]
    if len(touched) < _FEWEST or len(touched) < _SHARE * len(levels):
        return None
    low, middle, high = (round(db, 1) for db in quantiles(touched, n=4, method="inclusive"))
    return LevelHabit(role, middle, low, high, len(touched))


def spoken(habits: Iterable[Habit | LevelHabit]) -> str:
    """Habits as a person is told them, a sentence each."""
    return " ".join(f"{text[0].upper()}{text[1:]}." for text in map(str, habits))
