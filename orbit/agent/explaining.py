"""Why something was done, or was not: the request, the workflow, where each value comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, cast

import yaml

from daw_bridges.actions import Action, SetParameter, parse_action
from daw_bridges.errors import NotFoundError, OrbitError
from daw_bridges.readback import read_back
from orbit.agent.overview import quoted
from orbit.agent.turn import Called, reported
from orbit.workflows import Plan
from orbit.workflows.roles import plain
from orbit.workflows.workflow import Source

if TYPE_CHECKING:
    from orbit.agent.context import Done
    from orbit.agent.desk import Desk
    from orbit.memory import RunRecord
    from orbit.workflows import Slot, Workflow

__all__ = ["asked_why", "explain"]

_LATEST = 12
_SOURCES = {
    "seed": "It is one of the workflows that came with Orbit.",
    "induced": "Orbit learned it from what you did{often}.",
    "taught": "You taught it to Orbit.",
    "imported": "It was imported.",
}


@cache
def _wordings() -> Mapping[str, list[str]]:
    text = (files("orbit.agent") / "questions.yaml").read_text(encoding="utf-8")
    return cast("Mapping[str, list[str]]", yaml.safe_load(text))


@cache
def _question() -> re.Pattern[str]:
    before, why = (
        "|".join(re.escape(row) for row in sorted(_wordings()[name], key=len, reverse=True))
        for name in ("before", "why")
    )
    return re.compile(
        rf"^\W*(?:(?:{before})\b\W*)*(?:{why})\b(?P<about>.*?)[\s?.!]*$", re.IGNORECASE | re.DOTALL
    )


def asked_why(text: str) -> str | None:
    """Give what a question for reasons is about, empty for the last thing; None for any other sentence."""
    found = _question().match(text)
    return None if found is None else found["about"].strip()


async def explain(ctx: Called, about: str = "") -> dict[str, Any]:
    """Look up why something was done lately, or was not done.

    Args:
        ctx: The request.
        about: What is asked about: a track, a value, a slot; empty for the last request.
    """
    turn = ctx.deps

    async def work() -> dict[str, Any]:
        return {"told": await _explained(turn.desk, about)}

    return await reported(turn, work)


async def _explained(desk: Desk, about: str) -> str:
    done = [each for each in desk.context.lately(_LATEST).done if each.outcome != "told"]
    if not done:
        return "I have not done anything here yet."
    asked = [word for word in plain(about).split() if word not in _wordings()["about_nothing"]]
    if not asked:
        return await _why(desk, done[0])
    most = max(done, key=lambda each: _spoken_of(each, asked))
    if not _spoken_of(most, asked) or (_STATES & set(asked) and _spoken_of(most, asked) < len(asked)):
        return f"That was not me: nothing I did here lately was about “{quoted(about)}”."
    return await _why(desk, most, asked)


_STATES = frozenset(("muted", "soloed", "armed", "panned", "bypassed", "loud", "quiet", "gone", "deleted"))
"""What a thing is said to be: what was done must have made it so."""


def _spoken_of(done: Done, words: list[str]) -> int:
    """How many of the words come up in what was asked and what came of it."""
    edits = " ".join(parse_action(action).describe() for action in done.actions)
    slots = " ".join((*done.slots, *done.slots.values()))
    said = set(plain(f"{done.request} {done.title} {edits} {slots}").split())
    return sum(bool({word, word.removesuffix("d"), word.removesuffix("ed")} & said) for word in words)


async def _why(desk: Desk, done: Done, words: list[str] | None = None) -> str:
    asked = f"You asked: “{quoted(done.request)}”."
    match done.outcome:
        case "asked":
            return f"{asked} That left something open, so I asked: {done.reply}"
        case "declined" | "failed":
            return f"{asked} I did not do it: {done.reply}"
        case "undid":
            return f"{asked} So I took it back."
        case _:
            run = next(
                (run for run in desk.library.store.runs.recent(_LATEST) if _is_of(run, desk, done)), None
            )
            results = run.results if run is not None else await _planned(desk, done)
            return "\n".join(_reasons(desk, done, asked, words or [], results))


def _reasons(
    desk: Desk, done: Done, asked: str, words: list[str], results: Sequence[Mapping[str, Any]]
) -> Iterator[str]:
    workflow = _workflow(desk, done)
    if workflow is None:
        yield asked
        yield from _steps(results)
        return
    own = workflow.provenance.source in (Source.SEED, Source.TAUGHT)
    task = " ".join(workflow.task.split()) if own else quoted(workflow.task)
    yield f"{asked} “{quoted(workflow.title)}” is for that: {task.rstrip('.')}. {_from(workflow)}"
    slots = {name: text for name, text in done.slots.items() if name in workflow.slots}
    meant = [name for name in slots if {*plain(name).split(), *plain(slots[name]).split()} & set(words)]
    if not meant:
        yield from _steps(results)
    yield " ".join(_slot(name, slots[name], workflow.slots[name], done) for name in meant or slots)


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


def _steps(results: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Each step with what it is for, and how many were read back."""
    for number, result in enumerate(results, start=1):
        action = parse_action(result["action"])
        step = _as_shown(action, result.get("observed")).describe()
        reason = " ".join(str(result.get("expected_output") or "").split())
        told = f": {reason}" if reason and reason.rstrip(".") not in (step, action.describe()) else "."
        yield f"{number:>3}. {step}{told}"
    statuses = [each["status"] for each in results if "status" in each]
    if statuses:
        yield f"{statuses.count('verified')} of {len(statuses)} read back from the DAW."


def _as_shown(action: Action, observed: Any) -> Action:
    """The action with a bare number as the DAW showed it, with its unit."""
    bare = isinstance(action, SetParameter) and isinstance(action.value, float)
    shown = read_back(observed) if bare else ""
    return action.model_copy(update={"value": shown}) if shown else action


def _is_of(run: RunRecord, desk: Desk, done: Done) -> bool:
    return (run.daw, run.goal, run.workflow_id) == (desk.place, done.request, done.workflow)


async def _planned(desk: Desk, done: Done) -> list[dict[str, Any]]:
    """The steps of what was planned only, with their reasons where a workflow can be planned so again."""
    with suppress(OrbitError):
        made = await desk.plan_workflow(done.workflow, done.slots) if done.workflow is not None else None
        if isinstance(made, Plan):
            return made.model_dump(mode="json", include={"steps"})["steps"]
    return [{"action": action} for action in done.actions]
