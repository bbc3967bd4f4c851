"""What is asked and done: each request with its plan, its consent, its steps as they are read back.

A plan is carried out only as it is shown. Whoever agrees agrees to that very plan; when the session has moved
under it, the engine refuses it, and it is planned anew and shown again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from typing import TYPE_CHECKING

from nicegui import Event

from daw_bridges.actions import Risk
from daw_bridges.errors import OrbitError
from orbit.agent import FellBack, Planned, Ran, Said, Started, Stepped, Wanted
from orbit.interfaces.panel.preferences import Approval
from orbit.workflows import moved_since

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage

    from daw_bridges.bridge import Result
    from daw_bridges.session import Session
    from orbit.agent import Event as AgentEvent
    from orbit.engine import AnyEngine as Engine
    from orbit.engine import Outcome
    from orbit.interfaces.panel.preferences import Preferences
    from orbit.workflows import Plan, Run

__all__ = ["Conversation", "Request", "is_careful"]

_KEPT = 50
_MESSAGES = 120
"""Messages of the conversation that the next request is told of: it is of the last hour that one speaks."""
_NUMBERS = count(1)


def is_careful(plan: Plan) -> bool:
    """Whether a plan is one that nobody may let through without having looked at it."""
    return plan.risk is Risk.DESTRUCTIVE or plan.untrusted or bool(plan.consent)


@dataclass(eq=False)
class Request:
    """One request, from the words to what became of it."""

    text: str
    wanted: Wanted | None = None
    note: str = ""
    """Why it is asked again, where Orbit does that itself."""
    number: int = field(default_factory=lambda: next(_NUMBERS))
    at: datetime = field(default_factory=lambda: datetime.now().astimezone())
    history: Sequence[ModelMessage] = ()
    """What was said before it."""
    plan: Plan | None = None
    awaited: asyncio.Future[bool] | None = None
    """Whether it may be carried out; until somebody says, the plan waits."""
    stale: list[str] = field(default_factory=list[str])
    """What changed in the session since it was planned, where that concerns the plan."""
    results: dict[int, Result] = field(default_factory=dict[int, "Result"])
    running: bool = False
    said: str = ""
    """What a hosted model has written so far."""
    warnings: list[str] = field(default_factory=list[str])
    outcome: Outcome | None = None
    trouble: str | None = None
    """Why it came to nothing."""
    discarded: bool = False
    undone: Run | None = None
    turn: int = 0
    """Which one it is of all that were asked for, those included that are not begun yet."""
    _folded: tuple[bool, bool, str] | None = None
    """What is left of one that another followed: whether it was done, whether it asked, what was told."""

    @property
    def waits(self) -> bool:
        """Whether the plan waits for a word."""
        return self.awaited is not None and not self.awaited.done()

    @property
    def over(self) -> bool:
        """Whether nothing more comes of it."""
        return self._folded is not None or self.outcome is not None or self.trouble is not None

    @property
    def ok(self) -> bool:
        """Whether it was done and read back, as far as it was wanted."""
        if self._folded is not None:
            return self._folded[0]
        return self.outcome is not None and self.outcome.ok

    @property
    def asks(self) -> bool:
        """Whether it ended in a question."""
        if self._folded is not None:
            return self._folded[1]
        return self.outcome is not None and self.outcome.answer.question is not None

    @property
    def reply(self) -> str:
        """What a person is told."""
        if self._folded is not None:
            return self._folded[2]
        if self.discarded:
            return "Discarded. Nothing was changed."
        if self.trouble is not None:
            return self.trouble
        return self.outcome.reply if self.outcome is not None else self.said

    def fold(self) -> None:
        """Let go of all that is not shown any more once it is over and another followed.

        Its plan and its outcome hold the session several times over, and of a large set that is a lot.
        """
        if self.over:
            self._folded = self.ok, self.asks, self.reply
            self.plan = self.outcome = self.undone = self.awaited = None
            self.results, self.history = {}, ()


class Conversation:
    """Requests of this panel, one after the other, for every window alike."""

    def __init__(self, engine: Engine, preferences: Preferences) -> None:
        self._engine, self._preferences = engine, preferences
        self._turn = asyncio.Lock()
        self._asked = 0
        """How many requests there were, those included that wait for their turn."""
        self._work: asyncio.Task[Outcome] | None = None
        self._history: Sequence[ModelMessage] = ()
        self.requests: list[Request] = []
        self.changed: Event[[Request]] = Event()
        """Something came of a request, or it is new."""

    @property
    def current(self) -> Request | None:
        """The request that is under way; None when none is."""
        return next((each for each in reversed(self.requests) if not each.over), None)

    async def say(
        self,
        text: str,
        *,
        wanted: Wanted | None = None,
        note: str = "",
        history: Sequence[ModelMessage] | None = None,
    ) -> Request:
        """Have something done. A plan that waits is discarded for it, and one that is still being made."""
        self._asked += 1
        turn = self._asked
        self.discard()
        async with self._turn:
            before = self._history if history is None else history
            request = Request(text, wanted, note, history=before, turn=turn)
            for earlier in self.requests:
                earlier.fold()
            self.requests.append(request)
            del self.requests[:-_KEPT]
            self.changed.emit(request)
            await self._carry_out(request)
        run = request.outcome.run if request.outcome is not None else None
        if run is not None and run.code == "changed" and request.plan is not None:
            return await self.again(request, run.reason or "")
        return request

    async def again(self, request: Request, why: str) -> Request:
        """Plan a request anew on the session as it is now."""
        note = f"Planned anew: {why}" if why else "Planned anew on the session as it is now."
        return await self.say(request.text, wanted=request.wanted, note=note, history=request.history)

    async def undo(self) -> Request:
        """Take back the last thing that Orbit did."""
        return await self.say("Undo", wanted=Wanted(undo=True))

    def agree(self, request: Request) -> None:
        """Let a plan that waits be carried out."""
        if request.waits and request.awaited is not None and not request.stale:
            request.awaited.set_result(True)

    def discard(self) -> None:
        """Let go of the plan that waits, if one does."""
        for request in self.requests:
            if request.waits and request.awaited is not None:
                request.discarded = True
                request.awaited.set_result(False)

    def stop(self) -> None:
        """Stop what is under way; what it changed is taken back."""
        self.discard()
        if self._work is not None:
            self._work.cancel()

    def moved(self, session: Session) -> None:
        """Look whether the plan that waits still holds on the session as it is now."""
        request = self.current
        if request is None or not request.waits or request.plan is None:
            return
        stale = moved_since(request.plan, session)
        if stale != request.stale:
            request.stale = stale
            self.changed.emit(request)

    async def _carry_out(self, request: Request) -> None:
        self._work = asyncio.ensure_future(
            self._engine.do(
                request.text,
                approve=lambda plan: self._approve(request, plan),
                on_event=lambda event: self._heard(request, event),
                history=request.history,
                wanted=request.wanted,
            )
        )
        try:
            request.outcome = await self._work
            self._remember(request, request.outcome)
        except OrbitError as error:
            request.trouble = str(error)
        except asyncio.CancelledError:
            if not self._work.cancelled():
                raise
            request.trouble = "Stopped. What it had changed was taken back as far as the DAW let Orbit."
        finally:
            request.running, request.awaited, self._work = False, None, None
            self.changed.emit(request)

    def _remember(self, request: Request, outcome: Outcome) -> None:
        from pydantic_ai.messages import ModelRequest, ModelResponse, TextPart, UserPromptPart

        self._history = outcome.answer.messages or self._history
        if request.wanted is not None:
            told = ModelResponse(parts=[TextPart(outcome.reply)])
            self._history = [*self._history, ModelRequest(parts=[UserPromptPart(request.text)]), told]
        self._history = _lately(self._history)

    async def _approve(self, request: Request, plan: Plan) -> bool:
        request.plan = plan
        if self._preferences.approval is Approval.CAREFUL and not is_careful(plan):
            return True
        if request.turn != self._asked:
            # Nobody would be asked about this one while the next waits for its turn.
            request.discarded = True
            return False
        request.awaited = asyncio.get_running_loop().create_future()
        self.changed.emit(request)
        return await request.awaited

    def _heard(self, request: Request, event: AgentEvent) -> None:
        match event:
            case Planned(plan):
                request.plan = plan
            case Started(plan):
                request.plan, request.running, request.results = plan, True, {}
            case Stepped(_, number, result):
                request.results[number] = result
            case Ran(None, run):
                request.undone = run
            case Ran(_, _):
                request.running = False
            case Said(text):
                request.said += text
            case FellBack(model, reason):
                request.warnings.append(f"{model} did not answer: {reason} Orbit goes on offline.")
        self.changed.emit(request)


def _lately(history: Sequence[ModelMessage]) -> Sequence[ModelMessage]:
    """Let go of what was said long ago, so that what is left begins with something a person said."""
    if len(history) <= _MESSAGES:
        return history
    begins = (
        place
        for place in range(len(history) - _MESSAGES, len(history))
        if any(part.part_kind == "user-prompt" for part in history[place].parts)
    )
    return history[next(begins, len(history)) :]
