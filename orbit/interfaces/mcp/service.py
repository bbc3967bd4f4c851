"""What the tools of one server share: the engine, what is allowed, requests under way, conversations."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar
from uuid import uuid4

from mcp.server.mcpserver import Context
from mcp.types import InputRequiredResult

from daw_bridges.errors import NotFoundError, NotPossibleError
from orbit.agent.approval import beforehand
from orbit.interfaces.mcp.allowing import Allow
from orbit.interfaces.mcp.news import News
from orbit.interfaces.mcp.requests import Requests, UnderWay
from orbit.interfaces.mcp.restraints import restraints, restraints_kept
from orbit.server import Engine, Outcome

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage

    from orbit.agent import Approve, Wanted
    from orbit.settings import Settings
    from orbit.workflows import Plan

__all__ = ["Call", "Carried", "Service", "opened"]

Given = TypeVar("Given")

_MOST_CONVERSATIONS = 64


@dataclass(frozen=True)
class Carried:
    """What became of a request, in which conversation, and why the user could not be asked, if so."""

    outcome: Outcome
    conversation: str
    problem: str | None = None
    note: str = ""
    """What is to be told beside the reply."""


@dataclass
class Service:
    """One server's side of the engine."""

    engine: Engine
    allow: Allow
    news: News
    requests: Requests = field(default_factory=Requests)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    _conversations: OrderedDict[str, Sequence[ModelMessage]] = field(
        default_factory=OrderedDict[str, "Sequence[ModelMessage]"]
    )

    async def carry_out(
        self,
        ctx: Call,
        text: str,
        *,
        wanted: Wanted | None = None,
        dry_run: bool = False,
        conversation: str | None = None,
    ) -> Carried | InputRequiredResult:
        """Have a request carried out, or planned; the user is asked where that is due.

        Raises NotFoundError for a conversation that is not known, and what the engine raises.
        """
        if not (dry_run or self.allow.changes):
            raise NotPossibleError(
                "This server may only look (--allow look). Nothing was changed. The user can start it with "
                "--allow edits."
            )
        history = self._history(conversation)

        async def work(under_way: UnderWay) -> Carried:
            # One after the other: nothing is done between the loss of a restraint and its return.
            async with self._turn:
                before = await restraints(self.engine) if wanted is None and not dry_run else {}
                outcome = await self.engine.do(
                    text,
                    dry_run=dry_run,
                    approve=self._approve(under_way),
                    on_event=under_way.tell,
                    history=history,
                    wanted=wanted,
                )
                agrees = None if self.allow is Allow.EVERYTHING else under_way
                note = await restraints_kept(self.engine, before, agrees) if before else ""
            if outcome.run is not None:
                self.news.did()
            return Carried(outcome, self._remember(conversation, outcome), under_way.problem, note)

        return await self.requests.carry_out(ctx, work)

    async def change(
        self,
        ctx: Call,
        said: str,
        work: Callable[[], Awaitable[Given]],
        *,
        destroys: bool = False,
    ) -> Given | InputRequiredResult:
        """Change what is remembered; the user is asked first what destroys, or always, by the level.

        ``said`` is what is asked about. Raises NotPossibleError without consent, and what the work raises.
        """

        async def ask_first(under_way: UnderWay) -> Given:
            asks = self.allow is Allow.ASK or (destroys and self.allow is not Allow.EVERYTHING)
            if asks and not await under_way.ask(f"Orbit asks for your consent: {said}"):
                raise NotPossibleError(under_way.problem or "The user did not agree. Nothing was changed.")
            changed = await work()
            self.news.learned()
            return changed

        return await self.requests.carry_out(ctx, ask_first)

    def _approve(self, under_way: UnderWay) -> Approve:
        if self.allow is not Allow.EVERYTHING:
            return under_way.approve

        async def given(plan: Plan) -> bool:
            return beforehand(plan) or await under_way.approve(plan)

        return given

    def _history(self, conversation: str | None) -> Sequence[ModelMessage]:
        if conversation is None:
            return ()
        if conversation not in self._conversations:
            raise NotFoundError("conversation", conversation[:64])
        return self._conversations[conversation]

    def _remember(self, conversation: str | None, outcome: Outcome) -> str:
        name = conversation or uuid4().hex[:12]
        self._conversations[name] = outcome.answer.messages
        self._conversations.move_to_end(name)
        while len(self._conversations) > _MOST_CONVERSATIONS:
            self._conversations.popitem(last=False)
        return name


Call: TypeAlias = Context[Service, Any]
"""A call of a tool, with the service at hand."""


@asynccontextmanager
async def opened(settings: Settings, allow: Allow) -> AsyncGenerator[Service]:
    """Open the engine of the settings for other assistants. Raises EngineError."""
    from orbit.server import engine_for

    asks = settings.confirm or allow is Allow.ASK
    async with engine_for(replace(settings, confirm=asks), hosts=True, name="mcp") as engine:
        service = Service(engine, allow, News(engine))
        try:
            yield service
        finally:
            await service.requests.close()
            await service.news.close()
