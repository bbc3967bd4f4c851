"""The devices that a sentence is about, and the parameter that is meant on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from daw_bridges.references import device_reference
from daw_bridges.references import find_device as device_called
from daw_bridges.session import Device
from orbit.agent.offline.understanding.devices import read_device
from orbit.agent.offline.understanding.loosely.evidence import Evidence
from orbit.agent.offline.understanding.mentions import Mention
from orbit.agent.offline.understanding.placing import find_places
from orbit.agent.offline.understanding.problems import Problem

__all__ = ["Target", "is_definite", "named_place", "targets"]

_DEFINITE = frozenset({"the", "this", "that", "its", "my", "our", "your", "their"})


@dataclass(frozen=True)
class Target:
    """A device where it is."""

    track: str
    device: Device
    reference: str


def targets(evidence: Evidence, mention: Mention | None = None) -> tuple[Target, ...]:
    """The devices a sentence is about: the one it names, or else all on the tracks that it names.

    With neither, the device that was spoken of last. None where what is named is not there.
    """
    if mention is not None:
        return tuple(_named(evidence, mention))
    ground = evidence.ground
    if evidence.names:
        return tuple(each for name in evidence.names for each in _all_on(evidence, name))
    if evidence.all("track") or ground.device is None:
        return ()
    return tuple(_spoken_of(evidence, ground.device))


def _named(evidence: Evidence, mention: Mention) -> Iterator[Target]:
    said = read_device(evidence.ground, evidence.tokens[mention.start : mention.end])
    places = Problem("") if said is None else find_places(evidence.ground, said, evidence.names)
    if not isinstance(places, Problem):
        for track, reference in places:
            yield Target(track, device_called(evidence.ground.track(track), reference), reference)


def _spoken_of(evidence: Evidence, reference: str) -> Iterator[Target]:
    for name in evidence.ground.tracks:
        for each in _all_on(evidence, name):
            if reference in (each.device.kind, each.device.label, each.reference):
                yield each


def _all_on(evidence: Evidence, name: str) -> Iterator[Target]:
    track = evidence.ground.track(name)
    for at, device in enumerate(track.devices):
        yield Target(name, device, device_reference(track, at))


def named_place(evidence: Evidence, mention: Mention) -> bool:
    """Whether a device that is named is one that is there: "the" or "its" stands before it, and it is."""
    return is_definite(evidence, mention) and bool(targets(evidence, mention))


def is_definite(evidence: Evidence, mention: Mention) -> bool:
    """Whether "the" or "its" stands before it, or whose it is: "the drum compressor", "the kick's gate"."""
    start = next((each.start for each in evidence.all("track") if each.end == mention.start), mention.start)
    before = [evidence.tokens[at - 1] for at in {start, mention.start} if at]
    return any(token.text in _DEFINITE or token.raw.casefold().endswith(("'s", "s'")) for token in before)
