"""The eight operations of keyed memory as requests: typed, checked when made, and JSON in both directions.

>>> parse_request({"operation": "append", "memory_ref": "mix", "key": "track:Bass", "payload": "loud"}).key
'track:Bass'
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    model_validator,
)

from daw_bridges.actions.base import ReadBy
from daw_bridges.errors import UsageError
from orbit.workflows.memory_tasks.keys import checked_key, checked_pattern, checked_ref, is_pattern

__all__ = [
    "MAX_KEYS",
    "MAX_PAGE",
    "AnyRequest",
    "AppendRequest",
    "ClearOptions",
    "ClearRequest",
    "DeleteOptions",
    "DeleteRequest",
    "FlushOptions",
    "FlushRequest",
    "HealthOptions",
    "HealthRequest",
    "MemoryRequest",
    "Operation",
    "Payload",
    "ReadOptions",
    "ReadRequest",
    "StatsOptions",
    "StatsRequest",
    "Strategy",
    "Ttl",
    "WriteRequest",
    "parse_request",
    "said_of",
    "seconds_of",
]

MAX_KEYS, MAX_PAGE = 50_000, 10_000
"""The most keys that one request may touch, and the most messages that one may read."""

_DURATION = re.compile(r"(\d{1,9})\s*(s|m|h|d|w)?")
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}
_LONGEST_TTL = 3_155_760_000  # a hundred years


class Operation(StrEnum):
    """What can be done with a memory."""

    READ = "read"
    WRITE = "write"
    APPEND = "append"
    DELETE = "delete"
    FLUSH = "flush"
    CLEAR = "clear"
    HEALTH = "health"
    STATS = "stats"


class Strategy(StrEnum):
    """How a flush chooses what goes."""

    SIMPLE_FIFO = "simple_fifo"
    """The oldest first."""
    LRU = "lru"
    """What was read longest ago first."""
    TOKEN_AWARE_LRU = "token_aware_lru"  # noqa: S105 - of the language's tokens, not a password
    """What was read long ago and takes much room first."""
    HYBRID_SUMMARY = "hybrid_summary"
    """The first and last stay, what is between becomes one summary, by rule."""


def seconds_of(ttl: float | str) -> int:
    """Read a length of time: seconds, or ``90s``, ``30m``, ``12h``, ``7d``, ``2w``. Raises UsageError."""
    found = _DURATION.fullmatch(str(ttl).strip().casefold())
    seconds = int(found[1]) * _SECONDS[found[2] or "s"] if found else 0
    if not 1 <= seconds <= _LONGEST_TTL:
        raise UsageError(
            f"“{str(ttl)[:40]}” is not a time to live. Give seconds, or a time such as 30m, 12h or 7d."
        )
    return seconds


def _ttl(value: float | str) -> float | str:
    try:
        seconds_of(value)
    except UsageError as error:
        raise ValueError(str(error)) from None
    return value


Ttl = Annotated[int | str, AfterValidator(_ttl)]
"""How long a key lives from now on: seconds, or text such as ``30m``, ``12h``, ``7d``."""

Payload = str | dict[str, Any] | list[Any]
"""What to keep: a text; a message (``{role, content, metadata}``); any other data; or a list of these."""


class _Model(BaseModel):
    # Most plans have none of these.
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class ReadOptions(_Model):
    """Which of the messages: ``offset`` of them are passed over, at most ``limit`` are given."""

    offset: int = Field(default=0, ge=0)
    limit: int = Field(default=100, ge=1, le=MAX_PAGE)


class DeleteOptions(_Model):
    """``confirm`` must be true where several keys go; ``backup`` keeps what can be restored."""

    confirm: bool = False
    backup: bool = False


class FlushOptions(_Model):
    """How and when to flush.

    A key is flushed when it is filled to ``threshold`` (0 to 1) of what it may hold, or in any case with
    ``force``; at most ``max_keys`` keys in one go, the least used first. ``dry_run`` only says what would go.
    """

    strategy: Strategy | None = None
    max_keys: int | None = Field(default=None, ge=1, le=MAX_KEYS)
    dry_run: bool = False
    force: bool = False
    threshold: float | None = Field(default=None, ge=0, le=1)


class ClearOptions(_Model):
    """``confirm`` must be true; ``backup`` keeps what can be restored."""

    confirm: bool = False
    backup: bool = False

    @model_validator(mode="after")
    def _confirmed(self) -> Self:
        if not self.confirm:
            raise ValueError("clear needs confirm: true, because clearing deletes everything in it")
        return self


class HealthOptions(_Model):
    """``include_stats`` adds figures; ``check_connectivity`` writes a probe, reads it back and deletes it."""

    include_stats: bool = True
    check_connectivity: bool = True


class StatsOptions(_Model):
    """``group_by`` groups the figures; ``include_content`` adds sizes and the first and last messages."""

    include_content: bool = False
    group_by: Literal["key", "prefix", "role", "day"] | None = None


class _Request(_Model):
    memory_ref: Annotated[str, AfterValidator(checked_ref)]


_Key = Annotated[str, AfterValidator(checked_key)]
_Pattern = Annotated[str, AfterValidator(checked_pattern)]
_MaxKeys = Annotated[int, Field(ge=1, le=MAX_KEYS)]


class ReadRequest(_Request, ReadOptions):
    """Read the messages of a key, or of all keys that match a pattern (``user:123:*``)."""

    operation: Literal[Operation.READ] = Operation.READ
    key: _Pattern
    max_keys: _MaxKeys = 1000


class WriteRequest(_Request):
    """Put messages in the place of all that a key holds.

    ``if_version`` writes only when the key has this version: 0 for one that must not be there.
    """

    operation: Literal[Operation.WRITE] = Operation.WRITE
    key: _Key
    payload: Payload
    ttl: Ttl | None = None
    if_version: int | None = Field(default=None, ge=0)


class AppendRequest(_Request):
    """Put messages behind those that a key holds."""

    operation: Literal[Operation.APPEND] = Operation.APPEND
    key: _Key
    payload: Payload
    ttl: Ttl | None = None
    if_version: int | None = Field(default=None, ge=0)


class DeleteRequest(_Request, DeleteOptions):
    """Delete a key, or with ``confirm`` all that a pattern fits."""

    operation: Literal[Operation.DELETE] = Operation.DELETE
    key: _Pattern
    max_keys: _MaxKeys = 1000

    @model_validator(mode="after")
    def _sure(self) -> Self:
        if is_pattern(self.key) and not self.confirm:
            raise ValueError("a pattern deletes several keys, and that needs confirm: true")
        return self


class FlushRequest(_Request, FlushOptions):
    """Make room in keys that are full."""

    operation: Literal[Operation.FLUSH] = Operation.FLUSH
    key: _Pattern


class ClearRequest(_Request, ClearOptions):
    """Take every message out of a key, or of all that a pattern fits; the keys stay."""

    operation: Literal[Operation.CLEAR] = Operation.CLEAR
    key: _Pattern
    max_keys: _MaxKeys = 1000


class HealthRequest(_Request, HealthOptions):
    """Check that the memory works, and show how full it is."""

    operation: Literal[Operation.HEALTH] = Operation.HEALTH
    key: _Pattern = "*"


class StatsRequest(_Request, StatsOptions):
    """Count what keys hold."""

    operation: Literal[Operation.STATS] = Operation.STATS
    key: _Pattern = "*"


MemoryRequest = (
    ReadRequest
    | WriteRequest
    | AppendRequest
    | DeleteRequest
    | FlushRequest
    | ClearRequest
    | HealthRequest
    | StatsRequest
)


@cache
def _requests() -> TypeAdapter[MemoryRequest]:
    return TypeAdapter(Annotated[MemoryRequest, Field(discriminator="operation")])


def _read(given: Any) -> Any:
    return given if isinstance(given, _Request) else _requests().validate_python(given)


AnyRequest = Annotated[MemoryRequest, ReadBy(_read)]
"""A request as a field of a model, which is made ready once there is one."""


def parse_request(data: Any) -> MemoryRequest:
    """Read a request from its JSON form. Raises UsageError saying which field is wrong, and how."""
    try:
        return _requests().validate_python(data)
    except ValidationError as error:
        raise UsageError(said_of(error)) from None


def said_of(error: ValidationError) -> str:
    """Say the first thing that is wrong with a request, for people."""
    first = error.errors(include_url=False, include_input=False)[0]
    operations = frozenset(Operation)
    field = ".".join(str(part) for part in first["loc"] if part not in operations)
    message = first["msg"].removeprefix("Value error, ").rstrip(".")
    if "payload" in first["loc"] and first["type"].endswith("_type"):
        return "The payload is a text, a message with role and content, other data, or a list of these."
    match first["type"]:
        case "model_attributes_type" | "union_tag_invalid" | "union_tag_not_found":
            return f"A memory request needs an operation: {', '.join(Operation)}."
        case "missing":
            return f"The memory request lacks the field “{field}”."
        case "extra_forbidden":
            return f"This memory request has no field “{field}”."
        case _:
            return f"{field}: {message}." if field else f"{message[:1].upper()}{message[1:]}."
