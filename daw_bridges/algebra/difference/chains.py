"""The part of ``diff`` that brings a device chain into line: devices, order, side chains and parameters."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Hashable, Sequence

from daw_bridges.actions import (
    EnableDevice,
    InsertDevice,
    MoveDevice,
    RemoveDevice,
    SetParameter,
    SetSidechain,
)
from daw_bridges.algebra.chain import fresh_device, natural_place
from daw_bridges.algebra.difference.alignment import Costs, align
from daw_bridges.algebra.difference.draft import Draft
from daw_bridges.algebra.difference.likeness import device_distance, device_shape
from daw_bridges.errors import NotFoundError
from daw_bridges.quantities import Quantity, format_quantity
from daw_bridges.references import device_reference
from daw_bridges.session import Device, Parameter, Track

__all__ = ["bring_chain", "json_value"]


def bring_chain(draft: Draft, index: int, goal: Track) -> None:
    """Bring the devices of a track into line, then their settings."""
    if draft.track(index).devices is goal.devices:
        return
    _bring_order(draft, index, goal)
    here = draft.track(index).devices
    for place, wanted in sorted(_settled(here, goal.devices).items()):
        if here[place] is not goal.devices[wanted]:
            _bring_device(draft, index, place, goal.devices[wanted])


def _settled(here: Sequence[Device], goal: Sequence[Device]) -> dict[int, int]:
    """Which device is to become which, by place: all in their order, or those that there are."""
    if list(map(device_shape, here)) == list(map(device_shape, goal)):
        return {place: place for place in range(len(here))}
    return _matched(here, goal)


def _bring_order(draft: Draft, index: int, goal: Track) -> None:
    before, after = draft.track(index).devices, goal.devices
    partner = _matched(before, after)
    origin = [partner.get(place) for place in range(len(before))]
    for place in reversed(range(len(before))):
        if origin[place] is None:
            draft.do(RemoveDevice, track=draft.name(index), device=_reference(draft, index, place))
            del origin[place]
    chain = [j for j in origin if j is not None]
    _arrange(draft, index, chain)
    for j, device in enumerate(after):
        if j not in chain:
            _insert(draft, index, chain, j, device)


def _arrange(draft: Draft, index: int, chain: list[int]) -> None:
    """Move the devices that stay into the goal's order, around as many as need not move.

    Hosts refuse some places on the way (an audio effect before a MIDI effect), so what cannot go behind its
    predecessor yet is tried in front of its successor.
    """
    placed = _longest_rising(chain)
    while len(placed) < len(chain):
        pending = sorted(set(chain) - placed)
        for j, forward in [*((j, True) for j in pending), *((j, False) for j in reversed(pending))]:
            if j not in placed and _move(draft, index, chain, j, _target(chain, j, placed, forward=forward)):
                placed.add(j)
        if not placed.intersection(pending):
            return


def _target(chain: Sequence[int], j: int, placed: set[int], *, forward: bool) -> int:
    """The place right behind the placed device before the goal's ``j``, or right before the one behind it."""
    rest = [each for each in chain if each != j]
    if forward:
        return max((place + 1 for place, each in enumerate(rest) if each in placed and each < j), default=0)
    return min((place for place, each in enumerate(rest) if each in placed and each > j), default=len(rest))


def _matched(before: Sequence[Device], after: Sequence[Device]) -> dict[int, int]:
    """Which device is which, by place: equal ones first, then those of one shape in their order."""
    partner: dict[int, int] = {}
    left = list(range(len(after)))
    for i, device in enumerate(before):
        shape = device_shape(device)
        same = [j for j in left if device_shape(after[j]) == shape and device_distance(device, after[j]) == 0]
        if same:
            partner[i] = i if i in same else same[0]
            left.remove(partner[i])
    shapes = dict.fromkeys(device_shape(after[j]) for j in left)
    for shape in shapes:
        partner |= _matched_in_order(before, after, shape, partner)
    return partner


def _matched_in_order(
    before: Sequence[Device], after: Sequence[Device], shape: Hashable, partner: dict[int, int]
) -> dict[int, int]:
    ours = [i for i, device in enumerate(before) if device_shape(device) == shape and i not in partner]
    taken = set(partner.values())
    theirs = [j for j, device in enumerate(after) if device_shape(device) == shape and j not in taken]
    far = 2.0 + max((len(after[j].parameters) for j in theirs), default=0)
    costs = Costs(
        keep=lambda i, j: device_distance(before[ours[i]], after[theirs[j]]),
        create=lambda _: far,
        delete=lambda _: far,
    )
    sources = align(len(ours), len(theirs), costs)
    return {ours[source.place]: theirs[j] for j, source in enumerate(sources) if source is not None}


def _longest_rising(order: Sequence[int]) -> set[int]:
    """The most items that can stay where they are while the others move around them."""
    tails: list[int] = []
    chains: list[list[int]] = []
    for item in order:
        at = bisect_left(tails, item)
        chain = [*chains[at - 1], item] if at else [item]
        tails[at : at + 1] = [item]
        chains[at : at + 1] = [chain]
    return set(chains[-1]) if chains else set()


def _reference(draft: Draft, index: int, place: int) -> str:
    return device_reference(draft.track(index), place)


def _move(draft: Draft, index: int, chain: list[int], j: int, to: int) -> bool:
    """Move the goal's ``j`` to a place; whether it is there then."""
    place = chain.index(j)
    device = _reference(draft, index, place)
    if place != to and not draft.do(MoveDevice, track=draft.name(index), device=device, to=to + 1):
        return False
    chain.insert(to, chain.pop(place))
    return True


def _insert(draft: Draft, index: int, chain: list[int], j: int, device: Device) -> None:
    to = sum(each < j for each in chain)
    track = draft.track(index)
    natural = natural_place(draft.session.daw, track.devices, device) == to
    name = _insertable_name(draft.session.daw, device)
    at = None if natural else to + 1
    if draft.do(InsertDevice, track=draft.name(index), device=name, at=at, label=device.label):
        chain.insert(to, j)


def _insertable_name(daw: str, device: Device) -> str:
    """The device's kind where that gives this very device, else the host's name for it."""
    try:
        by_kind = device.kind is not None and fresh_device(daw, device.kind).name == device.name
    except NotFoundError:
        by_kind = False
    return device.kind if device.kind is not None and by_kind else device.name


def _bring_device(draft: Draft, index: int, place: int, goal: Device) -> None:
    here = draft.track(index).devices[place]
    reference = _reference(draft, index, place)
    if here.enabled != goal.enabled:
        draft.do(EnableDevice, track=draft.name(index), device=reference, on=goal.enabled)
    if here.sidechain != goal.sidechain:
        _bring_sidechain(draft, index, reference, goal.sidechain)
    here = draft.track(index).devices[place]
    for key, parameter in goal.parameters.items():
        if key in here.parameters and here.parameters[key].value != parameter.value:
            value = json_value(parameter)
            draft.do(SetParameter, track=draft.name(index), device=reference, parameter=key, value=value)


def _bring_sidechain(draft: Draft, index: int, device: str, source: str | None) -> None:
    track = draft.name(index)
    sources = [None] if source is None else draft.called(source, index)
    any(draft.do(SetSidechain, track=track, device=device, source=each) for each in sources)


def json_value(parameter: Parameter) -> float | str:
    """The parameter's value as an action carries it: JSON knows no infinity, so that is said in words."""
    if isinstance(parameter.value, str) or math.isfinite(parameter.value):
        return parameter.value
    return format_quantity(Quantity(parameter.value, parameter.unit))
