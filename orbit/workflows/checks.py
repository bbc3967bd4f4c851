"""What makes a workflow consistent in itself: numbering, vocabulary, slots, templates, conditions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from pydantic import ValidationError

from daw_bridges.actions import ACTIONS
from daw_bridges.errors import SlotError
from orbit.workflows import conditions, patterns
from orbit.workflows.memory_tasks import checks as memory_checks
from orbit.workflows.slots import FACTS, Slot, SlotType
from orbit.workflows.templates import (
    ROOTS,
    exact_name,
    is_template,
    names_in,
    paths_in,
    render,
    template_problem,
)
from orbit.workflows.values import parse_value

if TYPE_CHECKING:
    from orbit.workflows.strict_yaml import Path
    from orbit.workflows.workflow import Step, Workflow

__all__ = ["problems"]

Problem = tuple["Path", str]
"""Where a workflow is inconsistent, and what would be right."""


def problems(workflow: Workflow) -> Iterator[Problem]:
    """Everything that is inconsistent in a workflow, in the order of its fields."""
    yield from _template_problems(workflow)
    yield from _slot_problems(workflow)
    for index, step in enumerate(workflow.steps):
        for path, message in _step_problems(workflow, index, step):
            yield ("steps", index, *path), message
    for field in ("preconditions", "postconditions"):
        for index, condition in enumerate(getattr(workflow, field)):
            for path, message in _condition_problems(workflow, field, condition):
                yield (field, index, *path), message
    for host in workflow.elsewhere:
        if not workflow.daws or host in workflow.daws:
            yield ("elsewhere", host), f"the workflow is made for {host}: say here what to do on other hosts."
    yield from _unused_slots(workflow)


def _templates(workflow: Workflow) -> Iterator[tuple[Path, str]]:
    """Every text of the workflow that slots may stand in."""
    for name, slot in workflow.slots.items():
        yield from _texts(slot.default, ("slots", name, "default"))
    for field in ("phrases", "preconditions", "postconditions", "outcome", "result", "result_by_hand"):
        yield from _texts(getattr(workflow, field), (field,))
    for index, step in enumerate(workflow.steps):
        yield from _texts(step.fields, ("steps", index))
        if step.memory is not None:
            yield from _texts(step.memory.payload, ("steps", index, "payload"))
        for field in ("when", "for_each", "expected_output"):
            yield from _texts(getattr(step, field), ("steps", index, field))


def _texts(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if is_template(value):
        yield path, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():  # pyright: ignore[reportUnknownVariableType]
            yield from _texts(inner, (*path, str(key)))  # pyright: ignore[reportUnknownArgumentType]
    elif isinstance(value, list | tuple):
        for index, inner in enumerate(value):  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
            yield from _texts(inner, (*path, index))


def _template_problems(workflow: Workflow) -> Iterator[Problem]:
    known = {*workflow.slots, *FACTS}
    for path, text in _templates(workflow):
        if problem := template_problem(text):
            yield path, problem
            return
        repeated = _is_repeated(workflow, path)
        roots = set(ROOTS) if _may_look_further(workflow, path) else set[str]()
        for name in sorted(names_in(text) - known - roots - ({"item"} if repeated else set())):
            yield path, _undeclared(name, workflow)
        yield from _path_problems(workflow, path, text) if roots else ()


def _is_repeated(workflow: Workflow, path: Path) -> bool:
    """Whether a template stands in what is done or asked for each of several."""
    match path:
        case ("steps", int(index), *_):
            return workflow.steps[index].for_each is not None
        case ("postconditions", int(index), *_):
            return "for_each" in workflow.postconditions[index]
        case _:
            return False


def _condition_problems(workflow: Workflow, field: str, condition: Mapping[str, Any]) -> Iterator[Problem]:
    each = condition.get("for_each") if field == "postconditions" else None
    if each is None:
        yield from conditions.problems(condition)
        return
    yield from conditions.problems({name: value for name, value in condition.items() if name != "for_each"})
    if not _is_list(workflow, each):
        yield ("for_each",), f"names a slot of type tracks ({_lists(workflow)})."


def _may_look_further(workflow: Workflow, path: Path) -> bool:
    """Whether a template may name what memory tasks gave, and the rest that keys may name."""
    fields = path[0] in ("result", "result_by_hand", "postconditions", "steps")
    return fields and any(step.memory is not None for step in workflow.steps)


def _path_problems(workflow: Workflow, path: Path, text: str) -> Iterator[Problem]:
    index = int(path[1]) if path[0] == "steps" else len(workflow.steps)
    tasks = memory_checks.tasks_before(workflow, index)
    for looked_up in paths_in(text):
        if looked_up[0] in workflow.slots:
            continue
        if (problem := memory_checks.path_problem(workflow, looked_up, tasks)) is not None:
            yield path, problem


def _undeclared(name: str, workflow: Workflow) -> str:
    if name == "item":
        return "“item” is only there in a step with for_each, or a postcondition with it."
    return (
        f"the slot “{name}” is not declared under slots; available: {', '.join([*workflow.slots, *FACTS])}."
    )


def _slot_problems(workflow: Workflow) -> Iterator[Problem]:
    for name, slot in workflow.slots.items():
        for other in slot.find.slots if slot.find else ():
            if other not in workflow.slots:
                yield ("slots", name, "find"), _undeclared(other, workflow)
        yield from _default_problems(name, slot)


def _default_problems(name: str, slot: Slot) -> Iterator[Problem]:
    if slot.default is None or is_template(slot.default) or slot.type in (SlotType.TRACK, SlotType.TRACKS):
        return
    try:
        parse_value(name, slot, slot.default)
    except SlotError as error:
        yield ("slots", name, "default"), str(error)


def _unused_slots(workflow: Workflow) -> Iterator[Problem]:
    used = {name for path, text in _templates(workflow) if path[0] != "phrases" for name in names_in(text)}
    used |= {name for slot in workflow.slots.values() if slot.find for name in slot.find.slots}
    used |= {step.for_each for step in workflow.steps if isinstance(step.for_each, str)}
    used |= {str(each["for_each"]) for each in workflow.postconditions if "for_each" in each}
    used |= set(memory_checks.inputs_named(workflow))
    for name in workflow.slots:
        if name not in used:
            yield (
                ("slots", name),
                f"the slot “{name}” is declared and no step or condition uses it; use it or drop it.",
            )


def _step_problems(workflow: Workflow, index: int, step: Step) -> Iterator[Problem]:
    if step.step_number != index + 1:
        yield (
            ("step_number",),
            f"steps are numbered 1, 2, 3 …: this one is {index + 1}, not {step.step_number}.",
        )
    yield from memory_checks.step_problems(workflow, index, step)
    if step.memory is None and step.action not in ACTIONS:
        yield ("action",), f"there is no action “{step.action}”; the vocabulary is {', '.join(ACTIONS)}."
        return
    if step.memory is None:
        yield from _pattern_problems(workflow, step)
        yield from _field_problems(workflow, step)
    if step.when is not None:
        for path, message in conditions.problems(step.when):
            yield ("when", *path), message
    if isinstance(step.for_each, str) and not _is_list(workflow, step.for_each):
        yield ("for_each",), f"names a slot of type tracks ({_lists(workflow)}), or holds a list."


def _is_list(workflow: Workflow, name: Any) -> bool:
    return name in list(workflow.slots) and workflow.slots[name].type is SlotType.TRACKS


def _lists(workflow: Workflow) -> str:
    lists = [name for name, slot in workflow.slots.items() if slot.type is SlotType.TRACKS]
    return ", ".join(lists) or "there is none"


def _field_problems(workflow: Workflow, step: Step) -> Iterator[Problem]:
    """What the action's own class says of the fields, with likely values in place of the slots."""
    for item in _likely_items(step):
        probes = [_Probe(workflow, item, expression) for expression in (1, "text", "#808080")]
        errors = min((_action_errors(step, probe.of(step.fields)) for probe in probes), key=len)
        if errors:
            yield from (_field_problem(step, error) for error in errors)
            return


