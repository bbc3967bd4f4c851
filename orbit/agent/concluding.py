"""The answer of a request that has come to its end: what may be said of it, and what is kept for the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from orbit.agent.answers import Answer, Decline, Output, Question, Usage
from orbit.agent.hosted.words import in_short, shown
from orbit.agent.offline.conversation import Conversed
from orbit.agent.turn import Turn
from orbit.workflows import Plan, Run, slot_texts

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage

__all__ = ["Held", "concluded"]


@dataclass(frozen=True)
class Held:
    """A request that has come to its end."""

    turn: Turn
    output: Output
    messages: Sequence[ModelMessage]
    usage: Usage | None = None
    note: str | None = None
    """What the user is told beside the reply: that the model failed."""


def concluded(held: Held) -> Answer:
    """Give the answer."""
    turn, output = held.turn, held.output
    if isinstance(output, Question) and turn.hosted:
        output = _asked(output, turn.request)
    ok = _is_ok(turn, output)
    *earlier, last = [*zip(turn.ran, turn.runs, strict=True)] or [None]
    plan, run = last or (turn.plan, turn.undone.run if turn.undone else None)
    said = [_reply(turn, output, ok=ok), *turn.warnings, held.note]
    return Answer(
        ok=ok,
        reply=" ".join(filter(None, said)),
        plan=plan,
        run=run,
        earlier=tuple(pair for pair in earlier if pair is not None),
        workflow=turn.workflow,
        slots=_slots(turn, plan),
        question=output if isinstance(output, Question) else None,
        code=_code(turn, run),
        usage=held.usage,
        messages=_kept(held.messages, output),
    )


def _asked(question: Question, request: str) -> Question:
    """A hosted model's question as it may be shown; whoever hears the answer has to know what it is about."""
    return question.model_copy(
        update={
            "question": shown(question.question),
            "options": tuple(in_short(option) for option in question.options),
            "request": question.request or request,
        }
    )


def _code(turn: Turn, run: Run | None) -> str | None:
    if turn.stopped:
        return "cancelled"
    if turn.error is not None:
        return turn.error.code
    return "declined" if turn.denied and run is None else run.code if run is not None else None


def _slots(turn: Turn, plan: Plan | None) -> dict[str, str]:
    if plan is None or plan.workflow is None:
        return {}
    return slot_texts(turn.desk.workflow(plan.workflow), plan.slots)


def _is_ok(turn: Turn, output: Output) -> bool:
    if turn.stopped:
        return False
    if turn.runs:
        return all(run.ok for run in turn.runs)
    if isinstance(output, Decline) or turn.error is not None or turn.denied:
        return False
    if turn.undone is not None:
        return turn.undone.run.ok
    if isinstance(output, Question):
        return False
    # Words alone: good when they answer a question about the session, or describe a plan in a dry run.
    return turn.dry_run if turn.plan is not None else bool(turn.told) or turn.session is not None


def _reply(turn: Turn, output: Output, *, ok: bool) -> str:
    if turn.runs and not ok:
        # Whatever a model makes of it, a failure is told as it was read back.
        return " ".join(turn.told)
    said = shown(_said(output))
    untold = [line for line in map(shown, turn.told) if line not in said] if turn.hosted else []
    claims = isinstance(output, str) and turn.hosted and not turn.told and turn.undone is None
    # What a hosted model says of its work is its own word; what was read back stands beside it.
    beside = untold or (["Nothing was changed."] if claims else [])
    return f"{said} ({' '.join(beside)})" if beside else said


def _said(output: Output) -> str:
    if not isinstance(output, Question):
        return output.reason if isinstance(output, Decline) else output
    options = ", ".join(output.options)
    open_options = [option for option in output.options if option not in output.question]
    return f"{output.question} ({options})" if open_options else output.question


def _kept(messages: Sequence[ModelMessage], output: Output) -> Sequence[ModelMessage]:
    if isinstance(messages, Conversed):
        return messages
    from orbit.agent.hosted.thrift import asking, kept

    return kept(asking(messages, output))
