"""Making plans: a bound workflow, or loose actions, tried on the session before anything is touched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

from daw_bridges.actions import (
    TRACK_FIELDS,
    Action,
    AddLocator,
    CreateClip,
    DuplicateClip,
    InsertDevice,
    Risk,
)
from daw_bridges.algebra import apply_all, invert
from daw_bridges.bridge import Capabilities
from daw_bridges.catalog import catalog
from daw_bridges.errors import ActionError, IrreversibleError, PreconditionError, SlotError, UnsupportedError
from daw_bridges.references import find_device, find_track, is_numbered, track_label
from daw_bridges.session import Session
from orbit.workflows.binding import Binding, names_for
from orbit.workflows.changes import change_text
from orbit.workflows.conditions import holds
from orbit.workflows.expansion import Concrete, Expansion, already_there, fill, labelled, names_of
from orbit.workflows.memory_tasks.checks import paths_within
from orbit.workflows.memory_tasks.planned import MemoryPort, PlannedMemory
from orbit.workflows.memory_tasks.remembering import Remembering
from orbit.workflows.memory_tasks.templates import task_names
from orbit.workflows.plan import Plan, PlanError, PlanStep, highest
from orbit.workflows.slots import SlotType
from orbit.workflows.templates import say
from orbit.workflows.workflow import Workflow

__all__ = ["make_plan", "plan_actions"]


def make_plan(
    workflow: Workflow,
    binding: Binding,
    session: Session,
    capabilities: Capabilities | None = None,
    memory: MemoryPort | None = None,
) -> Plan:
    """Plan a bound workflow on the live session, without touching it or the memory.

    ``memory`` is where its memory tasks are tried. Raises SlotError while slots are open, PreconditionError
    when the session is not one for it, PlanError naming the step that cannot be done, and UnsupportedError
    when the host cannot do it.
    """
    _check_bound(workflow, binding)
    _check_host(workflow, session)
    names = dict.fromkeys(binding.left_open, "") | names_for(workflow, binding.slots, session)
    preconditions = _conditions(workflow.preconditions, names, binding)
    _check_preconditions(workflow, preconditions, session)
    remembering = Remembering(memory, binding.slots) if _remembers(workflow) else None
    spoken = _spoken(workflow, binding, session)
    expansion = Expansion(names, session, frozenset(binding.left_open), spoken, remembering=remembering)
    with remembering.rehearsal() if remembering is not None else nullcontext():
        concrete = list(expansion.expand(workflow.steps))
    _check_supported(concrete, capabilities)
    planned = remembering.result(_relied_on(workflow)) if remembering is not None else ()
    names = (remembering.names(session) if remembering is not None else {}) | names
    steps = _plan_steps(_with_unseen(concrete, capabilities))
    postconditions = _postconditions(workflow, names, binding, expansion)
    predicted = apply_all(session, [step.action for step in steps])
    _check_arrival(workflow, postconditions, predicted)
    plan = Plan(
        workflow=workflow.workflow_name,
        title=workflow.title,
        slots=binding.slots,
        steps=steps,
        memory=planned,
        risk=highest([*(step.risk for step in steps), *(each.risk for each in planned)]),
        notes=_notes(_missed(workflow, binding), expansion, planned),
        preconditions=preconditions,
        postconditions=postconditions,
        result=str(fill(workflow.result, names | spoken)),
        result_by_hand=str(fill(workflow.result_by_hand or "", names | spoken)),
        before=session,
        predicted=predicted,
    )
    if not plan.changes_nothing or planned:
        return plan
    # What a workflow says of its end would be taken for something that was done.
    notes = (*plan.notes, "Everything is already set this way, so there is nothing to change.")
    return plan.model_copy(
        update={
            "notes": notes,
            "result": f"{plan.title}: everything is already set this way, so nothing was changed.",
        }
    )


def plan_actions(
    actions: Sequence[Action], session: Session, title: str = "", capabilities: Capabilities | None = None
) -> Plan:
    """Plan loose actions, without a workflow. Raises PlanError and UnsupportedError as ``make_plan`` does."""
    expansion = Expansion({}, session)
    concrete = list(_tried(actions, expansion))
    _check_supported(concrete, capabilities)
    steps = _plan_steps(concrete)
    says = ", then ".join(step.describe() for step in steps)
    return Plan(
        title=title or says[:120],
        steps=steps,
        risk=highest(step.risk for step in steps),
        result=f"Done: {says}." if steps else "",
        before=session,
        predicted=apply_all(session, [step.action for step in steps]),
    )


def _tried(actions: Sequence[Action], expansion: Expansion) -> Iterable[Concrete]:
    for number, action in enumerate(actions, 1):
        try:
            there = already_there(expansion.session, action)
            yield expansion.take(action, action.describe() + ".", there, None)
        except ActionError as error:
            raise PlanError(number, action.describe(), error, alone=len(actions) == 1) from error


def _spoken(workflow: Workflow, binding: Binding, session: Session) -> dict[str, Any]:
    """The slots that name tracks by their place, as people call them."""
    spoken: dict[str, Any] = {}
    for name, value in binding.slots.items():
        named = value if isinstance(value, tuple) else (str(value),)
        if workflow.slots[name].type in (SlotType.TRACK, SlotType.TRACKS) and any(map(is_numbered, named)):
            labels = [track_label(session, each) if is_numbered(each) else each for each in named]
            spoken[name] = labels if isinstance(value, tuple) else labels[0]
    return spoken


def _with_unseen(concrete: Sequence[Concrete], capabilities: Capabilities | None) -> Iterator[Concrete]:
    """Say of what is added and the host does not show, that nobody can tell whether it is there already."""
    told = set[str]()
    for each in concrete:
        where = str(getattr(each.action, "track", "")) or each.action.action
        if capabilities is not None and isinstance(each.action, _ADDING) and where not in told:
            unseen = capabilities.shown(each.before) == capabilities.shown(each.after)
            told.update([where] if unseen else [])
            said = " ".join(filter(None, (each.warning, _UNSEEN if unseen else None)))
            yield replace(each, warning=said or None)
        else:
            yield each


_ADDING = (AddLocator, CreateClip, DuplicateClip)
_UNSEEN = "This DAW does not show whether it is there already: asked for again, it would be there twice."


def _plan_steps(concrete: Iterable[Concrete]) -> tuple[PlanStep, ...]:
    return tuple(
        PlanStep(
            step_number=number,
            action=each.action,
            expected_output=each.expected_output,
            risk=_risk(each),
            change=change_text(each.before, each.after, each.action),
            warning=each.warning,
            workflow_step=each.workflow_step,
            so_already=each.so_already,
            called=_called(each),
        )
        for number, each in enumerate(concrete, 1)
    )


def _called(each: Concrete) -> dict[str, str]:
    fields = ((name, getattr(each.action, name, None)) for name in TRACK_FIELDS)
    numbered = ((name, value) for name, value in fields if isinstance(value, str) and is_numbered(value))
    called = {name: track_label(each.before, value) for name, value in numbered}
    own_name = _own_name(each)
    return called if own_name is None else called | {"device": own_name}


def _own_name(each: Concrete) -> str | None:
    """Give the host's name of a device that the action names by its kind: ``Channel EQ``, ``EQ Eight#2``."""
    kind, mark, number = str(getattr(each.action, "device", "")).partition("#")
    if kind not in catalog().kinds():
        return None
    if isinstance(each.action, InsertDevice):
        return catalog().device(each.before.daw, kind).name
    track = find_track(each.before, str(getattr(each.action, "track", "")))
    return f"{find_device(track, f'{kind}{mark}{number}').name}{mark}{number}"


