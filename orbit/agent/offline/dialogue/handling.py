"""The devices that were worked on, handled further: "attack 30", "thr -20", "more drive", "on again"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from daw_bridges.actions import Action, EnableDevice, InsertDevice, RemoveDevice, SetParameter
from daw_bridges.errors import OrbitError
from daw_bridges.quantities import Unit
from daw_bridges.references import device_reference, find_device, find_track
from daw_bridges.session import Device, Session, Track
from orbit.agent.context import Done
from orbit.agent.offline.dialogue.past import Past, edits_of, subjects
from orbit.agent.offline.dialogue.said import Settings
from orbit.agent.offline.known import Known
from orbit.agent.offline.understanding.devices import parameter_key
from orbit.agent.offline.understanding.ground import Ground
from orbit.agent.offline.understanding.kinds import KINDS
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.settling import settled
from orbit.agent.offline.understanding.steps import PLAIN, Step, moved
from orbit.agent.offline.understanding.tokens import Token, plain
from orbit.agent.reader.lexicon import group

if TYPE_CHECKING:
    from orbit.agent.reader.discourse import Heard, Piece

__all__ = [
    "Place", "is_of_a_device", "parameter_meant", "removed", "settings_in", "settings_made", "switched",
    "worked_on",
]  # fmt: skip

_WAYS = {"up": 1, "more": 1, "further": 1, "longer": 1, "down": -1, "less": -1, "shorter": -1}
_SLOWER = {Unit.MS: 1, Unit.HZ: -1}
"""Which way what is slower goes, by the unit: a longer time, a lower rate."""


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


def settings_in(evidence: Heard) -> Settings | None:
    """The parameters that a sentence sets, or moves, of one device; None where it does not say to what."""
    said = [piece for piece in evidence.pieces if piece.label in ("parameter", "value", "size")]
    (place, key), *others = [piece.value for piece in said if piece.label == "parameter"]
    if any(other != place for other, _ in others) or not _is_of(evidence, place):
        return None
    way = sum({way for label, way in _WAYS.items() if label in evidence.labels})
    if pace := evidence.any("slower") - evidence.any("faster"):
        way += pace * _SLOWER.get(place.device.parameters[key].unit, 0)
    pairs = _paired(said, moving=way != 0)
    if pairs is None:
        return None
    tracks = (place.track,) if evidence.any("tracks") else _put_with(evidence, place)
    return Settings(pairs, tracks, place.reference, way, evidence.any("no", "meant"))


def _put_with(evidence: Heard, place: Place) -> tuple[str, ...]:
    """The tracks of the devices that one request was about: "a compressor on both", "threshold -20"."""
    acts = map(edits_of, evidence.known.past.standing())
    act = next(each for each in acts if any(getattr(edit, "track", "") == place.track for edit in each))
    places = worked_on(evidence.known.past, evidence.known.stands or evidence.known.session)
    return tuple(
        each.track
        for each in reversed(places)
        if each.reference == place.reference and each.track in subjects(act)
    )


def _is_of(evidence: Heard, place: Place) -> bool:
    """Whether the device and the track that are named beside it are those."""
    tracks = [name for piece in evidence.all("tracks") for name in piece.value]
    kinds = [piece.value for piece in evidence.all("kind")]
    return all(name == place.track for name in tracks) and all(
        kind in (place.device.kind, place.device.name) for kind in kinds
    )


def _paired(said: Sequence[Piece], *, moving: bool) -> list[tuple[str, Sequence[Token]]] | None:
    """Each parameter with what stands by it, before or behind; the only one moves by itself."""
    if moving and len(said) == 1:
        return [(said[0].value[1], ())]
    if len(said) % 2 or (moving and len(said) > 2):
        return None
    pairs: list[tuple[str, Sequence[Token]]] = []
    for one, other in zip(said[::2], said[1::2], strict=True):
        labels = (one.label, other.label)
        name, value = (one, other) if labels[0] == "parameter" else (other, one)
        if name.label != "parameter" or value.label == "parameter" or (value.label == "size" and not moving):
            return None
        pairs.append((name.value[1], value.tokens))
    return pairs


def settings_made(settings: Settings, known: Known) -> list[Action] | Problem:
    """The edits that set or move parameters of a device."""
    made: list[Action] = []
    for track in settings.tracks:
        device = find_device(find_track(known.stands or known.session, track), settings.reference)
        for key, tokens in settings.set:
            value = (
                _moved(device, key, settings.way, tokens, known)
                if settings.way
                else _set(device, key, tokens, known)
            )
            if isinstance(value, Problem):
                return value
            made.append(SetParameter(track=track, device=settings.reference, parameter=key, value=value))
    return made


def _set(device: Device, key: str, tokens: Sequence[Token], known: Known) -> float | str | Problem:
    said: Any = KINDS["value"].read(known.ground(""), tokens)
    if said is None:
        said = KINDS["option"].read(known.ground(""), tokens)
    if isinstance(said, Problem):
        return said
    held = device.parameters[key]
    if said is None:
        return Problem(f"What should {held.name} be set to?")
    if isinstance(said, float) and held.unit in _SPELT:
        return f"{said:g} {held.unit.value}"
    return settled(device, key, said)


_SPELT = (Unit.DB, Unit.HZ, Unit.MS, Unit.PERCENT)
"""Units that a bare number is given: what is said next of it is then in that unit too."""


def _moved(device: Device, key: str, way: int, tokens: Sequence[Token], known: Known) -> str | Problem:
    step: Any = KINDS["step"].read(known.ground(""), tokens) if tokens else PLAIN
    if not isinstance(step, Step):
        return Problem(f"How far should {device.parameters[key].name} go?")
    return moved(device.parameters[key], device.name, way, step)


def is_of_a_device(action: Action) -> bool:
    """Whether "it" is a device after an edit, and not the track that this is on."""
    return isinstance(getattr(action, "device", None), str) and action.action != "remove_device"


def removed(known: Known) -> list[Action]:
    """The device that was worked on last, taken away."""
    places = worked_on(known.past, known.session)
    return [RemoveDevice(track=place.track, device=place.reference) for place in places[:1]]


def switched(done: Done, known: Known, *, on: bool, all_alike: bool = False) -> list[Action]:
    """The last thing that was switched, that way; a device that was put there, on or off.

    ``all_alike``: what was switched just before it too.
    """
    last = edits_of(done)[-1]
    if is_of_a_device(last) and not hasattr(last, "on"):
        place = worked_on(known.past, known.session)[0]
        return [EnableDevice(track=place.track, device=place.reference, on=on)]
    places = {name: None for name in ("start_bar", "end_bar") if hasattr(last, name)}
    found: list[Action] = []
    for each in known.past.standing():
        same = [action for action in edits_of(each) if action.action == last.action]
        if not same or (found and not all_alike):
            break
        found.extend(action.model_copy(update={"on": on, **places}) for action in same)
    return [*dict.fromkeys(found)]
