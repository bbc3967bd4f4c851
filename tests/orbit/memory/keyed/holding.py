"""A keyed memory in a store of its own, let go of when its test ends, and a short way to ask it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from orbit.memory.keyed import KeyedMemory, Policies, Policy
from orbit.memory.store import Scope, Store

Ask = Callable[..., Any]
OPENED: list[Store] = []
"""The stores that a test opened."""
PATIENCE = 120.0
"""Seconds that a writer waits for its turn: the machine may have other work."""


def remembering(folder: Path, policy: Policy | None = None, **scope: str) -> KeyedMemory:
    """A keyed memory over the store in a folder, each memory under this policy."""
    store = Store(folder / "memory.db", scope=Scope(**scope), busy_seconds=PATIENCE)
    OPENED.append(store)
    return KeyedMemory(store, Policies(default=policy or Policy()))


def asking(memory: KeyedMemory) -> Ask:
    """``ask("append", "a:b", payload="x")`` on the memory mix."""

    def ask(operation: str, key: str, **fields: Any) -> Any:
        request = {"operation": operation, "memory_ref": "mix", "key": key} | fields
        return memory.perform(request)

    return ask


def contents(memory: KeyedMemory, key: str) -> list[str]:
    """What the messages of a key, or of a pattern, say."""
    answer: Any = memory.perform({"operation": "read", "memory_ref": "mix", "key": key, "limit": 10_000})
    return [message["content"] for message in answer.messages]
