"""A workflow: a recipe over the action vocabulary, with open places, and what holds before and after.

It is data, never prose to obey: every step is one action of the vocabulary or one memory task, and a field
may hold ``{{ slot }}``. Whoever has a ``Workflow`` in hand has one that is consistent in itself: making one
checks it (see ``orbit.workflows.checks``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_serializer, model_validator
from pydantic_core import PydanticCustomError

from daw_bridges.actions import ACTIONS
from daw_bridges.actions.base import title
from orbit.workflows.memory_tasks.task import MemoryTask
from orbit.workflows.slots import Slot

__all__ = ["Provenance", "Reference", "Scope", "Source", "Step", "Workflow", "of_one_device"]

Condition = dict[str, Any]
"""A condition of ``orbit.workflows.conditions``, whose values may hold slots."""

_Words = Annotated[str, Field(min_length=1, max_length=2000)]
_Line = Annotated[str, Field(min_length=1, max_length=300, pattern=r"^[^\x00-\x1f]+$")]
_Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
_OWN_FIELDS = (
    "step_number",
    "action",
    "expected_output",
    "when",
    "for_each",
    "if_there",
    "approximate",
    "id",
)
Scope = Literal["track", "bus", "session"]
_MEMORY = "memory"
"""What a memory task has for an action; no file writes it."""


class Source(StrEnum):
    """Where a workflow comes from."""

    SEED = "seed"
    INDUCED = "induced"
    TAUGHT = "taught"
    IMPORTED = "imported"


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Provenance(_Part):
    """Where a workflow comes from, the trajectories behind it, and how often it ran and ended verified."""

    source: Source = Source.TAUGHT
    trajectories: tuple[str, ...] = ()
    runs: int = Field(default=0, ge=0)
    verified: int = Field(default=0, ge=0)


class Reference(_Part):
    """A publication that settings are from: its title, and an address or a place in it (``p. 126``).

    ``supports`` says which of the settings it is the source of.
    """

    title: _Line
    author: _Line | None = None
    address: Annotated[str, Field(max_length=500, pattern=r"^https?://[^\s<>\"\x00-\x1f]+$")] | None = None
    page: _Line | None = None
    supports: _Line | None = None

    @model_validator(mode="after")
    def _can_be_looked_up(self) -> Self:
        if self.address is None and self.page is None:
            raise ValueError("a source needs an address (https://…) or a page (chapter 9, p. 126)")
        return self


class Step(_Part):
    """One action of a workflow; in files its fields stand flat beside ``action``.

    With ``type: memory`` it is a memory task instead, whose fields stand flat likewise; it need not say its
    ``expected_output``. ``id`` is what other steps call it by; one without is ``step_<number>``.

    ``when``: the condition, at that point of the plan, under which it is done. ``for_each``: a slot of type
    tracks, a list, or a pattern that gives one (``orbit.workflows.patterns``), over which it is repeated as
    ``{{ item }}``. ``if_there: skip``: it is left out where it would change nothing or add a second one of
    what is there; without it, it is done and the plan says so. ``approximate``: where the host has no
    counterpart, the nearest it has will do, or nothing at all; without it, the step is refused there.
    """

    step_number: int = Field(ge=1)
    action: str
    fields: dict[str, Any]
    expected_output: _Words
    when: Condition | None = None
    for_each: str | Annotated[list[Any], Field(min_length=1, max_length=64)] | dict[str, Any] | None = None
    if_there: Literal["skip", "repeat"] = "repeat"
    approximate: bool = False
    id: _Name | None = None
    memory: MemoryTask | None = None

    @property
    def name(self) -> str:
        """What other steps call it by."""
        return self.id or f"step_{self.step_number}"

    def describe(self) -> str:
        """Say what it does, its slots open as they are."""
        if self.memory is not None:
            task = self.memory
            return f"{task.operation.capitalize()} “{task.key_template}” in {task.memory_ref}"
        said = ACTIONS[self.action].model_construct(**self.fields).describe()
        if isinstance(self.for_each, str):
            said = said.replace("{{ item }}", f"{{{{ {self.for_each} }}}}")
        elif self.for_each is not None:
            said = f"{said}, {len(self.for_each)} times"
        label = self.fields.get("as")
        return f"{said}, as {title(label)}" if isinstance(label, str) else said

    @model_validator(mode="before")
    @classmethod
    def _from_flat(cls, data: Any) -> Any:
        if not isinstance(data, dict) or isinstance(data.get("fields"), dict):  # pyright: ignore[reportUnknownMemberType]
            return data  # pyright: ignore[reportUnknownVariableType]
        flat: dict[str, Any] = dict(data)  # pyright: ignore[reportUnknownArgumentType]
        own = {name: flat.pop(name) for name in _OWN_FIELDS if name in flat}
        if flat.get("type") == _MEMORY and "action" not in own:
            told = f"Done: {flat.get('operation')} in the memory {flat.get('memory_ref')}."
            return {"expected_output": told} | own | {"action": _MEMORY, "fields": {}, "memory": flat}
        return own | {"fields": flat}

    @model_serializer(mode="plain")
    def _to_flat(self) -> dict[str, Any]:
        optional = {"when": self.when, "for_each": self.for_each, "id": self.id}
        given = {name: value for name, value in optional.items() if value is not None}
        skip: dict[str, Any] = {"if_there": "skip"} if self.if_there == "skip" else {}
        skip |= {"approximate": True} if self.approximate else {}
        return self._what() | given | skip | {"expected_output": self.expected_output}

    def _what(self) -> dict[str, Any]:
        if self.memory is None:
            return {"step_number": self.step_number, "action": self.action} | self.fields
        task = self.memory.model_dump(mode="json", exclude_defaults=True)
        return {"step_number": self.step_number, "type": _MEMORY} | task


class Workflow(_Part):
    """A recipe. ``workflow_name`` is its id; ``task`` says what it is for, in a producer's words.

    ``daws`` names the hosts it is made for, none means any; ``elsewhere`` says of another one why not, and
    what to do there instead. ``phrases`` are requests as people put them, with
    slots in place. ``outcome`` is what one then has; ``result`` is what a person is told when it is done,
    with slots filled in. Where a step is left to them, it is ``result_by_hand``, "… will duck", which goes on
    with "once you do this:" and the step. ``scope`` is how far it reaches: one track, the tracks of a bus, or
    the session. ``sources`` are the publications that its settings are from.
    """

    workflow_name: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
    title: Annotated[str, Field(min_length=3, max_length=120)]
    task: _Words
    tags: tuple[Annotated[str, Field(min_length=1, max_length=40)], ...] = ()
    daws: tuple[str, ...] = ()
    scope: Annotated[Scope | None, Field(exclude_if=lambda given: given is None)] = None
    # Left out of the JSON form where there are none, so that what was saved before reads and writes alike.
    elsewhere: Annotated[dict[str, _Words], Field(max_length=20, exclude_if=lambda given: not given)] = Field(
        default_factory=dict[str, _Words]
    )
    phrases: Annotated[tuple[_Words, ...], Field(max_length=100)] = ()
    slots: Annotated[dict[_Name, Slot], Field(max_length=40)] = Field(default_factory=dict[str, Slot])
    preconditions: tuple[Condition, ...] = ()
    steps: Annotated[tuple[Step, ...], Field(min_length=1, max_length=200)]
    postconditions: tuple[Condition, ...] = ()
    outcome: _Words
    result: _Words
    result_by_hand: Annotated[_Words | None, Field(exclude_if=lambda given: given is None)] = None
    sources: Annotated[tuple[Reference, ...], Field(max_length=20, exclude_if=lambda given: not given)] = ()
    provenance: Provenance = Provenance()

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        from orbit.workflows.checks import problems

        for path, message in problems(self):
            # The message goes through pydantic's own templating, so it travels as a value.
            raise PydanticCustomError("workflow", "{message}", {"message": message, "path": path})
        return self


_OF_A_DEVICE = frozenset({"insert_device", "set_parameter", "enable_device", "load_preset"})


def of_one_device(steps: Iterable[Mapping[str, Any]]) -> bool:
    """Say whether steps put in or set one device, and do nothing else."""
    labels: dict[str, str] = {}
    devices: set[tuple[str, str]] = set()
    for step in steps:
        if step.get("action") not in _OF_A_DEVICE:
            return False
        device = str(step.get("device"))
        labels[str(step.get("as"))] = device
        devices.add((str(step.get("track")), labels.get(device, device)))
    return len(devices) == 1
