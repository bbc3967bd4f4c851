"""The agent: one request from words to a verified change, with whichever model is set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from pydantic_ai import Agent, DeferredToolRequests, DeferredToolResults, ToolDenied, ToolOutput, UsageLimits
from pydantic_ai.exceptions import AgentRunError, UsageLimitExceeded, UserError
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models import Model

from daw_bridges.errors import ModelError, OrbitError
from daw_bridges.session import Session
from orbit.agent.answers import Answer, Decline, Question
from orbit.agent.approval import Approve, agreed
from orbit.agent.desk import Desk
from orbit.agent.events import OnEvent
from orbit.agent.instructions import INSTRUCTIONS
from orbit.agent.models import OFFLINE, resolve_model
from orbit.agent.telling import told_run
from orbit.agent.tools import Turn, desk_tools
from orbit.workflows import Plan, Run, slot_texts

__all__ = ["Limits", "ask", "build_agent"]

_Output = str | Question | Decline | DeferredToolRequests


@dataclass(frozen=True)
class Limits:
    """How far one request may go with a hosted model."""

    request_seconds: float = 60.0
    """How long one answer of the model may take."""
    requests: int = 20
    tool_calls: int = 30
    total_tokens: int = 400_000

    @property
    def usage(self) -> UsageLimits:
        """The limits in pydantic-ai's form."""
        return UsageLimits(
            request_limit=self.requests,
            tool_calls_limit=self.tool_calls,
            total_tokens_limit=self.total_tokens,
        )


@cache
def build_agent() -> Agent[Turn, _Output]:
    """The agent, its tools and the ways it can end a request; the model is chosen for each run."""
    return Agent(
        deps_type=Turn,
        output_type=[
            str,
            ToolOutput(Question, name="ask_back"),
            ToolOutput(Decline, name="decline"),
            DeferredToolRequests,
        ],
        instructions=INSTRUCTIONS,
        toolsets=[desk_tools()],
        retries={"tools": 3, "output": 3},
        name="orbit",
    )


async def ask(  # noqa: PLR0913 - a request has that many options
    text: str,
    desk: Desk,
    *,
    model: str | Model = OFFLINE,
    approve: Approve | None = None,
    message_history: Sequence[ModelMessage] = (),
    session: Session | None = None,
    dry_run: bool = False,
    on_event: OnEvent | None = None,
    limits: Limits = Limits(),
) -> Answer:
    """Carry out a request, and remember how it went.

    ``approve`` is asked before a plan that needs consent; without it, consent is not given. ``session`` is
    what the caller has just read, if it has. Raises BridgeError when the DAW is lost and ModelError when the
    model fails before anything was done.
    """
    turn = Turn(desk, text, dry_run=dry_run, on_event=on_event)
    if session is not None:
        turn.saw(session)
    try:
        chosen = resolve_model(model) if isinstance(model, str) else model
        output, messages = await _Conversation(turn, chosen, approve, limits).hold(message_history)
    except OrbitError as error:
        if turn.runs and isinstance(error, ModelError):
            # The work is done and read back; that the model could not say so does not undo it.
            return _answer(turn, told_run(turn.plan, turn.runs[-1]), ())
        if not turn.runs and not dry_run:
            desk.refuse(text, error, workflow=turn.workflow if turn.plan is None else None)
        raise
    answer = _answer(turn, output, messages, offline=model == OFFLINE)
    if turn.reading is not None and not turn.runs:
        desk.familiar.noticed(turn.reading[1])
    _remember(turn, answer)
    desk.context.noted(text, answer, took_back=turn.undos)
    return answer


