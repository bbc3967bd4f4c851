"""The experience memory: what was done, to what end, how it was taken, and where it went wrong.

A trajectory is kept once. What became of it (accepted, rejected, undecided) is worked out when it is asked
for, from what somebody said of it and from the times: see ``orbit.memory.judgement``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict

from daw_bridges.errors import NotFoundError, UsageError
from orbit.memory.judgement import Judgement, Verdict, judged
from orbit.memory.records import Failure, RunRecord, ToolCall
from orbit.memory.relations import related
from orbit.memory.store import Store
from orbit.memory.store.links import Link
from orbit.memory.store.tool_log import ToolFilter
from orbit.memory.store.trajectories import StoredTrajectory, TrajectoryFilter
from orbit.memory.trajectory import Trajectory

if TYPE_CHECKING:
    from orbit.memory.meaning import Meaning

__all__ = ["Episode", "Experience", "Part"]

_PAGE = 200
_LONGEST_TEXT = 2000
_MOST = 1000


class Episode(BaseModel):
    """A trajectory and what became of it; ``score`` is 0 to 1 where a text was asked about, else None."""

    model_config = ConfigDict(frozen=True)

    trajectory: Trajectory
    judgement: Judgement
    undone_at: datetime | None = None
    score: float | None = None
    why: str = ""


class Part(BaseModel):
    """A run that is part of one: by its trajectory, and the step that it did."""

    model_config = ConfigDict(frozen=True)

    trajectory_id: str
    step: int


class Experience:
    """What was done in one scope; ``meaning`` None searches by words alone.

    Everything raises MemoryStoreError when the store cannot be used.
    """

    def __init__(self, store: Store, meaning: Meaning | None = None) -> None:
        self._store, self._meaning = store, meaning

    # -- what was done ---------------------------------------------------------------------------------

    def keep(self, trajectory: Trajectory) -> None:
        """Remember a trajectory, in the place of one of the same id."""
        self._store.trajectories.put(trajectory)

    def episode(self, trajectory_id: str, *, now: datetime | None = None) -> Episode:
        """Give a trajectory with what became of it. Raises NotFoundError."""
        stored = self._store.trajectories.stored(trajectory_id)
        if stored is None:
            raise NotFoundError("trajectory", trajectory_id)
        return self._episode(stored, now)

    def search(
        self,
        text: str = "",
        k: int = 10,
        *,
        tracks: Sequence[str] = (),
        devices: Sequence[str] = (),
        actions: Sequence[str] = (),
        only: TrajectoryFilter | None = None,
        verdict: Verdict | None = None,
        now: datetime | None = None,
    ) -> list[Episode]:
        """Give at most ``k`` episodes: those nearest to a text, best first, or without one the newest.

        A text of which no word says anything ("what did I do?") is none.

        Each has to touch all of ``tracks``, ``devices`` and ``actions``, to be what ``only`` says, and to be
        judged as ``verdict``, where these are given. Raises UsageError when ``k`` is not 1 to 1000.
        """
        if not 1 <= k <= _MOST:
            raise UsageError(f"Ask for 1 to {_MOST} episodes, not {k}.")
        meant = _narrowed(only or TrajectoryFilter(), tracks, devices, actions)
        found = self._by_text(text, meant, now) if text.strip() else self._newest(meant, now)
        wanted = (each for each in found if verdict is None or each.judgement.verdict == verdict)
        return [each for each, _ in zip(wanted, range(k), strict=False)]

    def judge(self, trajectory_id: str, verdict: Verdict | None) -> None:
        """Note what somebody says of a trajectory; None takes it back. Raises NotFoundError."""
        if not self._store.trajectories.judge(trajectory_id, verdict):
            raise NotFoundError("trajectory", trajectory_id)

    def forget(self, trajectory_id: str) -> None:
        """Delete a trajectory, its links, its vector and the log of its actions. Raises NotFoundError."""
        with self._store.transaction():
            self._drop(trajectory_id)
        if self._meaning is not None:
            self._meaning.forget([trajectory_id])

    def _drop(self, trajectory_id: str) -> None:
        self._store.tool_log.forget(ToolFilter(trajectory_id=trajectory_id))
        if not self._store.trajectories.forget(trajectory_id):
            raise NotFoundError("trajectory", trajectory_id)

    def join(self, parts: Sequence[Part], goal: str, workflow_id: str | None = None) -> None:
        """Make one run of several that were done one after the other, and stand: one to be taken back.

        Raises NotFoundError where one is not there, UsageError where they cannot be one.
        """
        store, ids = self._store, [each.trajectory_id for each in parts]
        with store.transaction():
            works = [work for each in ids if (work := store.trajectories.get(each)) is not None]
            runs = [run for each in ids for run in store.runs.of(trajectory_id=each)]
            if not ids or not len(works) == len(runs) == len(ids):
                raise NotFoundError("run of each step", ", ".join(ids))
            places = {(run.daw, run.project) for run in runs}
            if len(places) > 1 or not all(run.ok and run.undone_at is None for run in runs):
                raise UsageError("Only runs that stand, in one session, can be made one.")
            store.runs.forget([run.id for run in runs])
            for each in ids:
                self._drop(each)
            store.record(_joined(parts, runs, goal, workflow_id), _in_one(works, goal))
        if self._meaning is not None:
            self._meaning.forget(ids)

    # -- what went wrong, and what was called ----------------------------------------------------------

    def failures(
        self, k: int = 20, *, workflow_id: str | None = None, resolved: bool | None = None
    ) -> list[Failure]:
        """Give the latest failures, newest first: of one workflow, or only mended or unmended ones."""
        return self._store.failures.recent(k, workflow_id=workflow_id, resolved=resolved)

    def report(self, failure: Failure) -> str:
        """Remember a failure that no run of Orbit's left, and give its id."""
        self._store.failures.add(failure)
        return failure.id

    def resolve(self, failure_id: str) -> None:
        """Say that a failure is mended. Raises NotFoundError when there is none that stands."""
        if not self._store.failures.resolve([failure_id], datetime.now(UTC)):
            raise NotFoundError("standing failure", failure_id)

    def warnings(
        self, workflow_ids: Collection[str], *, daw: str | None = None
    ) -> dict[str, tuple[str, ...]]:
        """Give what to be warned of before each of these workflows is run: what failed and stands unmended.

        The same thing failing twice is one warning, with how often. ``daw`` leaves out what failed on others.
        """
        standing = self._store.failures.standing(workflow_ids)
        told = {
            name: tuple(_warnings([each for each in failures if daw is None or each.daw in {daw, ""}]))
            for name, failures in standing.items()
        }
        return {name: warnings for name, warnings in told.items() if warnings}

    def log(self, call: ToolCall) -> str:
        """Remember a tool that was called beside any run, and give the call's id."""
        self._store.tool_log.add([call])
        return call.id

    def calls(self, only: ToolFilter | None = None, k: int = 20) -> list[ToolCall]:
        """Give the latest of the calls that are meant, newest first."""
        return self._store.tool_log.search(only, limit=k)

    def linked(self, kind: str, item: str) -> list[Link]:
        """Give everything that belongs to a thing; see ``orbit.memory.relations``."""
        return related(self._store, kind, item)

    # -- finding ---------------------------------------------------------------------------------------

    def _episode(self, stored: StoredTrajectory, now: datetime | None) -> Episode:
        trajectory = stored.trajectory
        # What came next matters only to what was taken back.
        undone = stored.undone_at is not None
        judgement = judged(
            said=stored.verdict,
            failed=trajectory.outcome == "failure",
            ended=trajectory.ended,
            undone_at=stored.undone_at,
            next_started=self._store.trajectories.next_started(trajectory) if undone else None,
            now=now or datetime.now(UTC),
        )
        return Episode(trajectory=trajectory, judgement=judgement, undone_at=stored.undone_at)

    def _newest(self, meant: TrajectoryFilter, now: datetime | None) -> Iterator[Episode]:
        place = 0
        while page := self._store.trajectories.search(meant, limit=_PAGE, offset=place):
            yield from (self._episode(stored, now) for stored in page)
            place += len(page)

    def _by_text(self, text: str, meant: TrajectoryFilter, now: datetime | None) -> Iterator[Episode]:
        from orbit.memory.recollection import asks_nothing, candidates, nearest, ranked

        text = text[:_LONGEST_TEXT]
        if asks_nothing(text):
            yield from self._newest(meant, now)
            return
        cosines = nearest(self._store, self._meaning, text)
        found = candidates(self._store, text, meant, cosines)
        for stored, score, why in ranked(text, found, cosines):
            yield self._episode(stored, now).model_copy(update={"score": score, "why": why})


