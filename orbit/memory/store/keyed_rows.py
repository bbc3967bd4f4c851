"""What the tables of keyed memory give: entries, keys as they stand, and backups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["Backup", "Entry", "KeyState", "SavedKey"]


@dataclass(frozen=True)
class Entry:
    """One message of a key. ``metadata`` is JSON-able; ``tokens`` is an estimate; times are ISO 8601, UTC."""

    role: str
    content: str
    tokens: int
    metadata: Mapping[str, Any] | None = None
    summary: bool = False
    """Whether it stands for others that a flush took out."""
    created: str = ""
    used: str = ""
    key: str = ""
    place: int = 0
    """Its place within the key, growing; gaps are what was taken out."""


@dataclass(frozen=True)
class KeyState:
    """A key as it stands: how often it was changed, when, until when it lives, and how much it holds."""

    key: str
    version: int
    created: str
    updated: str
    expires: str | None
    flushed: str | None
    messages: int = 0
    tokens: int = 0
    size: int = 0
    """Of its contents, in characters."""
    last_used: str | None = None


@dataclass(frozen=True)
class Backup:
    """A backup without what it holds; ``key`` is the key, or the pattern, it was made of."""

    id: str
    ref: str
    key: str
    created: str
    size: int
    """In characters."""


@dataclass(frozen=True)
class SavedKey:
    """A key as it was when it was backed up."""

    ref: str
    key: str
    expires: str | None = None
    entries: tuple[Entry, ...] = ()
    there: bool = True
    """Whether there was such a key."""
    left: int | None = None
    """Of a run's backup: the version that the run left the key at; None where it left none."""
