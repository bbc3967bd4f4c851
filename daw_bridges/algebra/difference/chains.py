"""The part of ``diff`` that brings device chains into line: devices, order, side chains and parameters.

What is in the chains of racks is brought into line as a track's own chain is. The chains themselves no action
makes, removes or mixes: what differs there shows when draft and goal are compared.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence

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
from daw_bridges.algebra.difference.device_likeness import (
    Shape,
    device_distance,
    device_shape,
    matched_racks,
    same_chains,
)
from daw_bridges.algebra.difference.draft import Draft
from daw_bridges.errors import NotFoundError
from daw_bridges.quantities import Quantity, Unit, format_quantity
from daw_bridges.references import DevicePath, chain_reference, device_reference, devices_along
from daw_bridges.session import Chain, Device, Parameter, Track

__all__ = ["bring_chain", "json_value", "with_unit"]


class _Along:
    """One chain of a draft: a track's own, or one in a rack on it."""

    def __init__(self, draft: Draft, index: int, path: DevicePath) -> None:
        self.draft, self.index, self.path = draft, index, path

    @property
    def devices(self) -> tuple[Device, ...]:
        """The devices that are along it by now."""
        return devices_along(self.draft.track(self.index), self.path)

    @property
    def track(self) -> str:
        """The reference that means its track."""
        return self.draft.name(self.index)

    @property
    def chain(self) -> str | None:
        """The reference that means it; None for a track's own chain."""
        return chain_reference(self.draft.track(self.index), self.path) if self.path else None

    def reference(self, place: int) -> str:
        """The reference that means the device at a place."""
        return device_reference(self.draft.track(self.index), (*self.path, place))

    def within(self, place: int, number: int) -> _Along:
        """The chain of that number in the rack at a place."""
        return _Along(self.draft, self.index, (*self.path, place, number))


def bring_chain(draft: Draft, index: int, goal: Track) -> None:
    """Bring the devices of a track into line, in racks too, then their settings."""
    _bring_devices(_Along(draft, index, ()), goal.devices)


def _bring_devices(along: _Along, goal: tuple[Device, ...]) -> None:
    if along.devices is goal:
        return
    _bring_order(along, goal)
    here = along.devices
    for place, wanted in sorted(_settled(here, goal).items()):
        if here[place] is not goal[wanted]:
            _bring_device(along, place, goal[wanted])


def _settled(here: Sequence[Device], goal: Sequence[Device]) -> dict[int, int]:
    """Which device is to become which, by place: all in their order, or those that there are."""
    if list(map(_base, here)) == list(map(_base, goal)):
        return {place: place for place in range(len(here))}
    return _matched(here, goal)


def _base(device: Device) -> Shape:
    """A device's shape, whether or not it is a rack that has chains."""
    return device_shape(device)._replace(has_chains=False)


def _bring_order(along: _Along, after: tuple[Device, ...]) -> None:
    before = along.devices
    partner = _matched(before, after)
    origin = [partner.get(place) for place in range(len(before))]
    for place in reversed(range(len(before))):
        if origin[place] is None:
            along.draft.do(RemoveDevice, track=along.track, device=along.reference(place))
            del origin[place]
    chain = [j for j in origin if j is not None]
    _arrange(along, chain)
    for j, device in enumerate(after):
        if j not in chain:
            _insert(along, chain, j, device)


def _arrange(along: _Along, chain: list[int]) -> None:
    """Move the devices that stay into the goal's order, around as many as need not move.

    Hosts refuse some places on the way (an audio effect before a MIDI effect), so what cannot go behind its
    predecessor yet is tried in front of its successor.
    """
    placed = _longest_rising(chain)
    while len(placed) < len(chain):
        pending = sorted(set(chain) - placed)
        for j, forward in [*((j, True) for j in pending), *((j, False) for j in reversed(pending))]:
            if j not in placed and _move(along, chain, j, _target(chain, j, placed, forward=forward)):
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
    # What stands where it stood comes first: of several that are alike none is taken for another.
    partner = {i: i for i, (one, other) in enumerate(zip(before, after, strict=False)) if _equal(one, other)}
    left = [j for j in range(len(after)) if j not in partner]
    for i, device in enumerate(before):
        same = next((j for j in left if i not in partner and _equal(device, after[j])), None)
        if same is not None:
            partner[i] = same
            left.remove(same)
    shapes = dict.fromkeys(device_shape(after[j]) for j in left)
    for shape in shapes:
        matched = _matched_racks if shape.has_chains else _matched_in_order
        partner |= matched(before, after, shape, partner)
    return partner


def _equal(one: Device, other: Device) -> bool:
    return device_shape(one) == device_shape(other) and device_distance(one, other) == 0


