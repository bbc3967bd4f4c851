"""The same job twice: what an earlier run of a workflow did still holds, so that the user is asked first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from daw_bridges.actions import Action, InsertDevice, SetParameter, parse_action
from daw_bridges.errors import OrbitError
from daw_bridges.quantities import Quantity
from daw_bridges.references import all_devices, find_device, find_parameter, find_track
from daw_bridges.session import Session
from orbit.agent.overview import quoted
from orbit.workflows import Plan, SlotQuestion, Workflow, holds
from orbit.workflows.slots import UNITS
from orbit.workflows.values import parse_value

if TYPE_CHECKING:
    from orbit.memory import RunRecord

__all__ = ["AGAIN", "ANOTHER", "DEEPER", "ONCE_MORE", "Repetition", "holds_already", "same_devices"]

ONCE_MORE = "once_more"
"""The slot of the question, and of the answer: every workflow takes it beside its own."""
DEEPER, AGAIN, ANOTHER = "deeper", "again", "another"
"""More of it where it is; anew in its place; a second one beside it."""
_WORDS = {
    DEEPER: "“deeper” for more of it",
    AGAIN: "“again” to replace it",
    ANOTHER: "“another” for a second one",
}


def holds_already(plan: Plan) -> bool:
    """Whether all that a plan would put there is there, and holds but for the values of its parameters.

    A plan speaks of the devices that it adds; those that are there have the same kinds and other numbers.
    """
    added = [step for step in plan.steps if isinstance(step.action, InsertDevice)]
    if not added or any(step.warning is None for step in added):
        return False
    asked = [each for each in plan.postconditions if "parameter" not in each]
    return all(any(holds(each, plan.before).ok for each in _of_what_is_there(c, plan.before)) for c in asked)


def _of_what_is_there(condition: Mapping[str, Any], session: Session) -> Iterator[dict[str, Any]]:
    """A condition about each of the devices of a kind, where it is about one."""
    about = [name for name in ("device", "before", "after") if name in condition]
    try:
        devices = [each for _, each in all_devices(find_track(session, str(condition.get("track"))))]
    except OrbitError:
        devices = []
    kinds = [str(condition[name]).partition("#")[0] for name in about]
    counts = [sum(kind in (each.kind, each.name) for each in devices) for kind in kinds]
    choices = (
        [kind, *(f"{kind}#{nth}" for nth in range(2, count + 1))]
        for kind, count in zip(kinds, counts, strict=True)
    )
    for chosen in product(*choices):
        yield {**condition, **dict(zip(about, chosen, strict=True))}


class Repetition(NamedTuple):
    """A plan, and the run that did the same before."""

    workflow: Workflow
    plan: Plan
    earlier: RunRecord
    is_last: bool
    """Whether the earlier run is the last that stands, and can go first."""

    @property
    def options(self) -> tuple[str, ...]:
        """What the user may want of it."""
        deeper = (DEEPER,) if self.deeper() else ()
        return (*deeper, *((AGAIN,) if self.is_last else ()), ANOTHER)

    def question(self) -> SlotQuestion:
        """Ask which of these is meant."""
        first = next(step.spoken for step in self.plan.steps if isinstance(step.action, InsertDevice))
        did = f", from “{quoted(self.earlier.goal)}”" if self.earlier.goal else ""
        *others, last = (_WORDS[option] for option in self.options)
        wanted = f"{', '.join(others)} or {last}" if others else last
        return SlotQuestion(
            slot=ONCE_MORE,
            question=f"{self.workflow.title} is already on {getattr(first, 'track', '')}{did}. Say {wanted}.",
            options=self.options,
        )

    def deeper(self) -> list[Action]:
        """The edits that go further with what the earlier run set, by what its workflow says of its slots."""
        steps = {
            step.step_number: name
            for step in self.workflow.steps
            for name, slot in self.workflow.slots.items()
            if slot.deeper is not None and str(step.fields.get("value")).strip(" {}") == name
        }
        done = ((steps.get(each.get("step", 0)), each.get("action")) for each in self.earlier.results)
        return [edit for name, action in done if name and (edit := self._further(name, action)) is not None]

    def _further(self, name: str, done: Any) -> Action | None:
        action, slot = parse_action(done), self.workflow.slots[name]
        if not isinstance(action, SetParameter):
            return None
        try:
            device = find_device(find_track(self.plan.before, action.track), action.device)
            now = device.parameters[find_parameter(device, action.parameter)].value
            by = parse_value(name, slot.model_copy(update={"minimum": None, "maximum": None}), slot.deeper)
            if not isinstance(now, float) or not isinstance(by, float):
                return None
            parse_value(name, slot, now + by)
        except OrbitError:
            return None  # the device is gone, or it goes no further
        unit = UNITS.get(slot.type)
        value = now + by if unit is None else str(Quantity(now + by, unit))
        return action.model_copy(update={"value": value})


def same_devices(plan: Plan, earlier: RunRecord) -> bool:
    """Whether an earlier run put on the same tracks what a plan would."""
    done = [parse_action(each["action"]) for each in earlier.results if each.get("action")]
    there = {(action.track, action.device) for action in done if isinstance(action, InsertDevice)}
    inserts = (action for action in plan.actions if isinstance(action, InsertDevice))
    return all((action.track, action.device) in there for action in inserts)
