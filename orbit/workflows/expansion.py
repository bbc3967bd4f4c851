"""A workflow's steps made concrete: slots filled, repetitions written out, conditions asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from daw_bridges.actions import (
    Action,
    AddLocator,
    CreateScene,
    CreateTrack,
    InsertDevice,
    LoadPreset,
    parse_action,
)
from daw_bridges.algebra import apply, equivalent, resolve_labels, unclear_routings
from daw_bridges.algebra.editing import each_device, with_device
from daw_bridges.errors import ActionError, OrbitError, WorkflowError
from daw_bridges.quantities import Quantity
from daw_bridges.references import (
    SEPARATOR,
    all_devices,
    chain_path,
    device_path,
    device_reference,
    devices_along,
    find_track,
    track_index,
)
from daw_bridges.session import Session, Track
from orbit.workflows.conditions import holds
from orbit.workflows.memory_tasks.filters import Named, View
from orbit.workflows.memory_tasks.planned import PlannedMemory
from orbit.workflows.memory_tasks.remembering import Remembering
from orbit.workflows.memory_tasks.task import END, MemoryTask, Next
from orbit.workflows.patterns import is_pattern, worked_out
from orbit.workflows.plan import PlanError
from orbit.workflows.templates import is_template, names_in, render, say
from orbit.workflows.translation import Told, Translation
from orbit.workflows.workflow import Step

__all__ = ["Concrete", "Expansion", "already_there", "fill", "filled_field", "labelled", "names_of"]


MAX_STEPS = 2000
"""What a hundred tracks and twenty steps come to; a repetition in an imported workflow ends here too."""


@dataclass(frozen=True)
class Concrete:
    """An action ready for the host, the sessions around it, and what is to be said of it."""

    action: Action
    expected_output: str
    before: Session
    after: Session
    warning: str | None
    workflow_step: int | None
    so_already: bool


def fill(value: Any, names: Mapping[str, Any], *, bare: bool = False) -> Any:
    """Fill every template in a value; quantities that stand alone become text with their unit.

    ``bare``: they become numbers in their unit instead.
    """
    if isinstance(value, Mapping):
        return {key: fill(inner, names, bare=bare) for key, inner in cast("Mapping[str, Any]", value).items()}
    if isinstance(value, list | tuple):
        return [fill(inner, names, bare=bare) for inner in cast("list[Any]", value)]
    filled = render(value, names) if is_template(value) else value
    if bare and isinstance(filled, Quantity):
        return filled.value
    return say(filled) if isinstance(filled, Quantity | Named | View) else filled


def filled_field(name: str, value: Any, names: Mapping[str, Any]) -> Any:
    """Fill every template in a field of an action, which says in what form it takes a quantity."""
    # A parameter takes text with its unit and checks it; the mixer's fields are numbers in their own unit.
    # So are the points of an envelope, in the parameter's unit.
    filled = render(value, names) if is_template(value) else fill(value, names, bare=name == "points")
    if isinstance(filled, Quantity):
        return say(filled) if name == "value" else filled.value
    return filled


def already_there(session: Session, action: Action) -> str | None:
    """What is there already that an action would only repeat (``a Compressor on Bass``), or None."""
    match action:
        case InsertDevice(track=track, device=device):
            found = find_track(session, track)
            along = devices_along(found, chain_path(found, action.chain) if action.chain else ())
            alike = [each for each in along if device.casefold() in (each.kind, each.name.casefold())]
            return f"{_article(alike[0].name)} {alike[0].name} on {found.name}" if alike else None
        case CreateTrack(name=name):
            known = name.casefold() in (track.name.casefold() for track in session.tracks)
            return f"a track called {name}" if known else None
        case CreateScene(name=name):
            return f"a scene called {name}" if name in session.scenes else None
        case AddLocator(bar=bar):
            taken = any(abs(locator.bar - bar) < 1e-6 for locator in session.locators)
            return f"a locator at bar {bar:g}" if taken else None
        case LoadPreset():
            return None  # what a preset holds, and so whether it is there, only the host knows
        case _:
            return _SETTINGS if equivalent(session, apply(session, action)) else None


_SETTINGS = "the same setting"
_ANEW = frozenset(("play", "stop", "fire_clip", "stop_clip", "fire_scene", "undo"))
"""These do something each time, whatever the session reads."""
_ROUTING = frozenset(("set_sidechain", "set_input", "set_output"))


def _article(name: str) -> str:
    return "an" if name[:1] in "AEIOU" else "a"


@dataclass
class Expansion:
    """Walks the steps over the session as each leaves it; ``session`` is where it has come to."""

    names: Mapping[str, Any]
    session: Session
    left_open: frozenset[str] = frozenset()
    spoken: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """The slots whose values read otherwise for people."""
    used: list[str] = field(default_factory=list[str])
    """What was there already and is used as it is."""
    translation: Translation = field(default_factory=Translation)
    """What the host has no counterpart of, and what stands in for it."""
    left_out: list[str] = field(default_factory=list[str])
    """What steps that may be approximate asked for and the host has not at all."""
    remembering: Remembering | None = None
    """The memory's side, for a workflow with memory tasks."""
    _count: int = 0
    _made: set[str] = field(default_factory=set[str])
    """The tracks that a device was put on."""

    def expand(self, steps: tuple[Step, ...]) -> Iterator[Concrete]:
        """Give the concrete actions. Raises PlanError for a step that cannot be done."""
        place = 0
        while place < len(steps):
            step = steps[place]
            if step.memory is None:
                yield from self._actions(step)
                place += 1
            else:
                place = self._next(steps, place, self._remember(step, step.memory))

    def _actions(self, step: Step) -> Iterator[Concrete]:
        for item in self._items(step):
            for concrete in self._concrete(step, self._named(item)):
                self._count += 1
                if self._count > MAX_STEPS:
                    raise WorkflowError(f"This would take more than {MAX_STEPS} steps. Choose fewer tracks.")
                yield concrete

    def _named(self, item: Any) -> dict[str, Any]:
        further = self.remembering.names(self.session) if self.remembering is not None else {}
        return {**further, **self.names, "item": item}

    def _remember(self, step: Step, task: MemoryTask) -> Next | None:
        """Try a memory task for each of its items; give where it leads, None to the step behind it."""
        leads = task.on_success
        for item in self._items(step):
            names = self._named(item)
            if self._needs_an_open_slot(step) or not self._is_due(step, names):
                leads = None
                continue
            leads = task.on_success
            if self._tried(step, task, names).error is not None:
                return task.on_error
        return leads

    def _tried(self, step: Step, task: MemoryTask, names: dict[str, Any]) -> PlannedMemory:
        assert self.remembering is not None, "whoever plans a workflow with memory tasks brings it"
        if len(self.remembering.planned) >= MAX_STEPS:
            raise WorkflowError(f"This would take more than {MAX_STEPS} memory tasks. Choose fewer tracks.")
        try:
            return self.remembering.do(
                step.name,
                step.step_number,
                task,
                payload=fill(task.payload, names),
                item=names["item"],
                session=self.session,
                after_step=self._count,
                expected_output=str(fill(step.expected_output, names)),
            )
        except OrbitError as error:
            raise PlanError(step.step_number, f"memory {task.operation}", error) from error

    @staticmethod
    def _next(steps: tuple[Step, ...], place: int, leads: Next | None) -> int:
        if leads is None:
            return place + 1
        if leads.next == END:
            return len(steps)
        names = [step.name for step in steps]
        return names.index(leads.next, place + 1)

    def _is_due(self, step: Step, names: Mapping[str, Any]) -> bool:
        if step.when is None:
            return True
        asked = self.translation.condition(self.session, fill(step.when, names))
        return all(holds(each, self.session).ok for each in asked)

    def _items(self, step: Step) -> list[Any]:
        if step.for_each is None:
            return [None]
        if isinstance(step.for_each, str):
            return list(self.names.get(step.for_each, ()))
        if isinstance(step.for_each, list):
            return [fill(item, self.names) for item in step.for_each]
        try:
            return worked_out(fill(step.for_each, self.names, bare=True), self.session)
        except ActionError as error:
            raise PlanError(step.step_number, step.action, error) from error

    def _concrete(self, step: Step, names: Mapping[str, Any]) -> Iterator[Concrete]:
        if self._needs_an_open_slot(step) or not self._is_due(step, names):
            return
        action: Action | None = None
        try:
            action = parse_action({"action": step.action, **self._fields(step, names)})
            expected = str(fill(step.expected_output, {**names, **self.spoken}))
            told = self.translation.told(self.session, action, approximate=step.approximate)
            if not told:
                self.left_out.append(action.describe())
            for each in told:
                if (concrete := self._checked(step, each, expected)) is not None:
                    yield concrete
        except ActionError as error:
            said = step.action if action is None else action.describe()
            raise PlanError(step.step_number, said, error) from error

    def _fields(self, step: Step, names: Mapping[str, Any]) -> dict[str, Any]:
        return {
            name: worked_out(fill(value, names, bare=True), self.session)
            if is_pattern(value)
            else filled_field(name, value, names)
            for name, value in step.fields.items()
        }

    def _needs_an_open_slot(self, step: Step) -> bool:
        payload = step.memory.payload if step.memory is not None else None
        over = None if isinstance(step.for_each, str) else step.for_each
        values = (step.fields, step.when, over, payload)
        needed = {name for value in values for name in names_of(value)}
        if isinstance(step.for_each, str):
            needed.add(step.for_each)
        return bool(needed & self.left_open)

    def _checked(self, step: Step, told: Told, expected: str) -> Concrete | None:
        action, there = told.action, already_there(self.session, told.action)
        if there is not None and step.if_there == "skip":
            self._leave_out(action, there)
            return None
        return self.take(action, expected, there, step.step_number, told.lost)

    def _leave_out(self, action: Action, there: str) -> None:
        if there != _SETTINGS:
            self.used.append(there)
        if isinstance(action, InsertDevice) and action.label is not None:
            self.session = _labelled(self.session, action, action.label)

    def take(
        self, action: Action, expected: str, there: str | None, number: int | None, lost: str = ""
    ) -> Concrete:
        """Go one action further. Raises ActionError when it cannot be done to the session."""
        before = self.session
        (plain,) = resolve_labels(before, [action])
        self.session = apply(before, action)
        again = there is not None and there != _SETTINGS
        warnings = [lost, f"There is already {there}; this adds another." if again else ""]
        warning = " ".join(filter(None, warnings)) or None
        # Of two tracks of one name a routing reads the same: it may lead to the other.
        unclear = action.action in _ROUTING and bool(unclear_routings(self.session))
        so_already = there == _SETTINGS and action.action not in _ANEW and not unclear
        if isinstance(action, InsertDevice):
            self._made.add(action.track)
        elif getattr(action, "track", None) in self._made:
            so_already = False  # with which settings a device comes is only assumed
        return Concrete(plain, expected, before, self.session, warning, number, so_already)


def names_of(value: Any) -> Iterator[str]:
    """The slots that a value's templates use."""
    if isinstance(value, Mapping):
        value = list(cast("Mapping[str, Any]", value).values())
    if isinstance(value, list | tuple):
        for inner in cast("list[Any]", value):
            yield from names_of(inner)
    elif is_template(value):
        yield from names_in(value)


def labelled(track: Track) -> Iterator[tuple[str, str]]:
    """Each label on a track, and the reference that means its device once labels are forgotten."""
    devices = each_device(track.devices, lambda device: device.model_copy(update={"label": None}))
    plain = track.model_copy(update={"devices": devices})
    for path, device in all_devices(track):
        if device.label is not None:
            yield device.label, device_reference(plain, path)


def _labelled(session: Session, action: InsertDevice, label: str) -> Session:
    """Let the device that is there answer to the label that the left-out step would have given."""
    index = track_index(session, action.track)
    track = session.tracks[index]
    device = SEPARATOR.join((action.chain, action.device)) if action.chain else action.device
    return with_device(session, index, device_path(track, device), label=label)
