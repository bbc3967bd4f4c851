"""Automation as a session has it: which parameter of which device, and points in the parameter's unit.

What a session has no words for is left out: switches and choices, modulation, a clip's own transposition and
gain, MIDI controllers. Between points a session knows straight lines only, so bends are lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import starmap
from typing import NamedTuple

from daw_bridges.ableton.saved.naming import chain_name
from daw_bridges.ableton.saved.numbers import decibels
from daw_bridges.ableton.saved.parts import FoundDevice, FoundEnvelope, FoundTrack
from daw_bridges.ableton.saved.points import Points
from daw_bridges.references import MIXER, device_reference
from daw_bridges.session import Device, Envelope, Track, TrackKind

__all__ = ["clip_envelopes", "track_automation"]

# Live's faders go down to this and call it −∞; a point must be a number.
_LOWEST_DB = -70.0


class _Place(NamedTuple):
    device: str
    parameter: str
    value: Callable[[float], float]


class _Drawn(NamedTuple):
    place: _Place
    points: Points


def track_automation(
    found: FoundTrack, devices: Sequence[Device], returns: list[str]
) -> tuple[Envelope, ...]:
    """What is automated on the timeline of a track."""
    drawn = [_Drawn(place, points) for place, _, points in _strip(found, returns) if points]
    if found.envelopes or _has_automation(found.devices):
        for reference, device in _placed(found.devices, devices):
            drawn += (
                _Drawn(_Place(reference, *automatable), points) for automatable, points in device.automated
            )
    return _envelopes([*drawn, *_pointed_at(found.envelopes, found, devices, returns)])


def clip_envelopes(
    envelopes: list[FoundEnvelope], found: FoundTrack, devices: Sequence[Device], returns: list[str]
) -> tuple[Envelope, ...]:
    """What is automated in a clip of a track."""
    return _envelopes(_pointed_at(envelopes, found, devices, returns))


def _has_automation(devices: Iterable[FoundDevice]) -> bool:
    return any(
        device.automated or any(_has_automation(chain.devices) for chain in device.chains)
        for device in devices
    )


def _pointed_at(
    envelopes: list[FoundEnvelope], found: FoundTrack, devices: Sequence[Device], returns: list[str]
) -> Iterator[_Drawn]:
    if not envelopes:
        return
    places = {target: place for place, target, _ in _strip(found, returns) if target}
    for reference, device in _placed(found.devices, devices):
        for target, automatable in device.by_target.items():
            places[target] = _Place(reference, *automatable)
    for envelope in envelopes:
        if (place := places.get(envelope.target)) is not None:
            yield _Drawn(place, envelope.points)


def _strip(found: FoundTrack, returns: list[str]) -> Iterator[tuple[_Place, str, Points | None]]:
    """What can be automated on the strip of a track, its number, and what is drawn inside it."""
    strip = [("Volume", "volume", _level), ("Pan", "pan", float)]
    if found.tag in ("MasterTrack", "MainTrack"):
        strip.append(("Tempo", "tempo", float))
    for name, parameter, value in strip:
        if (setting := found.mixer.get(name)) is not None:
            yield _Place(MIXER, parameter, value), setting.target, setting.points
    for name, setting in zip(returns, found.sends, strict=False):
        yield _Place(MIXER, name, _level), setting.target, setting.points


def _level(amplitude: float) -> float:
    return max(decibels(amplitude), _LOWEST_DB)


def _placed(
    found: Sequence[FoundDevice], devices: Sequence[Device], way: str = ""
) -> Iterator[tuple[str, FoundDevice]]:
    """All devices of a row and of the racks in it, with the references that mean them."""
    row = Track(name="", kind=TrackKind.AUDIO, devices=tuple(devices))
    for index, device in enumerate(found):
        reference = way + device_reference(row, index)
        yield reference, device
        names = [chain_name(chain) for chain in device.chains]
        for place, chain in enumerate(device.chains):
            inside = devices[index].chains[place].devices
            yield from _placed(chain.devices, inside, f"{reference} > {_chain_reference(names, place)} > ")


def _chain_reference(names: list[str], place: int) -> str:
    name = names[place]
    alone = [other.casefold() for other in names].count(name.casefold()) == 1
    return name if alone and name.strip() and ">" not in name and "#" not in name else f"#{place + 1}"


def _envelopes(drawn: Iterable[_Drawn]) -> tuple[Envelope, ...]:
    by_place = {(place.device, place.parameter): (place, points) for place, points in drawn}
    return tuple(starmap(_envelope, (by_place[key] for key in sorted(by_place))))


def _envelope(place: _Place, points: Points) -> Envelope:
    # Nothing but numbers is in there, and there may be a hundred thousand.
    drawn = tuple(zip(points.beats, map(place.value, points.values), strict=True))
    return Envelope.model_construct(device=place.device, parameter=place.parameter, points=drawn)
