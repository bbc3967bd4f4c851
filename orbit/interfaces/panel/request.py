"""A request of the panel, from the words to what became of it, and who has to agree to it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from itertools import count
from typing import TYPE_CHECKING

from daw_bridges.actions import Risk
from orbit.workflows import can_be_taken_back

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelMessage

    from daw_bridges.bridge import Result
    from orbit.agent import Question, Wanted
    from orbit.server import Outcome
    from orbit.workflows import Plan, PlanStep

__all__ = ["Request", "Stepping", "Trust", "can_step", "is_careful"]

_NUMBERS = count(1)


def is_careful(plan: Plan) -> bool:
    """Whether nobody may let a plan through without having looked at it."""
    return plan.risk is Risk.DESTRUCTIVE or plan.untrusted or plan.wider or bool(plan.consent)


def can_step(plan: Plan) -> bool:
    """Whether a plan can be done a step at a time: what belongs together in the memory cannot."""
    return len(plan.steps) > 1 and not plan.memory and not plan.taking_back


class Trust(StrEnum):
    """Which plans go through unasked, for this visit."""

    ASK = "ask"
    """None."""
    KEEPING = "keeping"
    """What destroys nothing."""
    UNDOABLE = "undoable"
    """What can be taken back, also where it destroys something meanwhile."""

    def covers(self, plan: Plan) -> bool:
        """Whether a plan goes through; what was not asked for by name, or came from outside, never does."""
        if self is Trust.ASK or plan.untrusted or plan.wider or plan.consent:
            return False
        return not is_careful(plan) or (self is Trust.UNDOABLE and can_be_taken_back(plan))


@dataclass(eq=False)
class Stepping:
    """A plan that is done a step at a time, each a run of its own."""

    plan: Plan
    next: PlanStep | None = None
    """The step that is asked about; None while one is done."""
    word: asyncio.Future[bool] | None = None
    """Whether that step is done."""
    unasked: bool = False
    """Whether all that follow are done without asking."""
    done: int = 0
    joined: bool = False
    """Whether what was done is one run in the memory."""

    def say(self, go: bool) -> None:
        """Say whether the step that is asked about is done."""
        if self.word is not None and not self.word.done():
            self.word.set_result(go)


@dataclass(eq=False)
class Request:
    """What was asked, by whom, its plan, its consent, and its end."""

    text: str
    wanted: Wanted | None = None
    client: str = ""
    """Who asked, where that was not this panel."""
    history: Sequence[ModelMessage] = ()
    """What was said before it."""
    turn: int = 0
    """Its place among all that were asked here, those included that are not begun yet."""
    number: int = field(default_factory=lambda: next(_NUMBERS))
    at: datetime = field(default_factory=lambda: datetime.now().astimezone())
    note: str = ""
    """Why it was planned anew."""
    plan: Plan | None = None
    awaited: asyncio.Future[bool] | None = None
    """Whether it may be carried out; until somebody says, the plan waits."""
    unasked: bool = False
    """Whether the trust level let its plan through."""
    stale: list[str] = field(default_factory=list[str])
    """What changed in the session since it was planned, where that concerns the plan."""
    left: bool = False
    """Whether the wait for consent is given up, because it is planned anew or done by steps."""
    ran: bool = False
    """Whether something was done already."""
    stepping: Stepping | None = None
    results: dict[int, Result] = field(default_factory=dict[int, "Result"])
    running: bool = False
    said: str = ""
    """What a hosted model has written so far, or what is told instead of the engine's own reply."""
    warnings: list[str] = field(default_factory=list[str])
    outcome: Outcome | None = None
    trouble: str | None = None
    """Why it came to nothing."""
    discarded: bool = False
    taken_back: tuple[Result, ...] = ()
    """What an undo did."""
    _folded: tuple[bool, bool, str] | None = None
    """What is left of one that another followed: whether it was done, whether it asked, what was told."""

    @property
    def waits(self) -> bool:
        """Whether the plan waits for a word."""
        return self.awaited is not None and not self.awaited.done()

    @property
    def anew_under_way(self) -> bool:
        """Whether it is being planned anew."""
        begun = self.waits or self.running or self.ran or self.stepping is not None
        return bool(self.note) and not (begun or self.over)

    @property
    def over(self) -> bool:
        """Whether nothing more comes of it."""
        return self._folded is not None or self.outcome is not None or self.trouble is not None

    @property
    def ok(self) -> bool:
        """Whether it was done and read back, as far as it was wanted."""
        if self._folded is not None:
            return self._folded[0]
        return self.trouble is None and self.outcome is not None and self.outcome.ok

    @property
    def question(self) -> Question | None:
        """The question that it ended in."""
        return self.outcome.answer.question if self.outcome is not None else None

    @property
    def asks(self) -> bool:
        """Whether it ended in a question."""
        return self._folded[1] if self._folded is not None else self.question is not None

    @property
    def next(self) -> PlanStep | None:
        """The step that is asked about, where it is done a step at a time."""
        return self.stepping.next if self.stepping is not None else None

    @property
    def reply(self) -> str:
        """What a person is told."""
        if self._folded is not None:
            return self._folded[2]
        if self.discarded and not self.ran:
            return "Discarded. Nothing was changed."
        if self.trouble is not None:
            return self.trouble
        if self.stepping is not None and self.over:
            return self._stepped()
        return self.outcome.reply if self.outcome is not None else self.said

    def _stepped(self) -> str:
        assert self.stepping is not None
        done, steps = self.stepping.done, len(self.stepping.plan.steps)
        told = f"{done} of {steps} steps done and read back."
        told += " One undo takes back all of it." if self.stepping.joined else ""
        return (
            told
            if self.ok or self.outcome is None
            else f"{self.outcome.reply} {told if done else ''}".strip()
        )

    def anew(self, why: str) -> None:
        """Begin again, because the session changed under its plan."""
        self.note = f"The session changed ({why}). Planned anew on it as it is now."
        self.plan, self.awaited, self.left, self.unasked = None, None, False, False
        self.stale, self.results, self.said = [], {}, ""

    def fold(self) -> None:
        """Let go of all that is not shown any more once it is over and another followed.

        Its plan and its outcome hold the session several times over, and of a large set that is a lot.
        """
        if self.over:
            self._folded = self.ok, self.asks, self.reply
            self.plan = self.outcome = self.awaited = self.stepping = None
            self.results, self.history, self.taken_back = {}, (), ()
