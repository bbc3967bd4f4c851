"""A recipe as somebody tells it: a task, steps in any form, and what comes of it.

Steps that are actions of the vocabulary make a workflow, which can be planned and run. Steps in prose make a
skill: it is kept, found and shown, and never run. Nothing in between exists: prose is not guessed at.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from pydantic import BaseModel, ConfigDict, Field

from daw_bridges.actions import ACTIONS
from daw_bridges.errors import UsageError

__all__ = ["Recipe", "RecipeStep", "StepLike", "is_runnable", "name_for", "runnable_steps", "title_for"]

StepLike = str | Mapping[str, Any]
"""A step as it is given: a sentence, or ``step_number``, ``action`` and ``expected_output`` in a mapping."""

_OWN = frozenset({"step_number", "action", "expected_output"})
_MOST_STEPS, _MOST_LETTERS = 200, 2000
_NAME_WORDS, _NAME_LETTERS, _TITLE_LETTERS = 8, 60, 120
_SHORTEST_TITLE = 3


class RecipeStep(BaseModel):
    """One step in prose: what is done, and what one should have then."""

    model_config = ConfigDict(frozen=True)

    step_number: int = Field(ge=1)
    action: str
    expected_output: str | None = None

    def shown(self) -> dict[str, Any]:
        """Give the step as a mapping, without what is not said."""
        return self.model_dump(exclude_none=True)


class Recipe(BaseModel):
    """A recipe in prose; every text is one line. `text` writes it for people, `read` takes that back."""

    model_config = ConfigDict(frozen=True)

    task: str
    steps: tuple[RecipeStep, ...]
    outcome: str
    result: str | None = None
    preconditions: tuple[str, ...] = ()
    postconditions: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        task: str,
        steps: Sequence[StepLike],
        outcome: str,
        result: str | None,
        preconditions: Sequence[Any],
        postconditions: Sequence[Any],
    ) -> Recipe:
        """Make a recipe of what was given. Raises UsageError for what is neither a sentence nor a step."""
        return cls(
            task=_line(task, "task"),
            steps=tuple(_prose(number, step) for number, step in enumerate(steps, start=1)),
            outcome=_line(outcome, "outcome"),
            result=_line(result, "result") if result and result.strip() else None,
            preconditions=tuple(_line(str(each), "precondition") for each in preconditions),
            postconditions=tuple(_line(str(each), "postcondition") for each in postconditions),
        )

    @property
    def text(self) -> str:
        """The recipe for people to read, one thing a line."""
        return "\n".join(_written(self))

    @classmethod
    def read(cls, text: str) -> Recipe | None:
        """Read what `text` wrote; None when it is not that, as when somebody edited it freely."""
        found: dict[str, list[str]] = {head: [] for head in _HEADS}
        steps: list[RecipeStep] = []
        for line in text.splitlines():
            if match := _STEP.fullmatch(line):
                steps.append(RecipeStep(step_number=len(steps) + 1, action=match[1]))
            elif steps and line.startswith(_EXPECTED):
                steps[-1] = steps[-1].model_copy(update={"expected_output": line.removeprefix(_EXPECTED)})
            else:
                head, _, rest = line.partition(": ")
                if head not in found:
                    return None
                found[head].append(rest)
        if len(found["Task"]) != 1 or len(found["Outcome"]) != 1 or len(found["Result"]) > 1:
            return None
        return cls(
            task=found["Task"][0],
            steps=tuple(steps),
            outcome=found["Outcome"][0],
            result=next(iter(found["Result"]), None),
            preconditions=tuple(found["Before"]),
            postconditions=tuple(found["After"]),
        )


_HEADS = ("Task", "Before", "Outcome", "Result", "After")
_STEP = re.compile(r"\d+\. (.+)")
_EXPECTED = "   → "


def _written(recipe: Recipe) -> Iterator[str]:
    yield f"Task: {recipe.task}"
    yield from (f"Before: {each}" for each in recipe.preconditions)
    for step in recipe.steps:
        yield f"{step.step_number}. {step.action}"
        if step.expected_output is not None:
            yield f"{_EXPECTED}{step.expected_output}"
    yield f"Outcome: {recipe.outcome}"
    if recipe.result is not None:
        yield f"Result: {recipe.result}"
    yield from (f"After: {each}" for each in recipe.postconditions)


def is_runnable(steps: Sequence[StepLike]) -> bool:
    """Say whether steps are all actions of the vocabulary (or memory steps), to be run.

    Raises UsageError when there are none, too many, or some that can be run beside some that cannot.
    """
    if not 1 <= len(steps) <= _MOST_STEPS:
        raise UsageError(f"A workflow has 1 to {_MOST_STEPS} steps, not {len(steps)}.")
    meant = [_is_meant_to_run(number, step) for number, step in enumerate(steps, start=1)]
    if any(meant) and not all(meant):
        prose = ", ".join(str(number) for number, runs in enumerate(meant, start=1) if not runs)
        raise UsageError(
            f"Some steps are actions and some are prose (number {prose}). Give every step as an action of "
            "the vocabulary, so that the whole can be run, or every step in words, so that it is kept as a "
            "skill."
        )
    return all(meant)


def _is_meant_to_run(number: int, step: StepLike) -> bool:
    if isinstance(step, str):
        return False
    if step.get("type") == "memory" or step.get("action") in ACTIONS:
        return True
    if set(step) - _OWN:
        raise UsageError(
            f"Step {number} has fields of an action, but “{step.get('action')}” is not one. "
            f"The vocabulary is: {', '.join(ACTIONS)}."
        )
    return False


def _prose(number: int, step: StepLike) -> RecipeStep:
    if isinstance(step, str):
        return RecipeStep(step_number=number, action=_line(step, f"step {number}"))
    expected = step.get("expected_output")
    return RecipeStep(
        step_number=number,
        action=_line(str(step.get("action") or ""), f"action of step {number}"),
        expected_output=_line(str(expected), f"expected output of step {number}") if expected else None,
    )


def _line(text: str, what: str) -> str:
    """Give a text as one line; what ends a line or only looks like nothing is a space in it."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    if not 1 <= len(line) <= _MOST_LETTERS:
        raise UsageError(f"The {what} needs 1 to {_MOST_LETTERS} characters; it has {len(line)}.")
    return line


