"""Sessions: keys of one conversation or piece of work, apart from every other's.

Inside a session a key is what the caller says; in the store it lies under ``session:<id>:``. No key or
pattern can lead out of there, because what is asked for always gets that beginning.
"""

from __future__ import annotations

from typing import Any, TypeVar

from orbit.memory.keyed.responses import MemoryResponse
from orbit.workflows.memory_tasks.keys import checked_pattern, escaped
from orbit.workflows.memory_tasks.requests import MemoryRequest

__all__ = ["inside", "outside", "prefix_of"]

_Response = TypeVar("_Response", bound=MemoryResponse)


def prefix_of(session: str | None) -> str:
    """Give what the keys of a session begin with in the store. Raises UsageError for an empty name."""
    if session is None:
        return ""
    prefix = f"session:{escaped(session)}"
    return f"{checked_pattern(prefix)}:"


def inside(request: MemoryRequest, prefix: str) -> MemoryRequest:
    """Give the request as the store knows its key. Raises UsageError when that grows too long."""
    if not prefix:
        return request
    return request.model_copy(update={"key": checked_pattern(prefix + request.key)})


def outside(response: _Response, prefix: str) -> _Response:
    """Give the response with the keys as they are called inside the session."""
    if not prefix:
        return response
    changed: dict[str, Any] = {"key": response.key.removeprefix(prefix)}
    for name in ("keys", "flushed_keys", "remaining_keys"):
        if hasattr(response, name):
            changed[name] = [key.removeprefix(prefix) for key in getattr(response, name)]
    if (messages := getattr(response, "messages", None)) is not None:
        changed["messages"] = [m | {"key": m["key"].removeprefix(prefix)} for m in messages]
    if (fullest := getattr(response, "fullest_key", None)) is not None:
        changed["fullest_key"] = fullest.removeprefix(prefix)
    if (groups := getattr(response, "groups", None)) is not None:
        changed["groups"] = {name.removeprefix(prefix): group for name, group in groups.items()}
    return response.model_copy(update=changed)
