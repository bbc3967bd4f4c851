"""What the workflow memory hands out: a workflow or a skill, with how it went and what to be warned of."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

from orbit.memory.recipes import Recipe
from orbit.memory.records import Outcomes
from orbit.memory.store.notes import StoredNote
from orbit.workflows.workflow import Workflow

__all__ = ["FoundWorkflow", "found_skill", "found_workflow"]


class FoundWorkflow(BaseModel):
    """One entry of the workflow memory.

    ``runnable`` says whether its steps are actions that Orbit can plan and run; a skill's are prose.
    ``score`` (0 to 1), ``fits`` and ``why`` say how well it answers what was searched for: without ``fits``
    it is only the nearest there is. ``warnings`` say what failed before and stands unmended.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    title: str
    task: str
    steps: list[dict[str, Any]]
    outcome: str
    result: str | None = None
    preconditions: list[Any] = []
    postconditions: list[Any] = []
    tags: list[str] = []
    runnable: bool
    source: str
    outcomes: Outcomes = Outcomes()
    warnings: tuple[str, ...] = ()
    score: float | None = None
    fits: bool = False
    why: str = ""

    @property
    def workflow_name(self) -> str:
        """The id, by the name that a workflow's JSON has for it."""
        return self.id

    @property
    def content(self) -> str:
        """The whole entry as text, to be read by a person or quoted as data to a model."""
        lines = [f"Task: {self.task}", "Steps:"]
        lines += [f"{step['step_number']}. {_said(step)}" for step in self.steps]
        lines += [f"Outcome: {self.outcome}", *([f"Result: {self.result}"] if self.result else [])]
        return "\n".join([*lines, *(f"Warning: {warning}" for warning in self.warnings)])

    @property
    def metadata(self) -> dict[str, Any]:
        """The entry's fields as JSON."""
        return self.model_dump(mode="json")


def found_workflow(
    workflow: Workflow, outcomes: Outcomes, warnings: tuple[str, ...], **said: Any
) -> FoundWorkflow:
    """Give a workflow of the library as an entry; ``said`` is what a search says of it."""
    return FoundWorkflow(
        id=workflow.workflow_name,
        title=workflow.title,
        task=workflow.task,
        steps=[step.model_dump(mode="json") for step in workflow.steps],
        outcome=workflow.outcome,
        result=workflow.result,
        preconditions=list(workflow.preconditions),
        postconditions=list(workflow.postconditions),
        tags=list(workflow.tags),
        runnable=True,
        source=workflow.provenance.source.value,
        outcomes=outcomes,
        warnings=warnings,
        **said,
    )


def found_skill(note: StoredNote, warnings: tuple[str, ...], **said: Any) -> FoundWorkflow:
    """Give a skill as an entry; one that somebody wrote freely has its lines for steps."""
    recipe = Recipe.read(note.text) or _free(note)
    return FoundWorkflow(
        id=note.id,
        title=note.title,
        task=recipe.task,
        steps=[step.shown() for step in recipe.steps],
        outcome=recipe.outcome,
        result=recipe.result,
        preconditions=list(recipe.preconditions),
        postconditions=list(recipe.postconditions),
        tags=list(note.tags),
        runnable=False,
        source=note.source,
        warnings=warnings,
        **said,
    )


def _free(note: StoredNote) -> Recipe:
    lines = [line for line in note.text.splitlines() if line.strip()] or [note.title]
    return Recipe.of(note.title, lines, note.title, None, (), ())


def _said(step: dict[str, Any]) -> str:
    fields = {name: value for name, value in step.items() if name not in _OWN}
    how = f" ({', '.join(f'{name}: {value}' for name, value in fields.items())})" if fields else ""
    expected = f" → {step['expected_output']}" if step.get("expected_output") else ""
    return f"{step.get('action') or step.get('operation')}{how}{expected}"


_OWN = frozenset({"step_number", "action", "expected_output"})
