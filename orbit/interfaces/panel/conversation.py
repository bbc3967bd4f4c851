"""The conversation of the panel: requests one after the other, with their consent, for every window alike.

A plan is carried out only as it is shown. Whoever agrees agrees to that very plan; when the session has moved
under it, it is planned anew and shown again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from nicegui import Event

from daw_bridges.actions import action_json
from daw_bridges.errors import OrbitError
from orbit.agent import FellBack, Planned, Ran, Said, Started, Stepped, Wanted
from orbit.agent.offline.conversation import Conversed, Exchange
from orbit.interfaces.panel.request import Request, Stepping, Trust, can_step
from orbit.memory.experience import Part
from orbit.outcome import Outcome
from orbit.workflows import moved_since

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage

    from daw_bridges.session import Session
    from orbit.agent import Event as AgentEvent
    from orbit.agent import OnEvent
    from orbit.server import Engine, Notice
    from orbit.workflows import Plan, PlanStep

__all__ = ["NAME", "Conversation"]

NAME = "panel"
"""As what the panel's own requests are known to whoever follows them."""

_KEPT = 50
_QUIET_SECONDS = 0.4
"""For so long a session has to stand still before a plan is made anew on it: a fader may be on its way."""
_MOST_TRIES = 3
"""How often a plan that was agreed to is made anew where the session will not stand still for it."""


