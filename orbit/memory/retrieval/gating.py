"""Whether a workflow can work on a session at all, before anything is known of how its slots are filled.

Cautious: it says no only where no filling of the slots could make it work. What a session does not tell (the
inside of a device on a host that shows it only when asked) and what is not a name of something there (a text,
a number) may be anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any, cast

from daw_bridges.errors import WorkflowError
from daw_bridges.session import Session
from orbit.workflows.conditions import holds, sentence
from orbit.workflows.conditions.grammar import subject_of
from orbit.workflows.slots import Slot, SlotType
from orbit.workflows.templates import exact_name, is_template, names_in
from orbit.workflows.workflow import Workflow

__all__ = ["hindrance"]

_MOST_CHOICES = 400
_INSIDE = ("parameter", "sidechain")
"""What some hosts tell of a device only when they are asked for it."""

Condition = Mapping[str, Any]


def hindrance(workflow: Workflow, session: Session) -> str | None:
    """Say why a workflow cannot work on a session whatever its slots hold; None: it may, or nobody knows."""
    if workflow.daws and session.daw not in workflow.daws:
        return f"It works in {' and '.join(workflow.daws)}, and this is {session.daw}."
    if not session.tracks and any(_needs_a_track(slot) for slot in workflow.slots.values()):
        return "There is no track here for it to work on."
    return _unmeetable(workflow, session)


def _needs_a_track(slot: Slot) -> bool:
    is_of_tracks = slot.type in (SlotType.TRACK, SlotType.TRACKS)
    return is_of_tracks and not slot.optional and slot.default is None


def _unmeetable(workflow: Workflow, session: Session) -> str | None:
    choices = {name: found for name, slot in workflow.slots.items() if (found := _choices(slot, session))}
    asked = [condition for condition in workflow.preconditions if _can_be_asked(condition, choices)]
    for condition in asked:
        if not _can_be_met([condition], choices, session):
            return _said(condition, session)
    if len(asked) > 1 and not _can_be_met(asked, choices, session):
        return "Nothing here meets all its conditions: " + " ".join(_spoken(each) for each in asked)
    for condition in workflow.preconditions:
        if condition not in asked and (why := _nothing_of_the_kind(condition, session)):
            return why
    return None


def _choices(slot: Slot, session: Session) -> tuple[str, ...]:
    """Give what a slot can hold; nothing where it could be anything."""
    is_one = slot.type is SlotType.TRACK and slot.default is None
    # By number: two tracks may have one name.
    return tuple(f"#{at}" for at in range(1, len(session.tracks) + 1)) if is_one else ()


def _can_be_asked(condition: Condition, choices: Mapping[str, Sequence[str]]) -> bool:
    return _names(condition) <= set(choices) and not _looks_inside(condition)


def _names(value: Any) -> set[str]:
    return {name for text in _texts(value) if is_template(text) for name in names_in(text)}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in cast("Mapping[str, Any]", value).values():
            yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in cast("Sequence[Any]", value):
            yield from _texts(each)


def _looks_inside(condition: Condition) -> bool:
    match subject_of(condition):
        case "not":
            return _looks_inside(condition["not"])
        case "any":
            return any(map(_looks_inside, condition["any"]))
        case _:
            return any(word in condition for word in _INSIDE)


def _can_be_met(
    conditions: Sequence[Condition], choices: Mapping[str, Sequence[str]], session: Session
) -> bool:
    names = sorted({name for condition in conditions for name in _names(condition)})
    if prod(len(choices[name]) for name in names) > _MOST_CHOICES:
        return True
    for values in product(*(choices[name] for name in names)):
        filled = [_filled(condition, dict(zip(names, values, strict=True))) for condition in conditions]
        if all(_may_hold(condition, session) for condition in filled):
            return True
    return False


def _filled(value: Any, slots: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        name = exact_name(value) if is_template(value) else None
        return value if name is None else slots[name]
    if isinstance(value, Mapping):
        return {key: _filled(each, slots) for key, each in cast("Mapping[str, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [_filled(each, slots) for each in cast("Sequence[Any]", value)]
    return value


def _may_hold(condition: Condition, session: Session) -> bool:
    if _names(condition):
        return True  # something around a slot: it is not worked out here
    try:
        return holds(condition, session).ok
    except WorkflowError:
        return True


def _said(condition: Condition, session: Session) -> str:
    if _names(condition):
        return f"Nothing here meets its condition: {_spoken(condition)}"
    return holds(condition, session).why


def _spoken(condition: Condition) -> str:
    return sentence(_filled(condition, {name: f"the {name}" for name in _names(condition)}))


def _nothing_of_the_kind(condition: Condition, session: Session) -> str | None:
    """Say what kind of thing must be there and is not, whatever it should be called."""
    if condition.get("exists") is not True:
        return None
    kinds = {
        "clip": ("clip in the session view", any(track.clips for track in session.tracks)),
        "at_bar": ("clip on the timeline", any(track.arrangement_clips for track in session.tracks)),
        "scene": ("scene", bool(session.scenes)),
        "locator": ("locator", bool(session.locators)),
    }
    for word, (what, is_there) in kinds.items():
        if word in condition and not is_there:
            return f"There is no {what} here."
    return None
