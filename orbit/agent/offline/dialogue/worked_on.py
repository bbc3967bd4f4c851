"""The devices that were worked on lately, and which of their parameters some words mean: "attack", "thr"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from daw_bridges.actions import Action, InsertDevice
from daw_bridges.errors import OrbitError
from daw_bridges.references import device_reference, find_device, find_track
from daw_bridges.session import Device, Session, Track
from orbit.agent.offline.dialogue.past import Past, edits_of
from orbit.agent.offline.understanding.devices import parameter_key
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.tokens import plain
from orbit.agent.reader.lexicon import group

__all__ = ["Place", "parameter_meant", "worked_on"]

_OF_TRACKS = group("of_strips")
"""What a track has: only a parameter of that very name is meant by it."""
_SHORTEST = 3
"""Of so many letters at least is the beginning of a parameter's name that may stand for it."""


@dataclass(frozen=True)
class Place:
    """A device where it is."""

    track: str
    reference: str
    device: Device


def worked_on(past: Past, session: Session) -> list[Place]:
    """The devices of what was done lately and is still there, the latest first."""
    found: dict[tuple[str, str], Place] = {}
    for done in past.standing():
        for action in reversed(edits_of(done)):
            place = _place(action, session)
            if place is not None:
                found.setdefault((place.track, place.reference), place)
    return [*found.values()]


def _place(action: Action, session: Session) -> Place | None:
    track, reference = getattr(action, "track", None), getattr(action, "device", None)
    if not isinstance(track, str) or not isinstance(reference, str) or action.action == "remove_device":
        return None
    try:
        there = find_track(session, track)
        if isinstance(action, InsertDevice):
            return _inserted(there, track, action)
        return Place(track, reference, find_device(there, reference))
    except OrbitError:
        return None


def _inserted(there: Track, track: str, action: InsertDevice) -> Place | None:
    """What was put there: at its place, or the last of its kind."""
    named = action.label or action.device
    alike = [
        at for at, device in enumerate(there.devices) if named in (device.kind, device.name, device.label)
    ]
    if not alike:
        return None
    at = action.at - 1 if action.at is not None and action.at - 1 in alike else alike[-1]
    return Place(track, device_reference(there, at), there.devices[at])


def parameter_meant(ground: Ground, device: Device, phrase: str) -> str | None:
    """The key of the parameter that words mean on a device: its name, or what only one name begins with."""
    names = {plain(name) for key, held in device.parameters.items() for name in (key, held.name)}
    if phrase in _OF_TRACKS and phrase not in names:
        return None
    key = parameter_key(ground, device, phrase)
    if not isinstance(key, Problem):
        return key
    return _only(_by_beginning(device, phrase)) or _only(_by_letters(device, phrase))


def _only(keys: Iterable[str]) -> str | None:
    found = [*dict.fromkeys(keys)]
    return found[0] if len(found) == 1 else None


def _by_beginning(device: Device, phrase: str) -> Iterator[str]:
    if len(phrase) >= _SHORTEST:
        for key, parameter in device.parameters.items():
            if any(plain(name).startswith(phrase) for name in (key, parameter.name)):
                yield key


def _by_letters(device: Device, phrase: str) -> Iterator[str]:
    """Those whose letters an abbreviation without vowels has, in their order: "fb" is the feedback."""
    if len(phrase) < _SHORTEST - 1 or not phrase.isalpha() or set(phrase) & set("aeiou"):
        return
    for key, parameter in device.parameters.items():
        letters = iter(plain(parameter.name))
        if plain(parameter.name)[:1] == phrase[0] and all(letter in letters for letter in phrase):
            yield key
