"""Runs that were cut short: each is on disk before its first step, and found again by whoever comes next."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Self
from uuid import uuid4

from pydantic import ValidationError

from daw_bridges.actions import Action, action_json, parse_action
from daw_bridges.bridge import Bridge, Result, Status
from daw_bridges.errors import ActionError, BridgeError, MemoryStoreError
from daw_bridges.session import Session
from orbit.workflows import looked_into
from orbit.workflows.recovery import Reached, reached
from orbit.workflows.way_back import Passage

if TYPE_CHECKING:
    from orbit.agent.memories import Memories
    from orbit.memory import Library, RunRecord
    from orbit.memory.records import OpenRun
    from orbit.workflows import Plan

__all__ = ["REQUEST", "NotedRun", "Recovery", "RequestRun", "runs_of", "waiting_at"]

_log = logging.getLogger("orbit.agent")

_DONE = (Status.VERIFIED, Status.UNVERIFIED)

REQUEST: ContextVar[str] = ContextVar("request", default="")
"""The id of the request that is carried out, 32 letters long: its runs' ids begin with it."""


class NotedRun:
    """One run as the memory is told of it: before its first step, and at each that the DAW confirms.

    ``undoes`` is the run that it takes back, ``title`` what to call it then.
    """

    def __init__(
        self,
        library: Library,
        place: str,
        goal: str | None = None,
        *,
        title: str | None = None,
        undoes: str | None = None,
    ) -> None:
        self.id = uuid4().hex + REQUEST.get()  # what is shown of it is its beginning
        self._table, self._place, self._goal = library.store.open_runs, place, goal
        self._title, self._undoes = title, undoes
        self._noted, self._confirmed = False, 0
        self._writing: asyncio.Handle | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._writing is not None:
            self._writing.cancel()
        self._table.release(self.id)

    def begin(self, plan: Plan, before: Session) -> None:
        """Put it on disk. Raises MemoryStoreError where that cannot be and nothing may be sent."""
        from orbit.memory.records import OpenRun

        run = OpenRun(
            id=self.id,
            daw=self._place,
            title=self._title or plan.title,
            goal=self._goal,
            workflow_id=plan.workflow,
            undoes=self._undoes,
            actions=[action_json(action) for action in plan.actions],
            before=before.model_dump(mode="json"),
        )
        try:
            self._table.begin(run)
        except MemoryStoreError as error:
            if self._undoes is None:
                raise MemoryStoreError(
                    f"{run.title} was not started, because it cannot be saved for undo. {error}"
                ) from error
            # What an undo needs to go on is kept with the run that it takes back.
            _log.warning("an undo goes on unnoted: %s", error)
        else:
            self._noted = True

    def confirm(self, place: int, result: Result) -> None:
        """Note a step that the DAW has confirmed; those that it tells of at once are written as one."""
        if not self._noted or result.status not in _DONE:
            return
        self._confirmed = place + 1
        if self._writing is None:
            self._writing = asyncio.get_running_loop().call_soon(self._write)

    def _write(self) -> None:
        self._writing = None
        self._try(lambda: self._table.confirm(self.id, self._confirmed))

    def end(self) -> None:
        """Drop it: what became of it is kept elsewhere."""
        if self._noted:
            self._try(lambda: self._table.end(self.id))

    def _try(self, write: Callable[[], None]) -> None:
        try:
            write()
        except MemoryStoreError as error:
            # How far it came is read from the host then; what is under way goes on.
            _log.warning("a run goes on unnoted: %s", error)
            self._noted = False


