"""How far apart two devices or two chains of devices are, in actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from daw_bridges.algebra.difference.alignment import assign
from daw_bridges.algebra.editing import own_name
from daw_bridges.session import Chain, Device

__all__ = [
    "IMPOSSIBLE",
    "Along",
    "Shape",
    "Values",
    "device_distance",
    "device_shape",
    "matched_racks",
    "same_chains",
    "unequal",
]

IMPOSSIBLE = 10_000.0
"""The cost of what no action can bring about: taken only where there is no other way."""

Values = Mapping[str, object]


class Shape(NamedTuple):
    """What two devices must share to be the same one; only a rack with chains is one with chains."""

    name: str
    kind: str | None
    set_up: bool
    """Whether it is a plug-in that shows settings: what a new one shows is not known."""
    has_chains: bool

    @property
    def lasting(self) -> bool:
        """Whether no action makes one: a new plug-in shows no settings, a new rack has no chains."""
        return self.has_chains or self.set_up


@dataclass(frozen=True)
class Along:
    """The devices of a chain by their shape, in order: racks with chains, and of the others their values."""

    values: Mapping[Shape, Sequence[Values]]
    racks: Mapping[Shape, Sequence[Device]]

    @classmethod
    def of(cls, devices: Iterable[Device]) -> Along:
        """The devices of a chain, sorted."""
        values: dict[Shape, list[Values]] = {}
        racks: dict[Shape, list[Device]] = {}
        for device in devices:
            shape = device_shape(device)
            if shape.has_chains:
                racks.setdefault(shape, []).append(device)
            else:
                values.setdefault(shape, []).append(_values(device))
        return cls(values, racks)

    def distance(self, other: Along) -> float:
        """About how many actions lead from one chain to another, moves aside."""
        cost = 0.0
        for shape in self.values.keys() | other.values.keys():
            ours, theirs = self.values.get(shape, ()), other.values.get(shape, ())
            cost += sum(unequal(one, another) for one, another in zip(ours, theirs, strict=False))
            cost += _unmatched(shape, len(ours), len(theirs))
        for shape in self.racks.keys() | other.racks.keys():
            found, wanted = self.racks.get(shape, ()), other.racks.get(shape, ())
            cost += _rack_distance(found, wanted) + _unmatched(shape, len(found), len(wanted))
        return cost


def _unmatched(shape: Shape, before: int, after: int) -> float:
    return max(before - after, 0) + max(after - before, 0) * (IMPOSSIBLE if shape.lasting else 1.0)


def _rack_distance(before: Sequence[Device], after: Sequence[Device]) -> float:
    """How many actions lead from some racks of one shape to others, at best."""
    return sum(device_distance(before[i], after[j]) for i, j in matched_racks(before, after).items())


def matched_racks(before: Sequence[Device], after: Sequence[Device]) -> dict[int, int]:
    """Which of the racks of one shape is which: no action makes a chain, so what is in them decides."""
    if before and len(before) == len(after) == 1:
        return {0: 0}
    return assign([[device_distance(one, other) for other in after] for one in before])


def unequal(one: Mapping[Any, object], other: Mapping[Any, object]) -> int:
    """How many of the values are not the same."""
    if one == other:
        return 0
    return sum(one.get(each, _NOTHING) != other.get(each, _NOTHING) for each in one.keys() | other.keys())


_NOTHING = object()


def _values(device: Device) -> Values:
    parameters = {key: parameter.value for key, parameter in device.parameters.items()}
    return {**parameters, "/enabled": device.enabled, "/sidechain": device.sidechain}


def device_shape(device: Device) -> Shape:
    """What two devices must share to be the same one; which parameters a version of it shows is no part."""
    set_up = device.kind is None and bool(device.parameters) and not device.unread
    return Shape(device.name, device.kind, set_up, bool(device.chains))


def device_distance(before: Device, after: Device) -> float:
    """How many actions lead from one device to another of the same shape."""
    if before is after:
        return 0.0
    return unequal(_values(before), _values(after)) + _inside_distance(before.chains, after.chains)


def _inside_distance(before: Sequence[Chain], after: Sequence[Chain]) -> float:
    """How many actions lead from what is in one rack to what is in another; none makes or mixes a chain."""
    if before is after:
        return 0.0
    if not same_chains(before, after):
        return IMPOSSIBLE
    pairs = [(one, other) for one, other in zip(before, after, strict=True) if one is not other]
    return sum(Along.of(one.devices).distance(Along.of(other.devices)) for one, other in pairs)


def same_chains(before: Sequence[Chain], after: Sequence[Chain]) -> bool:
    """Whether what no action changes of the chains of two racks is the same: names and mixers."""
    return list(map(_mixed, before)) == list(map(_mixed, after))


def _mixed(chain: Chain) -> tuple[object, ...]:
    return own_name(chain), chain.volume_db, chain.pan, chain.mute, chain.solo
