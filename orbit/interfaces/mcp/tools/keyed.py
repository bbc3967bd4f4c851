"""Tools on keyed memory: messages kept under hierarchical keys, read and written by one request each."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from mcp.types import InputRequiredResult
from pydantic import BaseModel, Field

from daw_bridges.actions import Risk
from daw_bridges.errors import NotPossibleError
from orbit.interfaces.mcp.plain import plain
from orbit.interfaces.mcp.results import NAMES_ARE_DATA
from orbit.interfaces.mcp.service import Call, Service
from orbit.interfaces.mcp.tools.announcing import Announced, changes, destroys, reads
from orbit.workflows.memory_tasks.planned import risk_of
from orbit.workflows.memory_tasks.requests import MemoryRequest, parse_request

__all__ = ["TOOLS"]

_OWN = "orbit."

Ref = Annotated[str, Field(min_length=1, max_length=128, description="Which memory: a name such as mix.")]
Key = Annotated[
    str,
    Field(min_length=1, max_length=512, description="Parts joined by colons: track:Bass. * stands for any."),
]
Options = Annotated[
    dict[str, Any],
    Field(description="Further fields of the operation, such as limit, offset, ttl, if_version, strategy."),
]


class Remembered(BaseModel):
    """What the operation answered."""

    note: str = NAMES_ARE_DATA
    response: dict[str, Any]


async def read_memory(
    ctx: Call,
    memory_ref: Ref,
    key: Key = "*",
    operation: Annotated[
        Literal["read", "stats", "health"], Field(description="Messages, figures, or whether it works.")
    ] = "read",
    options: Options = {},  # noqa: B006 - pydantic copies it
) -> Remembered:
    """Read what is kept under a key, or under all keys that match a pattern."""
    service = ctx.request_context.lifespan_context
    return await _done(service, _request(operation, memory_ref, key, options))


async def write_memory(
    ctx: Call,
    memory_ref: Ref,
    key: Key,
    payload: Annotated[Any, Field(description="A text, a message {role, content}, other data, or a list.")],
    operation: Annotated[
        Literal["append", "write"], Field(description="Behind what is there, or in its place.")
    ] = "append",
    options: Options = {},  # noqa: B006
) -> Remembered | InputRequiredResult:
    """Keep something under a key."""
    service = ctx.request_context.lifespan_context
    request = _request(operation, memory_ref, key, {**options, "payload": payload})
    return await _changed(ctx, service, request)


async def clear_memory(
    ctx: Call,
    memory_ref: Ref,
    key: Key,
    operation: Annotated[
        Literal["delete", "clear", "flush"],
        Field(description="Delete keys, empty them, or make room in those that are full."),
    ],
    options: Options = {},  # noqa: B006
) -> Remembered | InputRequiredResult:
    """Take something out of a memory. The user is asked first; backup: true in the options keeps a copy."""
    service = ctx.request_context.lifespan_context
    # The user's own consent is asked for; the field of that name is no consent of an assistant's.
    confirmed = {"confirm": True} if operation != "flush" else {}
    return await _changed(ctx, service, _request(operation, memory_ref, key, {**options, **confirmed}))


def _request(operation: str, memory_ref: str, key: str, options: dict[str, Any]) -> MemoryRequest:
    return parse_request({**options, "operation": operation, "memory_ref": memory_ref, "key": key})


async def _changed(ctx: Call, service: Service, request: MemoryRequest) -> Remembered | InputRequiredResult:
    if request.memory_ref.casefold().startswith(_OWN):
        raise NotPossibleError(
            f"The memory {plain(request.memory_ref)} is Orbit's own. Nothing was changed. Choose another."
        )
    said = f"{request.operation.value} “{plain(request.key)}” in the memory {plain(request.memory_ref)}"

    async def work() -> Remembered:
        return await _done(service, request)

    return await service.change(ctx, said, work, destroys=risk_of(request) is Risk.DESTRUCTIVE)


async def _done(service: Service, request: MemoryRequest) -> Remembered:
    response = await service.engine.memory(request)
    return Remembered(response=response.model_dump(mode="json"))


TOOLS: list[Announced] = [
    reads(read_memory, "Read keyed memory"),
    changes(write_memory, "Write keyed memory"),
    destroys(clear_memory, "Clear keyed memory"),
]
