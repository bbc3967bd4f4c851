"""The device that was worked on last, handled further: "attack 30", "a bit more drive", "on again"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from daw_bridges.actions import Action, EnableDevice, RemoveDevice, SetParameter
from daw_bridges.quantities import Unit
from daw_bridges.references import find_device, find_track
from daw_bridges.session import Device
from orbit.agent.context import Done
from orbit.agent.offline.dialogue.past import edits_of, subjects
from orbit.agent.offline.dialogue.said import Settings
from orbit.agent.offline.dialogue.worked_on import Place, worked_on
from orbit.agent.offline.known import Known
from orbit.agent.offline.understanding.kinds import KINDS
from orbit.agent.offline.understanding.problems import Problem
from orbit.agent.offline.understanding.settling import settled
from orbit.agent.offline.understanding.steps import PLAIN, Step, moved
from orbit.agent.offline.understanding.tokens import Token

if TYPE_CHECKING:
    from orbit.agent.reader.discourse import Heard, Piece

__all__ = ["is_of_a_device", "removed", "settings_in", "settings_made", "switched"]

_WAYS = {"up": 1, "more": 1, "further": 1, "longer": 1, "down": -1, "less": -1, "shorter": -1}


def settings_in(evidence: Heard) -> Settings | None:
    """The parameters that a sentence sets, or moves, of one device; None where it does not say to what."""
    said = [piece for piece in evidence.pieces if piece.label in ("parameter", "value", "size")]
    places = [piece.value[0] for piece in said if piece.label == "parameter"]
    place = places[0]
    if any(other != place for other in places) or not _is_of(evidence, place):
        return None
    way = sum({way for label, way in _WAYS.items() if label in evidence.labels})
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
