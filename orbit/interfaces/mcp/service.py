"""What the tools of one server share: the engine, what is allowed, conversations."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar
from uuid import uuid4

from mcp.server.mcpserver import Context
from mcp.types import InputRequiredResult

from daw_bridges.errors import NotFoundError, NotPossibleError
from orbit.agent.approval import beforehand
from orbit.interfaces.mcp import Allow
from orbit.interfaces.mcp.consent import Request, Work, plan_question, restraints, restraints_kept
from orbit.interfaces.mcp.documents import Done, done
from orbit.server import Engine

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage

    from orbit.agent import Wanted
    from orbit.workflows import Plan

__all__ = ["Answer", "Call", "Service"]

Given = TypeVar("Given")

Call: TypeAlias = Context[Any, Any]
Answer: TypeAlias = Given | InputRequiredResult
"""What a tool gives that may ask the user first."""

_MOST_CONVERSATIONS = 64
_DECLINED = "declined"


class Service:
    """One server's side of the engine; its tools are its methods."""

    def __init__(self, engine: Engine, allow: Allow) -> None:
        self.engine, self.allow = engine, allow
        self._turn = asyncio.Lock()
        self._under_way: dict[str, Request] = {}
        self._conversations: dict[str, Sequence[ModelMessage]] = {}

    async def carry_out(
        self,
        ctx: Call,
        text: str = "",
        *,
        wanted: Wanted | None = None,
        dry_run: bool = False,
        conversation: str | None = None,
    ) -> Answer[Done]:
        """Have a request carried out, or planned; the user is asked where that is due.

        Raises NotFoundError for a conversation that is not known, and what the engine raises.
        """
        if conversation is not None and conversation not in self._conversations:
            raise NotFoundError("conversation", conversation[:64])
        everything = self.allow is Allow.EVERYTHING

        async def work(request: Request) -> Done:
            async def approve(plan: Plan) -> bool:
                return (everything and beforehand(plan)) or await request.ask(plan_question(plan))

            # One after the other: nothing is done between the loss of a restraint and its return.
            async with self._turn:
                guarded = wanted is None and not (dry_run or everything)
                before = await restraints(self.engine) if guarded else {}
                history = self._conversations.get(conversation or "", ())
                outcome = await self.engine.do(
                    text,
                    dry_run=dry_run,
                    approve=approve,
                    on_event=request.tell,
                    history=history,
                    wanted=wanted,
                )
                note = await restraints_kept(self.engine, before, request) if before else ""
            named = self._remember(conversation or uuid4().hex[:12], outcome.answer.messages)
            told = request.problem if outcome.answer.code == _DECLINED else None
            reply = f"{told or outcome.reply} {note}"
            return done(outcome, reply, conversation=named, planned_only=dry_run)

        return await self._see_through(ctx, work)

    async def change(
        self,
        ctx: Call,
        said: str,
        operation: str,
        told: Callable[[Any], Given],
        *,
        destroys: bool = False,
        **arguments: Any,
    ) -> Answer[Given]:
        """Change what is remembered; the user is asked first what destroys, or always, by the level.

        ``said`` is what is asked about, ``told`` makes the answer of what the operation gives. Raises
        NotPossibleError without consent, and what the operation raises.
        """
        asks = self.allow is Allow.ASK or (destroys and self.allow is not Allow.EVERYTHING)

        async def work(request: Request) -> Given:
            if asks and not await request.ask(f"Orbit asks for your consent: {said}"):
                raise NotPossibleError(request.problem or "The user did not agree. Nothing was changed.")
            return told(await self.engine.call(operation, **arguments))

        return await self._see_through(ctx, work)

    def _remember(self, conversation: str, messages: Sequence[ModelMessage]) -> str:
        self._conversations.pop(conversation, None)
        self._conversations[conversation] = messages
        if len(self._conversations) > _MOST_CONVERSATIONS:
            del self._conversations[next(iter(self._conversations))]
        return conversation

    async def _see_through(self, ctx: Call, work: Work[Given]) -> Answer[Given]:
        """Do some work for a call, or go on with it; stop it, and take it back, when the call is cancelled.

        Raises NotPossibleError while the user is asked about another one, and what the work raises.
        """
        request = self._resumed(ctx) if ctx.request_state else self._begun(ctx, work)
        returned = False
        try:
            while (heard := await request.heard.get()) is not None:
                if isinstance(heard, str):
                    returned = True
                    return request.question(heard)
                await ctx.report_progress(*heard)
            return request.task.result()
        finally:
            if not returned:
                await request.stop()

    def _begun(self, ctx: Call, work: Work[Any]) -> Request:
        if any(request.asks for request in self._under_way.values()):
            raise NotPossibleError(
                "The user is being asked about an earlier request. Nothing was changed. Wait for the answer, "
                "then try again."
            )
        request = Request(ctx, work)
        self._under_way[request.id] = request
        request.task.add_done_callback(lambda _: self._under_way.pop(request.id))
        return request

    def _resumed(self, ctx: Call) -> Request:
        """Give the request that waits; the library has seen to it that the call is the same."""
        request = self._under_way.get(str(ctx.request_state))
        if request is None or not request.resume(ctx):
            raise NotPossibleError(
                "That request no longer waits for an answer. Nothing was changed. Ask for it again."
            )
        return request

    async def aclose(self) -> None:
        """Let nobody wait any more."""
        for request in list(self._under_way.values()):
            await request.stop()
