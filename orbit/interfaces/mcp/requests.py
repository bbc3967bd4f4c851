"""Requests of other assistants under way, each of which may ask the user on the way.

Up to protocol 2025-11-25 the user is asked in the middle of a call. From 2026-07-28 on the call ends with the
question, and the assistant calls again with the answer: the request waits here in between, with nothing done,
for as long as ``wait_seconds``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import uuid4

import anyio
from mcp.server.elicitation import AcceptedElicitation, render_elicitation_schema
from mcp.shared.exceptions import MCPError
from mcp.types import ElicitRequest, ElicitRequestFormParams, ElicitResult, InputRequiredResult
from mcp.types.version import is_version_at_least
from pydantic import ValidationError

from daw_bridges.errors import NotPossibleError
from orbit.interfaces.mcp.asking import Consent, asked_about
from orbit.interfaces.mcp.plain import plain

if TYPE_CHECKING:
    from mcp.server.mcpserver import Context

    from orbit.agent import Event
    from orbit.workflows import Plan

__all__ = ["Requests", "UnderWay", "Work"]

Given = TypeVar("Given")

WAIT_SECONDS = 300.0
"""How long the user may take to answer."""
_ASKED_BY_RETURNING = "2026-07-28"
_KEY = "consent"
_UNASKED = (
    "This needs the user's consent, and this client cannot ask for it: it does not offer MCP elicitation. "
    "Nothing was changed. The user can ask Orbit in a terminal (orbit do), or start this server with "
    "--allow everything."
)


@dataclass(frozen=True)
class _Question:
    said: str
    answer: asyncio.Future[bool]


@dataclass(frozen=True)
class _Step:
    done: int
    of: int
    said: str


class UnderWay:
    """One request: what carries it out may ask and tell here."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[_Question | _Step | None] = asyncio.Queue()
        self.problem: str | None = None
        """Why the user could not be asked, where that was so."""
        self._steps = self._before = 0

    async def ask(self, said: str) -> bool:
        """Ask the user whether to go on."""
        question = _Question(said, asyncio.get_running_loop().create_future())
        self.heard.put_nowait(question)
        return await question.answer

    async def approve(self, plan: Plan) -> bool:
        """Ask the user about a plan."""
        return await self.ask(asked_about(plan))

    def tell(self, event: Event) -> None:
        """Pass on what happens."""
        from orbit.agent import Started, Stepped

        match event:
            case Started():
                self._before = self._steps
            case Stepped(plan, number, result):
                self._steps = self._before + number
                of = self._before + len(plan.steps)
                said = f"{plain(result.action.describe())}: {result.status.value}"
                self.heard.put_nowait(_Step(self._steps, of, said))
            case _:
                pass


Work = Callable[[UnderWay], Coroutine[Any, Any, Given]]


@dataclass
class _Waiting:
    under_way: UnderWay
    task: asyncio.Task[Any]
    question: _Question
    timer: asyncio.TimerHandle