class Recovery:
    """What became of the runs at one place that were cut short; ``memories`` are what undo takes back too."""

    def __init__(self, library: Library, bridge: Bridge, place: str, memories: Memories) -> None:
        self._store, self._bridge, self._place = library.store, bridge, place
        self._memories = memories
        self._waiting: dict[str, tuple[datetime, str]] = {}
        self._told: list[str] = []
        self._undone = False
        self.known: set[str] = set()
        """The runs whose end this process knows although the library could not keep it."""

    def told(self) -> str:
        """Give, once, what a person is to be told."""
        said, self._told, self._undone = " ".join(self._told), [], False
        return said

    def instead_of_undo(self, of: datetime | None) -> str | None:
        """Say why what began at a time (None: nothing) is not to be undone now, for it is not the last.

        What was begun after it cannot be found now, or was undone by a command that could not say so.
        """
        if self._undone:
            return "Nothing else was taken back: say “undo” again for the change before it."
        return next((said for began, said in self._waiting.values() if of is None or began > of), None)

    async def look(self, session: Session) -> None:
        """Put among the runs what was cut short and can be found in this session, to be taken back or not."""
        before, self._waiting = self._waiting, {}
        for run in self._store.open_runs.cut_short(self._place):
            if run.id in self.known:
                continue
            try:
                said = await self._settled(run, session)
            except _WaitingError as waits:
                self._waiting[run.id] = (run.started, str(waits))
                said = str(waits) if run.id not in before else ""
            self._told += [said] if said else []

    async def _settled(self, run: OpenRun, session: Session) -> str:
        try:
            actions = [parse_action(action) for action in run.actions]
            before = Session.model_validate(run.before)
            passage = Passage.through(before, actions, self._bridge.capabilities.shown)
        except (ActionError, ValidationError):
            self._store.open_runs.end(run.id)
            return f"{_cut(run)} Another version of Orbit started it, so this one cannot take it back."
        try:
            now = await looked_into(self._bridge, session, actions)
        except BridgeError as error:
            raise _WaitingError(f"{_cut(run)} {error} {_KEPT}") from None
        found = reached(passage, run.confirmed, now)
        if found is None and now.name != before.name:
            raise _WaitingError(
                f"{_cut(run)} That was in “{before.name}”, and “{now.name}” is open now; “undo” takes it "
                f"back when “{before.name}” is."
            )
        if found is not None:
            run = run.model_copy(update={"confirmed": found.done})
        try:
            with self._store.transaction():
                settled = self._undo if run.undoes else self._run
                return settled(run, passage, found, now)
        except MemoryStoreError as error:
            raise _WaitingError(f"{_cut(run)} {error} {_KEPT}") from None

    def _run(self, run: OpenRun, passage: Passage, found: Reached | None, now: Session) -> str:
        if found == (0, False):
            self._store.open_runs.end(run.id)
            # One that this process stopped was put back, and its user knows.
            return "" if run.ended else f"{_cut(run)} The session is as it was before."
        record = self._record(run, passage, found, now)
        if not self._store.record(record):
            return ""  # another desk was first
        self._store.failures.resolve([record.id], datetime.now(UTC))  # no fault of the workflow's
        if record.inverse is None:
            return f"{_cut(run)} It cannot be taken back."
        return f"{_cut(run)} “undo” takes it back."

    def _record(self, run: OpenRun, passage: Passage, found: Reached | None, now: Session) -> RunRecord:
        from orbit.memory.records import RunRecord, session_sha256

        if found is not None and not found.half:
            left, way = now, passage.back(found.done, now)
        else:  # undo shows what differs, and asks
            likely = min(run.confirmed + 1, len(passage.actions))
            left, way = passage.states[likely], passage.inverses(likely)
        after = left.model_dump(mode="json")
        status = Status.UNVERIFIED if found is None else Status.VERIFIED
        done = [Result(action=action, status=status) for action in passage.actions[: run.confirmed]]
        known = run.workflow_id is not None and self._store.workflows.get(run.workflow_id) is not None
        return RunRecord(
            id=run.id,
            workflow_id=run.workflow_id if known else None,
            goal=run.goal,
            daw=run.daw,
            project=passage.states[0].name,
            ok=False,
            failed_step=_step(run),
            reason=_cut(run),
            started=run.started,
            results=[result.model_dump(mode="json") for result in done],
            inverse=_json(way),
            before_sha256=session_sha256(run.before),
            after=after,
            after_sha256=session_sha256(after),
        )

    def _undo(self, run: OpenRun, passage: Passage, found: Reached | None, now: Session) -> str:
        assert run.undoes is not None
        self._store.open_runs.end(run.id)
        undone = self._store.runs.get(run.undoes)
        if undone is None or undone.undone_at is not None:
            return ""
        if found == (0, False):
            return "" if run.ended else f"{_cut(run)} Nothing is taken back yet."
        if found == (len(passage.actions), False):
            self._memories.take_back(undone.id, partial(self._store.mark_undone, undone.id))
            self._undone = True
            return f"{_cut(run)} All of it has been taken back."
        if found is not None:
            left = passage.states[found.done] if found.half else now
            rest = _json(passage.actions[found.done :]) or []
            self._store.runs.leave(undone.id, rest, left.model_dump(mode="json"))
        return f"{_cut(run)} “undo” goes on with it."


def waiting_at(library: Library, place: str) -> list[str]:
    """Say what was cut short at a place whose DAW does not answer."""
    return [f"{_cut(run)} {_KEPT}" for run in library.store.open_runs.cut_short(place)]


@dataclass(frozen=True)
class RequestRun:
    """How one run of a request ended, and what a person is told of it where it did not end well."""

    ok: bool
    reply: str = ""


def runs_of(library: Library, request: str) -> list[RequestRun]:
    """Give what is on record of a request's runs, the oldest first; one that nobody found yet is the last."""
    ended = [RequestRun(run.ok, run.reason or "") for run in library.store.runs.begun_by(request)]
    waiting = library.store.open_runs.begun_by(request)
    return [*ended, *(RequestRun(ok=False, reply=f"{_cut(run)} {_KEPT}") for run in waiting)]


_KEPT = "What it had done is saved: “undo” takes it back as soon as that is possible."


class _WaitingError(Exception):
    """It cannot be told yet how far a run came; its record is kept. Never leaves this module."""


def _json(actions: tuple[Action, ...] | None) -> list[dict[str, object]] | None:
    return None if actions is None else [action_json(action) for action in actions]


def _step(run: OpenRun) -> int:
    return min(run.confirmed + 1, len(run.actions))


def _cut(run: OpenRun) -> str:
    where = "at" if run.confirmed < len(run.actions) else "after"
    return f"{run.title} was cut short {where} step {_step(run)} of {len(run.actions)}."
