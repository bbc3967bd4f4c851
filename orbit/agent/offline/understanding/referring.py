"""What a clause takes from the ones before it in the same sentence: "both", and all but what it says anew.

In "keys 50 left, pad 50 right, and pull both down 2 dB" both are the keys and the pad; in "turn the bass down
3 dB, the keys 2" the second clause is the first with other keys and another number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.tokens import Token
from orbit.agent.offline.understanding.tracks import read_tracks
from orbit.agent.reader.lexicon import group

__all__ = ["UNITS", "dealt"]

UNITS = group("units")
"""The words that make a number a value."""

_SIDES = {"left", "right"}


_DEALT = 2
_AND = Token("and", "and", 0, 0)


def dealt(ground: Ground, tokens: Sequence[Token]) -> Sequence[Token] | None:
    """So many tracks with as many values, each with its own: "kick and snare to -4 and -6".

    Comes to "kick to -4 and snare to -6". None where there are not as many of both.
    """
    values = _run(tokens, lambda token: token.number is not None) or _run(tokens, _is_side)
    if len(values) < _DEALT:
        return None
    head = tokens[: values[0][0]]
    for start in range(len(head)):
        for end in range(len(head), start + 1, -1):
            names = _listed(head[start:end])
            if len(names) == len(values) and all(_is_one_track(ground, name) for name in names):
                tail = tokens[values[-1][1] :]
                each = (
                    [*head[:start], *name, *head[end:], *tokens[value[0] : value[1]], *tail]
                    for name, value in zip(names, values, strict=True)
                )
                return [token for clause in each for token in (_AND, *clause)][1:]
    return None


def _is_side(token: Token) -> bool:
    return token.text in _SIDES


def _run(tokens: Sequence[Token], is_value: Callable[[Token], bool]) -> list[tuple[int, int]]:
    """Where the last values stand, with nothing but joins between them; each with its unit."""
    found: list[tuple[int, int]] = []
    at = 0
    while at < len(tokens):
        if not is_value(tokens[at]):
            at += 1
            continue
        end = at + 1 + (at + 1 < len(tokens) and tokens[at + 1].text in UNITS)
        joined = bool(found) and all(token.text in _LISTING for token in tokens[found[-1][1] : at])
        found = [*found, (at, end)] if joined and at > found[-1][1] else [(at, end)]
        at = end
    return found


_LISTING = {"and", ",", "/", "hard"}


def _listed(tokens: Sequence[Token]) -> list[Sequence[Token]]:
    """The names between joins."""
    names: list[list[Token]] = [[]]
    for token in tokens:
        if token.text in ("and", ",") and not token.quoted:
            names.append([])
        else:
            names[-1].append(token)
    return [name for name in names if name] if all((names[0], names[-1])) else []


def _is_one_track(ground: Ground, name: Sequence[Token]) -> bool:
    return len(name) <= 4 and isinstance(found := read_tracks(ground, name), tuple) and len(found) == 1
