"""Writing to keyed memory: in the place of what a key holds, or behind it; whole or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from daw_bridges.errors import MemoryStoreError
from orbit.memory.keyed.flushing import choose
from orbit.memory.keyed.ground import Ground
from orbit.memory.keyed.making_room import take_out
from orbit.memory.keyed.payload import entries_of
from orbit.memory.keyed.policy import Policy
from orbit.memory.keyed.responses import AppendResponse, WriteResponse
from orbit.memory.store.keyed_rows import Entry, KeyState
from orbit.workflows.memory_tasks.requests import AppendRequest, WriteRequest, seconds_of

__all__ = ["append", "write"]


def write(ground: Ground, request: WriteRequest) -> WriteResponse:
    """Put messages in the place of all that a key holds. Raises UsageError or MemoryStoreError."""
    ref, key, policy = request.memory_ref, request.key, ground.policy(request.memory_ref)
    entries, redacted = entries_of(request.payload, policy, ground.redactor(ref))
    with ground.table.turn(ref, key) as before:
        _check_version(request, before)
        _check_new(ground, ref, before)
        ground.table.empty(ref, [key])
        ground.table.add(ref, key, entries)
        _check_room(ground, ref, key, policy)
        expires = _until(request.ttl if request.ttl is not None else policy.ttl)
        version = ground.table.mark(ref, key, expires=expires)
    return WriteResponse(
        memory_ref=ref, key=key, count=len(entries), version=version, redacted=redacted, expires=expires
    )


def append(ground: Ground, request: AppendRequest) -> AppendResponse:
    """Put messages behind those that a key holds. Raises UsageError or MemoryStoreError."""
    ref, key, policy = request.memory_ref, request.key, ground.policy(request.memory_ref)
    entries, redacted = entries_of(request.payload, policy, ground.redactor(ref))
    with ground.table.turn(ref, key) as before:
        _check_version(request, before)
        _check_new(ground, ref, before)
        flushed = _make_room(ground, ref, key, entries, policy) if policy.auto_flush else 0
        ground.table.add(ref, key, entries)
        state = _check_room(ground, ref, key, policy)
        ttl = request.ttl if request.ttl is not None else policy.ttl
        expires = state.expires if ttl is None else _until(ttl)
        version = ground.table.mark(ref, key, flushed=bool(flushed), expires=expires)
    return AppendResponse(
        memory_ref=ref,
        key=key,
        appended=len(entries),
        total_count=state.messages,
        version=version,
        redacted=redacted,
        expires=expires,
        flushed=flushed,
    )


def _until(ttl: float | str | None) -> str | None:
    if ttl is None:
        return None
    return (datetime.now(UTC) + timedelta(seconds=seconds_of(ttl))).isoformat(timespec="microseconds")


def _check_version(request: WriteRequest | AppendRequest, before: KeyState | None) -> None:
    found = before.version if before is not None else 0
    if request.if_version is not None and request.if_version != found:
        raise MemoryStoreError(
            f"“{request.key}” was changed in the meantime: it has version {found}, not {request.if_version}. "
            "Nothing was written: read it again first."
        )


def _check_new(ground: Ground, ref: str, before: KeyState | None) -> None:
    most = ground.policy(ref).max_keys
    if before is None and ground.table.count(ref) > most:
        raise MemoryStoreError(f"The memory “{ref}” is full: it holds {most} keys. Delete some first.")


def _check_room(ground: Ground, ref: str, key: str, policy: Policy) -> KeyState:
    """See that a key does not hold too much now; the error takes back what was written."""
    state = ground.table.key(ref, key)
    assert state is not None, "the turn at a key makes it"
    limits = {
        "messages": (state.messages, policy.max_messages),
        "tokens": (state.tokens, policy.max_tokens),
        "characters": (state.size, policy.max_size),
    }
    for what, (holds, most) in limits.items():
        if holds > most:
            raise MemoryStoreError(
                f"“{key}” would hold {holds} {what}, and this memory keeps {most}. Nothing was written: "
                f"flush it first, or raise max_{'size' if what == 'characters' else what} in memories.toml."
            )
    return state


def _make_room(ground: Ground, ref: str, key: str, entries: Sequence[Entry], policy: Policy) -> int:
    """Flush a key that could not take these messages; give how many went."""
    held = ground.table.entries(ref, [key])
    both = [*held, *entries]
    fits = (
        len(both) <= policy.max_messages
        and sum(entry.tokens for entry in both) <= policy.max_tokens
        and sum(len(entry.content) for entry in both) <= policy.max_size
    )
    if fits or not held:
        return 0
    choice = choose(held, policy, policy.strategy, force=True)
    take_out(ground, ref, key, choice)
    return len(choice.gone)
