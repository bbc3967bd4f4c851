"""In which words two chains of devices differ, with what is in their racks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from daw_bridges.algebra.checks import number_text
from daw_bridges.algebra.telling import close, faders, listed, plain, said
from daw_bridges.quantities import coarseness, resolution
from daw_bridges.references import device_word
from daw_bridges.session import Chain, Device, Parameter, Track

__all__ = ["device_differences"]


def device_differences(where: str, actual: Track | Chain, expected: Track | Chain) -> Iterator[str]:
    """Say where the devices of two tracks or chains differ, racks and all that is in them."""
    chains = [[(device.kind, device.name) for device in holder.devices] for holder in (actual, expected)]
    if chains[0] != chains[1]:
        lists = [
            listed(device_word(holder.devices, place) for place in range(len(holder.devices)))
            for holder in (actual, expected)
        ]
        yield said(f"{where} · devices", *lists)
        return
    for one, other in zip(actual.devices, expected.devices, strict=True):
        if one is not other:
            yield from _devices(f"{where} · {other.name}", one, other)


def _racks(what: str, actual: Device, expected: Device) -> Iterator[str]:
    names = [[chain.name for chain in device.chains] for device in (actual, expected)]
    if names[0] != names[1]:
        yield said(f"{what} · chains", *map(listed, names))
        return
    for one, other in zip(actual.chains, expected.chains, strict=True):
        if one is not other:
            where = f"{what} · {other.name}"
            yield from faders(where, one, other)
            yield from plain(f"{where} · mute", one.mute, other.mute)
            yield from plain(f"{where} · solo", one.solo, other.solo)
            yield from device_differences(where, one, other)


def _devices(what: str, actual: Device, expected: Device) -> Iterator[str]:
    yield from plain(what, actual.enabled, expected.enabled)
    yield from plain(f"{what} · side chain from", actual.sidechain, expected.sidechain)
    yield from _racks(what, actual, expected)
    predicted = actual.unread and expected.unread
    if actual.kind is None and not predicted and not (actual.parameters and expected.parameters):
        return  # what a plug-in shows is known only once the host has it
    for key in _compared(actual, expected):
        if key in actual.parameters and key in expected.parameters:
            yield from _parameters(what, actual.parameters[key], expected.parameters[key])
        else:
            yield said(
                f"{what} · {key}", *("there" if key in d.parameters else None for d in (actual, expected))
            )


def _compared(actual: Device, expected: Device) -> Iterable[str]:
    """The keys to compare: of a plug-in that was not read those that were set, of all else every one."""
    if actual.unread == expected.unread:
        return dict.fromkeys((*expected.parameters, *actual.parameters))
    return (actual if actual.unread else expected).parameters


def _parameters(where: str, actual: Parameter, expected: Parameter) -> Iterator[str]:
    if actual.value != expected.value and not _same_value(actual, expected):
        values = [_valued(parameter) for parameter in (actual, expected)]
        yield said(f"{where} · {expected.name}", *values)


def _same_value(actual: Parameter, expected: Parameter) -> bool:
    if isinstance(actual.value, str) or isinstance(expected.value, str) or actual.unit is not expected.unit:
        return False
    shown = coarseness(actual.text, expected.text)
    return close(actual.value, expected.value, max(resolution(expected.unit, expected.value), shown))


def _valued(parameter: Parameter) -> str:
    return (
        parameter.value if isinstance(parameter.value, str) else number_text(parameter.value, parameter.unit)
    )
