"""A proposal put into a workflow, as far as it is only words.

Words are taken one by one: a phrase that names a slot that is not there is left out and the rest used. What a
workflow does is compared before and after; where it is not the same, the workflow stays as it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import ValidationError

from daw_bridges.errors import WorkflowFormatError
from orbit.learning.refining.proposal import Words
from orbit.learning.words.saying import plain_line
from orbit.memory.trust.structure import structure
from orbit.workflows.load import dump_workflow
from orbit.workflows.templates import is_template, names_in, template_problem
from orbit.workflows.workflow import Workflow

__all__ = ["PROSE", "with_words"]

_MOST_PHRASES = 40
_LONGEST_PHRASE = 200
PROSE = ("title", "task", "phrases", "tags", "slots")
"""What refinement may touch; of the slots nothing but their questions, which ``structure`` sees to."""


def with_words(workflow: Workflow, words: Words) -> tuple[Workflow, tuple[str, ...]]:
    """The workflow with a proposal's words, and what of the proposal was left out, a sentence each."""
    body, left_out = dump_workflow(workflow), list[str]()
    changed = dict(body)
    for field, longest in (("title", 120), ("task", 1000)):
        text = " ".join(str(getattr(words, field)).split())
        if plain_line(text, longest):
            changed[field] = text
        else:
            left_out.append(f"The {field} is not a plain line of text.")
    phrases = [*_phrases(words.phrases, workflow, left_out)]
    changed["phrases"] = _together(phrases, body.get("phrases") or ())[:_MOST_PHRASES]
    tags = [tag.casefold() for tag in words.tags if plain_line(tag, 40)]
    changed["tags"] = _together(body.get("tags") or (), tags)[:24]
    changed["slots"] = _slots(body.get("slots") or {}, words, left_out)
    return _checked(workflow, body, changed, left_out)


def _checked(
    workflow: Workflow, body: dict[str, Any], changed: dict[str, Any], left_out: list[str]
) -> tuple[Workflow, tuple[str, ...]]:
    try:
        made = Workflow.model_validate(changed)
    except ValidationError as error:
        return workflow, (*left_out, f"It would no longer be a workflow: {error.errors()[0]['msg']}")
    after = dump_workflow(made)
    same = all(after.get(name) == body.get(name) for name in {*body, *after} - {*PROSE})
    if not same or structure(after) != structure(body):
        return workflow, (*left_out, "It would do something else.")
    return made, tuple(left_out)


def _phrases(proposed: Iterable[str], workflow: Workflow, left_out: list[str]) -> Iterable[str]:
    for phrase in proposed:
        text = " ".join(phrase.split())
        if _fits(text, workflow):
            yield text
        else:
            left_out.append("A phrase names something that is not a slot, or is not a plain line of text.")


def _fits(text: str, workflow: Workflow) -> bool:
    if not is_template(text):
        return plain_line(text, _LONGEST_PHRASE)
    try:
        named = names_in(text)
    except WorkflowFormatError:
        return False
    if template_problem(text) or not set(named) <= set(workflow.slots):
        return False
    plain = text
    for name in named:
        plain = plain.replace(f"{{{{ {name} }}}}", name)
    return plain_line(plain, _LONGEST_PHRASE)


def _together(first: Iterable[str], more: Iterable[str]) -> list[str]:
    return [*{text.casefold(): text for text in reversed([*first, *more])}.values()][::-1]


def _slots(slots: dict[str, Any], words: Words, left_out: list[str]) -> dict[str, Any]:
    asked = {name: " ".join(question.split()) for name, question in words.questions.items()}
    good = {name: text for name, text in asked.items() if name in slots and plain_line(text, 200)}
    if len(good) < len(asked):
        left_out.append("A question is for something that is not a slot, or is not a plain line of text.")
    return {name: slot | ({"ask": good[name]} if name in good else {}) for name, slot in slots.items()}
