"""Steps that a routine can do without: what a later one does over again, and listening to it in the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from daw_bridges.algebra import apply, equivalent
from daw_bridges.errors import OrbitError
from daw_bridges.session import Session
from orbit.learning.admission.concrete import actions_of, fields_of, latest, names_for
from orbit.learning.admission.scratch import scratch
from orbit.learning.routine import Routine
from orbit.workflows.expansion import names_of
from orbit.workflows.load import dump_workflow, parse_workflow
from orbit.workflows.workflow import Workflow

__all__ = ["cut", "trimmed", "with_steps"]

_LISTENING = frozenset({"play", "stop"})
_FEWEST = 2
"""A routine is not cut down to fewer steps than this."""
_VALUES = frozenset({"value", "db", "pan", "on", "mode", "color", "bpm", "name", "source", "points"})


def trimmed(routine: Routine) -> Routine:
    """Give a routine without the steps that can be left out and change nothing of where it leads.

    Those are listening to it in the end, and a step that another one does over again; whether that is so is
    asked of the sessions that the latest fillings lead to. One that cannot be tried is given back as it is.
    """
    kept = _needed(routine)
    return routine if len(kept) == len(routine.steps) else _only(routine, kept)


def cut(workflow: Workflow, routine: Routine) -> tuple[Workflow, Routine]:
    """Trim a routine and, the same way, the workflow that was made of it. Raises WorkflowFormatError."""
    kept = _needed(routine)
    return (workflow, routine) if len(kept) == len(routine.steps) else with_steps(workflow, routine, kept)


def with_steps(workflow: Workflow, routine: Routine, kept: Sequence[int]) -> tuple[Workflow, Routine]:
    """Give a routine and its workflow with some of the steps, by place. Raises WorkflowFormatError."""
    less, body = _only(routine, kept), dump_workflow(workflow)
    steps = [body["steps"][place] | {"step_number": n} for n, place in enumerate(kept, start=1)]
    slots = {name: slot for name, slot in body["slots"].items() if name in less.slots}
    gone = body["slots"].keys() - slots
    told = {
        field: body["title"] + "." for field in ("outcome", "result") if gone & set(names_of(body[field]))
    }
    fewer = {
        "steps": steps,
        "slots": slots,
        "phrases": [phrase for phrase in body.get("phrases", ()) if not gone & set(names_of(phrase))],
        "preconditions": list(less.preconditions),
        "postconditions": list(less.postconditions),
    }
    return parse_workflow(body | fewer | told), less


def _needed(routine: Routine) -> list[int]:
    """The places of the steps that are to be kept."""
    try:
        return _without_repeats(routine, _without_listening(routine.steps))
    except (OrbitError, ValidationError):
        return list(range(len(routine.steps)))


def _without_listening(steps: Sequence[Mapping[str, Any]]) -> list[int]:
    kept = list(range(len(steps)))
    while len(kept) > _FEWEST and steps[kept[-1]].get("action") in _LISTENING:
        kept.pop()
    return kept


def _without_repeats(routine: Routine, kept: list[int]) -> list[int]:
    setting = [_what(step) for step in routine.steps]
    times = Counter(setting[place] for place in kept)
    doubtful = [place for place in kept if times[setting[place]] > 1]
    trials = [_Trial(routine, filling) for filling in latest(routine)] if doubtful else []
    for place in doubtful:  # the earlier of two goes where the later one has the last word
        fewer = [each for each in kept if each != place]
        if len(fewer) >= _FEWEST and all(trial.leads_alike(kept, fewer) for trial in trials):
            kept = fewer
    return kept


def _what(step: Mapping[str, Any]) -> str:
    """What a step sets, whatever it sets it to."""
    fields = {name: value for name, value in fields_of(step).items() if name not in _VALUES}
    return repr((step.get("action"), step.get("for_each"), sorted(fields.items())))


class _Trial:
    """The actions that a filling makes of a routine, and the session they are done to."""

    def __init__(self, routine: Routine, filling: Mapping[str, Any]) -> None:
        self._before = scratch(routine, filling)
        self._done = actions_of(routine.steps, names_for(routine, filling))

    def leads_alike(self, one: Collection[int], other: Collection[int]) -> bool:
        """Whether some of the steps and some others lead to the same session."""
        try:
            return equivalent(self._after(one), self._after(other))
        except OrbitError:
            return False

    def _after(self, steps: Collection[int]) -> Session:
        session = self._before
        for each in self._done:
            if each.step in steps:
                session = apply(session, each.action)
        return session


def _only(routine: Routine, kept: Sequence[int]) -> Routine:
    """The routine with some of its steps, and with what those still need."""
    steps = tuple({**routine.steps[place], "step_number": n} for n, place in enumerate(kept, start=1))
    used = _used(routine, steps)
    after = (each for each in routine.postconditions if "playing" not in each)
    return replace(
        routine,
        steps=steps,
        slots={name: slot for name, slot in routine.slots.items() if name in used},
        preconditions=tuple(each for each in routine.preconditions if set(names_of(each)) <= used),
        postconditions=tuple(each for each in after if set(names_of(each)) <= used),
        examples=tuple(
            {name: value for name, value in example.items() if name in used} for example in routine.examples
        ),
    )


def _used(routine: Routine, steps: Sequence[Mapping[str, Any]]) -> set[str]:
    """The slots that the steps name, with those that these are found by."""
    used, waiting = set[str](), [name for step in steps for name in _named(step)]
    while waiting:
        name = waiting.pop()
        if name in routine.slots and name not in used:
            used.add(name)
            waiting += _stands_on(routine.slots[name])
    return used


def _named(step: Mapping[str, Any]) -> Iterator[str]:
    over = step.get("for_each")
    yield from [over] if isinstance(over, str) else names_of(over)
    yield from names_of(fields_of(step))
    yield from names_of(step.get("when"))


def _stands_on(slot: Mapping[str, Any]) -> Iterator[str]:
    yield from names_of(slot.get("default"))
    find: Mapping[str, Any] = slot.get("find") or {}
    besides = find.get("besides", ())
    yield from [besides] if isinstance(besides, str) else besides
    yield from (find[key] for key in ("with_clip", "clip_on") if key in find)
