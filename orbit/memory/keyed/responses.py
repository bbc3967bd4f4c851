"""What the operations of keyed memory answer; JSON-able, the fields as they are documented."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

__all__ = [
    "AppendResponse",
    "ClearResponse",
    "DeleteResponse",
    "FlushResponse",
    "HealthCheck",
    "HealthResponse",
    "MemoryResponse",
    "ReadResponse",
    "RestoreResponse",
    "StatsResponse",
    "WriteResponse",
]


class _Response(BaseModel):
    model_config = ConfigDict(frozen=True)

    success: bool = True
    memory_ref: str
    key: str


class ReadResponse(_Response):
    """Messages, by key and then in their order; ``total_count`` is how many there are in all."""

    messages: list[dict[str, Any]]
    count: int
    total_count: int
    offset: int
    limit: int
    has_more: bool
    keys: list[str]
    """The keys that were meant and are there."""


class WriteResponse(_Response):
    """``version`` is how often the key was changed by now; ``redacted`` how many secrets were left out."""

    count: int
    version: int
    redacted: int = 0
    expires: str | None = None


class AppendResponse(_Response):
    """As for write; ``total_count`` is how many messages the key holds now."""

    appended: int
    total_count: int
    version: int
    redacted: int = 0
    expires: str | None = None
    flushed: int = 0
    """Messages that went to make room, where the policy says so."""


class DeleteResponse(_Response):
    """``success`` only when the keys were looked for again and are gone."""

    deleted: int
    messages_deleted: int
    backup_created: bool = False
    backup: str | None = None


class FlushResponse(_Response):
    """What went, or with ``dry_run`` would go; counts of messages and tokens are of what stays."""

    summary_generated: bool
    message_count: int
    token_count: int
    dry_run: bool
    would_flush: bool
    actual_strategy: str
    flushed_keys: list[str]
    remaining_keys: list[str]
    """The keys that were left as they are."""
    messages_flushed: int
    tokens_freed: int
    memory_freed: int
    """In characters."""
    error: str | None = None


class ClearResponse(_Response):
    """``backup`` is what ``restore`` takes."""

    messages_cleared: int
    backup_created: bool = False
    backup: str | None = None


class HealthCheck(BaseModel):
    """One thing that was tried."""

    model_config = ConfigDict(frozen=True)

    name: str
    ok: bool
    detail: str = ""


class HealthResponse(_Response):
    """``healthy`` only when every check came out well; ``success`` is that the asking worked."""

    healthy: bool
    checks: list[HealthCheck]
    warnings: list[str] = []
    actual_strategy: str
    last_flush: str | None = None
    key_count: int = 0
    message_count: int = 0
    token_count: int = 0
    current_tokens: int = 0
    """Of the fullest key."""
    fullest_key: str | None = None
    fill: float = 0.0
    """How full that is, 0 to 1."""


class StatsResponse(_Response):
    """Figures over all keys that were meant, and by group where that was asked."""

    key_count: int
    message_count: int
    token_count: int
    size: int
    """In characters."""
    actual_strategy: str
    last_flush: str | None = None
    avg_tokens_per_message: float
    groups: dict[str, dict[str, int]] | None = None
    content: dict[str, Any] | None = None


class RestoreResponse(_Response):
    """What came back."""

    backup: str
    keys: list[str]
    messages_restored: int


MemoryResponse = (
    ReadResponse
    | WriteResponse
    | AppendResponse
    | DeleteResponse
    | FlushResponse
    | ClearResponse
    | HealthResponse
    | StatsResponse
)
