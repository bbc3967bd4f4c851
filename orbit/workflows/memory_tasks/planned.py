"""Memory tasks in a plan: what will be done to which key, tried beforehand, and the way to the memory."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict

from daw_bridges.actions import Risk
from orbit.workflows.memory_tasks.requests import (
    AnyRequest,
    AppendRequest,
    DeleteRequest,
    FlushRequest,
    MemoryRequest,
    Operation,
    WriteRequest,
)

__all__ = ["MemoryPort", "PlannedMemory", "Response", "risk_of"]


class Response(Protocol):
    """What an operation answers."""

    def model_dump(self, *, mode: str) -> dict[str, Any]:
        """Give it as JSON has it."""
        ...


class MemoryPort(Protocol):
    """The way to keyed memory, for plans (``orbit.memory.keyed.KeyedMemory``)."""

    @property
    def user(self) -> str:
        """Whose memory it is."""
        ...

    @property
    def project(self) -> str:
        """What it is the memory of."""
        ...

    def perform(self, request: MemoryRequest) -> Response:
        """Do one operation. Raises OrbitError, and then nothing was changed."""
        ...

    def rehearsal(self) -> AbstractContextManager[None]:
        """Let everything that is done inside happen, and then not have happened."""
        ...


class PlannedMemory(BaseModel):
    """One operation of a plan, with what it gave when it was tried."""

    model_config = ConfigDict(frozen=True)

    task: str
    """The id that other steps know it by."""
    workflow_step: int
    after_step: int
    """How many of the plan's actions stand before it."""
    request: AnyRequest
    expected_output: str
    risk: Risk
    output: dict[str, Any] = {}
    error: str | None = None
    """Why it failed when it was tried, where the workflow says how to go on then."""
    relied_on: bool = False
    """Whether a later step uses what it gave: then that must still be so when the plan is carried out."""

    @property
    def changes(self) -> bool:
        """Whether it changes the memory."""
        return self.risk is not Risk.READ and self.error is None

    @property
    def final(self) -> bool:
        """Whether undo cannot bring back what it takes away: what is deleted is gone."""
        return isinstance(self.request, DeleteRequest) and not self.request.backup

    def describe(self) -> str:
        """Say the operation in words: ``Append 1 message to “track:Bass” in the memory mix``."""
        request = self.request
        where = f"“{request.key}” in the memory {request.memory_ref}"
        match request:
            case WriteRequest() | AppendRequest():
                many = len(request.payload) if isinstance(request.payload, list) else 1
                said = f"{many} message{'s' if many != 1 else ''}"
                return (
                    f"Write {said} as {where}"
                    if isinstance(request, WriteRequest)
                    else (f"Append {said} to {where}")
                )
            case FlushRequest(dry_run=True):
                return f"Show what a flush would take out of {where}"
            case _:
                return f"{_VERBS[request.operation]} {where}"


_VERBS = {
    Operation.READ: "Read",
    Operation.DELETE: "Delete",
    Operation.FLUSH: "Make room in",
    Operation.CLEAR: "Clear",
    Operation.HEALTH: "Check",
    Operation.STATS: "Count",
}


def risk_of(request: MemoryRequest) -> Risk:
    """Give what an operation risks: what it takes away, it asks for first."""
    match request:
        case WriteRequest() | AppendRequest():
            return Risk.REVERSIBLE
        case FlushRequest(dry_run=True):
            return Risk.READ
        case FlushRequest() | DeleteRequest():
            return Risk.DESTRUCTIVE
        case _:
            return Risk.DESTRUCTIVE if request.operation is Operation.CLEAR else Risk.READ
