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
    if [device_shape(device) for device in here] == [device_shape(device) for device in goal.devices]:
        for place, device in enumerate(goal.devices):
            if here[place] is not device:
                _bring_device(draft, index, place, device)


def _bring_order(draft: Draft, index: int, goal: Track) -> None:
    before, after = draft.track(index).devices, goal.devices
    partner = _matched(before, after)
    origin = [partner.get(place) for place in range(len(before))]
    for place in reversed(range(len(before))):
        if origin[place] is None:
            draft.do(RemoveDevice(track=draft.name(index), device=_reference(draft, index, place)))
            del origin[place]
    chain: list[int | None] = list(origin)
    staying = _longest_rising([j for j in chain if j is not None])
    for j, device in enumerate(after):
        if j in staying:
            continue
        _move(draft, index, chain, j) if j in chain else _insert(draft, index, chain, j, device)


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


def _behind(chain: Sequence[int | None], j: int) -> int:
    """The place right behind the device that stands before the goal's ``j``."""
    return chain.index(j - 1) + 1 if j - 1 in chain else 0


def _move(draft: Draft, index: int, chain: list[int | None], j: int) -> None:
    place = chain.index(j)
    to = _behind([each for each in chain if each != j], j)
    if place == to:
        return
    moving = MoveDevice(track=draft.name(index), device=_reference(draft, index, place), to=to + 1)
    if draft.do(moving):
        chain.insert(to, chain.pop(place))


def _insert(draft: Draft, index: int, chain: list[int | None], j: int, device: Device) -> None:
    to = _behind(chain, j)
    track = draft.track(index)
    natural = natural_place(draft.session.daw, track.devices, device) == to
    name = _insertable_name(draft.session.daw, device)
    at = None if natural else to + 1
    if draft.do(InsertDevice(track=draft.name(index), device=name, at=at, label=device.label)):
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
        draft.do(EnableDevice(track=draft.name(index), device=reference, on=goal.enabled))
    if here.sidechain != goal.sidechain:
        _bring_sidechain(draft, index, reference, goal.sidechain)
    here = draft.track(index).devices[place]
    for key, parameter in goal.parameters.items():
        if here.parameters[key].value != parameter.value:
            value = json_value(parameter)
            draft.do(SetParameter(track=draft.name(index), device=reference, parameter=key, value=value))


def _bring_sidechain(draft: Draft, index: int, device: str, source: str | None) -> None:
    track = draft.name(index)
    sources = [None] if source is None else draft.called(source, index)
    draft.do_first(SetSidechain(track=track, device=device, source=each) for each in sources)


def json_value(parameter: Parameter) -> float | str:
    """The parameter's value as an action carries it: JSON knows no infinity, so that is said in words."""
    if isinstance(parameter.value, str) or math.isfinite(parameter.value):
        return parameter.value
    return format_quantity(Quantity(parameter.value, parameter.unit))