@dataclass
class _Conversation:
    """One request with one model, through as many consents as it takes."""

    turn: Turn
    model: Model
    approve: Approve | None
    limits: Limits
    agent: Agent[Turn, _Output] = field(default_factory=build_agent)

    async def hold(
        self, history: Sequence[ModelMessage]
    ) -> tuple[str | Question | Decline, list[ModelMessage]]:
        prompt: str | None = self.turn.request
        messages, results = list(history), None
        while True:
            output, messages = await self._step(prompt, messages, results)
            if not isinstance(output, DeferredToolRequests):
                return output, messages
            prompt, results = None, await self._consents(output)

    async def _step(
        self, prompt: str | None, messages: list[ModelMessage], results: DeferredToolResults | None
    ) -> tuple[_Output, list[ModelMessage]]:
        try:
            result = await self.agent.run(
                prompt,
                deps=self.turn,
                model=self.model,
                message_history=messages,
                deferred_tool_results=results,
                usage_limits=self.limits.usage,
                model_settings={"timeout": self.limits.request_seconds},
            )
        except (AgentRunError, UserError, OSError) as error:
            raise _model_error(error) from error
        return result.output, result.all_messages()

    async def _consents(self, requests: DeferredToolRequests) -> DeferredToolResults:
        """Ask the user about each plan that needs it."""
        answers: dict[str, bool | ToolDenied] = {}
        for call in requests.approvals:
            plan_id = requests.metadata[call.tool_call_id].get("plan_id")
            desk = self.turn.desk
            plan = desk.plan(plan_id) if plan_id else await desk.plan_undo()
            consented = await agreed(self.approve, plan)
            self.turn.denied = self.turn.denied or not consented
            answers[call.tool_call_id] = (
                True
                if consented
                else ToolDenied(f"The user did not agree to “{plan.title}”. Nothing was changed.")
            )
        return requests.build_results(approvals=answers)


def _model_error(error: Exception) -> ModelError:
    if isinstance(error, UsageLimitExceeded):
        return ModelError(
            f"The model needed too many steps for this request ({error}). Say it in smaller parts."
        )
    said = " ".join(str(error).split())[:300]
    return ModelError(f"The model failed: {said} Try again, choose another model, or use --model offline.")


def _answer(
    turn: Turn, output: str | Question | Decline, messages: Sequence[ModelMessage], *, offline: bool = True
) -> Answer:
    plan = turn.plan
    ok = _is_ok(turn, output)
    run = turn.runs[-1] if turn.runs else turn.undone.run if turn.undone else None
    return Answer(
        ok=ok,
        reply=" ".join([_reply(turn, output, ok=ok, offline=offline), *turn.warnings]),
        plan=plan,
        run=run,
        workflow=turn.workflow,
        slots=_slots(turn, plan),
        question=output if isinstance(output, Question) else None,
        code=_code(turn, run),
        messages=messages,
    )


def _code(turn: Turn, run: Run | None) -> str | None:
    if turn.error is not None:
        return turn.error.code
    return "declined" if turn.denied and run is None else run.code if run is not None else None


def _slots(turn: Turn, plan: Plan | None) -> dict[str, str]:
    if plan is None or plan.workflow is None:
        return {}
    return slot_texts(turn.desk.workflow(plan.workflow), plan.slots)


def _is_ok(turn: Turn, output: str | Question | Decline) -> bool:
    if turn.runs:
        return all(run.ok for run in turn.runs)
    if isinstance(output, Decline) or turn.error is not None or turn.denied:
        return False
    if turn.undone is not None:
        return turn.undone.run.ok
    if isinstance(output, Question):
        return False
    # Words alone: good when they answer a question about the session, or describe a plan in a dry run.
    return turn.dry_run if turn.plan is not None else turn.session is not None


def _reply(turn: Turn, output: str | Question | Decline, *, ok: bool, offline: bool) -> str:
    if turn.runs and not ok:
        # Whatever a model makes of it, a failure is told as it was read back.
        return told_run(turn.plan, turn.runs[-1])
    if isinstance(output, Question):
        open_options = [option for option in output.options if option not in output.question]
        return f"{output.question} ({', '.join(output.options)})" if open_options else output.question
    if isinstance(output, Decline):
        return output.reason
    nothing = not offline and not turn.runs and turn.undone is None
    return f"{output} (Nothing was changed.)" if nothing else output


def _remember(turn: Turn, answer: Answer) -> None:
    """Keep an attempt that came to nothing; one that was carried out the desk has kept already."""
    if answer.ok or answer.run is not None or answer.question is not None or turn.dry_run:
        return
    # A user who does not agree has nothing against the workflow.
    blamed = turn.workflow if turn.error is not None else None
    turn.desk.refuse(turn.request or None, turn.error or answer.reply, workflow=blamed)
