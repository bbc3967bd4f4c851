"""What a pattern's steps are about: the same track in several steps, the same device in several steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from daw_bridges.references import SEPARATOR
from daw_bridges.references.naming import NUMBERED
from orbit.learning.demonstration import Event
from orbit.learning.generalising.agreement import Cluster, commonest, grouped
from orbit.learning.generalising.fields import track_fields
from orbit.learning.generalising.sightings import Sighting

__all__ = ["Columns", "Subject", "device_kind", "device_reference", "devices_of", "named", "tracks_of"]

Columns = Sequence[Sequence[Event | None]]
"""For each step, its event at each sighting."""


@dataclass(slots=True)
class Subject:
    """One track or device that steps are about, and how steps call it from here on; None before it is."""

    cluster: Cluster
    reference: str | None = None
    names: Sequence[str | None] = ()
    slot: str | None = None


def tracks_of(columns: Columns, agreement: float) -> dict[tuple[int, int], Subject]:
    """The track that each step is of, and those its other fields name, by step and place."""
    nodes: dict[tuple[int, int], list[int | None]] = {}
    for step, column in enumerate(columns):
        most = max((len(event.tracks) for event in column if event is not None), default=0)
        for place in range(most):
            nodes[step, place] = [_track(event, place) for event in column]
    return _subjects(nodes, agreement)


def devices_of(columns: Columns, agreement: float) -> dict[tuple[int, int], Subject]:
    """The device that each step is about, by step."""
    nodes = {
        (step, 0): [None if event is None else event.device for event in column]
        for step, column in enumerate(columns)
        if any(event is not None and event.device is not None for event in column)
    }
    return _subjects(nodes, agreement)


def _track(event: Event | None, place: int) -> int | None:
    return event.tracks[place] if event is not None and place < len(event.tracks) else None


def _subjects(
    nodes: dict[tuple[int, int], list[int | None]], agreement: float
) -> dict[tuple[int, int], Subject]:
    subjects = [Subject(cluster) for cluster in grouped(nodes, agreement)]
    return {node: subject for subject in subjects for node in subject.cluster.nodes}


def named(seen: Sequence[Sighting], subject: Subject, columns: Columns) -> list[str | None]:
    """What a track was called each time, at its first step."""
    step, place = subject.cluster.nodes[0]
    return [
        _called(sighting, columns[step][row], place, subject.cluster.seen[row])
        for row, sighting in enumerate(seen)
    ]


def _called(sighting: Sighting, event: Event | None, place: int, track: int | None) -> str | None:
    if event is not None:
        said = [getattr(event.action, name) for name, at in track_fields(event.action).items() if at == place]
        plain = [name for name in said if isinstance(name, str) and not NUMBERED.match(name)]
        if plain:
            return plain[0]
    return None if track is None else sighting.demonstration.tracks[track].name


def device_kind(sighting: Sighting, event: Event) -> str:
    """The kind of the device that an event is about; empty for an event about none."""
    if event.device is not None:
        return sighting.demonstration.devices[event.device].kind
    return str(getattr(event.action, "device", "") or "")


def device_reference(seen: Sequence[Sighting], column: Sequence[Event | None]) -> str:
    """How a device that was there before is referred to: by its kind, with its number where it had one."""
    said = [
        None
        if event is None
        else _said(device_kind(sighting, event), str(getattr(event.action, "device", "")))
        for sighting, event in zip(seen, column, strict=True)
    ]
    found = commonest(said)
    return found[0] if found is not None else ""


def _said(kind: str, written: str) -> str:
    if SEPARATOR in written:
        return written
    _, sign, number = written.rpartition("#")
    return f"{kind}#{number}" if sign and number.isdigit() and not NUMBERED.match(written) else kind
