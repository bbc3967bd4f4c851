"""A device that is spoken of and then asked for is one device: "some distortion? give it an overdrive"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from daw_bridges.actions import Action, InsertDevice
from orbit.agent.offline.understanding.listing import words
from orbit.agent.offline.understanding.rule import Doing, Reading
from orbit.agent.offline.understanding.tokens import Token

__all__ = ["said_once"]

_SEVERAL = words("another second 2nd third two 2 three 3 both twice again more each")


def said_once(readings: Sequence[Reading], tokens: Sequence[Token]) -> list[Reading]:
    """The readings without the devices that a later one asks for again, where nothing says there are two."""
    if any(token.text in _SEVERAL for token in tokens):
        return list(readings)
    return [_without(reading, readings[at + 1 :]) for at, reading in enumerate(readings)]


def _without(reading: Reading, later: Sequence[Reading]) -> Reading:
    if not isinstance(reading, Doing):
        return reading
    again = {key for other in later if isinstance(other, Doing) for key in map(_key, other.actions) if key}
    kept = tuple(action for action in reading.actions if _key(action) not in again)
    return replace(reading, actions=kept)


def _key(action: Action) -> tuple[str, str] | None:
    """What is put where, of a device that nothing else of the sentence is about."""
    if not isinstance(action, InsertDevice) or action.label is not None:
        return None
    return action.track, action.device
