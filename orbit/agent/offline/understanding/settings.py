"""Settings in a row, as they follow a device: "a threshold of -24 dB, ratio 4:1 and 30 ms release"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from daw_bridges.quantities import Unit
from daw_bridges.session import Device
from orbit.agent.offline.understanding.devices import parameter_key, read_option, read_parameter
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.settling import key_for, settled
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.offline.understanding.unspoken import by_choice, by_value, unit_of
from orbit.agent.offline.understanding.values import read_value
from orbit.agent.reader.lexicon import group

__all__ = ["Setting", "on_device", "read_settings"]

Setting = tuple[str, float | str]
"""A parameter as it was said, and the value; "" where the value alone has to say which it is."""

_BETWEEN = group("before_a_value")
_BEFORE = group("before_settings")
_WETNESS = {"wet": "max", "fully wet": "max", "half wet": "50 %", "all wet": "max", "completely wet": "max"}


def read_settings(ground: Ground, tokens: Sequence[Token]) -> tuple[Setting, ...] | None:
    """The settings of a list of which every part is one; None otherwise."""
    found: list[Setting] = []
    for part in _parts(tokens):
        setting = _any_setting(ground, part)
        if setting is None:
            return None
        found.append(setting)
    return tuple(found) or None


def _parts(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    part: list[Token] = []
    for token in tokens:
        if token.text in ("and", ",", "with"):
            if part:
                yield part
            part = []
        else:
            part.append(token)
    if part:
        yield part


def _any_setting(ground: Ground, part: Sequence[Token]) -> Setting | None:
    """A setting, whatever stands before its name: "set to", "a fast …"."""
    for start in range(len(part)):
        if found := _setting(ground, part[start:]) or _bare(ground, part[start:]):
            return found
        if part[start].text not in _BEFORE:
            return None
    return None


def _setting(ground: Ground, part: Sequence[Token]) -> Setting | None:
    """A parameter and its value, in either order."""
    for at in range(1, len(part)):
        before, after = part[:at], part[at + (part[at].text in _BETWEEN) :]
        for name, amount in ((before, after), (after, before)):
            parameter, value = read_parameter(ground, name), read_value(ground, amount)
            if value is None or isinstance(value, Problem):
                value = read_option(ground, amount) if name is before else None
            if value is not None and parameter is not None and read_value(ground, name) is None:
                return parameter, value
    return None


def _bare(ground: Ground, part: Sequence[Token]) -> Setting | None:
    """A value that says by its unit or its name what it is for."""
    text = " ".join(token.text for token in part)
    if text in _WETNESS:
        return "wet", _WETNESS[text]
    if (option := read_option(ground, part)) is not None:
        return "", option
    value = read_value(ground, part)
    return ("", value) if isinstance(value, str) and unit_of(value) is not None else None


def on_device(ground: Ground, device: Device, setting: Setting) -> tuple[str, float | str] | Problem | None:
    """The key and value of a setting on a device; None where no parameter can be meant."""
    said, value = setting
    key = parameter_key(ground, device, said) if said else _unspoken(device, value)
    if key is None or isinstance(key, Problem):
        return key
    if value == "middle" and device.parameters[key].unit is Unit.PERCENT:
        value = "50 %"
    key = key_for(device, key, value)
    goal = settled(device, key, value)
    return goal if isinstance(goal, Problem) else (key, goal)


def _unspoken(device: Device, value: float | str) -> str | None:
    return by_value(device, value) or (by_choice(device, value) if isinstance(value, str) else None)