def name_for(task: str) -> str:
    """Give the id that a task's own words make.

    >>> name_for("Make the bass duck under the kick, déjà vu!")
    'make-the-bass-duck-under-the-kick-deja'
    """
    plain = unicodedata.normalize("NFKD", task.lower()).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", plain)[:_NAME_WORDS]
    return "-".join(words)[:_NAME_LETTERS].strip("-") or "workflow"


def title_for(task: str) -> str:
    """Give a title made of a task: its first sentence, not longer than a title may be.

    >>> title_for("duck the bass. It pumps then.")
    'Duck the bass'
    """
    first = re.split(r"(?<=[.!?])\s", " ".join(task.split()), maxsplit=1)[0].rstrip(".!?")
    short = first if len(first) <= _TITLE_LETTERS else f"{first[: _TITLE_LETTERS - 1].rstrip()}…"
    title = short[:1].upper() + short[1:]
    return title if len(title) >= _SHORTEST_TITLE else f"{title} (workflow)".lstrip()


def runnable_steps(steps: Sequence[StepLike]) -> list[dict[str, Any]]:
    """Give steps that can be run in the form of a workflow's: numbered, each with what to expect."""
    return [_numbered(number, cast("Mapping[str, Any]", step)) for number, step in enumerate(steps, start=1)]


def _numbered(number: int, step: Mapping[str, Any]) -> dict[str, Any]:
    said = {} if step.get("type") == "memory" else {"expected_output": _expectation(step)}
    return {"step_number": number, **said, **step}


def _expectation(step: Mapping[str, Any]) -> str:
    """Say what a step should come to where nobody said it: the action in a DAW's words, as done."""
    words = str(step["action"]).replace("_", " ")
    where = next((str(step[name]) for name in ("device", "track", "clip") if step.get(name)), "")
    return f"Done: {words}{f' ({where})' if where else ''}."
