"""What a pattern's steps are about: the same track in several steps, the same device, the same row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from daw_bridges.references.naming import NUMBERED
from orbit.learning.demonstration import Event
from orbit.learning.generalising.agreement import Cluster, enough, grouped, same_throughout
from orbit.learning.generalising.fields import track_fields
from orbit.learning.generalising.sightings import Sighting

__all__ = ["Columns", "Node", "Row", "Subject", "device_kind", "devices_of", "named", "rows_of", "tracks_of"]

Column: TypeAlias = Sequence[Event | None]
"""One step's event at each sighting; None where it was left out."""
Columns: TypeAlias = Sequence[Column]
"""The columns of all steps."""
Node: TypeAlias = tuple[int, int]
"""A step, and a place among the tracks of its events."""

_MOSTLY = 0.5
_CALLED_ALIKE = 0.6
_ALIKE = 0.6
"""Two rows of tracks are one where they share so many, one or the other having been forgotten once."""


@dataclass(slots=True)
class Subject:
    """One track or device that steps are about, and how steps call it from here on; None before it is."""

    cluster: Cluster
    reference: str | None = None
    names: Sequence[str | None] = ()


@dataclass(slots=True)
class Row:
    """Several tracks to which the same steps are done, and which these are each time."""

    steps: list[int]
    tracks: list[tuple[int, ...]]
    slot: str | None = None


def tracks_of(columns: Columns, rows: Mapping[int, Row], agreement: float) -> dict[Node, Subject]:
    """The track that each step is of, and those its other fields name, by step and place.

    What a step is of in a row of tracks is none of these.
    """
    nodes: dict[Node, list[int | None]] = {}
    for step, column in enumerate(columns):
        most = max((len(event.tracks) for event in column if event is not None), default=0)
        for place in range(1 if step in rows else 0, most):
            nodes[step, place] = [_track(event, place) for event in column]
    return _subjects(nodes, agreement)


def devices_of(columns: Columns, agreement: float) -> dict[Node, Subject]:
    """The device that each step is about, by step."""
    nodes = {
        (step, 0): [None if event is None else event.device for event in column]
        for step, column in enumerate(columns)
        if any(event is not None and event.device is not None for event in column)
    }
    return _joined(_subjects(nodes, agreement), columns, nodes)


def _joined(
    subjects: dict[Node, Subject], columns: Columns, nodes: Mapping[Node, list[int | None]]
) -> dict[Node, Subject]:
    """Take a device for the one that an earlier step inserted where it mostly is.

    A log may name a device by its kind alone, where one of that kind was there before, and mean the new one.
    """
    inserting = [node for node in nodes if _inserts(columns[node[0]])]
    for node in nodes:
        mostly = [
            subjects[new]
            for new in inserting
            if new < node and same_throughout(nodes[new], nodes[node], _CALLED_ALIKE)
        ]
        if mostly and node not in inserting:
            subjects[node] = mostly[-1]
    return subjects


def _inserts(column: Column) -> bool:
    return any(event is not None and event.action.action == "insert_device" for event in column)


def rows_of(columns: Columns, agreement: float) -> dict[int, Row]:
    """The rows of tracks that steps are mostly done to, by step."""
    rows: list[Row] = []
    for step, column in enumerate(columns):
        if not _in_a_row(column):
            continue
        tracks = [() if event is None else _all_tracks(event) for event in column]
        home = next((row for row in rows if _alike(row.tracks, tracks, agreement)), None)
        if home is None:
            rows.append(Row([step], tracks))
        else:
            home.steps.append(step)
            home.tracks = [max(pair, key=len) for pair in zip(home.tracks, tracks, strict=True)]
    return {step: row for row in rows for step in row.steps}


def _in_a_row(column: Column) -> bool:
    events = [event for event in column if event is not None]
    return sum(bool(event.also) for event in events) > _MOSTLY * len(events)


def _all_tracks(event: Event) -> tuple[int, ...]:
    # In the order in which they were heard of, which is mostly that of the session.
    return tuple(sorted({each.tracks[0] for each in (event, *event.also) if each.tracks}))


def _alike(one: Sequence[tuple[int, ...]], other: Sequence[tuple[int, ...]], agreement: float) -> bool:
    both = [(set(left), set(right)) for left, right in zip(one, other, strict=True) if left and right]
    near = sum(len(left & right) >= _ALIKE * len(left | right) for left, right in both)
    return bool(both) and enough(near, len(both), agreement)


def _track(event: Event | None, place: int) -> int | None:
    return event.tracks[place] if event is not None and place < len(event.tracks) else None


def _subjects(nodes: Mapping[Node, list[int | None]], agreement: float) -> dict[Node, Subject]:
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
