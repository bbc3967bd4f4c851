"""Settings in a row, as they follow a device: "a threshold of -24 dB, ratio 4:1 and 30 ms release"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from orbit.agent.offline.understanding.devices import read_parameter
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.offline.understanding.values import read_value

__all__ = ["Setting", "read_settings"]

Setting = tuple[str, float | str]
"""A parameter as it was said, and the value."""

_BETWEEN = frozenset({"of", "at", "to", "is", "="})
_ARTICLES = frozenset({"a", "an", "the", "its", "with"})


def read_settings(ground: Ground, tokens: Sequence[Token]) -> tuple[Setting, ...] | None:
    """The settings of a list of which every part is one; None otherwise."""
    found: list[Setting] = []
    for part in _parts(tokens):
        setting = _setting(ground, part)
        if setting is None:
            return None
        found.append(setting)
    return tuple(found) or None


def _parts(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    part: list[Token] = []
    for token in tokens:
        if token.text in ("and", ","):
            if part:
                yield part
            part = []
        elif part or token.text not in _ARTICLES:
            part.append(token)
    if part:
        yield part


def _setting(ground: Ground, part: Sequence[Token]) -> Setting | None:
    """A parameter and its value, in either order."""
    for at in range(1, len(part)):
        before, after = part[:at], part[at + (part[at].text in _BETWEEN) :]
        for name, amount in ((before, after), (after, before)):
            parameter, value = read_parameter(ground, name), read_value(ground, amount)
            if value is None or isinstance(value, Problem):
                continue
            if parameter is not None and read_value(ground, name) is None:
                return parameter, value
    return None