def _likely_items(step: Step) -> list[Any]:
    if isinstance(step.for_each, dict):
        return patterns.sample(patterns.Gives.ITEMS)
    return step.for_each if isinstance(step.for_each, list) else [None]


def _gives(field: str) -> patterns.Gives:
    return {"notes": patterns.Gives.NOTES, "for_each": patterns.Gives.ITEMS}.get(field, patterns.Gives.NUMBER)


def _pattern_problems(workflow: Workflow, step: Step) -> Iterator[Problem]:
    for field, value in {"for_each": step.for_each, **step.fields}.items():
        if isinstance(value, dict):
            for path, message in patterns.problems(
                cast("Mapping[str, Any]", value), _gives(field), workflow.slots
            ):
                yield (field, *path), message


def _field_problem(step: Step, error: Mapping[str, Any]) -> Problem:
    field = tuple(error["loc"])
    if error["type"] == "extra_forbidden":
        names = [info.alias or name for name, info in ACTIONS[step.action].model_fields.items()]
        return field, f"is not a field of {step.action}; it has {', '.join(names)}."
    if error["type"] == "missing":
        return (), f"{step.action} needs the field “{'.'.join(str(part) for part in field)}”."
    return field, f"{error['msg'].removeprefix('Value error, ')} (given: {error['input']!r})."


def _action_errors(step: Step, fields: Mapping[str, Any]) -> list[Any]:
    try:
        ACTIONS[step.action].model_validate({"action": step.action, **fields})
    except ValidationError as error:
        return list(error.errors(include_url=False, include_context=False))
    return []


_LIKELY: dict[SlotType, Any] = {
    SlotType.TRACKS: ["text"],
    SlotType.GAIN_DB: 0.0,
    SlotType.FREQUENCY: 100.0,
    SlotType.TIME: 1.0,
    SlotType.BARS: 1.0,
    SlotType.NUMBER: 1,
}


class _Probe(NamedTuple):
    """Puts likely values in place of slots, the list's ``item``, and one ``expression`` for the rest."""

    workflow: Workflow
    item: Any
    expression: Any

    def of(self, value: Any, field: str = "") -> Any:
        if patterns.is_pattern(value):
            return patterns.sample(_gives(field))
        if isinstance(value, Mapping):
            return {key: self.of(inner, key) for key, inner in cast("Mapping[str, Any]", value).items()}
        if isinstance(value, list):
            return [self.of(inner) for inner in cast("list[Any]", value)]
        return self._of_template(value) if is_template(value) else value

    def _of_template(self, text: str) -> Any:
        if self.item is not None and set(names_in(text)) == {"item"}:
            return self.of(render(text, {"item": self.item}))
        slot = self.workflow.slots.get(exact_name(text) or "")
        if slot is not None:
            return self._of_slot(slot)
        return self.expression if text.startswith("{{") and text.endswith("}}") else "text"

    def _of_slot(self, slot: Slot) -> Any:
        if slot.type is SlotType.TEXT:
            return self.expression if isinstance(self.expression, str) else "text"
        return slot.choices[0] if slot.choices else _LIKELY.get(slot.type, "text")