def _risk(each: Concrete) -> Risk:
    """Give the action's own risk, or destructive where nothing could take it back."""
    try:
        invert(each.action, each.before)
    except IrreversibleError:
        return Risk.DESTRUCTIVE
    return each.action.risk


def _remembers(workflow: Workflow) -> bool:
    return any(step.memory is not None for step in workflow.steps)


def _relied_on(workflow: Workflow) -> set[str]:
    """The memory tasks whose outputs other steps, or what is told in the end, use."""
    values: list[Any] = [workflow.result, workflow.result_by_hand, *workflow.postconditions]
    keys: set[str] = set()
    for step in workflow.steps:
        values += [step.fields, step.when, step.for_each, step.expected_output]
        if step.memory is not None:
            values.append(step.memory.payload)
            keys |= task_names(step.memory.key_template)
    paths = (path for value in values for path in paths_within(value))
    return keys | {path[1] for path in paths if path[0] == "tasks" and len(path) > 1}


def _missed(workflow: Workflow, binding: Binding) -> list[str]:
    """List what steps look for in the session and is not there; what nobody said is not missed."""
    done = {name for step in workflow.steps for name in (*names_of(step.fields), str(step.for_each))}
    looked_for = (name for name in binding.left_open if workflow.slots[name].find is not None)
    return [name.replace("_", " ") for name in looked_for if name in done]


