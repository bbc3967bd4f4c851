"""``clean``: the way from a trajectory to a demonstration."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from orbit.learning.cleaning.sighting import Sighting
from orbit.learning.cleaning.standing import Taken, seen_in, standing
from orbit.learning.cleaning.tidying import Tidier
from orbit.learning.demonstration import Demonstration, Event
from orbit.memory.trajectory import Trajectory

__all__ = ["clean"]


def clean(trajectory: Trajectory) -> Demonstration:
    """The edits of a trajectory that stood, each with what it touches.

    What an undo took back is gone, and so are drags but for their end, edits that were followed by their
    opposite, and edits that changed nothing; of a trajectory that failed also the edit at which it ended.
    What was done and soon taken back (within 45 s) is among the rejected. Tracks and devices are followed
    through renaming, creating and removing; which there were before is inferred from what is named.

    >>> from orbit.memory.trajectory import Trajectory
    >>> drag = [{"t": t, "origin": "user", "action": "set_volume", "track": "Bass", "db": -t} for t in (1, 2)]
    >>> [event.action.db for event in clean(Trajectory(daw="ableton", actions=drag)).events]
    [-2.0]
    """
    world = seen_in(trajectory)
    stood, taken = standing(trajectory, world)
    tidier = Tidier()
    for sighting in stood:
        tidier.take(sighting)
    kept = tidier.kept()
    if trajectory.outcome == "failure":
        kept = kept[:-1]
    return Demonstration(
        trajectory=trajectory.id,
        session=trajectory.session,
        project=trajectory.project,
        daw=trajectory.daw,
        goal=trajectory.goal,
        started=trajectory.started,
        events=tuple(sighting.event() for sighting in kept),
        tracks=world.tracks.seen(),
        devices=world.devices.seen(),
        rejected=tuple(_rejected(taken, tidier.put_back)),
    )


def _rejected(
    taken: Iterable[Taken], put_back: Iterable[tuple[Sighting, ...]]
) -> Iterator[tuple[Event, ...]]:
    run: list[Sighting] = []
    following: int | None = None
    for one in taken:
        if not one.rejected:
            continue
        if run and one.place != following:
            yield _tidied(run)
            run = []
        run.append(one.sighting)
        following = one.place + 1
    if run:
        yield _tidied(run)
    for gone in put_back:
        yield tuple(sighting.event() for sighting in gone)


def _tidied(run: Iterable[Sighting]) -> tuple[Event, ...]:
    """A run without the values a drag went through."""
    kept: list[Sighting] = []
    for sighting in run:
        if kept and sighting.sets is not None and kept[-1].sets == sighting.sets:
            kept[-1] = sighting
        else:
            kept.append(sighting)
    return tuple(sighting.event() for sighting in kept)
