"""The terminal's side of a request: the plan, the question where one is due, each step as it is read back."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING

from rich.markup import escape

from daw_bridges.actions import Risk
from orbit.interfaces.cli.views.plan import plan_view, result_line, results_view

if TYPE_CHECKING:
    from rich.console import Console

    from daw_bridges.bridge import Result
    from orbit.agent import Approve, Event
    from orbit.engine import Outcome
    from orbit.workflows import Plan

__all__ = ["Consent", "Face"]


class Consent(Enum):
    """Where consent to a plan comes from."""

    ASK = auto()
    """Someone sits at the terminal."""
    GIVEN = auto()
    """It was given beforehand, with ``--yes``."""
    NOBODY = auto()
    """There is nobody to ask, so what needs consent is refused."""


class Face:
    """Shows one request on a console as it goes on."""

    def __init__(self, console: Console, consent: Consent) -> None:
        self._console, self._consent = console, consent

    @property
    def approve(self) -> Approve | None:
        """What the engine asks before a plan that needs consent."""
        answers: dict[Consent, Approve | None] = {
            Consent.ASK: self._ask,
            Consent.GIVEN: lambda _plan: True,
            Consent.NOBODY: None,
        }
        return answers[self._consent]

    def on_event(self, event: Event) -> None:
        """Show what happens."""
        from orbit.agent import Planned, Ran, Stepped

        match event:
            case Planned(plan):
                self._show_plan(plan)
            case Stepped(plan, number, result):
                self._show_step(number, result, plan)
            case Ran(None, run):
                self._show_all(run.results)
            case _:
                pass

    def answer_to(self, outcome: Outcome) -> str | None:
        """Let the person at the terminal answer what Orbit asks back; None when nobody does."""
        if outcome.answer.question is None:
            return None
        return self._console.input(f"{escape(outcome.reply)} ").strip() or None

    def close_with(self, reply: str, *, ok: bool) -> None:
        """Say how it ended."""
        self._console.print()
        self._console.print(reply, style="bold green" if ok else "bold red", markup=False)

    def _show_plan(self, plan: Plan) -> None:
        self._console.print(plan_view(plan))
        for warning in plan.warnings:
            self._console.print(f"! {warning}", style="yellow", markup=False)
        self._console.print()

    def _show_step(self, number: int, result: Result, plan: Plan) -> None:
        self._console.print(result_line(number, result, [step.describe() for step in plan.steps]))

    def _show_all(self, results: Sequence[Result]) -> None:
        self._console.print(results_view(results))

    def _ask(self, plan: Plan) -> bool:
        from rich.prompt import Confirm

        from orbit.workflows import can_be_taken_back

        destructive = plan.risk is Risk.DESTRUCTIVE
        warning = " Orbit cannot take it back." if destructive and not can_be_taken_back(plan) else ""
        agreed = Confirm.ask(f"Do it?{warning}", console=self._console, default=not destructive)
        self._console.print()
        return agreed