def _notes(missed: Sequence[str], expansion: Expansion, memory: Sequence[PlannedMemory]) -> tuple[str, ...]:
    notes: list[str] = []
    if missed:
        notes.append(f"Left out, because this session has none: {', '.join(missed)}.")
    if expansion.used:
        notes.append(f"Already there, and used as it is: {say(list(dict.fromkeys(expansion.used)))}.")
    if expansion.left_out:
        done = "; ".join(dict.fromkeys(expansion.left_out))
        notes.append(f"Left out, because this DAW has no counterpart: {done}.")
    notes += [f"{each.describe()}: {each.error}" for each in memory if each.error is not None]
    return tuple(notes)


def _conditions(
    conditions: Iterable[dict[str, Any]], names: dict[str, Any], binding: Binding
) -> tuple[dict[str, Any], ...]:
    # What is asked of an optional slot is asked only when it is filled.
    open_slots = frozenset(binding.left_open)
    asked = (condition for condition in conditions if not open_slots & _slots_of(condition))
    return tuple(each for condition in asked for each in _of_each(condition, names))


def _slots_of(condition: dict[str, Any]) -> set[str]:
    return {*names_of(condition), str(condition.get("for_each", ""))}


def _of_each(condition: dict[str, Any], names: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Fill a condition in; one of several tracks is asked of each."""
    plain = {name: value for name, value in condition.items() if name != "for_each"}
    if len(plain) == len(condition):
        yield fill(condition, names)
        return
    for item in names[condition["for_each"]]:
        yield fill(plain, names | {"item": item})


def _postconditions(
    workflow: Workflow, names: dict[str, Any], binding: Binding, expansion: Expansion
) -> tuple[dict[str, Any], ...]:
    """Fill the postconditions in; a device called by a step's label is called as the host will know it."""
    arrived = expansion.session
    asked = _conditions(workflow.postconditions, names, binding)
    here = (each for condition in asked for each in expansion.translation.condition(arrived, condition))
    return tuple(_without_labels(condition, arrived) for condition in here)


def _without_labels(condition: dict[str, Any], arrived: Session) -> dict[str, Any]:
    if "any" in condition:
        return {"any": [_without_labels(each, arrived) for each in condition["any"]]}
    if isinstance(condition.get("not"), dict):
        return {"not": _without_labels(condition["not"], arrived)}
    if "device" not in condition:
        return condition
    try:
        track = find_track(arrived, str(condition.get("track")))
    except ActionError:
        return condition
    references = dict(labelled(track))
    named = {name: condition[name] for name in ("device", "before", "after") if name in condition}
    return condition | {name: references.get(device, device) for name, device in named.items()}


def _check_bound(workflow: Workflow, binding: Binding) -> None:
    if binding.missing:
        questions = " ".join(question.question for question in binding.missing)
        raise SlotError(f"{workflow.title} cannot be planned yet. {questions}")


def _check_host(workflow: Workflow, session: Session) -> None:
    if workflow.daws and session.daw not in workflow.daws:
        hosts = ", ".join(workflow.daws)
        why = f"{workflow.title} works in {hosts}, and this is {session.daw}."
        raise UnsupportedError(f"{why} {workflow.elsewhere.get(session.daw, '')}".rstrip())


def _check_preconditions(workflow: Workflow, conditions: Sequence[dict[str, Any]], session: Session) -> None:
    failed = [why for ok, why in (holds(condition, session) for condition in conditions) if not ok]
    if failed:
        raise PreconditionError(f"{workflow.title} cannot be done here. {' '.join(failed)}")


def _check_arrival(workflow: Workflow, conditions: Sequence[dict[str, Any]], predicted: Session) -> None:
    """See that the steps lead where the workflow says, before the host has to be put back for it."""
    failed = [why for ok, why in (holds(condition, predicted) for condition in conditions) if not ok]
    if failed:
        raise PreconditionError(f"{workflow.title} would not give the right result here. {' '.join(failed)}")


def _check_supported(steps: Sequence[Concrete], capabilities: Capabilities | None) -> None:
    for number, step in enumerate(steps, 1):
        why = capabilities.refusal(step.action, step.before) if capabilities else None
        if why is not None:
            raise UnsupportedError(
                f"Step {number} ({step.action.describe()}) cannot be done from Orbit in this DAW. {why}"
            )
