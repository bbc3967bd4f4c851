"""Where the latest requests at a place are kept: in this process, or in keyed memory for the next one."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from operator import is_
from typing import TYPE_CHECKING, Any, Protocol

from pydantic import ValidationError

from daw_bridges.errors import OrbitError
from orbit.agent.context.record import Record
from orbit.workflows.memory_tasks.keys import escaped

if TYPE_CHECKING:
    from orbit.memory.keyed import KeyedMemory

__all__ = ["KeptShelf", "Shelf", "ShortShelf"]

_log = logging.getLogger("orbit.agent")
_MEMORY, _KEPT, _TTL = "orbit.conversation", 20, "7d"
_MOST_STORED = 2 * _KEPT
"""Older ones are let go of so many at a time: what is kept is not written anew with each request."""

Change = Callable[[tuple[Record, ...]], Sequence[Record]]
"""Makes the records that are to be kept of those that are, newest first."""


class Shelf(Protocol):
    """Keeps the latest requests, newest first."""

    def records(self) -> tuple[Record, ...]:
        """Give them."""
        ...

    def change(self, change: Change) -> None:
        """Put others in their place."""
        ...


class ShortShelf:
    """Keeps them for as long as this process lives."""

    def __init__(self, records: Sequence[Record] = ()) -> None:
        self._records = tuple(records)

    def records(self) -> tuple[Record, ...]:
        """Give them."""
        return self._records

    def change(self, change: Change) -> None:
        """Put others in their place."""
        self._records = tuple(change(self._records))[:_KEPT]


class KeptShelf:
    """Keeps them in keyed memory, for whoever works at the same place in the same scope.

    A memory that cannot be read or written concerns no request: from then on they are kept here alone.
    """

    def __init__(self, open_memory: Callable[[], KeyedMemory], place: str) -> None:
        self._open, self._key = open_memory, f"lately:{escaped(place)[:150] or 'here'}"
        self._alone: ShortShelf | None = None
        self._known: tuple[str, tuple[Record, ...]] = ("", ())
        self._stored = 0

    def records(self) -> tuple[Record, ...]:
        """Give them."""
        if self._alone is not None:
            return self._alone.records()
        try:
            return self._read(self._open())
        except OrbitError as error:
            return self._left_alone(error).records()

    def change(self, change: Change) -> None:
        """Put others in their place, with nobody else between reading and writing."""
        if self._alone is None:
            try:
                self._change(self._open(), change)
            except OrbitError as error:
                self._left_alone(error)
            else:
                return
        assert self._alone is not None
        self._alone.change(change)

    def _change(self, memory: KeyedMemory, change: Change) -> None:
        with memory.whole():
            before = self._read(memory)
            after = tuple(change(before))[:_KEPT]
            self._write(memory, after, only_one_more=_is_one_more(after, before))
            self._known = (memory.stamps(_MEMORY).get(self._key, ""), after)

    def _write(self, memory: KeyedMemory, records: Sequence[Record], *, only_one_more: bool) -> None:
        """Put the newest behind those that are there; all anew where they changed, or are many."""
        more = only_one_more and self._stored < _MOST_STORED
        new = records[:1] if more else records
        asked = {"operation": "append" if more else "write", "memory_ref": _MEMORY, "key": self._key}
        memory.perform(asked | {"payload": [_message(each) for each in reversed(new)], "ttl": _TTL})
        self._stored = self._stored + 1 if more else len(records)

    def _read(self, memory: KeyedMemory) -> tuple[Record, ...]:
        stamp = memory.stamps(_MEMORY).get(self._key, "")
        if stamp != self._known[0]:
            messages = memory.peek(_MEMORY, self._key)
            found = (_record(message.get("data")) for message in reversed(messages))
            known = [record for record in found if record is not None]
            self._known, self._stored = (stamp, tuple(known[:_KEPT])), len(messages)
        return self._known[1]

    def _left_alone(self, error: OrbitError) -> ShortShelf:
        _log.warning("what is asked here is not kept for later: %s", error)
        self._alone = ShortShelf(self._known[1])
        return self._alone


def _is_one_more(after: Sequence[Record], before: Sequence[Record]) -> bool:
    older = after[1:]
    return len(older) == min(len(before), _KEPT - 1) and all(map(is_, older, before))


def _message(record: Record) -> dict[str, Any]:
    return {"role": "system", "content": record.model_dump(mode="json", exclude_defaults=True)}


def _record(data: object) -> Record | None:
    """Read a record; what somebody else put there is none."""
    try:
        return Record.model_validate(data)
    except ValidationError:
        return None
