"""The terminal's side of a request: the plan, the question where one is due, each step as it is read back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rich.text import Text

from daw_bridges.actions import Risk
from daw_bridges.bridge import Status
from orbit.agent.answers import PROPOSAL
from orbit.agent.approval import beforehand
from orbit.interfaces.cli.asking import Asks, AtConsole, Consent
from orbit.interfaces.cli.output import interactive
from orbit.interfaces.cli.progress import Progress
from orbit.interfaces.cli.views.plan import exceptions_view, plan_view
from orbit.interfaces.cli.views.talk import question_view, usage_told

if TYPE_CHECKING:
    from rich.console import Console

    from orbit.agent import Approve, Event, Question
    from orbit.server import Outcome
    from orbit.workflows import Plan, Run

__all__ = ["Consent", "Face", "told"]

_DECLINED = "declined"


class Face:
    """Shows a request on a console as it goes on; one after the other."""

    def __init__(
        self, console: Console, consent: Consent, asks: Asks | None = None, *, reasons: bool = False
    ) -> None:
        self.console, self.consent = console, consent
        self._asks = asks or AtConsole(console)
        self.reasons = reasons
        self._progress = Progress(console)
        self._streamed = ""
        self._planned: Plan | None = None
        """The plan that was made last, and is not shown."""
        self._shown: str | None = None
        """The id of the plan that stands on the screen."""
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
        from orbit.agent import FellBack, Planned, Ran, Said, Started, Stepped

        if isinstance(event, Said):
            self._stream(event.text)
            return
        self._end_stream()
        match event:
            case Planned(plan):
                self._planned = plan
            case Started(plan):
                self._planned = None
                self._progress.begin(plan, shown=plan.id == self._shown)
            case Stepped(_, _, result):
                self._progress.step(result)
            case Ran(plan, run):
                self._progress.end()
                self._show_results(plan, run)
            case FellBack(_, reason):
                self._warn(reason)
                self._fell_back = f" ({reason})"

    def settle(self) -> None:
        """Leave the terminal as it is found between requests, however the last one ended."""
        self._progress.end()

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
        streamed = self._streamed.strip()
        self._end_stream()
        reply = told(outcome, asked=self._someone).replace(self._fell_back, "")
        self._fell_back = ""
        if (plan := self._planned) is not None and outcome.run is None and outcome.plan is not None:
            self.show_plan(plan)
            reply = _without_plan(reply, plan)
        question = outcome.answer.question
        if question is not None and (question.slot != PROPOSAL or self._someone):
            self._show_question(question, reply)
        elif rest := reply.removeprefix(streamed).strip():
            self.say(rest, ok=outcome.ok, beside=_read_back_count(outcome))
        if outcome.answer.usage is not None and outcome.answer.usage.requests:
            self.console.print(usage_told(outcome.answer.usage), style="dim", markup=False)
        self._planned, self._shown = None, None

    def show_plan(self, plan: Plan) -> None:
        """Show a plan; what becomes of it is told without its steps."""
        self._planned, self._shown = None, plan.id
        self.console.print(plan_view(plan, reasons=self.reasons))
        for warning in plan.warnings:
            self._warn(warning)

    def say(self, reply: str, *, ok: bool, beside: str = "") -> None:
        """Say something, as a good end or a bad one, with a figure ``beside`` it."""
        said = Text(reply, style="bold green" if ok else "bold red")
        if beside:
            said.append(f" {beside}", style="not bold dim")
        # In a pipe a sentence is one line, whatever width a table has there.
        self.console.print(said, soft_wrap=not self.console.is_terminal)

    def _show_question(self, question: Question, reply: str) -> None:
        """Show a question; what is said beside it stands behind it in the reply."""
        self.console.print(question_view(question))
        beside = reply.removeprefix(question.question).removeprefix(f" ({', '.join(question.options)})")
        if beside.strip():
            self.console.print(beside.strip(), markup=False)

    def _show_results(self, plan: Plan | None, run: Run) -> None:
        """Show the steps with what is read now; of what stands there already, those that were not verified.

        What failed and was taken back is told in a sentence, with the step.
        """
        tried = any(result.status in _DONE for result in run.results)
        if len(run.results) > 1 and (run.ok or (tried and not run.rolled_back)):
            anew = plan is not None and plan.id != self._shown
            view = plan_view(plan, run.results) if plan is not None and anew else exceptions_view(run.results)
            if view is not None:
                self.console.print(view)
        if plan is not None and plan.id != self._shown:
            for warning in plan.warnings:
                self._warn(warning)

    def _warn(self, said: str) -> None:
        self.console.print(f"! {said}", style="yellow", markup=False)

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

        if self._shown != plan.id:
            self.show_plan(plan)
        destructive = plan.risk is Risk.DESTRUCTIVE
        warning = " Orbit cannot take it back." if destructive and not can_be_taken_back(plan) else ""
        careful = destructive or plan.untrusted or plan.wider or bool(plan.consent)
        return await self._asks.agrees(f"Do it?{warning}", usually=not careful)


_STEP = re.compile(r"\n(?:\d+\. |… and \d+ more).*")
_DONE = (Status.VERIFIED, Status.UNVERIFIED)


def _without_plan(reply: str, plan: Plan) -> str:
    """Leave out of a reply what the plan says that stands above it: its title and its steps."""
    return _STEP.sub("", reply).removeprefix(f"{plan.title}: ")


def _read_back_count(outcome: Outcome) -> str:
    """Say that every step was read back, where there are several."""
    count = len(outcome.results)
    verified = all(result.status is Status.VERIFIED for result in outcome.results)
    return f"{count} of {count} read back." if outcome.ok and outcome.plan and count > 1 and verified else ""


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
    if plan.wider:
        return (
            f"{plan.notes[0]} So --yes does not cover it. Nothing was changed. Ask for it by its name, or "
            f"run it: orbit workflows run {plan.workflow}."
        )
    if not plan.untrusted:
        return f"“{plan.title}” needs your consent. Nothing was changed. Add --yes to consent beforehand."
    workflow = plan.workflow or "ID"
    return (
        f"“{plan.title}” was imported and has not proven itself, so --yes does not cover it. Nothing was "
        f"changed. Look at its steps: orbit workflows show {workflow}. Then ask for it in a terminal and "
        f"agree, or take it as your own: orbit workflows trust {workflow}."
    )
