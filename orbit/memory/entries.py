"""The entries of the workflow memory: workflows of the library and skills in words, under one roof.

A skill and a workflow never share an id: teaching a skill's steps under its name makes it a workflow, and
what failed under that name before is still known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict, cast

from daw_bridges.errors import UsageError
from orbit.memory.experience import Experience
from orbit.memory.found import FoundWorkflow, found_skill, found_workflow
from orbit.memory.library import Library
from orbit.memory.notes import FoundNote, Notes
from orbit.memory.recipes import Recipe, StepLike, is_runnable, name_for, runnable_steps, title_for
from orbit.memory.records import Failure, Outcomes
from orbit.memory.retrieval import Abstain, Ask, Decision, Hit, Match
from orbit.memory.store import Origin
from orbit.memory.store.notes import StoredNote
from orbit.memory.trust.forgetting import forget
from orbit.workflows.load import dump_workflow, parse_workflow
from orbit.workflows.workflow import Provenance, Workflow

__all__ = ["Changes", "Entries", "More"]

_SKILL = "skill"
_SAME_WORDS, _SAME_MEANING = 0.25, 0.45
"""From which cosine, of words or of MiniLM's vectors, a skill answers a request."""
_FAILED = re.compile(r"\s*failed\b\W*(.*)", re.IGNORECASE | re.DOTALL)
_STEP = re.compile(r"\bstep\s+(\d{1,3})\b", re.IGNORECASE)
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class More(TypedDict, total=False):
    """What an entry may be told with beside its task, steps, outcome and result."""

    title: str | None
    tags: Sequence[str]
    daws: Sequence[str]
    phrases: Sequence[str]
    slots: Mapping[str, Any]
    preconditions: Sequence[Any]
    postconditions: Sequence[Any]


class Changes(More, total=False):
    """What of an entry can be changed: all of it but its name."""

    task: str
    steps: Sequence[StepLike]
    outcome: str
    result: str | None


_FIELDS: dict[str, Any] = {
    "title": None, "task": "", "tags": (), "daws": (), "phrases": (), "slots": {}, "preconditions": (),
    "steps": (), "postconditions": (), "outcome": "", "result": None,
}  # fmt: skip


class Entries:
    """Reads and writes the entries of one library; every change is one transaction."""

    def __init__(self, library: Library, experience: Experience) -> None:
        self._library, self._store, self._experience = library, library.store, experience
        self._notes = Notes(library.store, library.meaning_of("note"))

    def add(self, told: Mapping[str, Any], name: str | None = None, trajectories: Sequence[str] = ()) -> str:
        """Keep an entry, and give its id; see `WorkflowMemory.add_workflow`. Raises UsageError."""
        told = _checked(told)
        name = _named(name, told["task"])
        failed = _failed(told)
        with self._store.transaction():
            if is_runnable(told["steps"]) and failed is None:
                self._put_workflow(_workflow(name, told, trajectories))
            elif not self._is_workflow(name):
                self._put_skill(name, told)
            elif failed is None:
                raise UsageError(
                    f"“{name}” is a workflow that can be run; steps in prose would take its place. Give them "
                    "another workflow_name, or delete it first."
                )
            if failed is not None:
                self._experience.report(_failure(name, told, failed))
        return name

    def get(self, name: str) -> FoundWorkflow:
        """Give one entry. Raises NotFoundError."""
        warnings = self._experience.warnings([name]).get(name, ())
        note = self._skill(name)
        if note is not None:
            return found_skill(note, warnings)
        return found_workflow(self._library.workflow(name), self._library.outcomes(name), warnings)

    def all(self) -> list[FoundWorkflow]:
        """Give every entry: the workflows by id, then the skills, last changed first."""
        workflows, skills = self._library.all(), self._store.notes.all(_SKILL)
        outcomes = self._store.runs.outcomes()
        names = [workflow.workflow_name for workflow in workflows]
        warnings = self._experience.warnings([*names, *(note.id for note in skills)])
        known = [
            found_workflow(each, outcomes.get(name, Outcomes()), warnings.get(name, ()))
            for name, each in zip(names, workflows, strict=True)
        ]
        return known + [found_skill(note, warnings.get(note.id, ())) for note in skills]

    def search(self, query: str, k: int) -> list[FoundWorkflow]:
        """Give the ``k`` entries nearest to a query, best first."""
        decision, hits = self._library.find(query, k)
        near = self._notes.search(query, k, kind=_SKILL)
        skills = {found.note.id: found.note for found in near}
        fitting = _fitting(decision) | {found.note.id for found in near if _answers(found)}
        found = [*hits, *map(_as_hit, near)]
        best = sorted(found, key=lambda hit: (hit.id not in fitting, -hit.score, hit.id))[:k]
        warnings = self._experience.warnings([hit.id for hit in best])
        return [self._shown(hit, skills, warnings, hit.id in fitting) for hit in best]

    def update(self, name: str, changes: Mapping[str, Any]) -> FoundWorkflow:
        """Change fields of an entry; a workflow gets a new version. Raises NotFoundError or UsageError."""
        with self._store.transaction():
            self.add(self._told(name) | dict(changes), name)
        return self.get(name)

    def delete(self, name: str) -> None:
        """Forget an entry, with what failed in it and its links. Raises NotFoundError."""
        if self._skill(name) is None:
            forget(self._library, name)
            return
        with self._store.transaction():
            self._notes.forget(name)
            self._store.failures.forget(workflow_id=name)
            self._store.links.forget("workflow", name)

    # -- workflows and skills --------------------------------------------------------------------------

    def _put_workflow(self, workflow: Workflow) -> None:
        if self._skill(workflow.workflow_name) is not None:
            self._store.notes.forget(workflow.workflow_name)
        trajectories = workflow.provenance.trajectories
        # The library reads what changed when it is next asked: within a transaction it may yet be undone.
        self._store.workflows.put(dump_workflow(workflow), Origin("taught", trajectories=trajectories))

    def _put_skill(self, name: str, told: Mapping[str, Any]) -> None:
        recipe = Recipe.of(
            told["task"], told["steps"], told["outcome"], told["result"], told["preconditions"],
            told["postconditions"],
        )  # fmt: skip
        title = told["title"] or title_for(recipe.task)
        before = self._skill(name)
        if before is None or (before.title, before.text, before.tags) != (
            title,
            recipe.text,
            tuple(told["tags"]),
        ):
            self._store.notes.put(name, _SKILL, title, recipe.text, tags=tuple(told["tags"]), source="taught")

    def _skill(self, name: str) -> StoredNote | None:
        note = self._store.notes.get(name)
        return note if note is not None and note.kind == _SKILL else None

    def _is_workflow(self, name: str) -> bool:
        return self._store.workflows.get(name) is not None

    def _told(self, name: str) -> dict[str, Any]:
        """Give an entry in the words it was told with."""
        note = self._skill(name)
        if note is None:
            body = dump_workflow(self._library.definition(name))
        else:
            body = found_skill(note, ()).model_dump()
        return {field: body[field] for field in _FIELDS if field in body}

    def _shown(
        self,
        hit: Hit,
        skills: Mapping[str, StoredNote],
        warnings: Mapping[str, tuple[str, ...]],
        fits: bool,
    ) -> FoundWorkflow:
        said: dict[str, Any] = {"score": hit.score, "fits": fits, "why": hit.why}
        warned = warnings.get(hit.id, ())
        if hit.id in skills:
            return found_skill(skills[hit.id], warned, **said)
        return found_workflow(self._library.workflow(hit.id), self._library.outcomes(hit.id), warned, **said)


