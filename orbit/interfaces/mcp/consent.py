"""Consent: a request of an assistant, which may ask the user on the way; and what the user is asked.

Up to protocol 2025-11-25 the user is asked in the middle of a call. From 2026-07-28 on the call ends with the
question, and the assistant calls again with the answer: the request waits here in between, with nothing done.
Names in a question come from sets and from other people's files: each stands on one line.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar
from uuid import uuid4

import anyio
from mcp.server.elicitation import render_elicitation_schema
from mcp.shared.exceptions import MCPError
from mcp.types import ElicitRequest, ElicitRequestFormParams, ElicitResult, InputRequiredResult
from mcp.types.version import is_version_at_least
from pydantic import BaseModel, Field

from daw_bridges.actions import Risk
from orbit.interfaces.mcp.documents import plain
from orbit.memory.preferences import Ask, Confirm, Protect
from orbit.workflows import can_be_taken_back

if TYPE_CHECKING:
    from mcp.server.mcpserver import Context

    from orbit.agent import Event
    from orbit.memory.preferences import Known
    from orbit.server import Engine
    from orbit.workflows import Plan

__all__ = ["Request", "Work", "plan_question", "restraints", "restraints_kept"]

Given = TypeVar("Given")
Work: TypeAlias = "Callable[[Request], Coroutine[Any, Any, Given]]"

WAIT_SECONDS = 300.0  # that the user has to answer
_ASKED_BY_RETURNING = "2026-07-28"
_KEY = "consent"
_MOST_STEPS, _MOST_REASONS = 40, 8
_UNASKED = (
    "This needs the user's consent, and this client cannot ask for it: it does not offer MCP elicitation. "
    "Nothing was changed. The user can ask Orbit in a terminal (orbit do), or start this server with "
    "--allow everything."
)


class _Consent(BaseModel):
    do_it: bool = Field(title="Do it", description="Carry out this plan now.")


_FORM = render_elicitation_schema(_Consent)


class Request:
    """One request: what carries it out may ask and tell here."""

    def __init__(self, ctx: Context[Any, Any], work: Work[Any]) -> None:
        self.id = uuid4().hex
        self.ctx = ctx  # the call that waits for it now
        # Steps that were done (number, of how many, words), a question to return with, the end.
        self.heard: asyncio.Queue[tuple[int, int, str] | str | None] = asyncio.Queue()
        self.asks = False
        self.answer: asyncio.Future[Any] | None = None  # to the question that was returned with
        self.problem: str | None = None  # why the user did not answer, where they did not
        self._done = self._before = 0
        self.task = asyncio.ensure_future(work(self))
        self.task.add_done_callback(self._end)

    def question(self, said: str) -> InputRequiredResult:
        """Give a question to return with."""
        form = ElicitRequestFormParams(message=said, requested_schema=_FORM)
        return InputRequiredResult(input_requests={_KEY: ElicitRequest(params=form)}, request_state=self.id)

    def resume(self, ctx: Context[Any, Any]) -> bool:
        """Take the answer to that question from another call; say whether it was waited for."""
        if self.answer is None or self.answer.done():
            return False
        self.ctx = ctx
        self.answer.set_result((ctx.input_responses or {}).get(_KEY))
        return True

    async def ask(self, said: str) -> bool:
        """Ask the user whether to go on; anything but a plain yes is a no."""
        offered = self.ctx.client_capabilities and self.ctx.client_capabilities.elicitation
        if offered is None or (offered.url is not None and offered.form is None):  # by itself it means forms
            self.problem = _UNASKED
            return False
        self.asks = True
        try:
            with anyio.fail_after(WAIT_SECONDS):
                given = await self._asked(said)
            accepted = isinstance(given, ElicitResult) and given.action == "accept"
            return accepted and (given.content or {}).get("do_it") is True
        except TimeoutError:
            minutes = max(1, round(WAIT_SECONDS / 60))
            self.problem = f"The user did not answer within {minutes} min. Nothing was changed."
        except MCPError as error:
            self.problem = f"The client could not ask the user: {plain(str(error))} Nothing was changed."
        finally:
            self.asks = False
        return False

    async def _asked(self, said: str) -> Any:
        if not is_version_at_least(self.ctx.protocol_version or "", _ASKED_BY_RETURNING):
            return await self.ctx.session.elicit_form(said, _FORM, self.ctx.request_id)
        self.answer = asyncio.get_running_loop().create_future()
        self.heard.put_nowait(said)
        return await self.answer

    def tell(self, event: Event) -> None:
        """Pass on what happens."""
        from orbit.agent import Started, Stepped

        if isinstance(event, Started):
            self._before = self._done
        elif isinstance(event, Stepped):
            self._done = self._before + event.step_number
            said = f"{plain(event.result.action.describe())}: {event.result.status.value}"
            self.heard.put_nowait((self._done, self._before + len(event.plan.steps), said))

    async def stop(self) -> None:
        """See to it that it has ended; what it had changed is taken back before it has."""
        self.asks = False
        if not self.task.done():
            self.task.cancel()
            with anyio.CancelScope(shield=True):
                await asyncio.wait({self.task})

    def _end(self, task: asyncio.Task[Any]) -> None:
        self.heard.put_nowait(None)
        if not task.cancelled():
            task.exception()  # nobody may be left to hear of it


def plan_question(plan: Plan) -> str:
    """Say what is to be done, why it is asked about, and whether it can be taken back."""
    steps = [
        f"{step.step_number}. {plain(step.describe())}{f' ({plain(step.change)})' if step.change else ''}"
        for step in plan.steps
    ]
    steps += [f"· {plain(each.describe())}" for each in plan.memory]
    if (rest := len(steps) - _MOST_STEPS) > 0:
        steps[_MOST_STEPS:] = [f"… and {rest} steps more"]
    reasons = list(dict.fromkeys((*plan.consent, *plan.warnings)))[:_MOST_REASONS]
    lines = [f"Orbit asks for your consent: {plain(plan.title)}", *steps]
    lines += [f"! {plain(reason)}" for reason in reasons]
    if plan.untrusted:
        lines.append("The workflow was imported and has not proven itself here.")
    destroys = plan.risk is Risk.DESTRUCTIVE
    can = "cannot" if destroys and not can_be_taken_back(plan) else "can"
    lines.append(f"{'This deletes or overwrites what is there; ' * destroys}Orbit {can} take it back.")
    return "\n".join(lines)


async def restraints(engine: Engine) -> dict[str, Known]:
    """Give what the user wants to be asked before: no assistant's sentence lets go of it."""
    known: list[Known] = await engine.call("preferences")
    asks = [each for each in known if isinstance(each.preference, Protect | Ask | Confirm)]
    return {each.id: each for each in asks if each.preference != Confirm(on=False)}


async def restraints_kept(engine: Engine, before: dict[str, Known], request: Request) -> str:
    """Put back what a request took away unless the user agrees; say what was put back."""
    now = await restraints(engine)
    gone = [known for its_id, known in before.items() if its_id not in now]
    told = "; ".join(plain(known.preference.describe()) for known in gone)
    asked = f"Orbit asks for your consent: to stop asking you as you wanted it to ({told})."
    if not gone or await request.ask(asked):
        return ""
    for known in gone:
        await engine.call("prefer", preference=known.preference, words=known.words)
    return f"What you want to be asked before stays as it was: {told}. Only the user can change that."
