"""The settings that an inserted device comes with: predicted by the catalogue, and known by the host alone.

Sessions are immutable and share what no edit changed, so that a parameter which an insertion brought and
nothing set since is still the very same object.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from daw_bridges.algebra.parameters import same_choice
from daw_bridges.quantities import Unit
from daw_bridges.references import counterparts
from daw_bridges.session import Device, Parameter, Session, Track

__all__ = ["as_it_came", "parameter_ids"]


def parameter_ids(session: Session) -> set[int]:
    """The ``id`` of every parameter in a session; good as long as the session is kept."""
    return {id(each) for track in session.tracks for each in _parameters(track.devices)}


def _has_unread(devices: Sequence[Device]) -> bool:
    return any(
        device.unread or any(_has_unread(chain.devices) for chain in device.chains) for device in devices
    )


def _parameters(devices: Sequence[Device]) -> Iterator[object]:
    for device in devices:
        yield from device.parameters.values()
        for chain in device.chains:
            yield from _parameters(chain.devices)


def as_it_came(predicted: Session, read: Session, assumed: frozenset[int]) -> Session:
    """The prediction with the ``assumed`` parameters, by ``id``, as they were read.

    Devices are found by their place; where another stands there, the prediction is left to differ.
    """
    tracks = tuple(
        track if there is None else _track(track, there, assumed)
        for track, there in counterparts(predicted, read)
    )
    return predicted.model_copy(update={"tracks": tracks})


def _in_its_unit(predicted: Parameter, read: Parameter | None) -> Parameter:
    """A parameter that was set before anybody read its unit, or how its choices are spelled."""
    if read is None:
        return predicted
    if isinstance(predicted.value, str) and isinstance(read.value, str):
        return read if same_choice(predicted.value, read.value) else predicted
    return predicted.model_copy(update={"unit": read.unit}) if predicted.unit is Unit.NONE else predicted


def _track(track: Track, read: Track, assumed: frozenset[int]) -> Track:
    if not any(id(each) in assumed for each in _parameters(track.devices)) and not _has_unread(track.devices):
        return track
    return track.model_copy(update={"devices": _row(track.devices, read.devices, assumed)})


def _row(devices: Sequence[Device], read: Sequence[Device], assumed: frozenset[int]) -> tuple[Device, ...]:
    pairs = zip(devices, read, strict=False)
    met = [
        _device(device, other, assumed) if device.name == other.name else device for device, other in pairs
    ]
    return (*met, *devices[len(met) :])


def _device(device: Device, read: Device, assumed: frozenset[int]) -> Device:
    if device.unread:
        set_ = {key: _in_its_unit(each, read.parameters.get(key)) for key, each in device.parameters.items()}
        return device.model_copy(update={"parameters": {**read.parameters, **set_}, "unread": read.unread})
    came = {key for key, each in device.parameters.items() if id(each) in assumed}
    if not came:
        return device
    own = {key: each for key, each in device.parameters.items() if key not in came}
    others = {key: each for key, each in read.parameters.items() if key not in own}
    chains = tuple(
        chain.model_copy(update={"devices": _row(chain.devices, other.devices, assumed)})
        for chain, other in zip(device.chains, read.chains, strict=False)
    )
    return device.model_copy(
        update={"parameters": own | others, "chains": (*chains, *device.chains[len(chains) :])}
    )
