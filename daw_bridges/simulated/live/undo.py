"""The undo history, with Live's own idea of what makes one step.

Edits between ``begin_undo_step`` and ``end_undo_step`` become one entry, except parameter writes and track
renames, which always get entries of their own. ``begin`` does not count: a second one is ignored. Pairs
within one call from Live's main loop fall together, and empty steps leave nothing. Without explicit steps,
edits pile up in one entry until there has been a pause.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from daw_bridges.simulated.live.lom import LomObject

__all__ = ["Journal", "Undo"]

MERGE_SECONDS = 1.0
HISTORY = 2000


class Undo(Enum):
    """How a property takes part in the undo history."""

    NONE = "none"
    STEP = "step"
    OWN = "own"


@dataclass
class _Entry:
    key: object
    time: float
    records: list[tuple[LomObject, str, Any, Any]] = field(default_factory=list[Any])

    @property
    def label(self) -> str:
        """What the entry changed, by its last write: ``Track name``."""
        target, name, _, _ = self.records[-1]
        return f"{type(target).__name__} {name}".replace("_", " ")


class Journal:
    """Two stacks of entries; an entry is a list of (object, name, before, after)."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._done: list[_Entry] = []
        self._undone: list[_Entry] = []
        self._call = 0
        self._hosted = False
        self._step: str | None = None
        self._paused = 0
        self._busy = False

    def new_call(self) -> None:
        """Mark that Live's main loop calls the script anew, so that undo steps no longer fall together."""
        self._hosted = True
        self._call += 1

    def begin_step(self) -> None:
        """Open an explicit step; ignored inside one."""
        if self._step is None:
            self._call += not self._hosted
            self._step = f"step {self._call}"

    def end_step(self) -> None:
        """Close the explicit step; ignored outside one."""
        self._step = None

    @contextmanager
    def paused(self) -> Generator[None]:
        """Leave no trace of what is done inside: building a set, transport, selection."""
        self._paused += 1
        try:
            yield
        finally:
            self._paused -= 1

    def record(self, target: LomObject, name: str, before: Any, after: Any, undo: Undo) -> None:
        """Note one write."""
        if self._paused or self._busy or undo is Undo.NONE:
            return
        self._undone.clear()
        self._entry(target, name, undo).records.append((target, name, before, after))

    def _entry(self, target: LomObject, name: str, undo: Undo) -> _Entry:
        now = self._clock()
        key: object = (target, name) if undo is Undo.OWN else (self._step or "burst")
        found = self._to_continue(key, now, own=undo is Undo.OWN)
        if found is None:
            found = _Entry(key, now)
            self._done.append(found)
            del self._done[:-HISTORY]
        found.time = now
        return found

    def _to_continue(self, key: object, now: float, *, own: bool) -> _Entry | None:
        """An open step takes edits around the parameter writes in it; all else continues the last entry."""
        if self._step is not None and not own:
            return next((entry for entry in reversed(self._done) if entry.key == key), None)
        last = self._done[-1] if self._done else None
        return last if last and last.key == key and now - last.time < MERGE_SECONDS else None

    @property
    def can_undo(self) -> bool:
        """Whether there is an entry to take back."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is an entry to do again."""
        return bool(self._undone)

    @property
    def depth(self) -> int:
        """How many entries can be taken back."""
        return len(self._done)

    def undo(self) -> str:
        """Take the last entry back; gives its label."""
        if not self._done:
            return ""
        entry = self._done.pop()
        self._restore((target, name, before) for target, name, before, _ in reversed(entry.records))
        self._undone.append(_closed(entry))
        return entry.label

    def redo(self) -> str:
        """Do the last undone entry again; gives its label."""
        if not self._undone:
            return ""
        entry = self._undone.pop()
        self._restore((target, name, after) for target, name, _, after in entry.records)
        self._done.append(_closed(entry))
        return entry.label

    def _restore(self, values: Iterator[tuple[LomObject, str, Any]]) -> None:
        self._step = None
        self._busy = True
        try:
            for target, name, value in values:
                target.restore_(name, value)
        finally:
            self._busy = False


def _closed(entry: _Entry) -> _Entry:
    """The entry, never continued again."""
    entry.key = object()
    return entry
