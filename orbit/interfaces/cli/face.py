"""The terminal's side of a request: the plan, the question where one is due, each step as it is read back."""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import TYPE_CHECKING

from daw_bridges.actions import Risk
from orbit.agent.answers import PROPOSAL
from orbit.agent.approval import beforehand
from orbit.interfaces.cli.asking import Asks, AtConsole
from orbit.interfaces.cli.output import interactive
from orbit.interfaces.cli.views.plan import plan_view, result_line, results_view
from orbit.interfaces.cli.views.talk import question_view, usage_told

if TYPE_CHECKING:
    from rich.console import Console

    from daw_bridges.bridge import Result
    from orbit.agent import Approve, Event, Question
    from orbit.engine import Outcome
    from orbit.workflows import Plan

__all__ = ["Consent", "Face", "told"]

_DECLINED = "declined"


class Consent(Enum):
    """Where consent to a plan comes from."""

    ASK = auto()
    """Someone sits at the terminal."""
    GIVEN = auto()
    """It was given beforehand, with ``--yes``; not to what was imported and has not proven itself."""
    NOBODY = auto()
    """There is nobody to ask, so what needs consent is refused."""


class Face:
    """Shows a request on a console as it goes on; one after the other."""

    def __init__(self, console: Console, consent: Consent, asks: Asks | None = None) -> None:
        self.console, self.consent = console, consent
        self._asks = asks or AtConsole(console)
        self._streamed = ""
        self._planned: Plan | None = None
        self._undone = False
        self._fell_back = ""

    @property
    def approve(self) -> Approve | None:
        """What the engine asks before a plan that needs consent."""
        answers: dict[Consent, Approve | None] = {
            Consent.ASK: self._ask,
            Consent.GIVEN: self._given,
            Consent.NOBODY: None,
        }
        return answers[self.consent]

    def on_event(self, event: Event) -> None:
        """Show what happens."""
        from orbit.agent import FellBack, Planned, Ran, Said, Stepped

        if isinstance(event, Said):
            self._stream(event.text)
            return
        self._end_stream()
        match event:
            case Planned(plan):
                self._show_plan(plan)
            case Stepped(plan, number, result):
                self._show_step(number, result, plan)
            case Ran(None, run):
                self.console.print(results_view(run.results))
                self._undone = True
            case FellBack(_, reason):
                self._warn(reason)
                self._fell_back = f" ({reason})"
            case _:
                pass

    async def answer_to(self, outcome: Outcome) -> str | None:
        """Let the person at the terminal answer what Orbit asks back; None when nobody does."""
        question = outcome.answer.question
        if question is None:
            return None
        self._end_stream()
        if question.slot == PROPOSAL:
            agrees = await self._asks.agrees(question.question, usually=False)
            return "yes" if agrees else "no"
        self.console.print(question_view(question))
        return await self._asks.answers("›")

    def close_with(self, outcome: Outcome) -> None:
        """Say how it ended, what it took, and nothing twice."""
        streamed, planned = self._streamed.strip(), self._planned
        self._end_stream()
        self._planned, self._undone = None, False
        reply = told(outcome, asked=self._someone).replace(self._fell_back, "")
        self._fell_back = ""
        if planned is not None and outcome.run is None and outcome.ok:
            reply = _without_steps(reply)
        question = outcome.answer.question
        if question is not None and (question.slot != PROPOSAL or self._someone):
            self._show_question(question, reply)
        elif rest := reply.removeprefix(streamed).strip():
            self.say(rest, ok=outcome.ok, apart=planned is None or outcome.run is not None)
        if outcome.answer.usage is not None and outcome.answer.usage.requests:
            self.console.print(usage_told(outcome.answer.usage), style="dim", markup=False)

    def say(self, reply: str, *, ok: bool, apart: bool = True) -> None:
        """Say something, as a good end or a bad one; ``apart``: with a blank line before it."""
        if apart:
            self.console.print()
        self.console.print(reply, style="bold green" if ok else "bold red", markup=False)

    def _show_question(self, question: Question, reply: str) -> None:
        """Show a question; what is said beside it stands behind it in the reply."""
        self.console.print(question_view(question))
        beside = reply.removeprefix(question.question).removeprefix(f" ({', '.join(question.options)})")
        if beside.strip():
            self.console.print(beside.strip(), markup=False)

    def _show_plan(self, plan: Plan) -> None:
        if self._undone:
            self.console.print()
        self._planned, self._undone = plan, False
        self.console.print(plan_view(plan))
        for warning in plan.warnings:
            self._warn(warning)
        self.console.print()

    def _warn(self, said: str) -> None:
        self.console.print(f"! {said}", style="yellow", markup=False)

    def _show_step(self, number: int, result: Result, plan: Plan) -> None:
        self.console.print(result_line(number, result, [step.describe() for step in plan.steps]))

    def _stream(self, text: str) -> None:
        self._streamed += text
        self.console.print(text, end="", markup=False, soft_wrap=True)

    def _end_stream(self) -> None:
        if self._streamed and not self._streamed.endswith("\n"):
            self.console.print()
        self._streamed = ""

    @property
    def _someone(self) -> bool:
        return self.consent is Consent.ASK or (self.consent is Consent.GIVEN and interactive())

    async def _given(self, plan: Plan) -> bool:
        return beforehand(plan) or (self._someone and await self._ask(plan))

    async def _ask(self, plan: Plan) -> bool:
        from orbit.workflows import can_be_taken_back

        if self._planned is not plan:
            self._show_plan(plan)  # an undo over what was changed since is planned unseen
        destructive = plan.risk is Risk.DESTRUCTIVE
        warning = " Orbit cannot take it back." if destructive and not can_be_taken_back(plan) else ""
        careful = destructive or plan.untrusted or bool(plan.consent)
        agreed = await self._asks.agrees(f"Do it?{warning}", usually=not careful)
        self.console.print()
        return agreed


_STEP = re.compile(r"\n(?:\d+\. |… and \d+ more).*")


def _without_steps(reply: str) -> str:
    """Leave out of a reply the steps of the plan: the plan stands there already."""
    return _STEP.sub("", reply)


def told(outcome: Outcome, *, asked: bool) -> str:
    """Give what a person is told; where nobody could be asked for consent, how to give it."""
    if outcome.answer.code == _DECLINED and outcome.plan is not None and not asked:
        said = _how_to_consent(outcome.plan)
        return f"{outcome.cut_short} {said}".strip()
    question = outcome.answer.question
    if question is not None and question.slot == PROPOSAL and not asked:
        in_full = question.options[0] if question.options else "yes"
        said = f"{question.question} Nothing was changed. If so, say: {in_full}"
        return f"{outcome.cut_short} {said}".strip()
    return outcome.reply


def _how_to_consent(plan: Plan) -> str:
    """Say how a plan is agreed to that nobody could be asked about."""
    if not plan.untrusted:
        return f"“{plan.title}” needs your consent. Nothing was changed. Add --yes to consent beforehand."
    workflow = plan.workflow or "ID"
    return (
        f"“{plan.title}” was imported and has not proven itself, so --yes does not cover it. Nothing was "
        f"changed. Look at its steps: orbit workflows show {workflow}. Then ask for it in a terminal and "
        f"agree, or take it as your own: orbit workflows trust {workflow}."
    )
