"""Trajectories from saved sets: what was done between one save and the next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from uuid import NAMESPACE_URL, uuid4, uuid5

from daw_bridges.ableton.saved import SavedSet, read_set
from daw_bridges.ableton.saved.history import SavedVersion, versions
from daw_bridges.ableton.saved.watching import Save
from daw_bridges.algebra import nearest
from daw_bridges.errors import SavedSetError
from daw_bridges.session import Session
from orbit.memory.trajectory import Trajectory, TrajectoryAction

__all__ = ["SavedSteps", "WatchRecorder", "history_of"]


@dataclass(frozen=True)
class SavedSteps:
    """What led from one save of a set to the next, as far as the vocabulary can say it."""

    trajectory: Trajectory
    unsaid: tuple[str, ...]
    """What changed and no action says, one sentence each."""


def history_of(path: Path) -> Iterator[SavedSteps | SavedSetError]:
    """What was done from each version of a set to the next, oldest first; its Backup folder is the history.

    A version that cannot be read is told as an error and left out. A history that is read again gives
    trajectories of the same ids. Raises SavedSetError when there is no such set.
    """
    session = uuid5(NAMESPACE_URL, path.resolve().as_uri()).hex
    earlier: tuple[SavedVersion, SavedSet] | None = None
    for version in versions(path):
        try:
            saved = read_set(version.path)
        except SavedSetError as error:
            yield error
            continue
        if earlier is not None:
            before, one = earlier
            names = f"{session} {before.saved.isoformat()} {version.saved.isoformat()}"
            yield _steps(
                (one.session, saved.session),
                (before.saved, version.saved),
                project=path.stem,
                session=session,
                identity=uuid5(NAMESPACE_URL, names).hex,
            )
        earlier = version, saved


class WatchRecorder:
    """Makes a trajectory of each save of one watch; all of them belong to one session of work."""

    def __init__(self) -> None:
        self.session = uuid4().hex
        self._begun = datetime.now(UTC)
        self._last: dict[Path, datetime] = {}

    def steps(self, save: Save) -> SavedSteps | None:
        """What led to a save; None where it is not known what the set was before."""
        started = self._last.get(save.path, self._begun)
        self._last[save.path] = save.at
        if save.before is None:
            return None
        return _steps(
            (save.before.session, save.after.session),
            (started, save.at),
            project=save.path.stem,
            session=self.session,
            identity=uuid4().hex,
        )


def _steps(
    sets: tuple[Session, Session],
    times: tuple[datetime, datetime],
    *,
    project: str,
    session: str,
    identity: str,
) -> SavedSteps:
    """The steps between two saves; when in that time each was done nobody knows, so all are at its end."""
    actions, unsaid = nearest(*sets)
    # A file that was copied tells when it was copied, which can be before its backups were made.
    seconds = max((times[1] - times[0]).total_seconds(), 0.0)
    trajectory = Trajectory(
        id=identity,
        session=session,
        project=project,
        daw=sets[1].daw,
        started=times[0],
        actions=[TrajectoryAction(t=round(seconds, 3), origin="user", action=action) for action in actions],
    )
    return SavedSteps(trajectory, tuple(unsaid))