def _matched_racks(
    before: Sequence[Device], after: Sequence[Device], shape: Shape, partner: dict[int, int]
) -> dict[int, int]:
    ours, theirs = _left(before, shape, partner), _left(after, shape, partner.values())
    pairs = matched_racks([before[i] for i in ours], [after[j] for j in theirs])
    found = {ours[one]: theirs[other] for one, other in pairs.items()}
    # An empty rack is as near as any to one that has chains: there is no way to those.
    bare = _left(before, shape._replace(has_chains=False), partner)
    missing = [j for j in theirs if j not in found.values()]
    return found | dict(zip(bare, missing, strict=False))


def _left(devices: Sequence[Device], shape: Shape, matched: Collection[int]) -> list[int]:
    """The places of the devices of a shape that are not matched yet."""
    return [i for i, device in enumerate(devices) if device_shape(device) == shape and i not in matched]


def _matched_in_order(
    before: Sequence[Device], after: Sequence[Device], shape: Shape, partner: dict[int, int]
) -> dict[int, int]:
    ours, theirs = _left(before, shape, partner), _left(after, shape, partner.values())
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


def _move(along: _Along, chain: list[int], j: int, to: int) -> bool:
    """Move the goal's ``j`` to a place; whether it is there then."""
    place = chain.index(j)
    device = along.reference(place)
    if place != to and not along.draft.do(MoveDevice, track=along.track, device=device, to=to + 1):
        return False
    chain.insert(to, chain.pop(place))
    return True


def _insert(along: _Along, chain: list[int], j: int, device: Device) -> None:
    to, daw = sum(each < j for each in chain), along.draft.session.daw
    natural = natural_place(daw, along.devices, device) == to
    # A device that stays may have the label: of several that are alike it may be another than before.
    done = any(
        along.draft.do(
            InsertDevice,
            track=along.track,
            device=_insertable_name(daw, device),
            at=None if natural else to + 1,
            label=label,
            chain=along.chain,
        )
        for label in dict.fromkeys((device.label, None))
    )
    if done:
        chain.insert(to, j)


def _insertable_name(daw: str, device: Device) -> str:
    """The device's kind where that gives this very device, else the host's name for it."""
    try:
        by_kind = device.kind is not None and fresh_device(daw, device.kind).name == device.name
    except NotFoundError:
        by_kind = False
    return device.kind if device.kind is not None and by_kind else device.name


def _bring_device(along: _Along, place: int, goal: Device) -> None:
    draft, here, reference = along.draft, along.devices[place], along.reference(place)
    if here.enabled != goal.enabled:
        draft.do(EnableDevice, track=along.track, device=reference, on=goal.enabled)
    if here.sidechain != goal.sidechain:
        _bring_sidechain(along, reference, goal.sidechain)
    here = along.devices[place]
    for key, parameter in goal.parameters.items():
        known = here.parameters.get(key)
        if known is None and not (here.unread and goal.unread):
            continue  # no action gives a device a parameter, but to a plug-in that nobody has read
        if known is None or known.value != parameter.value:
            value = with_unit(parameter) if here.unread else json_value(parameter)
            draft.do(SetParameter, track=along.track, device=reference, parameter=key, value=value)
    for number, chain in _matched_chains(here.chains, goal.chains):
        _bring_devices(along.within(place, number), chain.devices)


def _matched_chains(before: Sequence[Chain], after: Sequence[Chain]) -> Iterator[tuple[int, Chain]]:
    """The chains of a rack with what each has to be: those of one name first, then the rest in order."""
    if same_chains(before, after):
        yield from enumerate(after)
        return
    ours, theirs = list(range(len(before))), list(after)
    for chain in after:
        same = next((number for number in ours if before[number].name == chain.name), None)
        if same is not None:
            ours.remove(same)
            theirs.remove(chain)
            yield same, chain
    yield from zip(ours, theirs, strict=False)


def _bring_sidechain(along: _Along, device: str, source: str | None) -> None:
    sources = [None] if source is None else along.draft.called(source, along.index)
    any(along.draft.do(SetSidechain, track=along.track, device=device, source=each) for each in sources)


def with_unit(parameter: Parameter) -> float | str:
    """The parameter's value with its unit, for a plug-in of which nobody has read the units."""
    if isinstance(parameter.value, str) or parameter.unit is Unit.NONE:
        return parameter.value
    return format_quantity(Quantity(parameter.value, parameter.unit))


def json_value(parameter: Parameter) -> float | str:
    """The parameter's value as an action carries it: JSON knows no infinity, so that is said in words."""
    if isinstance(parameter.value, str) or math.isfinite(parameter.value):
        return parameter.value
    return format_quantity(Quantity(parameter.value, parameter.unit))
