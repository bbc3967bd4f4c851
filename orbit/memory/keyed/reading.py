"""Reading keyed memory, page by page, and counting what it holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from daw_bridges.errors import MemoryStoreError
from orbit.memory.keyed.ground import Ground
from orbit.memory.keyed.payload import message_of
from orbit.memory.keyed.responses import ReadResponse, StatsResponse
from orbit.memory.store.keyed_rows import Entry, KeyState
from orbit.workflows.memory_tasks.requests import MAX_KEYS, ReadRequest, StatsRequest

__all__ = ["read", "stats"]

_SHOWN = 200
"""Characters of the first and last messages that stats show."""


def read(ground: Ground, request: ReadRequest) -> ReadResponse:
    """Read one page over the keys that are meant; a key that is not there holds nothing."""
    states = ground.keys(request.memory_ref, request.key, request.max_keys)
    entries = _page(ground, request, states)
    with suppress(MemoryStoreError):  # that it was read is worth a note, and no failure
        ground.table.touch(request.memory_ref, entries)
    total = sum(state.messages for state in states)
    return ReadResponse(
        memory_ref=request.memory_ref,
        key=request.key,
        messages=[message_of(entry) for entry in entries],
        count=len(entries),
        total_count=total,
        offset=request.offset,
        limit=request.limit,
        has_more=request.offset + len(entries) < total,
        keys=[state.key for state in states],
    )


def _page(ground: Ground, request: ReadRequest, states: Sequence[KeyState]) -> list[Entry]:
    """Read the window that is asked for: keys that lie in it whole at once, the ones at its ends in part."""
    ref, passed, room = request.memory_ref, request.offset, request.limit
    whole: list[str] = []
    found: list[Entry] = []
    for state in states:
        if passed >= state.messages:
            passed -= state.messages
            continue
        if room <= 0:
            break
        if passed == 0 and state.messages <= room:
            whole.append(state.key)
            room -= state.messages
        else:
            part = ground.table.page(ref, state.key, offset=passed, limit=room)
            found += part
            passed, room = 0, room - len(part)
    return sorted([*found, *ground.table.entries(ref, whole)], key=lambda entry: (entry.key, entry.place))


def stats(ground: Ground, request: StatsRequest) -> StatsResponse:
    """Count messages, tokens and characters, in all and by group."""
    ref = request.memory_ref
    states = ground.keys(ref, request.key, MAX_KEYS)
    wanted = request.include_content or request.group_by in ("role", "day")
    entries = ground.table.entries(ref, [state.key for state in states]) if wanted else []
    messages, tokens = sum(s.messages for s in states), sum(s.tokens for s in states)
    return StatsResponse(
        memory_ref=ref,
        key=request.key,
        key_count=len(states),
        message_count=messages,
        token_count=tokens,
        size=sum(state.size for state in states),
        actual_strategy=ground.policy(ref).strategy.value,
        last_flush=max((state.flushed for state in states if state.flushed), default=None),
        avg_tokens_per_message=round(tokens / messages, 2) if messages else 0.0,
        groups=_groups(request.group_by, states, entries),
        content=_content(entries) if request.include_content else None,
    )


def _groups(
    by: str | None, states: Sequence[KeyState], entries: Sequence[Entry]
) -> dict[str, dict[str, int]] | None:
    if by is None:
        return None
    groups: defaultdict[str, dict[str, int]] = defaultdict(
        lambda: {"keys": 0, "messages": 0, "tokens": 0, "size": 0}
    )
    if by in ("key", "prefix"):
        for state in states:
            name = state.key if by == "key" else state.key.partition(":")[0]
            _add(groups[name], keys=1, messages=state.messages, tokens=state.tokens, size=state.size)
    else:
        seen: set[tuple[str, str]] = set()
        for entry in entries:
            name = entry.role if by == "role" else entry.created[:10]
            fresh = (name, entry.key) not in seen
            seen.add((name, entry.key))
            _add(groups[name], keys=int(fresh), messages=1, tokens=entry.tokens, size=len(entry.content))
    return dict(sorted(groups.items()))


def _add(group: dict[str, int], **counts: int) -> None:
    for name, count in counts.items():
        group[name] += count


def _content(entries: Sequence[Entry]) -> dict[str, Any]:
    if not entries:
        return {"longest": 0, "shortest": 0, "summaries": 0, "first": None, "last": None}
    by_time = sorted(entries, key=lambda entry: (entry.created, entry.place))
    lengths = [len(entry.content) for entry in entries]
    return {
        "longest": max(lengths),
        "shortest": min(lengths),
        "summaries": sum(entry.summary for entry in entries),
        "first": _shown(by_time[0]),
        "last": _shown(by_time[-1]),
    }


def _shown(entry: Entry) -> dict[str, Any]:
    text = entry.content if len(entry.content) <= _SHOWN else f"{entry.content[: _SHOWN - 1]}…"
    return {"key": entry.key, "role": entry.role, "content": text, "created": entry.created}
