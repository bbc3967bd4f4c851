"""A saved set as a demonstration: what somebody does who builds it, as far as it tells of habits.

What counts is how a track's sound is made and where it goes: returns, devices with their settings, side
chains, sends and routings. A fader, a colour or a clip belongs to the one piece of music.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from daw_bridges.ableton.saved import read_set
from daw_bridges.ableton.saved.history import versions
from daw_bridges.actions import Action, CreateTrack
from daw_bridges.algebra import nearest
from daw_bridges.errors import SavedSetError
from daw_bridges.references import DevicePath, device_path, track_index
from daw_bridges.session import Session, Track, TrackKind
from orbit.learning.saved_sets import SavedSteps, history_of
from orbit.memory.trajectory import Trajectory, TrajectoryAction

__all__ = ["built", "is_of_a_set", "set_trajectories"]

_PREFIX = "set-"

_WITHIN, _BETWEEN = 2.0, 900.0
"""Seconds between the edits of one track, and between two tracks: when it was done a set does not tell."""

_SHOWN = (
    "create_track", "insert_device", "load_preset", "enable_device", "set_parameter", "set_sidechain",
    "set_send", "set_output", "set_input",
)  # fmt: skip
"""What is looked at; of one device it is done in this order."""

_LEADS_ON = frozenset(_SHOWN[-3:])


def set_trajectories(path: Path) -> Iterator[Trajectory | SavedSetError]:
    """Give what it takes to build a set, then what was done from each of its backups to the next.

    What the set itself shows is not told a second time in its history. Read again it gives the same ids.
    Raises SavedSetError when the set itself cannot be read; a backup that cannot be is given as an error.
    """
    whole = _whole(path)
    yield whole
    shown = [step.action for step in whole.actions]
    if len(versions(path)) == 1:
        return
    for found in history_of(path):
        yield _besides(found.trajectory, shown) if isinstance(found, SavedSteps) else found


def is_of_a_set(trajectory_id: str) -> bool:
    """Say whether a trajectory is what it takes to build a saved set."""
    return trajectory_id.startswith(_PREFIX)


def built(session: Session) -> list[list[Action]]:
    """Give the edits that make a session's tracks sound as they do, those of one track together.

    The ordinary tracks count as there, with nothing on them. Returns are created, and come first, for the
    others send to them; where they send themselves comes last.
    """
    after = Session(daw=session.daw, tracks=tuple(map(_heard, session.tracks)))
    groups: list[list[Action]] = [[] for _ in after.tracks]
    returning = (place for place, track in enumerate(after.tracks) if track.kind is TrackKind.RETURN)
    for action in nearest(_nothing(after), after).actions:
        if isinstance(action, CreateTrack):
            if action.kind == TrackKind.RETURN:  # they are created in their order
                groups[next(returning)].append(action)
        elif action.action in _SHOWN:
            groups[track_index(after, str(getattr(action, "track", "")))].append(action)
    ordered = [_in_order(track, group) for track, group in zip(after.tracks, groups, strict=True)]
    returns = [track.kind is TrackKind.RETURN for track in after.tracks]
    others = [group for group, is_return in zip(ordered, returns, strict=True) if not is_return]
    chains, ways = _apart([group for group, is_return in zip(ordered, returns, strict=True) if is_return])
    return [group for group in (*chains, *others, ways) if group]


def _apart(groups: Sequence[Sequence[Action]]) -> tuple[list[list[Action]], list[Action]]:
    """Take from returns where they lead."""
    chains = [[action for action in group if action.action not in _LEADS_ON] for group in groups]
    return chains, [action for group in groups for action in group if action.action in _LEADS_ON]


def _whole(path: Path) -> Trajectory:
    session = read_set(path).session
    name = path.resolve().as_uri()
    return Trajectory(
        id=f"{_PREFIX}{uuid5(NAMESPACE_URL, name).hex}",
        session=uuid5(NAMESPACE_URL, name).hex,
        project=path.stem,
        daw=session.daw,
        started=datetime.fromtimestamp(path.stat().st_mtime, UTC),
        outcome="success",
        actions=list(_timed(built(session))),
    )


def _timed(groups: Sequence[Sequence[Action]]) -> Iterator[TrajectoryAction]:
    t = 0.0
    for group in groups:
        for action in group:
            yield TrajectoryAction(t=t, origin="user", action=action)
            t += _WITHIN
        t += _BETWEEN


def _besides(steps: Trajectory, shown: Sequence[Action]) -> Trajectory:
    return steps.model_copy(update={"actions": [step for step in steps.actions if step.action not in shown]})


def _heard(track: Track) -> Track:
    """Give what of a track is looked at; a group's own strip is like that of any track."""
    return Track(
        name=track.name,
        kind=TrackKind.AUDIO if track.kind is TrackKind.GROUP else track.kind,
        input=track.input,
        output=track.output,
        sends=track.sends,
        devices=track.devices,
    )


def _nothing(session: Session) -> Session:
    """Give the session that it was at the very first."""
    master = [
        Track(name=track.name, kind=track.kind, output=track.output)
        for track in session.tracks
        if track.kind is TrackKind.MASTER
    ]
    return session.model_copy(update={"tracks": tuple(master)})


def _in_order(track: Track, group: Sequence[Action]) -> list[Action]:
    """Give a track's edits device by device, as they follow each other in its chain, then where it leads."""
    places = _inserted(group)

    def key(numbered: tuple[int, Action]) -> tuple[DevicePath, int]:
        number, action = numbered
        if number in places:
            return (places.index(number),), 0
        device = getattr(action, "device", None)
        path = device_path(track, device) if device else (len(track.devices),)
        return ((-1,) if action.action == "create_track" else path), _SHOWN.index(action.action)

    return [action for _, action in sorted(enumerate(group), key=key)]


def _inserted(group: Sequence[Action]) -> list[int]:
    """Give the numbers of the edits that insert devices, in the order in which the devices stand then."""
    numbers: list[int] = []
    for number, action in enumerate(group):
        if action.action == "insert_device":
            numbers.insert(len(numbers) if action.at is None else action.at - 1, number)
    return numbers
