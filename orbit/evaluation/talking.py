"""One conversation of a task, held with the product itself: what was said, what it took, what was left.

The session is read before and after every turn by the judge, not by what is judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any

from daw_bridges.actions import parse_action
from daw_bridges.bridge import Status
from daw_bridges.errors import UsageError
from orbit.agent.events import Event, FellBack, Planned, Ran
from orbit.evaluation.task import Task

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage

    from daw_bridges.session import Session
    from orbit.outcome import Outcome
    from orbit.server import LocalEngine
    from orbit.workflows import Plan

__all__ = ["BROKEN", "Talk", "Turn", "hold"]

BROKEN = "broken"
"""The code of an answer that an error of the program's own stands in for: no ending is right then."""

_ENDINGS = frozenset({"ask_back", "decline"})
"""Ways to answer that pydantic-ai carries as tool calls; they do nothing."""


@dataclass(frozen=True)
class Turn:
    """One thing the user said, and what came of it."""

    said: str
    outcome: Outcome
    before: Session
    after: Session
    seconds: float
    plan_ms: float | None
    """From the sentence to its first plan; None where there was none."""
    decisions: int
    """How often the model was asked for what to do next."""
    moves: int
    """How many tools it called."""
    steps: int
    """How many edits were carried out and read back, those of an undo too."""
    fell_back: bool
    """Whether the offline model took over, because the hosted one failed."""


@dataclass
class Talk:
    """A whole conversation; ``before`` is the session after the task's own setup."""

    before: Session
    turns: list[Turn] = field(default_factory=list[Turn])
    consents: int = 0
    """How often the user was asked whether a plan may be carried out."""

    @property
    def after(self) -> Session:
        """The session in the end."""
        return self.turns[-1].after if self.turns else self.before

    @property
    def last(self) -> Turn:
        """The last turn."""
        return self.turns[-1]

    @property
    def steps(self) -> int:
        """How many edits were carried out and read back."""
        return sum(turn.steps for turn in self.turns)

    @property
    def questions(self) -> int:
        """How often Orbit asked back."""
        return sum(turn.outcome.answer.question is not None for turn in self.turns)

    @property
    def tokens(self) -> int:
        """What a hosted model read and wrote."""
        used = (turn.outcome.answer.usage for turn in self.turns)
        return sum(usage.input_tokens + usage.output_tokens for usage in used if usage is not None)

    @property
    def cost_usd(self) -> float | None:
        """What that cost; None where no price is known."""
        used = [turn.outcome.answer.usage for turn in self.turns]
        costs = [usage.cost_usd for usage in used if usage is not None]
        known = [cost for cost in costs if cost is not None]
        return sum(known) if len(known) == len(costs) else None

    @property
    def workflow(self) -> str | None:
        """The last workflow that was taken."""
        taken = [turn.outcome.answer.workflow for turn in self.turns]
        return next((workflow for workflow in reversed(taken) if workflow is not None), None)


async def hold(task: Task, engine: LocalEngine, sentences: Sequence[str]) -> Talk:
    """Say these sentences, and the task's answers where Orbit asks back.

    With no answer left the next sentence is said. Raises UsageError when the setup cannot be done.
    """
    await _set_up(task, engine)
    talk = Talk(await engine.session())
    answers = iter(task.answers)
    history: Sequence[ModelMessage] = ()
    for sentence in sentences:
        said: str | None = sentence
        while said is not None:
            turn = await _say(said, engine, talk, history, consent=task.consent)
            history = turn.outcome.answer.messages or history
            said = next(answers, None) if turn.outcome.answer.question is not None else None
    return talk


async def _set_up(task: Task, engine: LocalEngine) -> None:
    if not task.setup:
        return
    desk = await engine.desk()
    results = await desk.bridge.perform([parse_action(action) for action in task.setup])
    for result in results:
        if result.status is not Status.VERIFIED:
            raise UsageError(f"{task.id}: the setup cannot be done: {result.reason or result.status}")


async def _say(said: str, engine: LocalEngine, talk: Talk, history: Sequence[Any], *, consent: bool) -> Turn:
    events: list[tuple[float, Event]] = []
    began = perf_counter()

    def approve(_: Plan) -> bool:
        talk.consents += 1
        return consent

    try:
        outcome = await engine.do(
            said,
            approve=approve,
            on_event=lambda event: events.append((perf_counter() - began, event)),
            history=history,
        )
    except Exception as error:  # noqa: BLE001 - what breaks has failed its task, and no other
        outcome = _broken(error, talk.after)
    seconds = perf_counter() - began
    turn = _turn(said, outcome, talk.after, await engine.session(), seconds, events)
    talk.turns.append(turn)
    return turn


def _turn(
    said: str,
    outcome: Outcome,
    before: Session,
    after: Session,
    seconds: float,
    events: Sequence[tuple[float, Event]],
) -> Turn:
    responses = list(_responses(outcome.answer.messages))
    runs = [event.run for _, event in events if isinstance(event, Ran)]
    planned = next((at for at, event in events if isinstance(event, Planned)), None)
    return Turn(
        said,
        outcome,
        before,
        after,
        seconds,
        None if planned is None else round(planned * 1000, 2),
        decisions=len(responses),
        moves=sum(_is_move(part) for response in responses for part in response.parts),
        steps=sum(result.status is Status.VERIFIED for run in runs for result in run.results),
        fell_back=any(isinstance(event, FellBack) for _, event in events),
    )


def _broken(error: Exception, session: Session) -> Outcome:
    from orbit.agent import Answer
    from orbit.outcome import Outcome

    reply = f"It broke: {type(error).__name__}: {error}"
    return Outcome(Answer(ok=False, reply=reply, code=BROKEN), session, None)


def _is_move(part: Any) -> bool:
    return part.part_kind == "tool-call" and part.tool_name not in _ENDINGS


def _responses(messages: Sequence[Any]) -> Iterator[Any]:
    """The model's messages since the user last said something."""
    for message in reversed(messages):
        if message.kind == "response":
            yield message
        elif any(part.part_kind == "user-prompt" for part in message.parts):
            return