class Conversation:
    """Requests of this panel; those of other clients stand among them as they happen."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._turn = asyncio.Lock()
        self._asked = 0
        """How many requests there were, those included that wait for their turn."""
        self._work: asyncio.Task[Outcome] | None = None
        self._quiet: asyncio.TimerHandle | None = None
        self._checks: set[asyncio.Future[None]] = set()
        self._history: Sequence[ModelMessage] = ()
        self._others: dict[str, Request] = {}
        """Requests of other clients that are under way, by the server's id."""
        self._trust = Trust.ASK
        self.requests: list[Request] = []
        self.changed: Event[[Request]] = Event()
        """Something came of a request, or it is new."""
        self.trust_changed: Event[[]] = Event()

    @property
    def trust(self) -> Trust:
        """Which plans go through unasked; it lasts for this visit."""
        return self._trust

    @trust.setter
    def trust(self, trust: Trust) -> None:
        if trust is not self._trust:
            self._trust = trust
            self.trust_changed.emit()

    @property
    def current(self) -> Request | None:
        """The request of this panel that is under way; None when none is."""
        return next((each for each in reversed(self.requests) if not (each.over or each.client)), None)

    @property
    def latest(self) -> Request | None:
        """The newest request of this panel."""
        return next((each for each in reversed(self.requests) if not each.client), None)

    async def say(
        self, text: str, *, wanted: Wanted | None = None, history: Sequence[ModelMessage] | None = None
    ) -> Request:
        """Have something done. A plan that waits is discarded for it, and one that is still being made."""
        self._asked += 1
        turn = self._asked
        self.discard()
        async with self._turn:
            before = self._history if history is None else history
            request = Request(text, wanted, history=before, turn=turn)
            for earlier in self.requests:
                earlier.fold()
            self._add(request)
            await self._finish(request, self._carry_out(request))
        return request

    async def undo(self) -> Request:
        """Take back the last thing that Orbit did."""
        return await self.say("Undo", wanted=Wanted(undo=True))

    # -- what is said to a plan ------------------------------------------------------------------------

    def agree(self, request: Request) -> None:
        """Let a plan that waits be carried out."""
        if request.waits and request.awaited is not None and not request.stale:
            request.awaited.set_result(True)

    def step(self, request: Request) -> None:
        """Have a plan that waits done a step at a time, or the next of its steps."""
        if request.stepping is not None:
            request.stepping.say(True)
        elif request.waits and request.plan is not None and not request.stale and can_step(request.plan):
            request.stepping = Stepping(request.plan)
            self._leave(request)

    def rest(self, request: Request) -> None:
        """Have all steps done that are still to come."""
        if request.stepping is not None:
            request.stepping.unasked = True
            request.stepping.say(True)

    def discard(self) -> None:
        """Let go of the plan that waits, if one does, or of the steps that are still to come."""
        for request in self.requests:
            if request.stepping is not None:
                request.stepping.say(False)
            if request.waits and request.awaited is not None:
                request.discarded = True
                request.awaited.set_result(False)

    def stop(self) -> None:
        """Stop what is under way; what it changed is taken back, but for steps that were asked about."""
        between = self.current is not None and self.current.next is not None
        self.discard()
        if self._work is not None and not between:
            self._work.cancel()

    # -- what happens meanwhile ------------------------------------------------------------------------

    def moved(self, session: Session) -> None:
        """Look whether the plan that waits still holds on the session as it is now."""
        request = self.current
        if request is None or not request.waits or request.plan is None:
            return
        stale = moved_since(request.plan, session)
        if stale == request.stale:
            return
        request.stale = stale
        self.changed.emit(request)
        if self._quiet is not None:
            self._quiet.cancel()
        if stale:
            self._quiet = asyncio.get_running_loop().call_later(_QUIET_SECONDS, self._check, request)

    def hear(self, notice: Notice) -> None:
        """Show what becomes of another client's request, as it happens."""
        if notice.client == NAME:
            return
        if notice.event is None:
            request = self._others[notice.request] = Request(notice.text, client=notice.client)
            self._add(request)
            return
        request = self._others.get(notice.request)
        if request is None:
            return  # it was begun before the panel was there
        if isinstance(notice.event, Outcome):
            request.outcome, request.running = notice.event, False
            del self._others[notice.request]
            self.changed.emit(request)
        else:
            self._heard(request, notice.event)

    def _check(self, request: Request) -> None:
        task = asyncio.ensure_future(self._plan_anew(request))
        self._checks.add(task)
        task.add_done_callback(self._checks.discard)

    async def _plan_anew(self, request: Request) -> None:
        """Plan it anew, where the session itself, read now, is not what it was planned on."""
        try:
            now = await self._engine.session()
        except OrbitError:
            return
        if request.waits and request.plan is not None:
            request.stale = moved_since(request.plan, now)
            if request.stale and not request.ran:
                self._leave(request)
            self.changed.emit(request)

    def _leave(self, request: Request) -> None:
        """Give up the wait for consent; nothing was done, and the request goes on otherwise."""
        request.left = True
        if self._work is not None:
            self._work.cancel()

    # -- carrying out ----------------------------------------------------------------------------------

    def _add(self, request: Request) -> None:
        self.requests.append(request)
        del self.requests[:-_KEPT]
        self.changed.emit(request)

    async def _finish(self, request: Request, work: Coroutine[Any, Any, None]) -> None:
        """Wait for what becomes of a request, and say so."""
        try:
            await work
        except OrbitError as error:
            request.trouble = str(error)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            request.trouble = "Stopped. What it had changed was taken back as far as the DAW let Orbit."
        finally:
            request.running, request.awaited, self._work = False, None, None
            self.changed.emit(request)

    async def _carry_out(self, request: Request) -> None:
        """Carry a request out, planned anew for as long as the session moves under its plan."""
        refused = 0
        while True:
            outcome = await self._asked_for(request)
            if outcome is None and request.stepping is not None:
                await self._step_through(request, request.stepping)
                return
            if outcome is None:
                request.anew("; ".join(request.stale[:3]))
            elif _moved_under(outcome) and refused < _MOST_TRIES:
                refused += 1
                request.anew("it did so as you agreed")
            else:
                request.outcome = outcome
                self._remember(request, outcome)
                return

    async def _asked_for(self, request: Request) -> Outcome | None:
        """Ask the engine; None where the wait for consent was left."""
        try:
            return await self._do(
                request.text,
                request,
                partial(self._heard, request),
                history=request.history,
                wanted=request.wanted,
            )
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if not request.left or (task is not None and task.cancelling()):
                raise
            return None

    async def _do(
        self,
        text: str,
        request: Request,
        on_event: OnEvent,
        *,
        wanted: Wanted | None,
        history: Sequence[ModelMessage] = (),
        step: PlanStep | None = None,
    ) -> Outcome:
        self._work = asyncio.ensure_future(
            self._engine.do(
                text,
                approve=partial(self._approve, request, step),
                on_event=on_event,
                history=history,
                wanted=wanted,
            )
        )
        return await self._work

    async def _step_through(self, request: Request, stepping: Stepping) -> None:
        """Do a plan a step at a time; what was done of it is one run in the end."""
        steps, done = stepping.plan.steps, list[Part]()
        request.plan, request.awaited = stepping.plan, None
        outcome: Outcome | None = None
        try:
            for step in steps:
                if outcome is not None and not (outcome.ok and await self._goes_on(request, stepping, step)):
                    break
                place = f"step {step.step_number} of {len(steps)}"
                wanted = Wanted(actions=(action_json(step.action),), title=f"{stepping.plan.title}, {place}")
                request.running = True
                self.changed.emit(request)
                heard = partial(self._step_heard, request, step)
                outcome = await self._do(
                    f"{request.text} ({place})", request, heard, wanted=wanted, step=step
                )
                self._remember(request, outcome)
                if outcome.run is not None and outcome.run.results:
                    request.results[step.step_number] = outcome.run.results[0]
                request.ran = request.ran or outcome.ok
                if outcome.ok and outcome.trajectory is not None:
                    number = step.workflow_step or step.step_number
                    done.append(Part(trajectory_id=outcome.trajectory.id, step=number))
        finally:
            stepping.done = len(done)
            await self._join(request, stepping, done)
        request.outcome = outcome

    async def _join(self, request: Request, stepping: Stepping, done: list[Part]) -> None:
        """Make one run of the steps that were done: of the workflow, where they are all of it."""
        if not done:
            return
        workflow = stepping.plan.workflow if len(done) == len(stepping.plan.steps) else None
        try:
            await self._engine.call("join_runs", parts=done, goal=request.text, workflow_id=workflow)
            stepping.joined = True
        except OrbitError as error:
            request.warnings.append(f"Undo takes back one step at a time: {error}")

    async def _goes_on(self, request: Request, stepping: Stepping, step: PlanStep) -> bool:
        if stepping.unasked:
            return True
        stepping.next, stepping.word = step, asyncio.get_running_loop().create_future()
        request.running = False
        self.changed.emit(request)
        try:
            return await stepping.word and request.turn == self._asked
        finally:
            stepping.next = stepping.word = None

    def _remember(self, request: Request, outcome: Outcome) -> None:
        self._history = outcome.answer.messages or self._history
        if request.wanted is not None or request.stepping is not None:
            self._history = Conversed(self._history, Exchange(request.text, said=outcome.reply))

    async def _approve(self, request: Request, step: PlanStep | None, plan: Plan) -> bool:
        if step is not None:  # it was shown, as a step of the plan, and agreed to
            shown = request.plan.consent if request.plan is not None else ()
            return plan.actions == (step.action,) and set(plan.consent) <= set(shown)
        request.plan = plan
        if self._trust.covers(plan):
            request.unasked = True
            return True
        if request.turn != self._asked:
            # Nobody would be asked about this one while the next waits for its turn.
            request.discarded = True
            return False
        request.awaited = asyncio.get_running_loop().create_future()
        self.changed.emit(request)
        return await request.awaited

    def _step_heard(self, request: Request, step: PlanStep, event: AgentEvent) -> None:
        if isinstance(event, Stepped):
            request.results[step.step_number] = event.result
            self.changed.emit(request)

    def _heard(self, request: Request, event: AgentEvent) -> None:
        match event:
            case Planned(plan):
                request.plan = plan
            case Started(plan):
                request.plan, request.running, request.results = plan, True, {}
            case Stepped(_, number, result):
                request.results[number] = result
            case Ran(None, run):
                request.taken_back += run.results
            case Ran(_, run):
                request.running, request.ran = False, request.ran or run.ok
            case Said(text):
                request.said += text
            case FellBack(model, reason):
                request.warnings.append(f"{model} did not answer: {reason} Orbit goes on offline.")
        self.changed.emit(request)


def _moved_under(outcome: Outcome) -> bool:
    return outcome.run is not None and outcome.run.code == "changed" and not outcome.answer.earlier