def _narrowed(
    only: TrajectoryFilter, tracks: Sequence[str], devices: Sequence[str], actions: Sequence[str]
) -> TrajectoryFilter:
    given = {"track": tracks, "device": devices, "action": actions}
    about = [(kind, name) for kind, names in given.items() for name in names]
    return replace(only, about=(*only.about, *about))


def _warnings(failures: Sequence[Failure]) -> Iterator[str]:
    alike: dict[tuple[str, int | None, str], list[Failure]] = {}
    for failure in failures:
        alike.setdefault((failure.daw, failure.step, failure.reason), []).append(failure)
    for same in alike.values():
        times = f" ({len(same)} times by now)" if len(same) > 1 else ""
        yield f"{same[0].warning()}{times}"


def _joined(
    parts: Sequence[Part], runs: Sequence[RunRecord], goal: str, workflow_id: str | None
) -> RunRecord:
    first, last = runs[0], runs[-1]
    back = [run.inverse for run in reversed(runs)]
    results: list[dict[str, Any]] = []
    for part, run in zip(parts, runs, strict=True):
        later = (run.started - first.started).total_seconds()
        moved = ({"t": each["t"] + later} if "t" in each else {} for each in run.results)
        results += [r | more | {"step": part.step} for r, more in zip(run.results, moved, strict=True)]
    return first.model_copy(
        update={
            "id": last.id,
            "workflow_id": workflow_id,
            "goal": goal,
            "seconds": sum(run.seconds for run in runs),
            "results": results,
            "inverse": None if None in back else [action for each in back for action in each or ()],
            "after": last.after,
            "after_sha256": last.after_sha256,
        }
    )


def _in_one(works: Sequence[Trajectory], goal: str) -> Trajectory:
    actions = [
        action.model_copy(update={"t": action.t + (work.started - works[0].started).total_seconds()})
        for work in works
        for action in work.actions
    ]
    last = {"id": works[-1].id, "after_sha256": works[-1].after_sha256}
    return works[0].model_copy(update={"goal": goal, "actions": actions} | last)
