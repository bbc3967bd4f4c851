"""What a client saw of its request: so that it is not asked or told twice, and can be told what is known.

When an owner leaves before it began, the next one makes the same plan again: the user has seen it, and has
answered. When an owner is killed in the middle, what was heard from it is all there is to say, beside what it
noted and how the session reads now.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from daw_bridges.actions import action_json
from daw_bridges.algebra import differences
from daw_bridges.bridge import Result, Status
from orbit.agent import Answer, Event, Planned, Started, Stepped
from orbit.agent.approval import agreed
from orbit.outcome import Outcome
from orbit.workflows import Plan, Run

if TYPE_CHECKING:
    from daw_bridges.session import Session
    from orbit.agent import Approve, OnEvent
    from orbit.engine.ledger import Entry

__all__ = ["Witness"]

_CODE = "engine"


class Witness:
    """Stands between an owner and whoever asked, for one request."""

    def __init__(self, approve: Approve | None, on_event: OnEvent | None) -> None:
        self._approve, self._on_event = approve, on_event
        self._answers: dict[str, bool] = {}
        self._shown: set[str] = set()
        self._started: Plan | None = None
        self._results: list[Result] = []
        self._task: asyncio.Task[object] | None = None
        self._error: Exception | None = None

    @property
    def approve(self) -> Approve | None:
        """What to ask for consent."""
        return None if self._approve is None else self._asked

    async def _asked(self, plan: Plan) -> bool:
        key = _content(plan)
        if key not in self._answers:
            self._answers[key] = await agreed(self._approve, plan)
        return self._answers[key]

    def on_event(self, event: Event) -> None:
        """Take note of what happens, and pass it on; what it is passed on to may fail."""
        match event:
            case Planned(plan) if _content(plan) in self._shown:
                return
            case Planned(plan):
                self._shown.add(_content(plan))
            case Started(plan):
                self._started, self._results = plan, []
            case Stepped(_, _, result):
                self._results.append(result)
            case _:
                pass
        self._pass_on(event)

    def _pass_on(self, event: Event) -> None:
        if self._on_event is None or self._error is not None:
            return
        try:
            self._on_event(event)
        except Exception as error:
            if self._task is None or self._task is asyncio.current_task():
                raise
            # It is told between two steps of the loop: the failure is the waiting request's.
            self._error = error
            self._task.cancel()

    @contextmanager
    def listening(self) -> Generator[None]:
        """Let a failure of whoever is told of events end the request it was told about."""
        self._task = asyncio.current_task()
        try:
            yield
        except asyncio.CancelledError:
            if self._error is None or self._task is None:
                raise
            self._task.uncancel()
            raise self._error from None

    # -- when the owner was killed ---------------------------------------------------------------------

    def outcome(self, known: Entry, now: Session | None, cut_short: str = "") -> Outcome:
        """Say what is known of a request whose owner ended, and how the session reads now.

        ``cut_short`` is what its successor has read of the run.
        """
        plan = self._started
        reply = known.reply if known.stage == "ended" else f"{cut_short or self._reply(known, now)} {_ONCE}"
        ok = known.stage == "ended" and known.ok
        code = known.code if known.stage == "ended" else _CODE
        run = None if plan is None else self._run(plan, now, ok=ok, reply=reply, code=code)
        workflow = plan.workflow if plan is not None else None
        answer = Answer(ok=ok, reply=reply, plan=plan, run=run, workflow=workflow, code=code)
        return Outcome(answer, plan.before if plan is not None else None, now)

    def _reply(self, known: Entry, now: Session | None) -> str:
        plan, confirmed = self._started, len(self._confirmed)
        where = f" at step {min(confirmed + 1, len(plan.steps))} of {len(plan.steps)}" if plan else ""
        return f"{known.title} was cut short{where}. {self._reading(now)}"

    def _reading(self, now: Session | None) -> str:
        if now is None:
            return "The session cannot be read now; “undo” takes back what was done once it can be read."
        if self._started is not None and not differences(self._started.before, now):
            return "The session reads as it was before."
        return "“undo” takes back what was done."

    @property
    def _confirmed(self) -> list[Result]:
        return [result for result in self._results if result.status is not Status.SKIPPED]

    def _run(self, plan: Plan, now: Session | None, *, ok: bool, reply: str, code: str | None) -> Run:
        heard = self._confirmed
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
            reason=reply,
            code=code,
            failed_step=None if ok else min(len(heard) + 1, len(plan.steps)) or None,
            before=plan.before,
            after=now,
            inverse=None,
        )


_ONCE = "The Orbit that was doing it stopped, and it is not tried again."
_UNHEARD = "It is not known whether it was done: the Orbit that was doing it stopped."


def _content(plan: Plan) -> str:
    """What a plan comes to, whoever made it: two with the same content are one to the user."""
    steps = [(action_json(step.action), step.change) for step in plan.steps]
    memory = [(each.after_step, each.request, each.error) for each in plan.memory]
    return str((plan.title, plan.warnings, steps, memory))
