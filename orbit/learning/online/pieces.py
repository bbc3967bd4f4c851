"""Pieces of demonstrations, as they are kept to be found again: each has all that learning asks of it.

A piece holds the edits of one slice, with the tracks and devices they touch. What was done to several tracks
in one go is in a piece of its own besides, and what was taken back at once in one that has nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import blake2b
from typing import Any, TypeAlias

from daw_bridges.actions import action_json, parse_action
from orbit.learning.demonstration import Demonstration, DeviceSeen, Event, TrackSeen
from orbit.learning.loops.sweeps import stretches
from orbit.learning.slicing import slices_of

__all__ = ["LEAST_EDITS", "Piece", "part_of", "pieces_of", "read_piece", "rejected_whole", "written"]

LEAST_EDITS = 2
"""Fewer edits by hand are no routine."""

_BETWEEN = 1
"""So many edits may lie between two that follow one another."""

_Document: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Piece:
    """A piece, as a demonstration of its own; ``loop``: the same was done there to several tracks."""

    demonstration: Demonstration
    loop: bool = False

    @property
    def marks(self) -> frozenset[int]:
        """The numbers (of 63 bits) by which like pieces are found: of kinds of edit one after another."""
        runs = (self.demonstration.events, *self.demonstration.rejected)
        return frozenset(mark for run in runs for mark in _marks([each.does for each in run], loop=self.loop))


def pieces_of(demonstration: Demonstration) -> list[Piece]:
    """Give the pieces of a demonstration that may be part of something that recurs; loops come first."""
    loops = [
        sorted(place for sweep in stretch.sweeps for place in sweep) for stretch in stretches(demonstration)
    ]
    slices = [places for places in slices_of(demonstration) if len(places) >= LEAST_EDITS]
    taken_back = [run for run in demonstration.rejected if len(run) >= LEAST_EDITS]
    return [
        *(Piece(part_of(demonstration, places), loop=True) for places in loops),
        *(Piece(part_of(demonstration, places)) for places in slices),
        *(Piece(part_of(demonstration, (), (run,))) for run in taken_back),
    ]


def rejected_whole(demonstration: Demonstration) -> Demonstration:
    """Give a demonstration of which all that stood counts as taken back."""
    runs = [tuple(demonstration.events[place] for place in places) for places in slices_of(demonstration)]
    return replace(demonstration, events=(), rejected=(*demonstration.rejected, *runs))


def _marks(does: Sequence[str], *, loop: bool) -> Iterator[int]:
    for place, first in enumerate(does):
        for second in does[place + 1 : place + 2 + _BETWEEN]:
            text = f"{'loop' if loop else ''}\n{first}\n{second}"
            digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
            yield int.from_bytes(digest, "big") >> 1


def part_of(
    whole: Demonstration, places: Iterable[int], rejected: Sequence[Sequence[Event]] = ()
) -> Demonstration:
    """Give a demonstration of some of another's events, with no more tracks and devices than they touch."""
    events = [whole.events[place] for place in places]
    every = [*events, *(event for run in rejected for event in run)]
    devices = sorted({event.device for event in every if event.device is not None})
    touched = {track for event in every for track in event.tracks}
    tracks = sorted(touched | {whole.devices[each].track for each in devices})
    track_at = {old: new for new, old in enumerate(tracks)}
    device_at = {old: new for new, old in enumerate(devices)}

    def moved(event: Event) -> Event:
        device = None if event.device is None else device_at[event.device]
        return replace(event, tracks=tuple(track_at[track] for track in event.tracks), device=device)

    seen = [whole.devices[each] for each in devices]
    return replace(
        whole,
        events=tuple(map(moved, events)),
        tracks=tuple(whole.tracks[each] for each in tracks),
        devices=tuple(replace(each, track=track_at[each.track]) for each in seen),
        rejected=tuple(tuple(map(moved, run)) for run in rejected),
    )


# -- as text -----------------------------------------------------------------------------------------------


def written(piece: Piece) -> str:
    """Give a piece as JSON; ``read_piece`` takes it back."""
    one = piece.demonstration
    document: _Document = {
        "of": [one.trajectory, one.session, one.project, one.daw, one.goal, one.started.isoformat()],
        "loop": piece.loop,
        "tracks": [[track.name, track.created] for track in one.tracks],
        "devices": [[device.track, device.kind, device.inserted] for device in one.devices],
        "events": _events(one.events),
        "rejected": [_events(run) for run in one.rejected],
    }
    return json.dumps(document, separators=(",", ":"))


def _events(events: Iterable[Event]) -> list[Any]:
    return [
        [event.t, event.by_hand, event.does, event.tracks, event.device, action_json(event.action)]
        for event in events
    ]


def read_piece(content: str) -> Piece:
    """Read a piece from what ``written`` gave."""
    document: _Document = json.loads(content)
    trajectory, session, project, daw, goal, started = document["of"]
    one = Demonstration(
        trajectory=trajectory,
        session=session,
        project=project,
        daw=daw,
        goal=goal,
        started=datetime.fromisoformat(started),
        events=_read_events(document["events"]),
        tracks=tuple(TrackSeen(*track) for track in document["tracks"]),
        devices=tuple(DeviceSeen(*device) for device in document["devices"]),
        rejected=tuple(map(_read_events, document["rejected"])),
    )
    return Piece(one, document["loop"])


def _read_events(rows: Iterable[Any]) -> tuple[Event, ...]:
    return tuple(
        Event(parse_action(action), t, by_hand, does, tuple(tracks), device)
        for t, by_hand, does, tracks, device, action in rows
    )