def _named(name: str | None, task: str) -> str:
    chosen = name or name_for(task)
    if not _NAME.fullmatch(chosen):
        raise UsageError(
            f"“{chosen}” cannot be a workflow_name: it is words of a–z and 0–9, joined by single hyphens."
        )
    return chosen


def _workflow(name: str, told: Mapping[str, Any], trajectories: Sequence[str]) -> Workflow:
    body = {field: _plain(told[field]) for field in _FIELDS} | {
        "workflow_name": name,
        "title": told["title"] or title_for(told["task"]),
        "steps": runnable_steps(told["steps"]),
        "result": told["result"] or told["outcome"],
    }
    provenance = Provenance(trajectories=tuple(trajectories)).model_dump(mode="json")
    return parse_workflow(body | {"provenance": provenance})


def _checked(told: Mapping[str, Any]) -> dict[str, Any]:
    if wrong := sorted(set(told) - set(_FIELDS)):
        raise UsageError(f"There is no field {', '.join(wrong)}; the fields are {', '.join(_FIELDS)}.")
    return {**_FIELDS, **told}


def _plain(value: Any) -> Any:
    """Give what was told as JSON has it: lists, whatever sequence it was."""
    return list(cast("Sequence[Any]", value)) if isinstance(value, tuple) else value


def _failed(told: Mapping[str, Any]) -> str | None:
    """Give why an attempt failed, where its outcome or result begins with that it did."""
    for field in ("result", "outcome"):
        if match := _FAILED.match(told[field] or ""):
            return " ".join(match[1].split()) or "It failed, and no reason was given."
    return None


def _failure(name: str, told: Mapping[str, Any], reason: str) -> Failure:
    steps: Sequence[StepLike] = told["steps"]
    step = int(match[1]) if (match := _STEP.search(reason)) else 0
    given = steps[step - 1] if 1 <= step <= len(steps) else ""
    expected = None if isinstance(given, str) else given.get("expected_output")
    return Failure(
        workflow_id=name,
        task=told["task"],
        step=step or None,
        reason=reason,
        expected=None if expected is None else str(expected),
    )


def _as_hit(found: FoundNote) -> Hit:
    how = "it shares words with the request" if found.words > 0 else "it means something similar"
    return Hit(found.note.id, found.note.title, round(min(found.score, 1.0), 4), how)


def _answers(found: FoundNote) -> bool:
    """Say whether a skill is about the request, and not just the nearest there is."""
    return found.words >= _SAME_WORDS or (found.meaning or 0.0) >= _SAME_MEANING


def _fitting(decision: Decision) -> frozenset[str]:
    match decision:
        case Match(hit):
            return frozenset({hit.id})
        case Ask(hits):
            return frozenset(hit.id for hit in hits)
        case Abstain():
            return frozenset()
