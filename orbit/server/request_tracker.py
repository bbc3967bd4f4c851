"""A request as its client saw it: what was told of it, and what is known of it once its host is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from orbit.agent.approval import agreed
from orbit.server.failures import LeavingError, LostError

if TYPE_CHECKING:
    from daw_bridges.bridge import Result
    from daw_bridges.session import Session
    from orbit.agent import Approve, Event
    from orbit.agent.events import Ran
    from orbit.agent.recovery import RequestRun
    from orbit.outcome import Outcome
    from orbit.server.engine import Tell
    from orbit.workflows import Plan, Run

__all__ = ["RequestTracker"]

_CODE = "engine"


class RequestTracker:
    """Stands between an engine and whoever asked, for one request."""

    def __init__(self, on_event: Tell | None, approve: Approve | None) -> None:
        self._on_event, self._approve = on_event, approve
        self._said: tuple[Plan, bool] | None = None
        self._unheard = False
        self._started: Plan | None = None
        self._results: list[Result] = []
        self._ran: Ran | None = None
        self._task: asyncio.Task[object] | None = None
        self._error: Exception | None = None

    def on_event(self, event: Event) -> None:
        """Take note of what happens, and pass it on."""
        from orbit.agent.events import Ran, Started, Stepped

        match event:
            case Started(plan):
                self._started, self._results, self._ran = plan, [], None
            case Stepped(_, _, result):
                self._results.append(result)
            case Ran():
                self._ran = event
            case _:
                pass
        if self._on_event is None or self._error is not None:
            return
        try:
            self._on_event(event)
        except Exception as error:  # noqa: BLE001 - it is the request's, which is stopped in order first
            self._error = error
            if self._task is not None:
                self._task.cancel()

    async def approve(self, plan: Plan) -> bool:
        """Ask for consent, once for a plan: a host that left meanwhile may not have heard the answer."""
        unheard, self._unheard = self._unheard, False
        if self._said is None or not unheard or not _same(self._said[0], plan):
            self._said = plan, await agreed(self._approve, plan)
        return self._said[1]

    @contextmanager
    def listening(self) -> Generator[None]:
        """Let a failure of whoever is told of events end the request it was told about."""
        self._task = asyncio.current_task()
        try:
            yield
        except (LeavingError, LostError):
            self._unheard = True
            raise
        except asyncio.CancelledError:
            if self._error is None or self._task is None:
                raise
            self._task.uncancel()
            raise self._error from None
        if self._error is not None:
            raise self._error

    # -- when the host is gone -------------------------------------------------------------------------

    def outcome(self, runs: Sequence[RequestRun], now: Session | None, cut_short: str) -> Outcome:
        """Say what is known of a request whose host ended.

        ``runs`` are on record of it, ``now`` is the session as it reads, ``cut_short`` what was found there.
        """
        from orbit.agent.answers import Answer
        from orbit.outcome import Outcome

        plan = self._started
        ok = runs[-1].ok if runs else self._ran is not None and self._ran.run.ok
        said = runs[-1].reply if runs else ""
        reply = _DONE if ok else f"{cut_short or said or self._reply(now)} {_ONCE}"
        run = self._ran.run if self._ran is not None else None
        if run is None and plan is not None:
            run = self._run(plan, now, ok=ok, reply=reply)
        workflow = plan.workflow if plan is not None else None
        answer = Answer(ok=ok, reply=reply, plan=plan, run=run, workflow=workflow, code=None if ok else _CODE)
        return Outcome(answer, plan.before if plan is not None else None, now)

    def _reply(self, now: Session | None) -> str:
        from daw_bridges.algebra import differences

        plan = self._started
        if plan is None:
            return "Nothing is known of a change that it began: look at the session before you ask again."
        untouched = now is not None and not differences(plan.before, now)
        return f"{plan.title} was cut short. {_AS_BEFORE if untouched else _UNDO}"

    def _run(self, plan: Plan, now: Session | None, *, ok: bool, reply: str) -> Run:
        from daw_bridges.bridge import Result, Status
        from orbit.workflows import Run

        heard = [result for result in self._results if result.status is not Status.SKIPPED]
        rest = [
            Result(action=action, status=Status.UNVERIFIED, reason=_UNHEARD, code=_CODE)
            for action in plan.actions[len(heard) :]
        ]
        return Run(
            plan_id=plan.id,
            workflow=plan.workflow,
            title=plan.title,
            slots=plan.slots,
            ok=ok,
            results=(*heard, *rest),
            reason=None if ok else reply,
            code=None if ok else _CODE,
            failed_step=None if ok else min(len(heard) + 1, len(plan.steps)) or None,
            before=plan.before,
            after=now,
            inverse=None,
        )


def _same(one: Plan, other: Plan) -> bool:
    return one == other.model_copy(update={"id": one.id})


_DONE = "It was done and read back. The Orbit that did it stopped before it could say so."
_AS_BEFORE = "The session reads as it was before."
_UNDO = "Look at the session: “undo” takes back what was done."
_ONCE = "The Orbit that was doing it stopped, and it is not tried again."
_UNHEARD = "It is not known whether it was done: the Orbit that was doing it stopped."
