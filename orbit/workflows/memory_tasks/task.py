"""A memory task: the step of a workflow that reads or writes keyed memory, as it stands in a file.

``key_template`` is filled in when the workflow is planned; ``payload`` may hold slots as any field may. What
a task gives is ``{{ tasks.<id>.output }}`` for the steps after it. ``on_success`` and ``on_error`` name the
step to go on with: a later one, or ``end``.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from daw_bridges.errors import UsageError
from orbit.workflows.memory_tasks.keys import checked_ref
from orbit.workflows.memory_tasks.requests import (
    MAX_KEYS,
    MAX_PAGE,
    ClearOptions,
    DeleteOptions,
    FlushOptions,
    HealthOptions,
    MemoryRequest,
    Operation,
    Payload,
    ReadOptions,
    StatsOptions,
    Ttl,
    parse_request,
)
from orbit.workflows.memory_tasks.templates import key_problem

__all__ = ["END", "MemoryTask", "Next"]

END = "end"
"""Where to go on in order to stop."""

_PAYING = (Operation.WRITE, Operation.APPEND)
_MANY = (Operation.READ, Operation.DELETE, Operation.CLEAR)


def _template(text: str) -> str:
    problem = key_problem(text)
    if problem is not None:
        raise ValueError(problem)
    return text


def _ref(text: str) -> str:
    try:
        return checked_ref(text)
    except UsageError as error:
        raise ValueError(str(error)) from None


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Next(_Model):
    """Where to go on: the ``id`` of a later step, or ``end``."""

    next: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]


class MemoryTask(_Model):
    """One operation on a memory, its key still a template.

    ``batch_size`` is how many messages are read, ``max_keys`` how many keys a pattern may touch.
    """

    type: Literal["memory"] = "memory"
    operation: Operation
    memory_ref: Annotated[str, AfterValidator(_ref)]
    key_template: Annotated[str, Field(min_length=1), AfterValidator(_template)]
    payload: Payload | None = None
    ttl: Ttl | None = None
    batch_size: int | None = Field(default=None, ge=1, le=MAX_PAGE)
    max_keys: int | None = Field(default=None, ge=1, le=MAX_KEYS)
    read_config: ReadOptions | None = None
    delete_config: DeleteOptions | None = None
    flush_config: FlushOptions | None = None
    clear_config: ClearOptions | None = None
    health_config: HealthOptions | None = None
    stats_config: StatsOptions | None = None
    on_success: Next | None = None
    on_error: Next | None = None

    @model_validator(mode="after")
    def _fits(self) -> Self:
        wants, has = self.operation in _PAYING, self.payload is not None
        if wants != has:
            raise ValueError(f"{self.operation} needs a payload" if wants else _no_use(self, "payload"))
        if self.ttl is not None and not wants:
            raise ValueError(_no_use(self, "ttl"))
        for name in ("read", "delete", "flush", "clear", "health", "stats"):
            if getattr(self, f"{name}_config") is not None and name != self.operation:
                raise ValueError(_no_use(self, f"{name}_config"))
        if self.operation is Operation.CLEAR and self.clear_config is None:
            raise ValueError(
                "clear needs clear_config with confirm: true, because clearing deletes everything in it"
            )
        return self

    @property
    def changes(self) -> bool:
        """Whether it changes the memory."""
        return self.operation not in (Operation.READ, Operation.HEALTH, Operation.STATS)

    def request(self, key: str, payload: Any = None) -> MemoryRequest:
        """Make the request, with the key and the payload filled in. Raises UsageError."""
        options = getattr(self, f"{self.operation}_config", None)
        fields: dict[str, Any] = options.model_dump(exclude_unset=True) if options is not None else {}
        if self.operation in _PAYING:
            fields |= {"payload": payload, "ttl": self.ttl}
        if self.operation is Operation.READ and self.batch_size is not None:
            fields = {"limit": self.batch_size} | fields
        if self.operation in (*_MANY, Operation.FLUSH) and self.max_keys is not None:
            fields = {"max_keys": self.max_keys} | fields
        return parse_request(
            {"operation": self.operation.value, "memory_ref": self.memory_ref, "key": key} | fields
        )


def _no_use(task: MemoryTask, field: str) -> str:
    return f"{task.operation} has no use for {field}"
