"""Why something was done, or was not: the request, the workflow, where each value comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from daw_bridges.actions import parse_action
from daw_bridges.errors import NotFoundError
from orbit.agent.overview import quoted
from orbit.agent.turn import Called, reported
from orbit.workflows.roles import plain
from orbit.workflows.workflow import Source

if TYPE_CHECKING:
    from orbit.agent.context import Done
    from orbit.agent.desk import Desk
    from orbit.workflows import Slot, Workflow

__all__ = ["explain"]

_LATEST = 12
_MOST_STEPS = 8
_SOURCES = {
    "seed": "It is one of the workflows that came with Orbit.",
    "induced": "Orbit learned it from what you did{often}.",
    "taught": "You taught it to Orbit.",
    "imported": "It was imported.",
}
_EMPTY = frozenset(
    re.findall(
        r"\w+",
        "that this it did do you not so the a an was is are were have has had done just now then me to i "
        "and of",
    )
)


async def explain(ctx: Called, about: str = "") -> dict[str, Any]:
    """Look up why something was done lately, or was not done.

    Args:
        ctx: The request.
        about: What is asked about: a track, a value, a slot; empty for the last request.
    """
    turn = ctx.deps

    async def work() -> dict[str, Any]:
        return {"told": _explained(turn.desk, about)}

    return await reported(turn, work)


def _explained(desk: Desk, about: str) -> str:
    done = [each for each in desk.context.lately(_LATEST).done if each.outcome != "told"]
    if not done:
        return "I have not done anything here yet."
    asked = [word for word in plain(about).split() if word not in _EMPTY]
    if not asked:
        return _why(desk, done[0])
    most = max(done, key=lambda each: _spoken_of(each, asked))
    if not _spoken_of(most, asked) or (_STATES & set(asked) and _spoken_of(most, asked) < len(asked)):
        return f"That was not me: nothing I did here lately was about “{quoted(about)}”."
    return _why(desk, most, asked)


_STATES = frozenset(("muted", "soloed", "armed", "panned", "bypassed", "loud", "quiet", "gone", "deleted"))
"""What a thing is said to be: what was done must have made it so."""


def _spoken_of(done: Done, words: list[str]) -> int:
    """How many of the words come up in what was asked and what came of it."""
    edits = " ".join(parse_action(action).describe() for action in done.actions)
    slots = " ".join((*done.slots, *done.slots.values()))
    said = set(plain(f"{done.request} {done.title} {edits} {slots}").split())
    return sum(bool({word, word.removesuffix("d"), word.removesuffix("ed")} & said) for word in words)


def _why(desk: Desk, done: Done, words: list[str] | None = None) -> str:
    asked = f"You asked: “{quoted(done.request)}”."
    match done.outcome:
        case "asked":
            return f"{asked} That left something open, so I asked: {done.reply}"
        case "declined" | "failed":
            return f"{asked} I did not do it: {done.reply}"
        case "undid":
            return f"{asked} So I took it back."
        case _:
            return " ".join((asked, *_reasons(desk, done, words or [])))


def _reasons(desk: Desk, done: Done, words: list[str]) -> Iterator[str]:
    workflow = _workflow(desk, done)
    if workflow is None:
        yield from _read_back(desk, done)
        return
    yield f"“{quoted(workflow.title)}” is for that: {quoted(workflow.task).rstrip('.')}. {_from(workflow)}"
    slots = {name: text for name, text in done.slots.items() if name in workflow.slots}
    asked = [name for name in slots if {*plain(name).split(), *plain(slots[name]).split()} & set(words)]
    for name in asked or slots:
        yield _slot(name, slots[name], workflow.slots[name], done)
    if not asked:
        imported = workflow.provenance.source is Source.IMPORTED
        yield from _read_back(desk, done) if imported else _steps(workflow)


def _workflow(desk: Desk, done: Done) -> Workflow | None:
    try:
        return desk.workflow(done.workflow) if done.workflow is not None else None
    except NotFoundError:
        return None  # it was forgotten since


def _from(workflow: Workflow) -> str:
    provenance = workflow.provenance
    often = f" ({len(provenance.trajectories)} times)" if len(provenance.trajectories) > 1 else ""
    told = _SOURCES[provenance.source.value].format(often=often)
    return (
        f"{told} It was verified in {provenance.verified} of {provenance.runs} runs."
        if provenance.runs
        else told
    )


def _slot(name: str, text: str, slot: Slot, done: Done) -> str:
    """Say where the value of a slot came from."""
    said = set(plain(text).split()) <= set(plain(done.request).split())
    label = name.replace("_", " ").capitalize()
    if said:
        return f"{label}: {text}, as you said."
    if slot.find is not None:
        return f"{label}: {text}, found in the session."
    return f"{label}: {text}, the default."


def _steps(workflow: Workflow) -> Iterator[str]:
    steps = [
        step.expected_output
        for step in workflow.steps
        if step.expected_output and "{{" not in step.expected_output
    ]
    if steps:
        told = " ".join(f"{text.rstrip('.')}." for text in steps[:_MOST_STEPS])
        yield f"It is done when: {told}"


def _read_back(desk: Desk, done: Done) -> Iterator[str]:
    """What the host read at each step, as the library kept it."""
    for run in desk.library.store.runs.recent(_LATEST):
        if run.daw == desk.place and run.goal == done.request:
            expected = [
                str(each["expected_output"]).rstrip(".")
                for each in run.results
                if each.get("expected_output")
            ]
            verified = sum(each.get("status") == "verified" for each in run.results)
            if expected:
                yield f"Afterwards: {'; '.join(expected[:_MOST_STEPS])}."
                yield f"{verified} of {len(run.results)} steps were read back from the DAW."
            return
