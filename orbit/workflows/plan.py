"""A plan: the concrete actions for one session, each with what it will change, ready to be shown and done.

A plan is immutable and JSON-able. It holds the session it was made on and the session it leads to, so that
whoever carries it out can tell whether the ground has moved meanwhile and whether it arrived.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from pydantic import BaseModel, ConfigDict, Field, field_serializer

from daw_bridges.actions import Action, Risk, SetParameter, action_json
from daw_bridges.errors import OrbitError, WorkflowError
from daw_bridges.session import Session
from orbit.workflows.memory_tasks.planned import PlannedMemory
from orbit.workflows.slots import FilledSlots

__all__ = ["RISKS", "Plan", "PlanError", "PlanStep", "highest"]

RISKS = (Risk.READ, Risk.REVERSIBLE, Risk.DESTRUCTIVE)
"""From the least to the greatest."""


def highest(risks: Iterable[Risk]) -> Risk:
    """The greatest of some risks; of none, reading."""
    return max(risks, key=RISKS.index, default=Risk.READ)


class PlanError(WorkflowError):
    """A step cannot be done to this session; ``step_number`` says which (from 1), the message why.

    Its ``code`` is that of the cause: ``not_found``, ``out_of_range``, ``unsupported`` …
    """

    def __init__(self, step_number: int, said: str, cause: OrbitError, *, alone: bool = False) -> None:
        self.step_number, self.cause = step_number, cause
        super().__init__(str(cause) if alone else f"Step {step_number} ({said}) cannot be done: {cause}")

    @property
    def code(self) -> str:
        """The cause's name for programs."""
        return self.cause.code


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class PlanStep(_Part):
    """One action of a plan; ``change`` is what it reads before and after: ``0.0 dB → -24.0 dB``."""

    step_number: int
    action: Action
    expected_output: str
    risk: Risk
    change: str
    warning: str | None = None
    """What the user may not expect: a second device of a kind, a setting that is already so."""
    workflow_step: int | None = None
    """The step of the workflow that it comes from."""
    so_already: bool = False
    """Whether the session reads like that before it is done."""
    called: dict[str, str] = {}
    """The fields that people call otherwise: a track's place (``Keys (#7)``), a device's kind."""

    @field_serializer("action")
    def _flat(self, action: Action) -> dict[str, Any]:
        return action_json(action)

    def describe(self) -> str:
        """Say the step in a DAW's words; a bare number as the DAW shows it, with its unit."""
        return self._shown().describe()

    def describe_already(self) -> str:
        """Say that the session reads like that before."""
        return self._shown().describe_already()

    def _shown(self) -> Action:
        action = self.spoken
        if isinstance(action, SetParameter) and isinstance(action.value, float) and self.change:
            shown = self.change.rpartition("→")[2].strip().removeprefix("already ")
            action = action.model_copy(update={"value": shown})
        return action

    @property
    def spoken(self) -> Action:
        """The action with its tracks and device called as people and the host call them."""
        return self.action.model_copy(update=self.called)


class Plan(_Part):
    """Concrete actions for one session. ``risk`` is its steps' greatest; ``notes`` say what was left out."""

    id: str = Field(default_factory=lambda: uuid4().hex)
    workflow: str | None = None
    title: str
    slots: FilledSlots = {}
    steps: tuple[PlanStep, ...] = ()
    memory: tuple[PlannedMemory, ...] = ()
    """What is read from the memory and written to it, in order; written only if all actions end well."""
    risk: Risk = Risk.READ
    untrusted: bool = False
    """Its workflow came from outside and has not proven itself here: it is never carried out unasked."""
    wider: bool = False
    """It reaches further than the track that the request names, which did not ask for that."""
    consent: tuple[str, ...] = ()
    """Why the user has to agree, beside what it destroys: they asked for that; it is among the notes too."""
    notes: tuple[str, ...] = ()
    preconditions: tuple[dict[str, Any], ...] = ()
    postconditions: tuple[dict[str, Any], ...] = ()
    result: str = ""
    """What a person is told when it is done."""
    result_by_hand: str = ""
    """What they are told instead where a step is left to them, as far as “once you do this”."""
    instead_of: dict[str, str | None] = {}
    """The runs that it takes back first, by id, each with the request it was."""
    taking_back: int = 0
    """How many of the steps, from the first, do that."""
    before: Session = Field(repr=False)
    predicted: Session = Field(repr=False)

    @property
    def changes_nothing(self) -> bool:
        """Whether all that is asked for is so already."""
        return all(step.so_already for step in self.steps) and not any(each.changes for each in self.memory)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions, in order."""
        return tuple(step.action for step in self.steps)

    @property
    def destroys(self) -> tuple[str, ...]:
        """What cannot simply be put back, in words."""
        steps = (step.describe() for step in self.steps if step.risk is Risk.DESTRUCTIVE)
        memory = (each.describe() for each in self.memory if each.risk is Risk.DESTRUCTIVE)
        return (*steps, *memory)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What to be told before agreeing: the steps' warnings, then what was left out."""
        return (*(step.warning for step in self.steps if step.warning), *self.notes)