class Requests:
    """All requests of one server."""

    def __init__(self, *, wait_seconds: float = WAIT_SECONDS) -> None:
        self._wait_seconds = wait_seconds
        self._waiting: dict[str, _Waiting] = {}
        self._asking = 0

    async def carry_out(self, ctx: Context[Any, Any], work: Work[Given]) -> Given | InputRequiredResult:
        """Do some work for a call, or go on with it; stop it, and take it back, when the call is cancelled.

        Raises NotPossibleError while the user is asked about another one, and what the work raises.
        """
        under_way, task = self._resume(ctx) if ctx.request_state else self._begin(work)
        parked = False
        try:
            while (heard := await under_way.heard.get()) is not None:
                if isinstance(heard, _Step):
                    await ctx.report_progress(heard.done, heard.of, heard.said)
                elif not _can_ask(ctx):
                    under_way.problem = _UNASKED
                    heard.answer.set_result(False)
                elif is_version_at_least(ctx.protocol_version or "", _ASKED_BY_RETURNING):
                    state = self._park(under_way, task, heard)
                    parked = True
                    return InputRequiredResult(
                        input_requests={_KEY: _elicitation(heard.said)}, request_state=state
                    )
                else:
                    heard.answer.set_result(await self._asked(ctx, under_way, heard))
            return task.result()
        finally:
            if not parked:
                await _stop(task)

    async def close(self) -> None:
        """Let nobody wait any more."""
        for state in list(self._waiting):
            waiting = self._waiting[state]
            self._give_up(state)
            await _stop(waiting.task)

    def _begin(self, work: Work[Given]) -> tuple[UnderWay, asyncio.Task[Given]]:
        if self._waiting or self._asking:
            raise NotPossibleError(
                "The user is being asked about an earlier request. Nothing was changed. Wait for the answer, "
                "then try again."
            )
        under_way = UnderWay()
        task = asyncio.ensure_future(work(under_way))
        task.add_done_callback(lambda _: under_way.heard.put_nowait(None))
        return under_way, task

    # -- asked in the middle of a call --------------------------------------------------------------------

    async def _asked(self, ctx: Context[Any, Any], under_way: UnderWay, question: _Question) -> bool:
        self._asking += 1
        try:
            with anyio.move_on_after(self._wait_seconds):
                result = await ctx.elicit(question.said, Consent)
                return isinstance(result, AcceptedElicitation) and result.data.do_it
            under_way.problem = self._silent()
        except (MCPError, ValueError) as error:
            under_way.problem = f"The client could not ask the user: {plain(str(error))} Nothing was changed."
        finally:
            self._asking -= 1
        return False

    def _silent(self) -> str:
        minutes = max(1, round(self._wait_seconds / 60))
        return f"The user did not answer within {minutes} min. Nothing was changed."

    # -- asked by returning ----------------------------------------------------------------------------------

    def _park(self, under_way: UnderWay, task: asyncio.Task[Any], question: _Question) -> str:
        state = uuid4().hex
        timer = asyncio.get_running_loop().call_later(self._wait_seconds, self._give_up, state)
        self._waiting[state] = _Waiting(under_way, task, question, timer)
        return state

    def _resume(self, ctx: Context[Any, Any]) -> tuple[UnderWay, asyncio.Task[Any]]:
        """Answer the request that waits; the library has seen to it that the call is the same."""
        waiting = self._take(str(ctx.request_state))
        if waiting is None:
            raise NotPossibleError(
                "That request no longer waits for an answer. Nothing was changed. Ask for it again."
            )
        waiting.question.answer.set_result(_agreed(ctx))
        return waiting.under_way, waiting.task

    def _give_up(self, state: str) -> None:
        waiting = self._take(state)
        if waiting is not None:
            waiting.under_way.problem = self._silent()
            waiting.question.answer.set_result(False)

    def _take(self, state: str) -> _Waiting | None:
        waiting = self._waiting.pop(state, None)
        if waiting is not None:
            waiting.timer.cancel()
        return waiting


def _can_ask(ctx: Context[Any, Any]) -> bool:
    """Whether the client says that it can put a form before the user; by itself the word means it can."""
    offered = ctx.client_capabilities.elicitation if ctx.client_capabilities else None
    return offered is not None and (offered.form is not None or offered.url is None)


def _elicitation(said: str) -> ElicitRequest:
    schema = render_elicitation_schema(Consent)
    return ElicitRequest(params=ElicitRequestFormParams(message=said, requested_schema=schema))


def _agreed(ctx: Context[Any, Any]) -> bool:
    """Whether the answer that came is a yes; everything else is a no."""
    response = (ctx.input_responses or {}).get(_KEY)
    if not isinstance(response, ElicitResult) or response.action != "accept":
        return False
    try:
        return Consent.model_validate(response.content).do_it
    except ValidationError:
        return False


async def _stop(task: asyncio.Task[Any]) -> None:
    """See to it that a task has ended; what it had changed is taken back before it has."""
    if task.done():
        return
    task.cancel()
    with anyio.CancelScope(shield=True):
        await asyncio.wait({task})
